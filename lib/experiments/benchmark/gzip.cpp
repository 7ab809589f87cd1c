#include "experiments/benchmark/gzip.hpp"

#include <zlib.h>

#include <filesystem>
#include <memory>

namespace rfm::experiments {

data::Outcome read_maybe_compressed(const std::string& path, std::string& text) {
  const std::string found = std::filesystem::exists(path) ? path : path + ".gz";
  struct Close {
    void operator()(gzFile_s* file) const { gzclose(file); }
  };
  const std::unique_ptr<gzFile_s, Close> file(gzopen(found.c_str(), "rb"));
  if (file == nullptr) return data::failure("cannot read '" + path + "', nor the same with .gz");
  text.clear();
  constexpr unsigned block = 1u << 16u;
  std::string buffer(block, '\0');
  for (;;) {
    const int count = gzread(file.get(), buffer.data(), block);
    if (count < 0) return data::failure("'" + found + "' is damaged");
    text.append(buffer, 0, static_cast<std::size_t>(count));
    if (static_cast<unsigned>(count) < block) return {};
  }
}

}  // namespace rfm::experiments
