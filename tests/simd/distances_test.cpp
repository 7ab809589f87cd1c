// Values of distance kernels in two steps, sums and then the kernel, against the same in one: equal bits for
// every engine and the plain loops, so that a search may keep the sums and share them.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "tests/core/kernel_cases.hpp"
#include "tests/simd/engines.hpp"

using namespace rfm_test;

namespace {

constexpr float untouched = -7;

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

// The plain loops or an engine.
struct Loops {
  std::string name;
  const rfm::Engine<float>* engine;

  const rfm::DistanceFunctions<float>* distances(KernelId id) const {
    return engine == nullptr ? rfm::plain_distances<float>(id) : engine->distances(id);
  }
  void add_tile(const float* alpha, const float* tile, size_t count, float* sums) const {
    (engine == nullptr ? rfm::add_tile<float> : engine->add_tile)(alpha, tile, count, sums);
  }
};

std::vector<Loops> all_loops() {
  std::vector<Loops> loops{{"plain", nullptr}};
  for (const auto& named : engines<float>()) loops.push_back({named.name, named.engine});
  return loops;
}

// work(loops, a kernel that has their functions, its two steps)
template <class Work>
void for_each_distance(const Work& work) {
  for (const Loops& loops : all_loops())
    for (const Case& c : distance_cases()) {
      const auto* steps = loops.distances(c.id);
      BOOST_REQUIRE_MESSAGE(steps != nullptr, loops.name << ", " << c);
      BOOST_TEST_CONTEXT(loops.name << ", " << c) {
        work(loops, rfm::with_engine(c.kernel<float>(), loops.engine), *steps);
      }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(distances)

BOOST_AUTO_TEST_CASE(two_steps_give_the_bits_of_one_and_leave_other_columns_alone) {
  for_each_distance([](const Loops&, const rfm::Kernel<float>& kernel, const auto& steps) {
    for (const size_t r : {size_t{1}, size_t{2}, size_t{7}, size_t{33}})
      for (size_t columns = 1; columns <= panel; ++columns) {
        const auto u = random_panel<float>(r, 2 * r), v = random_panel<float>(r, 2 * r + 1);
        std::vector<float> one(panel * panel, untouched), sums(one), two(one);
        kernel.functions->values(kernel.parameters, u.data(), v.data(), r, columns, one.data());
        steps.sums(u.data(), v.data(), r, columns, sums.data());
        steps.values(kernel.parameters, sums.data(), columns, two.data());
        BOOST_REQUIRE(same_bits(one, two));
        BOOST_REQUIRE(std::count(sums.begin(), sums.end(), untouched) ==
                      static_cast<long>((panel - columns) * panel));
        steps.values(kernel.parameters, sums.data(), columns, sums.data());
        BOOST_REQUIRE(same_bits(one, sums));
      }
  });
}

BOOST_AUTO_TEST_CASE(tiles_added_up_are_a_prediction) {
  constexpr size_t r = 5, n = 3 * panel;
  std::vector<float> centres, alpha;
  for (size_t p = 0; p < n / panel; ++p) {
    const auto points = random_panel<float>(r, 40 + p), weights = random_panel<float>(1, 50 + p);
    centres.insert(centres.end(), points.begin(), points.end());
    alpha.insert(alpha.end(), weights.begin(), weights.end());
  }
  const auto z = random_panel<float>(r, 60);
  const rfm::Expansion<float> f{centres.data(), alpha.data(), n, r, 1, n};
  for_each_distance([&](const Loops& loops, const rfm::Kernel<float>& kernel, const auto& steps) {
    for (size_t count = 1; count <= panel; ++count) {
      std::vector<float> tile(panel * panel), whole(panel * panel), added(panel * panel);
      kernel.functions->predict(kernel.parameters, f, z.data(), count, tile.data(), whole.data());
      for (size_t i = 0; i < n; i += panel) {
        steps.sums(centres.data() + i * r, z.data(), r, count, tile.data());
        steps.values(kernel.parameters, tile.data(), count, tile.data());
        loops.add_tile(alpha.data() + i, tile.data(), count, added.data());
      }
      BOOST_REQUIRE(same_bits(whole, added));
    }
  });
}

BOOST_AUTO_TEST_CASE(kernels_of_one_norm_have_the_same_sums) {
  for (const Loops& loops : all_loops()) {
    const auto sums = [&loops](KernelId id) { return loops.distances(id)->sums; };
    for (const KernelId id : {KernelId::gaussian, KernelId::matern32, KernelId::matern52})
      BOOST_TEST((sums(id) == sums(KernelId::laplace)), loops.name);
    BOOST_TEST((sums(KernelId::lpq100) != sums(KernelId::laplace)), loops.name);
    BOOST_TEST((sums(KernelId::lpq100) != sums(KernelId::lpq150)), loops.name);
    for (const KernelId id : {KernelId::nngp, KernelId::ntk, static_cast<KernelId>(99)})
      BOOST_TEST((loops.distances(id) == nullptr), loops.name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
