// What Python needs beside rfm.h and rfm_table.h: threads, which those only borrow. The shared
// library librfm.so of the package rfm is these three.
#include <new>
#include <system_error>

#include "rfm/c/types.h"
#include "rfm/host/threads.hpp"

namespace {

// A pool, and itself as C lends it.
struct Pool {
  rfm::Threads threads;
  rfm_executor executor{};

  explicit Pool(size_t workers) : threads(workers) {
    if (const rfm::Executor* own = threads.executor(); own != nullptr)
      executor = {own->context, own->run, own->workers};
  }
};

}  // namespace

extern "C" {

// 0 asks for as many workers as rfm train takes; NULL where there is no memory.
void* rfm_threads_new(size_t workers) {
  try {
    return new Pool(workers);
  } catch (const std::bad_alloc&) {
  } catch (const std::system_error&) {
  }
  return nullptr;
}

void rfm_threads_free(void* pool) { delete static_cast<Pool*>(pool); }

// For rfm_training_lend and the fits of rfm.h: all zero where one worker is all there is.
const rfm_executor* rfm_threads_executor(const void* pool) {
  return pool == nullptr ? nullptr : &static_cast<const Pool*>(pool)->executor;
}

}  // extern "C"
