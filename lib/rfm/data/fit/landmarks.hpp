// The last fit when there are more rows than a direct solution can hold: M is learned on a sample
// of the rows, and alpha from all of them, for p of them as centres, by conjugate gradients that
// let the rows pass by in blocks.
//
//     K_pp = L L',   phi(x) = L^-1 k_p(x),   alpha = L'^-1 v
//     (Phi' W Phi + ridge I) v = Phi' W y,   Phi = K_np L'^-1
//
// A step takes 2 n p kernel values, of which none is kept. In front of each stands the inverse of
// what the system would be if the landmarks were all rows, n/p L'L + ridge I, as Falkon does it
// (Rudi, Carratino, Rosasco 2017): two triangles, p^2 numbers, and p^3 operations to factor them.
// A block's sums are added in the order of the blocks, so any number of workers gives the same
// bits.
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>

#include "rfm/core/stream/landmarks.hpp"
#include "rfm/data/fit/direct.hpp"

namespace rfm::data {

// More take half a gigabyte in float and p^3 operations. A build for one thread of a page, which
// defines RFM_SMALL_FITS, has fewer.
#ifdef RFM_SMALL_FITS
constexpr std::size_t most_landmarks = 4000, most_direct_centres = 0;
#else
constexpr std::size_t most_landmarks = 10000, most_direct_centres = 20000;
#endif

// With fewer all rows tell hardly more than a sample of them.
constexpr std::size_t fewest_landmarks = 1000;

// Operations for one row and one landmark in one step, roughly.
constexpr double pair_cost(std::size_t d, std::size_t c) {
  return 4 * static_cast<double>(d) + 2 * static_cast<double>(c) + 40;
}

// Operations of a fit of n rows with p landmarks, roughly.
constexpr double landmark_cost(std::size_t n, std::size_t p, std::size_t d, std::size_t c) {
  constexpr double steps = 15;
  const auto rows = static_cast<double>(n), centres = static_cast<double>(p);
  return 2 * steps * rows * centres * pair_cost(d, c) + centres * centres * centres;
}

// The centres of the last fit of n rows, d columns and c outputs, when M comes from at most
// `sample` of them: all rows, which is a direct solution, or so many landmarks that tens of steps
// are a minute's work up to 100,000 rows, and from there on grow as the rows do. Machines that are
// averaged share it.
inline std::size_t usual_centres(std::size_t n, std::size_t d, std::size_t c, std::size_t sample,
                                 std::size_t machines) {
  const std::size_t share = machines < 2 ? 10 : machines < 5 ? 6 : 4;  // tenths of the rows
  if (n <= sample || n <= most_direct_centres / 10 * share) return n;
  constexpr double work = 1.5e11, many = 1e5;
  const double rows = std::min(many, static_cast<double>(n));
  const double paid =
      std::max(static_cast<double>(fewest_landmarks), work / (rows * pair_cost(d, c)));
  const std::size_t most = machines < 5 ? most_landmarks : most_landmarks / 2;
  return std::min(n, static_cast<std::size_t>(std::min(static_cast<double>(most), paid)));
}

struct LandmarkOptions {
  std::size_t landmarks = most_landmarks;  // all rows where there are fewer
  double tolerance = 1e-3;  // of what is minimised: how far above its least it may remain
  std::size_t most_steps = 100;
};

// What was done, for whoever wants to know.
struct LandmarkReport {
  std::size_t landmarks = 0, steps = 0, bytes = 0;
  double excess = 0;  // of the worst output, as a share of its minimum
};

// Rows that are added up at once, eight panels for each worker.
inline LandmarkShape landmark_shape(std::size_t p, std::size_t d, std::size_t c, Metric metric,
                                    std::size_t workers) {
  LandmarkShape shape{p, d, c, metric};
  shape.workers = workers;
  shape.panels = 8 * workers;
  return shape;
}

// Memory of the fit, the model included; the table and what M comes from not.
template <class T>
std::size_t landmark_bytes(std::size_t p, std::size_t d, std::size_t c, Metric metric,
                           std::size_t workers);

// Fits all rows with the kernel and the metric of `source`; `machine` becomes the bytes of a model
// whose centres are seeded rows. Stopped by the executor, it ends with the best so far if there is
// one.
template <class T>
Outcome fit_landmarks(const EncodedTable<T>& rows, const Model<T>& source, double ridge,
                      const FitSettings<T>& settings, const LandmarkOptions& options,
                      AlignedBytes& machine, LandmarkReport& report);

// What a fit did: "10000 landmarks, by 15 steps".
std::string sentence_of(const LandmarkReport& report);

}  // namespace rfm::data
