// How choices are called in files, on command lines and in sentences.
#pragma once
#include <string>
#include <string_view>

#include "rfm/data/search/search.hpp"
#include "rfm/data/text/json.hpp"

namespace rfm::data {

// A kernel's word in core/kernels/facts.hpp; several differ only in their norm.
const char* word(KernelId kernel);
const char* word(Metric metric);  // "full", "diagonal", "identity"

inline constexpr Metric all_metrics[] = {Metric::full, Metric::diagonal, Metric::identity};

// All words, for a sentence about one that is none of them.
std::string kernel_words();

// "nngp or ntk": the words of kernels with these parameters.
std::string kernels_that_take(KernelTakes parameters);

// The p of a kernel whose word leaves it open; 0 for others.
double shown_norm(KernelId kernel);

// The kernel of the same word with this p; false where there is none.
bool set_norm(double p, KernelId& kernel);

// Leaves p for settle_options; false when no kernel has this norm.
bool wish_norm(double p, Wishes& wishes);

// What a name means: a word, or for kernels with an exponent WORD-P and WORD-P-Q such as lpq-1.5-1;
// without P it is 1.5. False when there is no such kernel; wishes then stay as they are.
bool wish_kernel(std::string_view name, Wishes& wishes);

// "lpq p 1.5 q 1, bandwidth 12, ridge 0.01, diagonal metric, 3 rounds".
std::string choice_sentence(const Choice& choice);

// {"kernel":"lpq","p":1.5,"q":1,"bandwidth":12,"ridge":0.01,"metric":"diagonal","iterations":3,
// "rounds":3}; "iterations" is the older word for rounds, kept for whoever reads it;
// `layers` and `bias` for network kernels; no bandwidth where the kernel has none.
void write_choice(const Choice& choice, JsonText& json);

}  // namespace rfm::data
