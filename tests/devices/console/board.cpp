// The harness on an emulated board: everything goes through the emulator.
#include <string.h>

#include "tests/devices/harness.hpp"
#include "toolchains/boards/semihosting.h"

void device::write(const char* text) { semihosting_write(text); }

int main() {
  char line[256];
  semihosting_command_line(line, sizeof line);
  const char* space = strrchr(line, ' ');
  semihosting_leave(device::run_cases(space == nullptr ? "" : space + 1));
}
