// Runs compilers and other programs for tests, in a folder of its own that vanishes afterwards.
#pragma once
#include <stdlib.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <string>

namespace rfm_test {

class Folder {
 public:
  Folder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / ("rfm_exports_" + std::string(6, 'X'))).string();
    BOOST_REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
  }
  std::string read(const std::string& name, std::size_t most = SIZE_MAX) const {
    std::ifstream file(path_ / name, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {}).substr(0, most);
  }
  // True when the command, run in this folder, succeeds; what it said is in the file `words`.
  bool run(const std::string& command) const {
    return system(("cd '" + path_.string() + "' && " + command + " > words 2>&1").c_str()) == 0;
  }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

inline bool installed(const std::string& program) {
  return system(("command -v " + program + " > /dev/null 2>&1").c_str()) == 0;
}

}  // namespace rfm_test
