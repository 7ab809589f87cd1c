// A test harness for programs without heap, exceptions or C++ library: cases register themselves, a
// failed CHECK says where and ends its case. The program runs all cases, or the one named on the
// command line, and leaves with 1 if any failed.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "rfm/core/base/status.hpp"

namespace device {

// Where text goes, what the program is asked to run, and how it ends: in console/.
void write(const char* text);
void write(uint32_t number);

struct Case {
  Case(const char* name, void (*run)());
  const char* name;
  void (*run)();
  Case* next;
};

// Says so and marks the case that runs as failed.
void fail(const char* file, uint32_t line, const char* what);

// Runs the case of this name, or all when it is empty; 0 when all is well, 1 when one failed, 2 for
// a name unknown.
int run_cases(const char* name);

// Memory that one case at a time may use as it likes, aligned to 16 bytes.
constexpr size_t shared_bytes = 30 * 1024;
extern unsigned char shared[shared_bytes];

// Smooth numbers in [-1, 1], the same everywhere.
void fill(float* numbers, size_t count, uint32_t seed);

inline bool near(float a, float b, float tolerance) {
  return a - b <= tolerance && b - a <= tolerance;
}
inline bool near(double a, double b, double tolerance) {
  return a - b <= tolerance && b - a <= tolerance;
}

// Where to make an object: new (Place{memory}) Object. The C++ library's <new> is not everywhere.
struct Place {
  void* memory;
};

}  // namespace device

inline void* operator new(size_t, device::Place place) noexcept { return place.memory; }

// Defines and registers a case; each becomes an entry of ctest.
#define DEVICE_CASE(name)                                   \
  static void name();                                       \
  static const device::Case name##_registered(#name, name); \
  static void name()

#define CHECK(condition)                                                   \
  do {                                                                     \
    if (!(condition)) {                                                    \
      device::fail(__FILE__, static_cast<uint32_t>(__LINE__), #condition); \
      return;                                                              \
    }                                                                      \
  } while (false)

#define CHECK_OK(expression) CHECK((expression) == rfm::Status::ok)
