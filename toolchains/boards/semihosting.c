/* Semihosting calls of Arm and RISC-V: a number and an argument in two registers, and a break the
 * emulator knows. */
#include "semihosting.h"

#include <stdint.h>

enum { write_text = 0x04, command_line = 0x15, leave = 0x20, application_exit = 0x20026 };

static uintptr_t call(uintptr_t number, const void* argument) {
#ifdef __riscv
  register uintptr_t a0 __asm__("a0") = number;
  register const void* a1 __asm__("a1") = argument;
  __asm__ volatile(
      ".balign 16\n.option push\n.option norvc\nslli x0, x0, 0x1f\nebreak\nsrai x0, x0, 7\n.option "
      "pop"
      : "+r"(a0)
      : "r"(a1)
      : "memory");
  return a0;
#else
  register uintptr_t r0 __asm__("r0") = number;
  register const void* r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
#endif
}

void semihosting_write(const char* text) { (void)call(write_text, text); }

void semihosting_command_line(char* text, size_t bytes) {
  struct {
    char* text;
    size_t bytes;
  } block = {text, bytes};
  text[0] = 0;
  if (call(command_line, &block) != 0) text[0] = 0;
}

void semihosting_leave(int code) {
  const uintptr_t block[2] = {application_exit, (uintptr_t)code};
  for (;;) (void)call(leave, block);
}
