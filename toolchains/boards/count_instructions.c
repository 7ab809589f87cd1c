/* A plugin for QEMU that counts executed instructions, the same number every time: in all, and
 * within one function from its first instruction to its return. Debian has no qemu-plugin.h, so the
 * few prototypes of its version 1 are declared here. Usage: -plugin
 * count_instructions.so,start=ADDRESS,stop=ADDRESS -d plugin
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };
enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t,
                                           void (*)(qemu_plugin_id_t, struct qemu_plugin_tb*));
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb*);
struct qemu_plugin_insn* qemu_plugin_tb_get_insn(const struct qemu_plugin_tb*, size_t);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn*);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn*, enum qemu_plugin_op,
                                                void*, uint64_t);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn*, void (*)(unsigned, void*),
                                            enum qemu_plugin_cb_flags, void*);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, void*), void*);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static uint64_t total, entered, within, start = UINT64_MAX, stop = UINT64_MAX;
static bool inside;

static void enter(unsigned cpu, void* user) {
  (void)cpu, (void)user;
  if (!inside) entered = total;
  inside = true;
}

static void leave(unsigned cpu, void* user) {
  (void)cpu, (void)user;
  if (inside) within += total - entered;
  inside = false;
}

static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb* block) {
  (void)id;
  for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); ++i) {
    struct qemu_plugin_insn* instruction = qemu_plugin_tb_get_insn(block, i);
    const uint64_t address = qemu_plugin_insn_vaddr(instruction);
    if (address == start)
      qemu_plugin_register_vcpu_insn_exec_cb(instruction, enter, QEMU_PLUGIN_CB_NO_REGS, NULL);
    if (address == stop)
      qemu_plugin_register_vcpu_insn_exec_cb(instruction, leave, QEMU_PLUGIN_CB_NO_REGS, NULL);
    qemu_plugin_register_vcpu_insn_exec_inline(instruction, QEMU_PLUGIN_INLINE_ADD_U64, &total, 1);
  }
}

static void tell(qemu_plugin_id_t id, void* user) {
  (void)id, (void)user;
  fprintf(stderr, "instructions total %" PRIu64 " within %" PRIu64 "\n", total, within);
}

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id,
                                                               const void* info, int count,
                                                               char** arguments) {
  (void)info;
  for (int i = 0; i < count; ++i) {
    if (strncmp(arguments[i], "start=", 6) == 0) start = strtoull(arguments[i] + 6, NULL, 0);
    if (strncmp(arguments[i], "stop=", 5) == 0) stop = strtoull(arguments[i] + 5, NULL, 0);
  }
  qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
  qemu_plugin_register_atexit_cb(id, tell, NULL);
  return 0;
}
