// The texts of --help: a line an argument, name and value to the left, words to the right.
#include <algorithm>

#include "rfm/cli/arguments.hpp"
#include "rfm/data/text/numbers.hpp"

namespace rfm::cli {
namespace {

constexpr std::size_t words_column = 30;
constexpr const char* help_line =
    "  -h,--help                   Print this help message and exit\n";

// Words that do not fit beside the left part stand on the next line.
std::string line(const std::string& left, const std::string& words) {
  std::string text = "  " + left;
  if (text.size() >= words_column) text += "\n" + std::string(words_column, ' ');
  text.append(words_column - std::min(text.size(), words_column), ' ');
  return text + words + "\n";
}

std::string usage(const std::string& words, const std::string& form) {
  return words + "\nUsage: " + form + "\n";
}

}  // namespace

std::string Argument::type_words() const {
  std::string type;
  if (is_flag()) return type;
  type = std::holds_alternative<double*>(place_) ? " FLOAT"
         : std::holds_alternative<Whole>(place_) ? " UINT"
                                                 : " TEXT";
  for (const std::string& choice : choices_)
    type += (&choice == &choices_[0] ? ":{" : ",") + choice;
  if (!choices_.empty()) type += "}";
  if (least_ > -1 && most_ > 1e300) type += ":NONNEGATIVE";
  if (least_ > -1 && most_ < 1e300)
    type += " in [" + data::format_number(least_) + " - " + data::format_number(most_) + "]";
  if (!default_.empty()) type += "=" + default_;
  return takes_many() ? type + " ..." : type;
}

std::string Argument::help() const {
  return line((short_.empty() ? "" : short_ + ",") + long_ + type_words() +
                  (required_ ? " REQUIRED" : "") +
                  (excluded_ == nullptr ? "" : " Excludes: " + excluded_->long_),
              words_);
}

std::string Command::help(const std::string& program) const {
  std::string form = program + " " + name_ + " [OPTIONS]", positionals, options;
  std::string_view under = "Options";
  for (const Argument& argument : arguments_) {
    if (argument.is_positional()) {
      form += argument.is_required() ? " " + argument.name() : " [" + argument.name() + "]";
      positionals += argument.help();
      continue;
    }
    if (argument.heading() != under) options += "\n" + std::string(argument.heading()) + ":\n";
    under = argument.heading();
    options += argument.help();
  }
  if (!positionals.empty()) positionals = "\nPositionals:\n" + positionals;
  return usage(words_, form) + positionals + "\nOptions:\n" + help_line + options +
         (footer_.empty() ? "" : "\n" + footer_ + "\n");
}

std::string Program::help() const {
  std::string text = usage(words_, name_ + " [OPTIONS] SUBCOMMAND") + "\nOptions:\n" + help_line +
                     line("--version", "Display program version information and exit") +
                     "\nSubcommands:\n";
  for (const Command& command : commands_) text += line(command.name(), command.words());
  return text + "\n" + footer_ + "\n";
}

}  // namespace rfm::cli
