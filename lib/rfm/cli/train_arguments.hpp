// The arguments of `rfm train`: the options of training, which data/options.hpp lists for every
// face, and what only a command line has, files and words.
#pragma once
#include <cstddef>
#include <string>

#include "rfm/cli/arguments.hpp"
#include "rfm/data/read/reading.hpp"
#include "rfm/data/train.hpp"

namespace rfm::cli {

struct TrainArguments {
  std::string table, output, test_file, like;
  data::TrainOptions options;
  data::CsvOptions reading;
  std::size_t threads = 0;
  bool float64 = false, json = false, quiet = false;

  // The file to write: -o, or the table's name with the ending .rfm in the current folder.
  std::string output_path() const;
};

void add_arguments(Command& command, TrainArguments& arguments);

// The options that say what columns and cells are, under a heading of their own.
void add_column_arguments(Command& command, data::TrainOptions& options);

// Throws Misuse, which names the option, when a combination makes no sense.
data::TrainOptions options_of(const TrainArguments& arguments);

}  // namespace rfm::cli
