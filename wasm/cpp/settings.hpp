// Options as JavaScript sends them: names and values in turn, each ended by a zero byte; a name may
// come more than once.
#pragma once
#include <cstddef>
#include <string>

#include "rfm/data/outcome.hpp"
#include "rfm/data/train.hpp"

namespace rfm::wasm {

struct Settings {
  data::TrainOptions train;
  double held_out = 0.2;     // of `rounds`: the share of rows that scores are computed on
  std::size_t preview = 10;  // of `describe`: rows
};

// Fails, naming the option, on one that does not exist or has a value that makes no sense.
data::Outcome read_settings(const char* text, std::size_t size, Settings& settings);

}  // namespace rfm::wasm
