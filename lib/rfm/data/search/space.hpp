// Where the search may go: kernels and metrics ("kinds"), and for each a plane of bandwidth and
// ridge whose axes hardly interact. Costs a few thousand distances.
#pragma once
#include <cstddef>
#include <vector>

#include "rfm/data/search/search.hpp"

namespace rfm::data {

struct Kind {
  KernelId kernel{};
  double exponent = 1, bias = 0;
  int32_t depth = 1;
  Metric metric = Metric::full;
  double scale = 1;  // the median distance of two rows in this kernel's norm; without a bandwidth
                     // the size of the kernel's values, which ridges are shares of
  double decay = 1;  // 1 - k(x, z) grows with this power of distance / bandwidth; 0: the kernel has
                     // no bandwidth
};

// bandwidth = scale 2^width. A wide kernel is nearly 1 - (distance / bandwidth)^decay, so what the
// ridge does depends on ridge bandwidth^decay: ridge = 10^strength 2^(-width decay) keeps that
// fixed while the width changes.
struct Point {
  std::size_t kind = 0;
  double width = 0, strength = 0;
};

class Space {
 public:
  Space(const SearchData& data, const Wishes& wishes, uint64_t seed,
        Breadth breadth = Breadth::usual);

  const std::vector<Kind>& kinds() const { return kinds_; }

  // With the most rounds worth trying.
  Choice choice(const Point& point) const;

  // Where each kind begins, promising points first.
  std::vector<Point> starts() const;

  // Points around one; step 1 is a factor of 4 in bandwidth and of 10 in ridge.
  std::vector<Point> around(const Point& point, double step) const;

  bool rounds_are_fixed() const { return wishes_.rounds.has_value(); }

 private:
  void add_kind(KernelId kernel, double exponent, const SearchData& data, uint64_t seed,
                double bias = 0);

  Wishes wishes_;
  Breadth breadth_;
  std::vector<Kind> kinds_;
};

}  // namespace rfm::data
