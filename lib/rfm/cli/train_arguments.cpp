#include "rfm/cli/train_arguments.hpp"

#include <cstddef>

#include "rfm/cli/console.hpp"
#include "rfm/cli/kernel_help.hpp"
#include "rfm/data/search/choice_words.hpp"
#include "rfm/data/text/numbers.hpp"

namespace rfm::cli {
namespace {

double positive_number(const std::string& option, const std::string& text, double most) {
  double value = 0;
  if (data::parse_number(text, value) && value > 0 && value <= most) return value;
  throw Misuse(option, "'" + text + "' is not a positive number" +
                           (most < 1e18 ? " up to " + data::format_rounded(most) : ""));
}

double number_from_zero(const std::string& option, const std::string& text) {
  double value = 0;
  if (data::parse_number(text, value) && value >= 0 && value <= 1e18) return value;
  throw Misuse(option, "'" + text + "' is neither auto nor a number from 0");
}

std::size_t count(const std::string& option, const std::string& text, std::size_t least,
                  std::size_t most) {
  double value = -1;
  const bool is_number = data::parse_number(text, value);
  if (is_number && value >= static_cast<double>(least) && value <= static_cast<double>(most) &&
      static_cast<double>(static_cast<std::size_t>(value)) == value) {
    return static_cast<std::size_t>(value);
  }
  throw Misuse(option, "'" + text + "' is not a whole number from " + std::to_string(least) +
                           " to " + std::to_string(most));
}

void wish_kernel(const TrainArguments& a, data::Wishes& wishes) {
  if (a.kernel != "auto" && !data::wish_kernel(a.kernel, wishes)) {
    throw Misuse("--kernel", "'" + a.kernel + "' is none of auto, " + data::kernel_words());
  }
  const bool has_exponent =
      wishes.kernel.has_value() && takes(*wishes.kernel, KernelTakes::exponent);
  const bool has_layers = wishes.kernel.has_value() && takes(*wishes.kernel, KernelTakes::layers);
  if ((!a.p.empty() || !a.q.empty()) && !has_exponent)
    throw Misuse(a.p.empty() ? "--q" : "--p", "goes with --kernel lpq");
  if ((!a.layers.empty() || !a.bias.empty()) && !has_layers)
    throw Misuse(a.layers.empty() ? "--bias" : "--layers", "goes with --kernel nngp or ntk");
  if (!a.p.empty() && !data::set_norm(positive_number("--p", a.p, 2), *wishes.kernel))
    throw Misuse("--p", "'" + a.p + "' is none of 1, 1.25, 1.5, 1.75, 2");
  if (!a.q.empty()) wishes.exponent = positive_number("--q", a.q, 2);
  if (has_exponent && wishes.exponent.has_value() &&
      *wishes.exponent > data::shown_norm(*wishes.kernel))
    throw Misuse("--kernel", "lpq needs q <= p");
  if (!a.layers.empty()) wishes.depth = static_cast<int32_t>(count("--layers", a.layers, 1, 5));
  if (!a.bias.empty()) wishes.bias = number_from_zero("--bias", a.bias);
}

data::Wishes wishes_of(const TrainArguments& a) {
  constexpr double widest = 1e18;
  constexpr std::size_t most_rounds = 100;
  data::Wishes wishes;
  wish_kernel(a, wishes);
  if (a.bandwidth != "auto") wishes.bandwidth = positive_number("--bandwidth", a.bandwidth, widest);
  if (a.ridge != "auto") wishes.ridge = number_from_zero("--ridge", a.ridge);
  if (a.iterations != "auto") wishes.rounds = count("--iterations", a.iterations, 0, most_rounds);
  wishes.centre_gradients = a.centre_gradients;
  if (a.metric == "full") wishes.metric = Metric::full;
  if (a.metric == "diagonal") wishes.metric = Metric::diagonal;
  if (a.metric == "identity") wishes.metric = Metric::identity;
  return wishes;
}

void add_roles(Command& command, TrainArguments& a) {
  command.heading("Columns");
  command.add("--target", a.target, "Column to predict [the last one]");
  command.add("--task", a.task, "What the target is")
      .among({"auto", "regression", "classification"})
      .shows_default();
  command.add("--columns", a.columns,
              "Use these columns and no others, separated by commas [all that are useful]");
  command.add("--drop", a.drop, "Do not use these columns [none]");
  command.add("--categorical", a.categorical,
              "These columns are categories, whatever they look like [none]");
  command.add("--numeric", a.numeric,
              "These columns are numbers; other cells in them are missing [none]");
  command.add("--weights", a.weights,
              "Column of weights of the rows; a row of weight 0 is left out [all alike]");
}

void add_choices(Command& command, TrainArguments& a) {
  command.heading("What is chosen unless given");
  command.add("--kernel", a.kernel, "auto or one of the kernels below").shows_default();
  command.add("--p", a.p, "Norm of --kernel lpq: 1, 1.25, 1.5, 1.75 or 2 [1.5]");
  command.add("--q", a.q, "Exponent of --kernel lpq, at most p [auto]");
  command.add("--layers", a.layers, "Hidden layers of --kernel nngp or ntk, 1 to 5 [1]");
  command.add("--bias", a.bias, "Bias of --kernel nngp or ntk [0]");
  command.add("--bandwidth", a.bandwidth, "L, or auto").shows_default();
  command.add("--ridge", a.ridge, "Added to the diagonal of K as it is, or auto").shows_default();
  command.add("--iterations", a.iterations, "Updates of the metric, 0 to 100, or auto")
      .shows_default();
  command.add("--metric", a.metric, "What M may be; identity is plain kernel ridge")
      .among({"auto", "full", "diagonal", "identity"})
      .shows_default();
  command.add("--centre-gradients", a.centre_gradients,
              "Subtract the mean gradient before averaging");
  command
      .add("--solver", a.solver,
           "How all rows are fitted in the end: direct, eigenpro, landmarks; auto: by their number")
      .among({"auto", "direct", "eigenpro", "landmarks"})
      .shows_default();
  command
      .add("--ensemble", a.ensemble,
           "Average this many of the best candidates, of several kinds; ntk and lpq-2-0.75 are "
           "tried too")
      .between(1, 16)
      .shows_default();
  command.add("--budget", a.budget, "Seconds the search may take; 0 is no limit")
      .not_negative()
      .shows_default();
  command.add("--seed", a.seed, "Decides every split and sample").shows_default();
}

void add_output(Command& command, TrainArguments& a) {
  command.heading("Output");
  command.add("-o,--output", a.output,
              "Model file, - for the standard output [the table's name, .rfm]");
  Argument& test =
      command.add("--test", a.test, "Share of the rows kept out of training and scored [0]")
          .between(0, 0.9);
  command.add("--test-file", a.test_file, "CSV with rows to score [none]").excludes(test);
  command.add("--json", a.json, "One JSON object on the standard output");
  command.add("--quiet", a.quiet, "Nothing on the error stream but errors");
  command
      .add("--threads", a.threads,
           "Threads to use; 0: RFM_THREADS, or all processors. Changes no bit")
      .between(0, 1024)
      .shows_default();
  command.add("--portable", a.portable, "The same bytes on every machine; slower");
  command.add("--float64", a.float64,
              "Numbers of 8 bytes instead of 4 in the final fit and the file");
}

}  // namespace

std::string TrainArguments::output_path() const {
  if (!output.empty()) return output;
  if (table == "-") return "model.rfm";
  return stem_of(table) + ".rfm";
}

void add_arguments(Command& command, TrainArguments& arguments) {
  command.add("table", arguments.table, "CSV with a header, - for the standard input").required();
  add_roles(command, arguments);
  add_choices(command, arguments);
  add_output(command, arguments);
  command.footer(kernel_help() + "\n" + train_examples);
}

data::TrainOptions options_of(const TrainArguments& a) {
  data::TrainOptions options;
  options.plan.target = a.target;
  options.plan.weights = a.weights;
  if (a.task == "regression") options.plan.task = Task::regression;
  if (a.task == "classification") options.plan.task = Task::classification;
  options.plan.only = a.columns;
  options.plan.drop = a.drop;
  options.plan.categorical = a.categorical;
  options.plan.numeric = a.numeric;
  options.test_share = a.test;
  options.ensemble = a.ensemble;
  options.portable = a.portable;
  if (a.solver == "direct") options.solver = data::Solver::direct;
  if (a.solver == "landmarks") options.solver = data::Solver::landmarks;
  if (a.solver == "eigenpro") options.solver = data::Solver::eigenpro;
  options.tune.wishes = wishes_of(a);
  options.tune.seed = a.seed;
  options.tune.budget = a.budget;
  if (a.json && a.output_path() == "-")
    throw Misuse("--json", "and -o - both want the standard output");
  return options;
}

}  // namespace rfm::cli
