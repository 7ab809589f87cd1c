#include "rfm/host/files.hpp"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef RFM_ZLIB
#include <zlib.h>
#endif

#include <algorithm>
#include <memory>
#include <utility>

#include "rfm/data/text/utf8.hpp"
#include "rfm/host/interrupt.hpp"

namespace rfm::host {
namespace {

using data::failure;
using data::Outcome;

constexpr mode_t any_permission = 0777;

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

// Gives the temporary file its name once its bytes are on the disk; false with errno set.
bool rename_written(const std::string& temporary, Descriptor& file, const std::string& path) {
  const std::string beside = folder_of(path);  // now, since memory may end
  if (fchmod(file.number(), permissions_of(path)) != 0 || fsync(file.number()) != 0 ||
      !file.close() || rename(temporary.c_str(), path.c_str()) != 0)
    return false;
  const Descriptor folder(open(beside.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
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
                    long_by =
                        path.size() + added >= PATH_MAX ? path.size() + added + 1 - PATH_MAX : 0;
  return path.substr(0, path.size() - std::min(name, std::max(over, long_by))) + ending;
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

bool Descriptor::close() {
  const int number = ours_ ? number_ : -1;
  number_ = -1;
  return number < 0 || ::close(number) == 0;
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  close();
  number_ = std::exchange(other.number_, -1);
  ours_ = other.ours_;
  return *this;
}

Outcome FileReader::open(const std::string& path) {
  path_ = path;
  const bool standard = path == "-";
  file_ =
      Descriptor(standard ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC), !standard);
  return file_.open() ? Outcome{} : cannot("read", input_name(path));
}

#ifdef RFM_ZLIB

FileReader::~FileReader() {
  if (unzipped_ != nullptr) gzclose_r(static_cast<gzFile>(unzipped_));
}

// zlib gives the bytes of any other file as they are.
Outcome FileReader::read_block(char* block, std::size_t most, std::size_t& got) {
  if (!begun_) unzipped_ = gzdopen(dup(file_.number()), "rb");
  begun_ = true;
  if (unzipped_ == nullptr) return cannot("read", input_name(path_));
  const auto file = static_cast<gzFile>(unzipped_);
  const int count = gzread(file, block, static_cast<unsigned>(most));
  int trouble = Z_OK;
  const char* words = gzerror(file, &trouble);
  if (trouble == Z_ERRNO) return cannot("read", input_name(path_));
  if (trouble == Z_BUF_ERROR) words = "it ends in the middle";
  if (trouble == Z_DATA_ERROR) words = "it is damaged";
  if (trouble != Z_OK && trouble != Z_STREAM_END)
    return failure("cannot undo the compression of " + input_name(path_) + ": " + words);
  got = static_cast<std::size_t>(count);
  return {};
}

#else

FileReader::~FileReader() = default;

Outcome FileReader::read_block(char* block, std::size_t most, std::size_t& got) {
  ssize_t count = 0;
  do count = ::read(file_.number(), block, most);
  while (count < 0 && errno == EINTR);
  if (count < 0) return cannot("read", input_name(path_));
  got = static_cast<std::size_t>(count);
  const bool zipped = !begun_ && got > 1 && block[0] == '\x1F' && block[1] == '\x8B';
  begun_ = true;
  return zipped ? failure(input_name(path_) +
                          " is compressed, and this program was built without zlib: undo it first")
                : Outcome{};
}

#endif

Outcome FileReader::read(std::size_t most, std::string& bytes) {
  struct stat facts = {};
  if (bytes.empty() && fstat(file_.number(), &facts) == 0 && S_ISREG(facts.st_mode))
    bytes.reserve(std::min(most, static_cast<std::size_t>(facts.st_size)));
  char block[1 << 16];
  while (most > 0) {
    std::size_t got = 0;
    if (Outcome outcome = read_block(block, std::min(most, sizeof block), got); !outcome.ok())
      return outcome;
    ended_ = got == 0;
    if (ended_) return {};
    bytes.append(block, got);
    most -= got;
  }
  return {};
}

Outcome read_text(const std::string& path, std::string& text) {
  FileReader file;
  if (Outcome outcome = file.open(path); !outcome.ok()) return outcome;
  std::string all;
  Outcome outcome = file.read(static_cast<std::size_t>(-1), all);
  if (outcome.ok()) text = std::move(all);
  return outcome;
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

FileWriter::~FileWriter() {
  if (!temporary_.empty()) (void)failed();
}

Outcome FileWriter::failed() {
  const int trouble = errno;
  if (!temporary_.empty()) {
    unlink(temporary_.c_str());
    call_finished();
    temporary_.clear();
  }
  errno = trouble;
  return cannot("write", path_ == "-" ? "standard output" : quoted(path_));
}

Outcome FileWriter::open(const std::string& path) {
  path_ = path;
  if (path == "-") {
    file_ = Descriptor(STDOUT_FILENO, false);
    terminal_ = isatty(STDOUT_FILENO) == 1;
    return {};
  }
  if (Outcome outcome = check_writable(path); !outcome.ok()) return outcome;
  if (exists_as_other(path)) {
    file_ = Descriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    return file_.open() ? Outcome{} : failed();
  }
  target_ = place_of(path);
  temporary_ = temporary_beside(target_);
  file_ = Descriptor(create_unfinished(temporary_.data()));
  if (file_.open()) return {};
  temporary_.clear();
  return failed();
}

Outcome FileWriter::write(const char* bytes, std::size_t size) {
  if (!terminal_) return write_all(file_.number(), bytes, size) ? Outcome{} : failed();
  const std::string text = data::shown({bytes, size}, data::LineEnds::kept);
  return write_all(file_.number(), text.data(), text.size()) ? Outcome{} : failed();
}

Outcome FileWriter::finish() {
  if (temporary_.empty()) return {};
  if (!rename_written(temporary_, file_, target_)) return failed();
  temporary_.clear();
  call_finished();
  return {};
}

Outcome write_file(const std::string& path, const void* bytes, std::size_t size) {
  FileWriter file;
  Outcome outcome = file.open(path);
  if (outcome.ok()) outcome = file.write(static_cast<const char*>(bytes), size);
  return outcome.ok() ? file.finish() : outcome;
}

}  // namespace rfm::host
