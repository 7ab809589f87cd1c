// One argument: declared, given a value, checked.
#include "rfm/cli/arguments.hpp"

#include <algorithm>
#include <charconv>

#include "rfm/data/text/numbers.hpp"

namespace rfm::cli {
namespace {

// "a, b, c".
std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

// The words between commas; none of them is empty.
std::vector<std::string> cut_at_commas(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    if (end > start) words.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return words;
}

}  // namespace

Argument::Argument(const std::string& names, Place place, const char* words,
                   std::string_view heading)
    : place_(std::move(place)), words_(words), heading_(heading) {
  const std::size_t comma = names.find(',');
  long_ = comma == std::string::npos ? names : names.substr(comma + 1);
  if (comma != std::string::npos) short_ = names.substr(0, comma);
}

Argument& Argument::required() {
  required_ = true;
  return *this;
}

Argument& Argument::among(std::vector<std::string> choices) {
  choices_ = std::move(choices);
  return *this;
}

Argument& Argument::between(double least, double most) {
  least_ = least;
  most_ = most;
  return *this;
}

Argument& Argument::not_negative() {
  least_ = 0;
  return *this;
}

Argument& Argument::shows_default() {
  if (auto* const* text = std::get_if<std::string*>(&place_)) default_ = **text;
  if (auto* const* number = std::get_if<double*>(&place_)) default_ = data::format_number(**number);
  if (const Whole* whole = std::get_if<Whole>(&place_)) default_ = std::to_string(whole->get());
  return *this;
}

Argument& Argument::excludes(Argument& other) {
  excluded_ = &other;
  other.excluded_ = this;
  return *this;
}

bool Argument::answers_to(const std::string& name) const {
  return !is_positional() && (name == long_ || (!short_.empty() && name == short_));
}

std::string Argument::range_words() const {
  if (least_ == -std::numeric_limits<double>::infinity()) return "";
  const std::string from = " from " + data::format_number(least_);
  return most_ > 1e300 ? from : from + " to " + data::format_number(most_);
}

void Argument::take_number(double& into, const std::string& text) const {
  double value = 0;
  if (!data::parse_number(text, value) || value < least_ || value > most_)
    throw Misuse(long_, "'" + text + "' is not a number" + range_words());
  into = value;
}

void Argument::take_whole(const Whole& into, const std::string& text) const {
  uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data(), end, value);
  const auto number = static_cast<double>(value);
  if (error == std::errc::result_out_of_range || value > into.most)
    throw Misuse(long_, "'" + text + "' is too large");
  if (error != std::errc() || read != end || number < least_ || number > most_)
    throw Misuse(long_, "'" + text + "' is not a whole number" +
                            (range_words().empty() ? std::string(" from 0") : range_words()));
  into.set(value);
}

void Argument::take(const std::string& text) {
  if (given_ && !is_flag() && !takes_many()) throw Misuse(long_ + " is given twice");
  if (!choices_.empty() && std::find(choices_.begin(), choices_.end(), text) == choices_.end())
    throw Misuse(long_, "'" + text + "' is none of " + joined(choices_));
  given_ = true;
  if (auto* const* flag = std::get_if<bool*>(&place_)) **flag = true;
  if (auto* const* into = std::get_if<std::string*>(&place_)) **into = text;
  if (auto* const* number = std::get_if<double*>(&place_)) take_number(**number, text);
  if (const Whole* whole = std::get_if<Whole>(&place_)) take_whole(*whole, text);
  if (auto* const* list = std::get_if<std::vector<std::string>*>(&place_)) {
    const std::vector<std::string> words = cut_at_commas(text);
    if (words.empty()) throw Misuse(long_, "'" + text + "' has no word");
    (*list)->insert((*list)->end(), words.begin(), words.end());
  }
}

void Argument::check() const {
  if (required_ && !given_) throw Misuse(long_ + " is required");
  if (given_ && excluded_ != nullptr && excluded_->given_)
    throw Misuse(long_ + " excludes " + excluded_->long_);
}

}  // namespace rfm::cli
