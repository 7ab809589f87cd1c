// The templates of the core that lib/rfm/core/instances.cpp leaves to their users, instantiated so
// that the guards on symbols, sections and stack, and clang-tidy, see them as well.
#include "rfm/core/cells/decoding.hpp"
#include "rfm/core/cells/encoding.hpp"
#include "rfm/core/machine/small.hpp"
#include "rfm/core/rfm.hpp"
#include "rfm/core/stream/landmarks.hpp"
#include "rfm/core/stream/window.hpp"

// Pointers rather than calls: nothing is inlined away, and a changed parameter list needs no change
// here.
template <class T>
struct Rest {
  decltype(&rfm::merge_duplicates<T>) merge_duplicates = rfm::merge_duplicates<T>;
  decltype(&rfm::adopt_first_round<T>) adopt_first_round = rfm::adopt_first_round<T>;
  decltype(&rfm::metric_matrix<T>) metric_matrix = rfm::metric_matrix<T>;
  decltype(&rfm::open_encoding<T>) open_encoding = rfm::open_encoding<T>;
  decltype(&rfm::encode_row<T>) encode_row = rfm::encode_row<T>;
  decltype(&rfm::decoded_value<T>) decoded_value = rfm::decoded_value<T>;
  decltype(&rfm::decoded_probabilities<T>) decoded_probabilities = rfm::decoded_probabilities<T>;
  decltype(&rfm::interval_width<T>) interval_width = rfm::interval_width<T>;
  decltype(&rfm::width_around<T>) width_around = rfm::width_around<T>;
  decltype(&rfm::choose_landmarks<T>) choose_landmarks = rfm::choose_landmarks<T>;
  decltype(&rfm::start_landmarks<T>) start_landmarks = rfm::start_landmarks<T>;
  decltype(&rfm::add_rows<T>) add_rows = rfm::add_rows<T>;
  decltype(&rfm::finish_landmarks<T>) finish_landmarks = rfm::finish_landmarks<T>;
  decltype(&rfm::start_window<T>) start_window = rfm::start_window<T>;
  decltype(&rfm::append<T>) append = rfm::append<T>;
  decltype(&rfm::forget_oldest<T>) forget_oldest = rfm::forget_oldest<T>;
  decltype(&rfm::learn_again<T>) learn_again = rfm::learn_again<T>;
  decltype(&rfm::seal<T>) seal = rfm::seal<T>;
};

extern const Rest<float> float_rest;
extern const Rest<double> double_rest;
constexpr Rest<float> float_rest;
constexpr Rest<double> double_rest;

template class rfm::Fixed<float, 200, 10>;
template class rfm::Fixed<double, 20, 3, 2, rfm::Metric::diagonal>;
template class rfm::Small<float, rfm::Laplace<float>, 200, 10>;
template class rfm::Small<double, rfm::Lpq<double, 150>, 20, 3, 2, rfm::Metric::diagonal>;
