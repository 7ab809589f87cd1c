// One fit, round by round, in memory of its own: every round can be asked for answers, so a path
// over rounds costs one fit. Memory n^2/2 floats.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "experiments/benchmark/tabular_set.hpp"
#include "rfm/core/rfm.hpp"

namespace rfm::experiments {

// What determines a fit but for its data.
struct Family {
  KernelId kernel = KernelId::laplace;
  double bandwidth = 10;
  double exponent = 1;
  int32_t depth = 1;
  Metric metric = Metric::identity;
  std::size_t rounds = 0;  // updates of M that are tried, 0 .. rounds

  bool operator==(const Family& other) const {
    return kernel == other.kernel && bandwidth == other.bandwidth && exponent == other.exponent &&
           depth == other.depth && metric == other.metric && rounds == other.rounds;
  }
};

class Path {
 public:
  // x (n, d), y (n, c): both stay until the path is done with. M is divided by n as the paper
  // writes it.
  Status start(const Features& x, const Features& y, const Family& family, double ridge,
               std::size_t rounds, MetricScale scale = MetricScale::rows);
  // The next round, 0 first.
  Status next() { return iterate(machine_); }
  // (h, c) for z (h, d).
  Status answers(const Features& z, std::vector<float>& out);

  const Model<float>& model() const { return machine_.model; }
  // (d): the diagonal of M.
  std::vector<float> importances() const;
  // z R' (h, r) of this round's M = R'R.
  Features projected(const Features& z) const;

 private:
  struct alignas(alignment) Block {
    unsigned char bytes[alignment];
  };
  static Buffer reserve(std::unique_ptr<Block[]>& memory, std::size_t& blocks, std::size_t bytes);

  Machine<float> machine_{};
  std::unique_ptr<Block[]> model_, workspace_, scratch_;
  std::size_t model_blocks_ = 0, workspace_blocks_ = 0, scratch_blocks_ = 0;
};

}  // namespace rfm::experiments
