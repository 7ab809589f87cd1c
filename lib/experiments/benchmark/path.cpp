#include "experiments/benchmark/path.hpp"

#include "rfm/core/kernels/any_kernel.hpp"
#include "rfm/core/model/inspect.hpp"
#include "rfm/core/model/predict.hpp"

namespace rfm::experiments {

Buffer Path::reserve(std::unique_ptr<Block[]>& memory, std::size_t& blocks, std::size_t bytes) {
  const std::size_t needed = bytes / alignment + 1;
  if (needed > blocks) {
    memory.reset(new Block[needed]);
    blocks = needed;
  }
  return {memory.get(), needed * alignment};
}

Status Path::start(const Features& x, const Features& y, const Family& family, double ridge,
                   std::size_t rounds, MetricScale scale) {
  Options<float> options{
      any_kernel<float>(family.kernel, {static_cast<float>(family.bandwidth),
                                        static_cast<float>(family.exponent), 0, family.depth})};
  options.ridge = static_cast<float>(ridge);
  options.rounds = rounds;
  options.metric = rounds == 0 ? Metric::identity : family.metric;
  options.scale = scale;
  const Data<float> data{{x.x.data(), x.n, x.d}, {y.x.data(), y.n, y.d}};
  const Shape shape = shape_of(x.n, x.d, y.d, options);
  const std::size_t model = model_bytes<float>(x.n, x.d, y.d, options.metric);
  const std::size_t workspace = workspace_bytes<float>(shape);
  if (model == impossible || workspace == impossible) return Status::too_large;
  return rfm::start(machine_, data, options, reserve(model_, model_blocks_, model),
                    reserve(workspace_, workspace_blocks_, workspace));
}

Status Path::answers(const Features& z, std::vector<float>& out) {
  const Model<float>& model = machine_.model;
  out.resize(z.n * model.c);
  const Buffer scratch = reserve(scratch_, scratch_blocks_, predict_bytes(model));
  return predict(model, {z.x.data(), z.n, z.d}, out.data(), scratch.data, scratch.bytes);
}

std::vector<float> Path::importances() const {
  std::vector<float> out(machine_.model.d);
  rfm::importances(machine_.model, out.data());
  return out;
}

Features Path::projected(const Features& z) const {
  const Model<float>& m = machine_.model;
  if (m.metric == Metric::identity) return z;
  Features out{z.n, m.r, std::vector<float>(z.n * m.r)};
  for (std::size_t i = 0; i < z.n; ++i)
    for (std::size_t k = 0; k < m.r; ++k) {
      if (m.metric == Metric::diagonal) {
        out.row(i)[k] = m.root[k] * z.row(i)[k];
        continue;
      }
      const float* root = m.root + k * m.d;
      for (std::size_t j = 0; j < m.d; ++j) out.row(i)[k] += root[j] * z.row(i)[j];
    }
  return out;
}

}  // namespace rfm::experiments
