// How choices are called in files, on command lines and in sentences.
#pragma once
#include <string>
#include <string_view>

#include "rfm/data/json_text.hpp"
#include "rfm/data/tune.hpp"

namespace rfm::data {

// "laplace", "gaussian", "matern32", "matern52", "lpq", "nngp", "ntk"; all with p below or at 2 are "lpq".
const char* word(KernelId kernel);
const char* word(Metric metric);  // "full", "diagonal", "identity"

// The p of an lpq kernel; 0 for others.
double norm_of_lpq(KernelId kernel);

// What a name means: one of the words above, or lpq-P and lpq-P-Q such as lpq-1.5-1. Lpq without P is p =
// 1.5. False when there is no such kernel; wishes then stay as they are.
bool wish_kernel(std::string_view name, Wishes& wishes);

// The lpq kernel with this p (1, 1.25, 1.5, 1.75 or 2); false for any other.
bool lpq_kernel(double p, KernelId& kernel);

// "lpq p 1.5 q 1, bandwidth 12, ridge 0.01, diagonal metric, 3 rounds".
std::string choice_sentence(const Choice& choice);

// {"kernel":"lpq","p":1.5,"q":1,"bandwidth":12,"ridge":0.01,"metric":"diagonal","iterations":3}; `layers` and
// `bias` for network kernels, which have no bandwidth.
void write_choice(const Choice& choice, JsonText& json);

}  // namespace rfm::data
