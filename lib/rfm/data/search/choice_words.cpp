#include "rfm/data/search/choice_words.hpp"

#include "rfm/data/text/numbers.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

constexpr double usual_norm = 1.5;  // of a word that leaves it open

}  // namespace

const char* word(KernelId kernel) {
  const KernelFacts* facts = facts_of(kernel);
  return facts == nullptr ? "unknown" : facts->word;
}

std::string kernel_words() {
  std::string words;
  for (const KernelFacts& facts : kernel_list) {
    if (facts.formula == nullptr) continue;
    words += (words.empty() ? "" : ", ") + std::string(facts.word);
    if (takes(facts, KernelTakes::exponent))
      words += sentence(", %-P, %-P-Q", {facts.word, facts.word});
  }
  return words;
}

const char* word(Metric metric) {
  switch (metric) {
    case Metric::full:
      return "full";
    case Metric::diagonal:
      return "diagonal";
    case Metric::identity:
      return "identity";
  }
  return "unknown";
}

std::string kernels_that_take(KernelTakes parameters) {
  std::string words, last;
  for (const KernelFacts& facts : kernel_list) {
    if (!takes(facts, parameters) || last == facts.word) continue;
    last = facts.word;
    words += (words.empty() ? "" : " or ") + last;
  }
  return words;
}

double shown_norm(KernelId kernel) {
  return takes(kernel, KernelTakes::exponent) ? facts_of(kernel)->norm : 0;
}

bool set_norm(double p, KernelId& kernel) {
  for (const KernelFacts& facts : kernel_list) {
    if (facts.norm != p || std::string_view(facts.word) != word(kernel)) continue;
    kernel = facts.id;
    return true;
  }
  return false;
}

bool wish_norm(double p, Wishes& wishes) {
  wishes.norm = p;
  for (const KernelFacts& facts : kernel_list)
    if (takes(facts, KernelTakes::exponent) && facts.norm == p) return true;
  return false;
}

bool wish_kernel(std::string_view name, Wishes& wishes) {
  const std::size_t dash = name.find('-');
  const std::string_view first = name.substr(0, dash);
  for (const KernelFacts& facts : kernel_list) {
    if (first != facts.word) continue;
    KernelId kernel = facts.id;
    if (takes(facts, KernelTakes::exponent)) (void)set_norm(usual_norm, kernel);
    if (dash != std::string_view::npos) {
      const std::string_view numbers = name.substr(dash + 1);
      const std::size_t second = numbers.find('-');
      double p = 0, q = 0;
      if (!takes(facts, KernelTakes::exponent) || !parse_number(numbers.substr(0, second), p) ||
          !set_norm(p, kernel))
        return false;
      if (second != std::string_view::npos) {
        if (!parse_number(numbers.substr(second + 1), q) || !(q > 0 && q <= 2)) return false;
        if (!wishes.exponent.has_value()) wishes.exponent = q;
      }
    }
    wishes.kernel = kernel;
    return true;
  }
  return false;
}

std::string choice_sentence(const Choice& choice) {
  std::string words = word(choice.kernel);
  const double p = shown_norm(choice.kernel);
  if (p > 0) words += sentence(" p % q %", {format_rounded(p), format_rounded(choice.exponent)});
  if (takes(choice.kernel, KernelTakes::layers)) {
    words += sentence(", %", {count_of(static_cast<std::size_t>(choice.depth), "hidden layer")});
    if (choice.bias > 0) words += sentence(", bias %", {format_rounded(choice.bias)});
  }
  if (has_bandwidth(choice.kernel)) {
    words += sentence(", bandwidth %", {format_rounded(choice.bandwidth, 3)});
  }
  const char* end = choice.metric == Metric::identity ? "%, ridge %, no metric learned"
                                                      : "%, ridge %, % metric, %";
  return sentence(end, {words, format_rounded(choice.ridge, 3), word(choice.metric),
                        count_of(choice.rounds, "round")});
}

void write_choice(const Choice& choice, JsonText& json) {
  json.open_object().key("kernel").text(word(choice.kernel));
  const double p = shown_norm(choice.kernel);
  if (p > 0) json.key("p").number(p).key("q").number(choice.exponent);
  if (takes(choice.kernel, KernelTakes::layers)) {
    json.key("layers").whole(static_cast<uint64_t>(choice.depth)).key("bias").number(choice.bias);
  }
  if (has_bandwidth(choice.kernel)) {
    json.key("bandwidth").number(choice.bandwidth);
  }
  json.key("ridge").number(choice.ridge);
  json.key("metric").text(word(choice.metric)).key("iterations").whole(choice.rounds);
  json.key("rounds").whole(choice.rounds);
  json.close_object();
}

}  // namespace rfm::data
