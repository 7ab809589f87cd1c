// write, fsync and rename of a program rfm made for tests: files are written in small pieces with
// pauses between them, so that a signal can come anywhere between the first byte and the new name.
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace {

constexpr std::size_t piece = 512;

void pause_a_little() {
  const timespec millisecond{0, 1000000};
  nanosleep(&millisecond, nullptr);
}

}  // namespace

extern "C" {

// What --wrap makes of the real ones and of the program's calls.
ssize_t __real_write(int file, const void* bytes, size_t size);
int __real_fsync(int file);
int __real_rename(const char* from, const char* to);

ssize_t __wrap_write(int file, const void* bytes, size_t size) {
  struct stat facts = {};
  if (fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode)) return __real_write(file, bytes, size);
  pause_a_little();
  return __real_write(file, bytes, std::min(size, piece));
}

int __wrap_fsync(int file) {
  pause_a_little();
  return __real_fsync(file);
}

int __wrap_rename(const char* from, const char* to) {
  pause_a_little();
  const int result = __real_rename(from, to);
  pause_a_little();
  return result;
}

}  // extern "C"
