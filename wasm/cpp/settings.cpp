#include "settings.hpp"

#include <string_view>

#include "rfm/data/search/choice_words.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::wasm {
namespace {

using data::Outcome;
using data::refusal;
using std::string_view;

constexpr double widest = 1e18;

// What options are called, in order, and the end.
enum class Name {
  target,
  weights,
  columns,
  drop,
  categorical,
  numeric,
  task,
  kernel,
  p,
  q,
  layers,
  bias,
  bandwidth,
  ridge,
  rounds,
  metric,
  centre_gradients,
  test,
  held_out,
  ensemble,
  preview,
  seed,
  budget,
  effort,
  none
};
constexpr const char* names[] = {
    "target",    "weights",  "columns", "drop",   "categorical",     "numeric",
    "task",      "kernel",   "p",       "q",      "layers",          "bias",
    "bandwidth", "ridge",    "rounds",  "metric", "centreGradients", "test",
    "heldOut",   "ensemble", "preview", "seed",   "budget",          "effort"};

Name find(string_view name) {
  int place = 0;
  for (const char* known : names) {
    if (name == known) break;
    ++place;
  }
  return static_cast<Name>(place);
}

// The values of one option as they are read; the first complaint stays.
class Reader {
 public:
  Reader(string_view name, string_view value) : name_(name), value_(value) {}

  Outcome outcome() const { return outcome_; }
  std::string text() const { return std::string(value_); }
  bool yes() const { return value_ == "true"; }

  void complain(const std::string& words) {
    if (outcome_.ok()) outcome_ = refusal("option %: '%' %", {name_, value_, words});
  }

  double number(double least, bool least_allowed, double most) {
    double value = 0;
    if (data::parse_number(value_, value) && (least_allowed ? value >= least : value > least) &&
        value <= most)
      return value;
    complain(data::sentence(most < widest ? "is not a number % % to %" : "is not a number % %",
                            {least_allowed ? "from" : "above", data::format_rounded(least),
                             data::format_rounded(most)}));
    return most;
  }

  std::size_t whole(std::size_t least, std::size_t most) {
    double value = -1;
    if (data::parse_number(value_, value) && value >= static_cast<double>(least) &&
        value <= static_cast<double>(most) &&
        static_cast<double>(static_cast<std::size_t>(value)) == value)
      return static_cast<std::size_t>(value);
    complain(data::sentence("is not a whole number from % to %", {least, most}));
    return least;
  }

