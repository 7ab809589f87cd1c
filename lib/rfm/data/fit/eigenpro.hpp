// The last fit when there are more rows than a direct solution can hold, with every row as a
// centre: M is learned on a sample of the rows, alpha from all of them by iterations that end where
// the direct solution is.
//
//     (W K W + ridge I) beta = W y,   alpha = W beta,   W = weights^1/2        conjugate gradients,
//     with P = I - Phi (Phi'Phi + mu I)^-1 Phi',   Phi = W K_np L'^-1,   K_pp = L L'   in front of
//     each step
//
// P damps the leading directions of K, which p rows of the sample tell, as EigenPro's
// preconditioner does; mu is the size of what they do not tell. A step computes n^2 kernel values
// anew and keeps none: memory is n (r + 9 c) + p^2 numbers and some, exactly eigenpro_bytes.
#pragma once
#include <cstddef>
#include <string>

#include "rfm/data/train.hpp"

namespace rfm::host {

// What was done, for whoever wants to know.
struct EigenproReport {
  std::size_t landmarks = 0, steps = 0, bytes = 0;
  double residual = 0;  // of the worst output, as a share of its targets
};

struct EigenproOptions {
  double tolerance = 1e-3;       // of the residual, as a share of the targets
  std::size_t most_steps = 200;  // of n^2 kernel values each
  std::size_t landmarks = 0;     // 0: as many as pay for n rows
};

// Memory of solving for n rows of which p are landmarks, the model included; the table and the fit
// of the sample, which is over by then, not.
template <class T>
std::size_t eigenpro_bytes(std::size_t n, std::size_t d, std::size_t c, Metric metric,
                           std::size_t p, std::size_t workers);

// `machine` becomes the bytes of a model of all rows. Fails, saying so, when the steps do not
// suffice.
template <class T>
data::Outcome fit_eigenpro(const data::EncodedTable<T>& rows, const data::EncodedTable<T>& sample,
                           const data::Choice& choice, const data::FitSettings<T>& settings,
                           const EigenproOptions& options, data::AlignedBytes& machine,
                           EigenproReport& report);

// The same as data::train asks for it; `words` become "each of the rows as a centre, by ...
// iterations".
template <class T>
data::Outcome iterate_to_fit(const data::EncodedTable<T>& rows, const data::EncodedTable<T>& sample,
                             const data::Choice& choice, const data::FitSettings<T>& settings,
                             data::AlignedBytes& machine, std::string& words);

}  // namespace rfm::host
