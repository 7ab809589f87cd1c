// The studies: each a function from settings to a report, named for the command line. The quick
// form of a study takes seconds and still shows what it claims.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/report/report.hpp"

namespace rfm::experiments {

struct Settings {
  bool quick = false;
  uint64_t seed = 1;
};

struct Study {
  const char* name;
  const char* words;
  Report (*run)(const Settings&);
};

// In the order of the page.
const std::vector<Study>& studies();

// The report of a study by its name, completed with name, words and settings.
Report run_study(const Study& study, const Settings& settings);

// Appendix D: polynomials of few directions.
Report low_rank_trace(const Settings&);
Report figure_10(const Settings&);
Report figure_14(const Settings&);
Report rademacher_product(const Settings&);
Report hermite_index(const Settings&);
// The neural feature ansatz.
Report ansatz(const Settings&);
// Images with a star; the pixels that are kept; simple against complex patterns; spurious marks.
Report grokking(const Settings&);
Report lottery_tickets(const Settings&);
Report simplicity_bias(const Settings&);
Report spurious_features(const Settings&);
// Around the paper.
Report random_features(const Settings&);
Report sampled_networks(const Settings&);
Report empirical_tangent(const Settings&);
Report initialisation_scale(const Settings&);
Report gradient_descent_limit(const Settings&);
Report alignment_over_rounds(const Settings&);
Report bag_of_words(const Settings&);

}  // namespace rfm::experiments
