#include "rfm/host/memory.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace rfm::host {
namespace {

// The number in a file of the system; the largest where there is none, as for "max".
uint64_t number_in(const char* path) {
  unsigned long long value = UINT64_MAX;
  if (std::FILE* file = std::fopen(path, "r")) {
    if (std::fscanf(file, "%llu", &value) != 1) value = UINT64_MAX;
    std::fclose(file);
  }
  return value;
}

}  // namespace

std::size_t machine_memory() {
  uint64_t bytes = UINT64_MAX;
#if defined(_SC_PHYS_PAGES) && defined(_SC_PAGESIZE)
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  if (pages > 0 && page > 0) bytes = static_cast<uint64_t>(pages) * static_cast<uint64_t>(page);
#endif
#if defined(RLIMIT_AS)
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    bytes = std::min<uint64_t>(bytes, limit.rlim_cur);
#endif
  for (const char* path :
       {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"})
    bytes = std::min(bytes, number_in(path));
  return bytes == UINT64_MAX ? 0 : static_cast<std::size_t>(std::min<uint64_t>(bytes, SIZE_MAX));
}

}  // namespace rfm::host
