// Whole files in and out, "-" for the standard streams. A file is either written completely or not
// at all: it appears under its name only once its bytes are on the disk. Errors name the file.
#pragma once
#include <cstddef>
#include <string>

#include "rfm/data/bytes.hpp"
#include "rfm/data/outcome.hpp"

namespace rfm::host {

data::Outcome read_text(const std::string& path, std::string& text);

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number = -1, bool ours = true) : number_(number), ours_(ours) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor& operator=(Descriptor&& other) noexcept;

  int number() const { return number_; }
  bool open() const { return number_ >= 0; }
  bool close();

 private:
  int number_;
  bool ours_;
};

// A file in pieces. One that was compressed by gzip gives what it was before, where the program was
// built with zlib.
class FileReader {
 public:
  FileReader() = default;
  ~FileReader();
  FileReader(const FileReader&) = delete;
  FileReader& operator=(const FileReader&) = delete;

  data::Outcome open(const std::string& path);

  // Appends the next bytes, fewer than `most` only at the end of the file.
  data::Outcome read(std::size_t most, std::string& bytes);
  bool ended() const { return ended_; }

 private:
  data::Outcome read_block(char* block, std::size_t most, std::size_t& got);

  std::string path_;
  Descriptor file_;
  void* unzipped_ = nullptr;  // zlib's view of the file
  bool begun_ = false, ended_ = false;
};

// The same, aligned for reading in place; `size` is that of the file, bytes behind it are zero.
data::Outcome read_bytes(const std::string& path, data::AlignedBytes& bytes, std::size_t& size);

// A terminal is shown text (data/text/utf8.hpp), whatever stands in it.
// Something that exists and is no ordinary file, such as /dev/null or a pipe, is written directly.
data::Outcome write_file(const std::string& path, const void* bytes, std::size_t size);
inline data::Outcome write_file(const std::string& path, const std::string& text) {
  return write_file(path, text.data(), text.size());
}

// The same in pieces: the file appears when it is finished, and what was written of it goes when it
// is not. One at a time.
class FileWriter {
 public:
  FileWriter() = default;
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  data::Outcome open(const std::string& path);
  data::Outcome write(const char* bytes, std::size_t size);
  data::Outcome finish();

 private:
  data::Outcome failed();

  std::string path_, target_, temporary_;  // temporary_: empty where nothing is renamed
  Descriptor file_;
  bool terminal_ = false;
};

// Fails when write_file is bound to: a folder that is absent or closed to us, or a folder by that
// name. To ask before hours of work.
data::Outcome check_writable(const std::string& path);

// Whether both names mean one file, by whatever path or link; a file that does not exist yet is
// known by its name in its folder. Streams, pipes and devices are never the same: nothing in them
// is lost.
bool same_file(const std::string& one, const std::string& other);

// "standard input" or "'data.csv'".
std::string input_name(const std::string& path);

}  // namespace rfm::host
