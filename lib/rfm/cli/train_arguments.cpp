#include "rfm/cli/train_arguments.hpp"

#include "rfm/cli/console.hpp"
#include "rfm/core/kernels/facts.hpp"
#include "rfm/data/option_words.hpp"
#include "rfm/data/text/numbers.hpp"

namespace rfm::cli {
namespace {

using data::Option;
using data::OptionForm;
using data::OptionGroup;
using data::OptionType;
using data::OptionWords;

// A line of the formulas for each word of core/kernels/facts.hpp between these two.
constexpr const char* kernels_opening =
    "Kernels: k(x, z) of u = R (x - z), D = |u|, with M = R'R the learned metric and L the "
    "bandwidth\n";
constexpr const char* kernels_closing =
    R"(               S = cos(u, v), P = u.v + b^2; a layer: P <- P k0(S) + b^2 + |u||v| k1(S), S <- k1(S)
               k0(S) = 1 - acos(S) / pi, k1(S) = S k0(S) + sqrt(1 - S^2) / pi
The machine: f(x) = sum_i alpha_i k(x_i, x), (K + ridge I) alpha = y; each round then replaces M by the average of
grad f grad f' over the training rows, divided by its largest entry. Numbers are centred and scaled to unit variance.)";

std::string kernel_help() {
  std::string text = kernels_opening;
  for (const KernelFacts& facts : kernel_list) {
    if (facts.formula == nullptr) continue;
    std::string name = facts.word;
    if (takes(facts, KernelTakes::exponent)) name += "-P-Q";
    text += "  " + name + std::string(name.size() < 13 ? 13 - name.size() : 1, ' ') +
            facts.formula + "\n";
  }
  return text + kernels_closing;
}

std::string examples() {
  const std::string kernels = data::kernels_that_take(KernelTakes::exponent);
  return R"(
Examples
  rfm train houses.csv --target price
  rfm train houses.csv --target price --test 0.2 --seed 7 -o houses.rfm
  rfm train houses.csv --target price --kernel )" +
         kernels.substr(0, kernels.find(' ')) +
         R"(-1.5-1.5 --metric diagonal --rounds 3 --json
  rfm train - --target price -o - < houses.csv > houses.rfm)";
}

// "FLOAT in [0 - 0.9]": what may stand behind the name.
std::string type_words(const Option& option) {
  const OptionForm& form = option.form;
  if (form.type == OptionType::flag) return "";
  if (form.type == OptionType::text) return " TEXT";
  if (form.type == OptionType::list) return " TEXT ...";
  if (form.type == OptionType::bytes) return " BYTES";
  const std::string type = form.type == OptionType::word    ? " TEXT"
                           : form.type == OptionType::whole ? " UINT"
                                                            : " FLOAT";
  const bool above = form.type == OptionType::above;
  if (form.choices != nullptr) {
    std::string choices = option.automatic ? "auto," : "";
    for (const char* c = form.choices; *c != '\0'; ++c)
      if (*c != ' ') choices += *c;
    return (above ? " TEXT or" : "") + type + ":{" + choices + "}";
  }
  if (form.type == OptionType::word) return type;
  if (form.most < data::no_limit)
    return type + " in " + (above ? "(" : "[") + data::format_number(form.least) + " - " +
           data::format_number(form.most) + "]";
  return type + (form.type == OptionType::whole ? "" : above ? ":POSITIVE" : ":NONNEGATIVE");
}

void add_option(Command& command, const Option& option, const OptionWords& words,
                data::TrainOptions& options) {
  const OptionType type = option.form.type;
  const bool is_flag = type == OptionType::flag, many = type == OptionType::list;
  std::string form = type_words(option), sentence = sentence_of(words);
  if (many || type == OptionType::text) {
    sentence += " [" + std::string(words.standard) + "]";
  } else if (!is_flag) {
    form += "=" + std::string(words.standard);
  }
  const auto read = [&option, &options, is_flag](const std::string& text) {
    return read_option(option, is_flag ? "true" : text, options).words;
  };
  Argument& argument = command.add(std::string("--") + option.word,
                                   Reader{is_flag ? Reader::Takes::nothing
                                          : many  ? Reader::Takes::many
                                                  : Reader::Takes::one,
                                          form, read},
                                   sentence);
  if (*option.older != '\0') argument.formerly(std::string("--") + option.older);
}

void add_options(Command& command, OptionGroup group, data::TrainOptions& options) {
  for (std::size_t k = 0; k < data::option_count; ++k)
    if (const Option& option = data::all_options[k];
        data::option_words[k].group == group && (option.faces & data::command_line) != 0)
      add_option(command, option, data::option_words[k], options);
}

}  // namespace

std::string TrainArguments::output_path() const {
  if (!output.empty()) return output;
  if (table == "-") return "model.rfm";
  return stem_of(table) + ".rfm";
}

void add_column_arguments(Command& command, data::TrainOptions& options) {
  command.heading("Columns");
  add_options(command, OptionGroup::columns, options);
}

void add_arguments(Command& command, TrainArguments& a) {
  command.add("table", a.table, "CSV with a header, - for the standard input").required();
  add_reading_arguments(command, a.reading);
  add_column_arguments(command, a.options);
  command.heading("What is chosen unless given");
  add_options(command, OptionGroup::wishes, a.options);
  command.heading("How it is searched, fitted and scored");
  add_options(command, OptionGroup::search, a.options);
  command.add("--like", a.like,
              "Model file whose columns and settings are taken over, without a search [none]");
  command.add("--test-file", a.test_file, "CSV with rows to score [none]")
      .excludes(*command.find("--test"));
  command.add("--float64", a.float64,
              "Numbers of 8 bytes instead of 4 in the final fit and the file");
  command
      .add("--threads", a.threads,
           "Threads to use; 0: RFM_THREADS, or all processors. Changes no bit")
      .between(0, 1024)
      .shows_default();
  command.heading("Output");
  command.add("-o,--output", a.output,
              "Model file, - for the standard output [the table's name, .rfm]");
  command.add("--json", a.json, "One JSON object on the standard output");
  command.add("--quiet", a.quiet, "Nothing on the error stream but errors");
  command.footer(kernel_help() + "\n" + examples());
}

data::TrainOptions options_of(const TrainArguments& a) {
  data::TrainOptions options = a.options;
  if (const data::Outcome outcome = settle_options(options); !outcome.ok())
    throw Misuse("--" + outcome.words);
  if (a.json && a.output_path() == "-")
    throw Misuse("--json", "and -o - both want the standard output");
  return options;
}

}  // namespace rfm::cli
