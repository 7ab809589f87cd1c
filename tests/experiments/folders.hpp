// A folder that is removed at the end, and small collections of tables written into it.
#pragma once
#include <unistd.h>

#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>

#include "rfm/core/base/random.hpp"

namespace folders {

class Temporary {
 public:
  explicit Temporary(const std::string& name)
      : path_((std::filesystem::temp_directory_path() /
               ("rfm-" + name + "-" + std::to_string(getpid())))
                  .string()) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~Temporary() { std::filesystem::remove_all(path_); }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

inline void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

// Row numbers from..to of a shuffle that is always the same: i -> 7 i mod n, for n not divisible
// by 7.
inline std::string rows(std::size_t from, std::size_t to, std::size_t n) {
  std::string out = "[";
  for (std::size_t i = from; i < to; ++i) out += (i == from ? "" : ",") + std::to_string(7 * i % n);
  return out + "]";
}

// Six columns of noise; the class is whether x0 x1 > 0.
inline void write_products(const std::string& folder, std::size_t n) {
  std::filesystem::create_directories(folder);
  rfm::Random random(3);
  std::string text = "a,b,c,d,e,f,target\n";
  for (std::size_t i = 0; i < n; ++i) {
    double x[6];
    for (double& value : x) {
      value = 2 * random.unit() - 1;
      text += std::to_string(value) + ",";
    }
    text += x[0] * x[1] > 0 ? "yes\n" : "no\n";
  }
  write(folder + "/data.csv", text);
  write(folder + "/meta.json", "{\"task\": \"classification\", \"n\": " + std::to_string(n) + "}");
  const std::string train = rows(0, 3 * n / 4, n), test = rows(3 * n / 4, n, n);
  std::string folds;
  for (int k = 0; k < 4; ++k)
    folds += std::string(k == 0 ? "" : ",") + "{\"train\":" + train + ",\"test\":" + test + "}";
  write(folder + "/partitions.json",
        "{\"n_rows_indexed\":" + std::to_string(n) + ",\"holdout\":{\"train\":" +
            rows(0, n / 2, n) + ",\"valid\":" + rows(n / 2, n, n) + "},\"kfold\":[" + folds + "]}");
}

}  // namespace folders