 private:
  string_view name_, value_;
  Outcome outcome_;
};

void read_task(Reader& option, data::PlanOptions& plan) {
  const std::string task = option.text();
  if (task != "regression" && task != "classification")
    option.complain("is neither regression nor classification");
  plan.task = task == "regression" ? Task::regression : Task::classification;
}

// Which columns are what.
void read_columns(Name name, Reader& option, data::PlanOptions& plan) {
  switch (name) {
    case Name::target:
      plan.target = option.text();
      break;
    case Name::weights:
      plan.weights = option.text();
      break;
    case Name::columns:
      plan.only.push_back(option.text());
      break;
    case Name::drop:
      plan.drop.push_back(option.text());
      break;
    case Name::categorical:
      plan.categorical.push_back(option.text());
      break;
    case Name::numeric:
      plan.numeric.push_back(option.text());
      break;
    default:
      read_task(option, plan);
  }
}

void read_kernel(Reader& option, data::Wishes& wishes) {
  if (!data::wish_kernel(option.text(), wishes))
    option.complain("is none of " + data::kernel_words());
}

void read_metric(Reader& option, data::Wishes& wishes) {
  const std::string metric = option.text();
  for (const Metric known : {Metric::full, Metric::diagonal, Metric::identity})
    if (metric == data::word(known)) wishes.metric = known;
  if (!wishes.metric.has_value()) option.complain("is none of full, diagonal, identity");
}

bool kernel_takes(const data::Wishes& wishes, KernelTakes parameters) {
  return wishes.kernel.has_value() && takes(*wishes.kernel, parameters);
}

std::string goes_with(KernelTakes parameters) {
  return "goes with kernel " + data::kernels_that_take(parameters);
}

void read_norm(Reader& option, data::Wishes& wishes) {
  if (!kernel_takes(wishes, KernelTakes::exponent)) {
    option.complain(goes_with(KernelTakes::exponent));
  } else if (!data::set_norm(option.number(0, false, 2), *wishes.kernel)) {
    option.complain("is none of 1, 1.25, 1.5, 1.75, 2");
  }
}

void read_exponent(Reader& option, data::Wishes& wishes) {
  wishes.exponent = option.number(0, false, 2);
  if (!kernel_takes(wishes, KernelTakes::exponent))
    option.complain(goes_with(KernelTakes::exponent));
}

// What the search would otherwise choose. The kernel comes before what goes with it: see
// options.ts.
void read_wishes(Name name, Reader& option, data::Wishes& wishes) {
  switch (name) {
    case Name::kernel:
      return read_kernel(option, wishes);
    case Name::p:
      return read_norm(option, wishes);
    case Name::q:
      return read_exponent(option, wishes);
    case Name::layers:
      wishes.depth = static_cast<int32_t>(option.whole(1, 5));
      break;
    case Name::bias:
      wishes.bias = option.number(0, true, widest);
      break;
    case Name::bandwidth:
      wishes.bandwidth = option.number(0, false, widest);
      break;
    case Name::ridge:
      wishes.ridge = option.number(0, true, widest);
      break;
    case Name::rounds:
      wishes.rounds = option.whole(0, 100);
      break;
    case Name::metric:
      return read_metric(option, wishes);
    default:
      wishes.centre_gradients = option.yes();
  }
}

void read_seed(Reader& option, uint64_t& seed) {
  seed = 0;
  for (const char c : option.text()) {
    if (c < '0' || c > '9' || seed > (UINT64_MAX - 9) / 10)
      return option.complain("is not a whole number");
    seed = 10 * seed + static_cast<uint64_t>(c - '0');
  }
}

void read_rest(Name name, Reader& option, Settings& settings) {
  data::TrainOptions& train = settings.train;
  constexpr double nearly_all = 0.9;
  switch (name) {
    case Name::test:
      train.test_share = option.number(0, true, nearly_all);
      break;
    case Name::held_out:
      settings.held_out = option.number(0, true, nearly_all);
      break;
    case Name::ensemble:
      train.ensemble = option.whole(1, 16);
      break;
    case Name::preview:
      settings.preview = option.whole(0, 1000);
      break;
    case Name::seed:
      return read_seed(option, train.tune.seed);
    case Name::budget:
      train.tune.budget = option.number(0, true, widest);
      break;
    default:
      train.tune.effort = option.number(0, false, 1000);
  }
}

Outcome check_together(const data::Wishes& wishes) {
  if ((wishes.depth.has_value() || wishes.bias.has_value()) &&
      !kernel_takes(wishes, KernelTakes::layers))
    return refusal("options layers and bias go with kernel %",
                   {data::kernels_that_take(KernelTakes::layers)});
  if (kernel_takes(wishes, KernelTakes::exponent) && wishes.exponent.has_value() &&
      *wishes.exponent > data::shown_norm(*wishes.kernel))
    return refusal("option kernel: % needs q <= p", {data::word(*wishes.kernel)});
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
    const Name known = find(name);
    if (known == Name::none) return refusal("there is no option '%'", {name});
    Reader option(name, value);
    if (known <= Name::task) {
      read_columns(known, option, settings.train.plan);
    } else if (known <= Name::centre_gradients) {
      read_wishes(known, option, settings.train.tune.wishes);
    } else {
      read_rest(known, option, settings);
    }
    if (!option.outcome().ok()) return option.outcome();
  }
  settings.train.portable = true;
  return check_together(settings.train.tune.wishes);
}

}  // namespace rfm::wasm
