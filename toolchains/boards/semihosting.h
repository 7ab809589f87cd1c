/* What an emulated board needs of the machine that emulates it: text out, the command line, and an
 * end. No libc. */
#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void semihosting_write(const char* text);

/* The command line of the emulator: the program's path, a space, what -append says. Empty when
 * there is none.
 */
void semihosting_command_line(char* text, size_t bytes);

void semihosting_leave(int code) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif
