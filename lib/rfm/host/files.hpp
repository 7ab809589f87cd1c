// Whole files in and out, "-" for the standard streams. A file is either written completely or not
// at all: it appears under its name only once its bytes are on the disk. Errors name the file.
#pragma once
#include <cstddef>
#include <string>

#include "rfm/data/bytes.hpp"
#include "rfm/data/outcome.hpp"

namespace rfm::host {

data::Outcome read_text(const std::string& path, std::string& text);

// The same, aligned for reading in place; `size` is that of the file, bytes behind it are zero.
data::Outcome read_bytes(const std::string& path, data::AlignedBytes& bytes, std::size_t& size);

// A terminal is shown text (data/text/utf8.hpp), whatever stands in it.
// Something that exists and is no ordinary file, such as /dev/null or a pipe, is written directly.
data::Outcome write_file(const std::string& path, const void* bytes, std::size_t size);
inline data::Outcome write_file(const std::string& path, const std::string& text) {
  return write_file(path, text.data(), text.size());
}

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
