#include "settings.hpp"

#include <string_view>

#include "rfm/data/choice_words.hpp"
#include "rfm/data/number_text.hpp"
#include "rfm/data/sentence.hpp"

namespace rfm::wasm {
namespace {

using data::failure;
using data::Outcome;
using std::string_view;

constexpr double widest = 1e18;

// The values of one option as they are read; the first complaint stays.
class Reader {
 public:
  Reader(string_view name, string_view value) : name_(name), value_(value) {}

  string_view name() const { return name_; }
  Outcome outcome() const { return outcome_; }
  std::string text() const { return std::string(value_); }
  bool yes() const { return value_ == "true"; }

  void complain(const std::string& words) {
    if (outcome_.ok()) outcome_ = failure(data::sentence("option %: '%' %", {name_, value_, words}));
  }

  double number(double least, bool least_allowed, double most) {
    double value = 0;
    if (data::parse_number(value_, value) && (least_allowed ? value >= least : value > least) &&
        value <= most)
      return value;
    complain(data::sentence(
        most < widest ? "is not a number % % to %" : "is not a number % %",
        {least_allowed ? "from" : "above", data::format_rounded(least), data::format_rounded(most)}));
    return most;
  }

  std::size_t whole(std::size_t least, std::size_t most) {
    double value = -1;
    if (data::parse_number(value_, value) && value >= static_cast<double>(least) &&
        value <= static_cast<double>(most) && static_cast<double>(static_cast<std::size_t>(value)) == value)
      return static_cast<std::size_t>(value);
    complain(data::sentence("is not a whole number from % to %", {least, most}));
    return least;
  }

 private:
  string_view name_, value_;
  Outcome outcome_;
};

// Which columns are what.
bool read_columns(Reader& option, data::PlanOptions& plan) {
  const string_view name = option.name();
  if (name == "target") {
    plan.target = option.text();
  } else if (name == "weights") {
    plan.weights = option.text();
  } else if (name == "columns") {
    plan.only.push_back(option.text());
  } else if (name == "drop") {
    plan.drop.push_back(option.text());
  } else if (name == "categorical") {
    plan.categorical.push_back(option.text());
  } else if (name == "numeric") {
    plan.numeric.push_back(option.text());
  } else if (name == "task") {
    const std::string task = option.text();
    if (task != "regression" && task != "classification")
      option.complain("is neither regression nor classification");
    plan.task = task == "regression" ? Task::regression : Task::classification;
  } else {
    return false;
  }
  return true;
}

void read_kernel(Reader& option, data::Wishes& wishes) {
  if (!data::wish_kernel(option.text(), wishes))
    option.complain("is none of laplace, gaussian, matern32, matern52, lpq, lpq-P, lpq-P-Q, nngp, ntk");
}

void read_metric(Reader& option, data::Wishes& wishes) {
  const std::string metric = option.text();
  for (const Metric known : {Metric::full, Metric::diagonal, Metric::identity})
    if (metric == data::word(known)) wishes.metric = known;
  if (!wishes.metric.has_value()) option.complain("is none of full, diagonal, identity");
}

void read_norm(Reader& option, data::Wishes& wishes) {
  KernelId kernel{};
  if (!wishes.kernel.has_value() || data::norm_of_lpq(*wishes.kernel) == 0) {
    option.complain("goes with kernel lpq");
  } else if (!data::lpq_kernel(option.number(0, false, 2), kernel)) {
    option.complain("is none of 1, 1.25, 1.5, 1.75, 2");
  } else {
    wishes.kernel = kernel;
  }
}

// What the search would otherwise choose. The kernel comes before what goes with it: see options.ts.
bool read_wishes(Reader& option, data::Wishes& wishes) {
  const string_view name = option.name();
  if (name == "kernel") {
    read_kernel(option, wishes);
  } else if (name == "p") {
    read_norm(option, wishes);
  } else if (name == "q") {
    wishes.exponent = option.number(0, false, 2);
    if (!wishes.kernel.has_value() || data::norm_of_lpq(*wishes.kernel) == 0)
      option.complain("goes with kernel lpq");
  } else if (name == "layers") {
    wishes.depth = static_cast<int32_t>(option.whole(1, 5));
  } else if (name == "bias") {
    wishes.bias = option.number(0, true, widest);
  } else if (name == "bandwidth") {
    wishes.bandwidth = option.number(0, false, widest);
  } else if (name == "ridge") {
    wishes.ridge = option.number(0, true, widest);
  } else if (name == "rounds") {
    wishes.rounds = option.whole(0, 100);
  } else if (name == "metric") {
    read_metric(option, wishes);
  } else if (name == "centreGradients") {
    wishes.centre_gradients = option.yes();
  } else {
    return false;
  }
  return true;
}

void read_seed(Reader& option, uint64_t& seed) {
  seed = 0;
  for (const char c : option.text()) {
    if (c < '0' || c > '9' || seed > (UINT64_MAX - 9) / 10) return option.complain("is not a whole number");
    seed = 10 * seed + static_cast<uint64_t>(c - '0');
  }
}

bool read_rest(Reader& option, Settings& settings) {
  const string_view name = option.name();
  data::TrainOptions& train = settings.train;
  constexpr double nearly_all = 0.9;
  if (name == "test") {
    train.test_share = option.number(0, true, nearly_all);
  } else if (name == "heldOut") {
    settings.held_out = option.number(0, true, nearly_all);
  } else if (name == "ensemble") {
    train.ensemble = option.whole(1, 16);
  } else if (name == "preview") {
    settings.preview = option.whole(0, 1000);
  } else if (name == "seed") {
    read_seed(option, train.tune.seed);
  } else if (name == "budget") {
    train.tune.budget = option.number(0, true, widest);
  } else if (name == "effort") {
    train.tune.effort = option.number(0, false, 1000);
  } else {
    return false;
  }
  return true;
}

Outcome check_together(const data::Wishes& wishes) {
  const bool network = wishes.kernel == KernelId::nngp || wishes.kernel == KernelId::ntk;
  if ((wishes.depth.has_value() || wishes.bias.has_value()) && !network)
    return failure("options layers and bias go with kernel nngp or ntk");
  if (wishes.kernel.has_value() && wishes.exponent.has_value()) {
    const double norm = data::norm_of_lpq(*wishes.kernel);
    if (norm > 0 && *wishes.exponent > norm) return failure("option kernel: lpq needs q <= p");
  }
  return {};
}

}  // namespace

Outcome read_settings(const char* text, std::size_t size, Settings& settings) {
  string_view rest(text, size);
  const auto next = [&rest] {
    const std::size_t end = rest.find('\0');
    const string_view piece = rest.substr(0, end);
    rest.remove_prefix(end == string_view::npos ? rest.size() : end + 1);
    return piece;
  };
  while (!rest.empty()) {
    const string_view name = next(), value = next();
    Reader option(name, value);
    if (!read_columns(option, settings.train.plan) && !read_wishes(option, settings.train.tune.wishes) &&
        !read_rest(option, settings))
      return failure(data::sentence("there is no option '%'", {name}));
    if (!option.outcome().ok()) return option.outcome();
  }
  settings.train.portable = true;
  return check_together(settings.train.tune.wishes);
}

}  // namespace rfm::wasm
