// The harness where there is an operating system.
#include <cstdio>

#include "tests/devices/harness.hpp"

void device::write(const char* text) { std::fputs(text, stdout); }

int main(int count, char** arguments) { return device::run_cases(count > 1 ? arguments[1] : ""); }
