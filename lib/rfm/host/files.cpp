#include "rfm/host/files.hpp"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "rfm/data/text/utf8.hpp"
#include "rfm/host/interrupt.hpp"

namespace rfm::host {
namespace {

using data::failure;
using data::Outcome;

constexpr mode_t any_permission = 0777;

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number, bool ours = true) : number_(number), ours_(ours) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  bool open() const { return number_ >= 0; }
  bool close() {
    const int number = ours_ ? number_ : -1;
    number_ = -1;
    return number < 0 || ::close(number) == 0;
  }

 private:
  int number_;
  bool ours_;
};

Outcome cannot(const char* verb, const std::string& name) {
  return failure(std::string("cannot ") + verb + " " + name + ": " + strerror(errno));
}

std::string quoted(const std::string& path) { return "'" + path + "'"; }

bool write_all(int descriptor, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t written = write(descriptor, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

// Where a file of that name lies once links are followed; the name itself when there is none.
std::string resolved(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> real(realpath(path.c_str(), nullptr), free);
  return real == nullptr ? path : real.get();
}

std::string name_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

// The same for a file that may not exist yet: a link that leads nowhere leads to what it names.
std::string place_of(std::string path) {
  constexpr int most_links = 40;
  char named[PATH_MAX];
  for (int link = 0; link < most_links; ++link) {
    const ssize_t size = readlink(path.c_str(), named, sizeof named);
    if (size <= 0 || size == sizeof named) break;
    const std::string next(named, static_cast<std::size_t>(size));
    path = next[0] == '/' ? next : folder_of(path) + "/" + next;
  }
  return resolved(folder_of(path)) + "/" + name_of(path);
}

mode_t permissions_of(const std::string& path) {
  struct stat facts = {};
  if (stat(path.c_str(), &facts) == 0) return facts.st_mode & any_permission;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

bool exists_as_other(const std::string& path) {
  struct stat facts = {};
  return stat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode);
}

Outcome write_directly(const std::string& path, const char* bytes, std::size_t size) {
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.open() || !write_all(file.number(), bytes, size)) return cannot("write", quoted(path));
  return {};
}

// Writes the temporary file and gives it its name; false with errno set.
bool write_and_rename(const std::string& temporary, Descriptor& file, const std::string& path,
                      const char* bytes, std::size_t size) {
  if (!write_all(file.number(), bytes, size) || fchmod(file.number(), permissions_of(path)) != 0)
    return false;
  if (fsync(file.number()) != 0 || !file.close()) return false;
  if (rename(temporary.c_str(), path.c_str()) != 0) return false;
  const Descriptor folder(open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.open()) fsync(folder.number());  // the name too; not every file system can
  return true;
}

// A name beside the file's, which mkstemp completes: cut where the file's own is nearly as long as
// names may be.
std::string temporary_beside(const std::string& path) {
  constexpr const char* ending = ".XXXXXX";
  constexpr std::size_t added = 7;
  const std::size_t name = name_of(path).size();
  const std::size_t over = name + added > NAME_MAX ? name + added - NAME_MAX : 0,
                    far = path.size() + added >= PATH_MAX ? path.size() + added + 1 - PATH_MAX : 0;
  return path.substr(0, path.size() - std::min(name, std::max(over, far))) + ending;
}

}  // namespace

bool same_file(const std::string& one, const std::string& other) {
  if (one == "-" || other == "-") return false;
  struct stat a = {}, b = {};
  const bool first = stat(one.c_str(), &a) == 0, second = stat(other.c_str(), &b) == 0;
  if (first && second) return S_ISREG(a.st_mode) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
  return !first && !second && place_of(one) == place_of(other);
}

std::string input_name(const std::string& path) {
  return path == "-" ? "standard input" : quoted(path);
}

Outcome read_text(const std::string& path, std::string& text) {
  const bool standard = path == "-";
  const Descriptor file(standard ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC),
                        !standard);
  if (!file.open()) return cannot("read", input_name(path));
  struct stat facts = {};
  std::string result;
  if (fstat(file.number(), &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0)
    result.reserve(static_cast<std::size_t>(facts.st_size));
  char block[1 << 16];
  for (;;) {
    const ssize_t got = read(file.number(), block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return cannot("read", input_name(path));
    if (got == 0) break;
    result.append(block, static_cast<std::size_t>(got));
  }
  text = std::move(result);
  return {};
}

Outcome read_bytes(const std::string& path, data::AlignedBytes& bytes, std::size_t& size) {
  std::string text;
  if (Outcome outcome = read_text(path, text); !outcome.ok()) return outcome;
  bytes = data::AlignedBytes(text.size());
  if (!text.empty()) memcpy(bytes.data(), text.data(), text.size());
  size = text.size();
  return {};
}

Outcome check_writable(const std::string& path) {
  if (path == "-") return {};
  struct stat facts = {};
  const bool exists = stat(path.c_str(), &facts) == 0;
  if (!exists && (errno == ENAMETOOLONG || errno == ELOOP)) return cannot("write", quoted(path));
  if (exists && S_ISDIR(facts.st_mode)) {
    errno = EISDIR;
    return cannot("write", quoted(path));
  }
  if (exists_as_other(path)) return {};
  const std::string folder = folder_of(place_of(path));
  if (access(folder.c_str(), W_OK | X_OK) != 0) return cannot("write", quoted(path));
  return {};
}

Outcome write_file(const std::string& path, const void* bytes, std::size_t size) {
  const auto* begin = static_cast<const char*>(bytes);
  if (path == "-") {
    if (isatty(STDOUT_FILENO) == 1) {
      const std::string text = data::shown({begin, size}, data::LineEnds::kept);
      if (!write_all(STDOUT_FILENO, text.data(), text.size()))
        return cannot("write", "standard output");
      return {};
    }
    if (!write_all(STDOUT_FILENO, begin, size)) return cannot("write", "standard output");
    return {};
  }
  if (Outcome outcome = check_writable(path); !outcome.ok()) return outcome;
  if (exists_as_other(path)) return write_directly(path, begin, size);
  const std::string target = place_of(path);
  std::string temporary = temporary_beside(target);
  Descriptor file(create_unfinished(temporary.data()));
  if (!file.open()) return cannot("write", quoted(path));
  const bool written = write_and_rename(temporary, file, target, begin, size);
  const int trouble = errno;
  if (!written) unlink(temporary.c_str());
  call_finished();
  errno = trouble;
  return written ? Outcome{} : cannot("write", quoted(path));
}

}  // namespace rfm::host
