// The harness itself: the list of cases and what is said about them.
#include "tests/devices/harness.hpp"

#include <string.h>

namespace device {

alignas(16) unsigned char shared[shared_bytes];

namespace {

Case* first = nullptr;
bool failed = false;

bool run_case(const Case& chosen) {
  failed = false;
  chosen.run();
  write(failed ? "FAILED " : "passed ");
  write(chosen.name);
  write("\n");
  return !failed;
}

}  // namespace

Case::Case(const char* name_, void (*run_)()) : name(name_), run(run_), next(first) {
  first = this;
}

void write(uint32_t number) {
  char digits[11];
  size_t at = sizeof digits - 1;
  digits[at] = 0;
  do {
    digits[--at] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  write(digits + at);
}

void fail(const char* file, uint32_t line, const char* what) {
  failed = true;
  write(file);
  write(":");
  write(line);
  write(": not true: ");
  write(what);
  write("\n");
}

int run_cases(const char* name) {
  bool found = false, all_passed = true;
  for (const Case* one = first; one != nullptr; one = one->next) {
    if (name[0] != 0 && strcmp(name, one->name) != 0) continue;
    found = true;
    all_passed = run_case(*one) && all_passed;
  }
  if (!found) {
    write("no such case: ");
    write(name);
    write("\n");
  }
  return !found ? 2 : all_passed ? 0 : 1;
}

void fill(float* numbers, size_t count, uint32_t seed) {
  for (size_t i = 0; i < count; ++i) {
    seed = seed * 1664525u + 1013904223u;
    numbers[i] = static_cast<float>(static_cast<int32_t>(seed >> 8) - 8388608) / 8388608.0f;
  }
}

}  // namespace device
