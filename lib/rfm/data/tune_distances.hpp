// Distances that candidates share. In the first round M is the identity, so the sums over coordinates that a
// kernel begins with depend on rows and norm alone: kept for each fold and norm of a stage, they serve every
// bandwidth, ridge, metric and kernel of that norm. n (n / 2 + held) numbers a fold and norm, within a limit.
#pragma once
#include <cstddef>
#include <memory>
#include <vector>

#include "rfm/core/instances.hpp"
#include "rfm/data/memory.hpp"
#include "rfm/data/tune_folds.hpp"

namespace rfm::data {

// The sums of one fold in one norm, a tile for each two panels.
class FoldSums {
 public:
  using Norm = decltype(DistanceFunctions<float>::sums);

  // Memory alone; see given().
  FoldSums(std::size_t fold, Norm norm, std::size_t n, std::size_t held);
  static std::size_t bytes(std::size_t n, std::size_t held);

  bool given() const { return memory_.given(); }
  bool are(std::size_t fold, Norm norm) const { return fold_ == fold && norm_ == norm; }
  void measure(const TuneData& data, const Folds& folds, const Executor* executor);

  // Panel p of the rows that are fitted against panel q of them, q <= p.
  const float* among(std::size_t p, std::size_t q) const { return tile(p * (p + 1) / 2 + q); }
  // Panel p of the rows that are fitted against panel h of those held out.
  const float* across(std::size_t h, std::size_t p) const { return tile(triangle_ + h * panels_of(n_) + p); }

  std::size_t held() const { return held_; }

 private:
  const float* tile(std::size_t index) const {
    return reinterpret_cast<const float*>(memory_.data()) + index * tile_size;
  }

  std::size_t fold_, n_, held_, triangle_;  // triangle: tiles among the rows that are fitted
  Norm norm_;
  Memory memory_;
};

// What a stage has kept.
struct Distances {
  const TuneData& data;
  const TuneOptions& options;
  std::size_t left = options.kept_bytes;
  std::vector<std::unique_ptr<FoldSums>> kept = {};

  // The sums that a kernel needs, now kept; null where it has none or no memory is left.
  const FoldSums* of(const Folds& folds, std::size_t fold, KernelId kernel);
};

// What iterate does in the first round and what predict then answers for the rows held out (held, c), bit for
// bit. The scratch is that of predict without columns.
Status first_round(Machine<float>& machine, const FoldSums& sums, float* answers, Buffer scratch);

}  // namespace rfm::data
