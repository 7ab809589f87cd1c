// Requests for memory of a test program, counted, and which of them fail.
#pragma once
#include <atomic>

struct Requests {
  std::atomic<unsigned long> made;
  unsigned long fail_at, fail_after;  // the request of that number, or from it on; 0: none
};

Requests& requests();
