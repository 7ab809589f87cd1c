// The first paragraph of a report: what is predicted, how well, how sure, from what, and what to
// beware of, for a reader who has never heard of the method.
#pragma once
#include <string>

#include "rfm/cli/json_output.hpp"

namespace rfm::cli {

// What stands under a key; an empty object when there is nothing.
const Json& part(const Json& json, const char* key);

// Sentences for people, without keys; of `facts` any part may be missing. `scored` are scores on
// rows with known answers, in words, or nothing.
std::string report_paragraph(const Json& facts, const std::string& scored);

// "R2 0.98, RMSE 1.2, MAE 1": scores under the names that people know; empty when there are none.
std::string score_words(const Json& scores);

// "19 November 2026", of today.
std::string today();

}  // namespace rfm::cli
