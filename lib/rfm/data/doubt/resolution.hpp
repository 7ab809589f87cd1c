// How finely the answers of a model can be told apart: an answer is a sum of many terms, each
// rounded to the model's type, and weak ridges make them large. What is below the resolution
// depends on the engine and on the compiler, so it is not worth printing.
#pragma once
#include "rfm/data/model_file.hpp"

namespace rfm::data {

// Of a regression, in units of the target. It costs one tile of kernel values for each panel of
// centres.
template <class T>
double answer_resolution(const ModelFile<T>& file);

// How many significant digits of an answer reach down to the resolution: 1 to `most`, or 0 when the
// answer is below it.
int digits_that_hold(double answer, double resolution, int most);

}  // namespace rfm::data
