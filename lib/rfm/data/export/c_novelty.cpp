// The part of a generated C header that says how new a row is: operation for operation
// rfm/core/model/novelty.hpp, with the first machine.
#include "rfm/data/export/c_parts.hpp"

namespace rfm::data {
namespace {

constexpr const char* share_function = R"(
/* The share of the quantiles that are less, linear between two of them; 1 behind the last one alone. */
static inline $t $n_share_below(const $t* quantile, $t x) {
  size_t k = 0;
  $t below;
  while (k < $N_QUANTILES && $N_NUMBER(quantile[k]) < x) ++k;
  if (k == 0 || k == $N_QUANTILES) return k == 0 ? 0 : 1;
  below = $N_NUMBER(quantile[k - 1]);
  return (($t)(k - 1) + (x - below) / ($N_NUMBER(quantile[k]) - below)) / $N_QUANTILES;
}
)";

constexpr const char* novelty_opening = R"(
/* The novelty of features x, from 0 to 1: the share of the training rows that were less far from the others. */
static inline $t $n_novelty_of(const $t* x) {
  $t u[$M_RANK + ($M_RANK == 0)], nearest = ($t)INFINITY, beyond = 0, here;
  size_t i, j, k;
)";

constexpr const char* distances = R"(  for (i = 0; i < $M_CENTRES; ++i) {
    const $c* centre = $m_centres + i * $M_RANK;
    $t s = 0;
    for (k = 0; k != $M_RANK; ++k) {
      const $t difference = u[k] - ($t)$r(centre[k]);
)";

constexpr const char* novelty_closing = R"(    }
    nearest = s < nearest ? s : nearest;
  }
  for (j = 0; j < $N_FEATURES; ++j) {
    const $t size = (x[j] < 0 ? -x[j] : x[j]) * within;
    here = $N_NUMBER($n_least[j]);
    here = x[j] < here ? here - x[j] : x[j] - $N_NUMBER($n_largest[j]);
    here = here > size ? here : size;
    beyond = here > beyond ? here : beyond;
  }
  nearest = $n_share_below($n_near, nearest);
  beyond = $n_share_below($n_beyond, beyond);
  return $n_share_below($n_larger, nearest > beyond ? nearest : beyond);
}
)";

}  // namespace

template <class T>
std::size_t add_novelty(const Model<T>& model, const Novelty<T>& novelty, const char* projection,
                        CText& c) {
  c.add("\n/* Of the training rows: the range of each feature, and quantiles. */\n");
  c.define("$N_QUANTILES", novelty_points);
  add_numbers("$n_least", novelty.least, model.d, c);
  add_numbers("$n_largest", novelty.largest, model.d, c);
  add_numbers("$n_near", novelty.nearest, novelty_points, c);
  add_numbers("$n_beyond", novelty.beyond, novelty_points, c);
  add_numbers("$n_larger", novelty.larger, novelty_points, c);
  c.add(share_function);
  std::string opening = novelty_opening;
  opening.insert(opening.find("  size_t i"),
                 "  const $t within = " + c_number(static_cast<T>(novelty_within)) + ";\n");
  c.add(opening).add(projection).add(distances);
  add_distance_term<T>(model.kernel.id, c);
  c.add(novelty_closing);
  return (2 * model.d + 3 * novelty_points) * sizeof(T);
}

template std::size_t add_novelty(const Model<float>&, const Novelty<float>&, const char*, CText&);
template std::size_t add_novelty(const Model<double>&, const Novelty<double>&, const char*, CText&);

}  // namespace rfm::data
