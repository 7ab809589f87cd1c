// The options of `rfm train`: how they are called, what they may be, and what they ask the data
// layer for.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "rfm/cli/arguments.hpp"
#include "rfm/data/train.hpp"

namespace rfm::cli {

struct TrainArguments {
  std::string table, output, target, weights, test_file;
  std::string task = "auto", kernel = "auto", metric = "auto", solver = "auto";
  std::string bandwidth = "auto", ridge = "auto", iterations = "auto";
  std::string p, q, layers, bias;
  std::vector<std::string> columns, drop, categorical, numeric;
  double test = 0, budget = 0;
  uint64_t seed = 1;
  std::size_t ensemble = 1;
  std::size_t threads = 0;
  bool centre_gradients = false, portable = false, float64 = false, json = false, quiet = false;

  // The file to write: -o, or the table's name with the ending .rfm in the current folder.
  std::string output_path() const;
};

void add_arguments(Command& command, TrainArguments& arguments);

// Throws Misuse, which names the option, when a value or a combination makes no sense.
data::TrainOptions options_of(const TrainArguments& arguments);

}  // namespace rfm::cli
