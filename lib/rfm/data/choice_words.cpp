#include "rfm/data/choice_words.hpp"

#include "rfm/data/number_text.hpp"
#include "rfm/data/sentence.hpp"

namespace rfm::data {
namespace {

bool is_network(KernelId kernel) { return kernel == KernelId::nngp || kernel == KernelId::ntk; }

}  // namespace

const char* word(KernelId kernel) {
  switch (kernel) {
    case KernelId::laplace:
      return "laplace";
    case KernelId::gaussian:
      return "gaussian";
    case KernelId::matern32:
      return "matern32";
    case KernelId::matern52:
      return "matern52";
    case KernelId::lpq100:
    case KernelId::lpq125:
    case KernelId::lpq150:
    case KernelId::lpq175:
    case KernelId::lpq200:
      return "lpq";
    case KernelId::nngp:
      return "nngp";
    case KernelId::ntk:
      return "ntk";
  }
  return "unknown";
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

double norm_of_lpq(KernelId kernel) {
  if (kernel < KernelId::lpq100 || kernel > KernelId::lpq200) return 0;
  return 1 + 0.25 * (static_cast<int>(kernel) - static_cast<int>(KernelId::lpq100));
}

bool lpq_kernel(double p, KernelId& kernel) {
  for (const KernelId id :
       {KernelId::lpq100, KernelId::lpq125, KernelId::lpq150, KernelId::lpq175, KernelId::lpq200}) {
    if (norm_of_lpq(id) != p) continue;
    kernel = id;
    return true;
  }
  return false;
}

bool wish_kernel(std::string_view name, Wishes& wishes) {
  for (const KernelId id : {KernelId::laplace, KernelId::gaussian, KernelId::matern32, KernelId::matern52,
                            KernelId::lpq150, KernelId::nngp, KernelId::ntk}) {
    if (name != word(id)) continue;
    wishes.kernel = id;
    return true;
  }
  constexpr std::string_view prefix = "lpq-";
  if (name.substr(0, prefix.size()) != prefix) return false;
  const std::string_view numbers = name.substr(prefix.size());
  const std::size_t dash = numbers.find('-');
  double p = 0, q = 0;
  KernelId kernel = KernelId::lpq150;
  if (!parse_number(numbers.substr(0, dash), p) || !lpq_kernel(p, kernel)) return false;
  if (dash != std::string_view::npos) {
    if (!parse_number(numbers.substr(dash + 1), q) || !(q > 0 && q <= 2)) return false;
    wishes.exponent = q;
  }
  wishes.kernel = kernel;
  return true;
}

std::string choice_sentence(const Choice& choice) {
  std::string words = word(choice.kernel);
  const double p = norm_of_lpq(choice.kernel);
  if (p > 0) words += sentence(" p % q %", {format_rounded(p), format_rounded(choice.exponent)});
  if (is_network(choice.kernel)) {
    words += sentence(", %", {count_of(static_cast<std::size_t>(choice.depth), "hidden layer")});
    if (choice.bias > 0) words += sentence(", bias %", {format_rounded(choice.bias)});
  } else {
    words += sentence(", bandwidth %", {format_rounded(choice.bandwidth, 3)});
  }
  const char* end =
      choice.metric == Metric::identity ? "%, ridge %, no metric learned" : "%, ridge %, % metric, %";
  return sentence(
      end, {words, format_rounded(choice.ridge, 3), word(choice.metric), count_of(choice.rounds, "round")});
}

void write_choice(const Choice& choice, JsonText& json) {
  json.open_object().key("kernel").text(word(choice.kernel));
  const double p = norm_of_lpq(choice.kernel);
  if (p > 0) json.key("p").number(p).key("q").number(choice.exponent);
  if (is_network(choice.kernel)) {
    json.key("layers").whole(static_cast<uint64_t>(choice.depth)).key("bias").number(choice.bias);
  } else {
    json.key("bandwidth").number(choice.bandwidth);
  }
  json.key("ridge").number(choice.ridge);
  json.key("metric").text(word(choice.metric)).key("iterations").whole(choice.rounds);
  json.close_object();
}

}  // namespace rfm::data
