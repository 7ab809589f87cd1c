// The last fit when there are more rows than a direct solution can hold, with every row as a
// centre: M is learned on a sample of the rows, alpha from all of them by iterations that end where
// the direct solution is.
//
//     (W K W + ridge I) beta = W y,   alpha = W beta,   W = weights^1/2
//     by conjugate gradients, with P in front of each step:
//     P = I - Phi (Phi'Phi + mu I)^-1 Phi',   Phi = W K_np L'^-1,   K_pp = L L'
//
// P damps the leading directions of K, which p rows of the sample tell, as EigenPro's
// preconditioner does; mu is the size of what they do not tell. A step computes n^2 kernel values
// anew and keeps none: memory is n (r + 9 c) + p^2 numbers and some, exactly eigenpro_bytes.
#pragma once
#include <cstddef>
#include <string>

#include "rfm/data/fit/direct.hpp"

namespace rfm::data {

// A build that defines RFM_WITHOUT_EIGENPRO saves its code and takes landmarks instead: so does
// WebAssembly, where n^2 kernel values a step on one thread would be long to wait for.
#ifdef RFM_WITHOUT_EIGENPRO
constexpr bool has_eigenpro = false;
#else
constexpr bool has_eigenpro = true;
#endif

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
Outcome fit_eigenpro(const EncodedTable<T>& rows, const EncodedTable<T>& sample,
                     const Choice& choice, const FitSettings<T>& settings,
                     const EigenproOptions& options, AlignedBytes& machine, EigenproReport& report);

// What a fit did: "each of them as a centre, by ... preconditioned iterations that left ... ".
std::string sentence_of(const EigenproReport& report);

}  // namespace rfm::data
