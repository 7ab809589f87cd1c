/* Start-up of an emulated Cortex-M: vectors, float unit on, data and zeros in place, constructors,
 * main. A fault ends the emulation with code 99. */
#include <stdint.h>

#include "semihosting.h"

extern uint32_t stack_top, data_source, data_start, data_end, bss_start, bss_end;
extern void (*const init_array_start[])(void);
extern void (*const init_array_end[])(void);
extern int main(void);

void start(void) __attribute__((noreturn, used));

static void fault(void) { semihosting_leave(99); }

void start(void) {
#if defined(__ARM_FP) || defined(__ARM_FEATURE_MVE)
  *(volatile uint32_t*)0xE000ED88u |=
      0xFu << 20; /* CPACR: coprocessors 10 and 11 are the float unit and MVE */
  __asm__ volatile("dsb\n isb" ::: "memory");
#endif
  for (uint32_t *from = &data_source, *to = &data_start; to < &data_end;) *to++ = *from++;
  for (uint32_t* to = &bss_start; to < &bss_end;) *to++ = 0;
  for (void (*const* construct)(void) = init_array_start; construct < init_array_end; ++construct)
    (*construct)();
  semihosting_leave(main());
}

__attribute__((section(".vectors"), used)) static void (*const vectors[16])(void) = {
    (void (*)(void)) & stack_top,
    start,
    fault,
    fault,
    fault,
    fault,
    fault,
    0,
    0,
    0,
    0,
    fault,
    fault,
    0,
    fault,
    fault};
