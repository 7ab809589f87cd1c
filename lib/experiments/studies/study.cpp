#include "experiments/studies/study.hpp"

namespace rfm::experiments {

const std::vector<Study>& studies() {
  static const std::vector<Study> all{
      {"low-rank", "The notebook's trace: x0 x1 where x5 > 0, error over rounds", low_rank_trace},
      {"figure-10",
       "x0 x1 or x2 as x3 decides: RFM, kernels, networks, kernels on a network's features",
       figure_10},
      {"figure-14",
       "x0 x1 in forty dimensions: networks, kernels, kernels on the networks' features",
       figure_14},
      {"rademacher", "Figure 16: the product of two signs of thirty", rademacher_product},
      {"hermite", "Figure 16: a polynomial of one hidden direction of ten", hermite_index},
      {"ansatz", "The neural feature ansatz: W1'W1 of trained networks beside the M of an RFM",
       ansatz},
      {"grokking", "Figure 7: pictures that differ in a small star, accuracy over rounds",
       grokking},
      {"lottery", "Figure 6, RFM-T: the Laplace kernel on the few pixels that M marks",
       lottery_tickets},
      {"simplicity",
       "Figure 8: a simple and a complex pattern side by side; M ignores the complex one",
       simplicity_bias},
      {"spurious",
       "Figure 9: exchanging what M marks ruins a network, exchanging the rest does not",
       spurious_features},
      {"random-features",
       "Random Fourier features: error of four kernels over the number of features",
       random_features},
      {"nngp", "Sampled wide networks beside the Gaussian process kernel", sampled_networks},
      {"tangent", "Empirical tangent kernels over width, lazy networks, after-kernels",
       empirical_tangent},
      {"scale", "Small first weights learn features, large ones do not", initialisation_scale},
      {"descent", "Kernel gradient descent and its closed-form limit", gradient_descent_limit},
      {"alignment", "Alignment, eigenvalues and tr(K^-1)/n of the kernel matrix over rounds",
       alignment_over_rounds},
      {"words",
       "Texts as word counts: kernels, a network, and an RFM whose diagonal names the words",
       bag_of_words},
  };
  return all;
}

Report run_study(const Study& study, const Settings& settings) {
  Report report = study.run(settings);
  report.study = study.name;
  report.title = study.words;
  report.seed = settings.seed;
  report.quick = settings.quick;
  return report;
}

}  // namespace rfm::experiments
