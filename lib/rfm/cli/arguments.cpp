// How words on the command line become arguments, and the texts of --help. --name value,
// --name=value, -n value, -nvalue; behind -- nothing is an option any more.
#include "rfm/cli/arguments.hpp"

#include <algorithm>
#include <charconv>

#include "rfm/data/text/nearest.hpp"
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

Argument::Argument(const std::string& names, Place place, std::string words,
                   std::string_view heading)
    : place_(std::move(place)), words_(std::move(words)), heading_(heading) {
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

Argument& Argument::formerly(std::string name) {
  older_ = std::move(name);
  return *this;
}

bool Argument::is_flag() const {
  const Reader* const reader = std::get_if<Reader>(&place_);
  return std::holds_alternative<bool*>(place_) ||
         (reader != nullptr && reader->takes == Reader::Takes::nothing);
}

bool Argument::takes_many() const {
  const Reader* const reader = std::get_if<Reader>(&place_);
  return std::holds_alternative<std::vector<std::string>*>(place_) ||
         (reader != nullptr && reader->takes == Reader::Takes::many);
}

bool Argument::answers_to(const std::string& name) const {
  return !is_positional() && !name.empty() && (name == long_ || name == short_ || name == older_);
}

std::string Argument::renamed() const {
  return given_ && called_ == older_ ? older_ + " is now called " + long_ : "";
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

// A list is cut at commas.
void Argument::take_words(const std::string& text) {
  const std::vector<std::string> words =
      takes_many() ? cut_at_commas(text) : std::vector<std::string>{text};
  if (words.empty()) throw Misuse(long_, "'" + text + "' has no word");
  if (auto* const* list = std::get_if<std::vector<std::string>*>(&place_))
    (*list)->insert((*list)->end(), words.begin(), words.end());
  if (const Reader* const reader = std::get_if<Reader>(&place_))
    for (const std::string& word : words)
      if (const std::string complaint = reader->read(word); !complaint.empty())
        throw Misuse(called_, complaint);
}

void Argument::take(const std::string& name, const std::string& text) {
  if (given_ && !is_flag() && !takes_many()) throw Misuse(long_ + " is given twice");
  called_ = name;
  if (!choices_.empty() && std::find(choices_.begin(), choices_.end(), text) == choices_.end())
    throw Misuse(long_, "'" + text + "' is none of " + joined(choices_));
  given_ = true;
  if (auto* const* flag = std::get_if<bool*>(&place_)) **flag = true;
  if (auto* const* into = std::get_if<std::string*>(&place_)) **into = text;
  if (auto* const* number = std::get_if<double*>(&place_)) take_number(**number, text);
  if (const Whole* whole = std::get_if<Whole>(&place_)) take_whole(*whole, text);
  if (takes_many() || std::holds_alternative<Reader>(place_)) take_words(text);
}

void Argument::check() const {
  if (required_ && !given_) throw Misuse(long_ + " is required");
  if (given_ && excluded_ != nullptr && excluded_->given_)
    throw Misuse(long_ + " excludes " + excluded_->long_);
}

// From words to the arguments they name.

namespace {

// "; did you mean X?" for the nearest of the names, when it is near or goes on from the word.
template <class Named>
std::string suggestion(const std::string& word, const std::deque<Named>& all) {
  constexpr std::size_t near = 2;
  std::size_t best = near + 1;
  std::string name;
  for (const Named& one : all) {
    const bool begins = word.size() > near + 1 && one.name().rfind(word, 0) == 0;
    const std::size_t distance = begins ? 0 : data::letters_between(word, one.name());
    if (distance >= best || (!begins && 2 * distance >= word.size())) continue;
    best = distance;
    name = one.name();
  }
  return name.empty() ? "" : "; did you mean " + name + "?";
}

bool asks_for_help(const std::string& word) { return word == "-h" || word == "--help"; }

// "-" alone is the standard input or output.
bool names_option(const std::string& word) { return word.size() > 1 && word[0] == '-'; }

}  // namespace

Argument* Command::find(const std::string& name) {
  for (Argument& argument : arguments_)
    if (argument.answers_to(name)) return &argument;
  return nullptr;
}

Misuse Command::unknown(const std::string& name) const {
  return Misuse("'" + name + "' is no option of " + name_ + suggestion(name, arguments_));
}

// Returns where its last word is.
std::size_t Command::read_option(const std::vector<std::string>& words, std::size_t at) {
  const std::string& word = words[at];
  const bool is_long = word[1] == '-';
  const std::size_t end = is_long ? std::min(word.find('='), word.size()) : 2;
  const std::string name = word.substr(0, end);
  Argument* const option = find(name);
  if (option == nullptr) throw unknown(name);
  const bool has_value = end < word.size();
  if (option->is_flag()) {
    if (has_value) throw Misuse(name + " takes no value");
    option->take(name, "");
    return at;
  }
  if (has_value) {
    option->take(name, word.substr(is_long ? end + 1 : end));
    return at;
  }
  if (at + 1 == words.size() || find(words[at + 1]) != nullptr)
    throw Misuse(name + " needs a value");
  option->take(name, words[at + 1]);
  return at + 1;
}

void Command::read_positional(const std::string& word) {
  for (Argument& argument : arguments_) {
    if (!argument.is_positional() || argument.given()) continue;
    argument.take(argument.name(), word);
    return;
  }
  throw Misuse("'" + word + "' is one argument too many for " + name_);
}

bool Command::read(const std::vector<std::string>& words, std::size_t first) {
  bool options_end = false;
  for (std::size_t at = first; at < words.size(); ++at) {
    const std::string& word = words[at];
    if (!options_end && asks_for_help(word)) return false;
    if (options_end || !names_option(word)) {
      read_positional(word);
    } else if (word == "--") {
      options_end = true;
    } else {
      at = read_option(words, at);
    }
  }
  for (const Argument& argument : arguments_) argument.check();
  return true;
}

std::vector<std::string> Command::renamed() const {
  std::vector<std::string> all;
  for (const Argument& argument : arguments_)
    if (std::string words = argument.renamed(); !words.empty()) all.push_back(std::move(words));
  return all;
}

Command* Program::find(const std::string& name) {
  for (Command& command : commands_)
    if (command.name() == name) return &command;
  return nullptr;
}

Misuse Program::unknown(const std::string& word) const {
  if (names_option(word)) return Misuse("'" + word + "' is no option of " + name_);
  const bool moved = std::find(elsewhere_.begin(), elsewhere_.end(), word) != elsewhere_.end();
  return Misuse("there is no command '" + word + "'" +
                (moved ? "; " + elsewhere_words_ : suggestion(word, commands_)));
}

Request Program::read(const std::vector<std::string>& words) {
  bool wants_help = false;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (asks_for_help(words[at])) {
      wants_help = true;
    } else if (words[at] == "help") {
      wants_help = true;
    } else if (words[at] == "--version") {
      return {{}, std::string(version_) + "\n"};
    } else if (words[at] == "--man") {
      return {{}, manual()};
    } else if (Command* command = find(words[at])) {
      if (wants_help || !command->read(words, at + 1)) return {{}, command->help(name_)};
      return {command->action(), ""};
    } else {
      throw unknown(words[at]);
    }
  }
  if (wants_help) return {{}, help()};
  throw Misuse("a subcommand is required");
}

// Help: a line an argument, name and value to the left, words to the right.

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
  if (const Reader* const reader = std::get_if<Reader>(&place_)) return reader->type;
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

std::string Argument::form() const {
  return (short_.empty() ? "" : short_ + ",") + long_ + type_words() +
         (required_ ? " REQUIRED" : "") +
         (excluded_ == nullptr ? "" : " Excludes: " + excluded_->long_);
}

std::string Argument::help() const { return line(form(), words_); }

std::string Command::form(const std::string& program) const {
  std::string form = program + " " + name_ + " [OPTIONS]";
  for (const Argument& argument : arguments_)
    if (argument.is_positional())
      form += argument.is_required() ? " " + argument.name() : " [" + argument.name() + "]";
  return form;
}

std::string Command::help(const std::string& program) const {
  std::string positionals, options;
  std::string_view under = "Options";
  for (const Argument& argument : arguments_) {
    if (argument.is_positional()) {
      positionals += argument.help();
      continue;
    }
    if (argument.heading() != under) options += "\n" + std::string(argument.heading()) + ":\n";
    under = argument.heading();
    options += argument.help();
  }
  if (!positionals.empty()) positionals = "\nPositionals:\n" + positionals;
  return usage(words_, form(program)) + positionals + "\nOptions:\n" + help_line + options +
         (footer_.empty() ? "" : "\n" + footer_ + "\n");
}

std::string Program::help() const {
  std::string text = usage(words_, name_ + " [OPTIONS] SUBCOMMAND") + "\nOptions:\n" + help_line +
                     line("--version", "Display program version information and exit") +
                     line("--man", "Print the manual page, for man -l -") + "\nSubcommands:\n";
  for (const Command& command : commands_) text += line(command.name(), command.words());
  return text + "\n" + footer_ + "\n";
}

// The manual page: the same words for roff.

namespace {

// Text that roff takes as it is.
std::string plain(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (safe.empty() || safe.back() == '\n') safe += c == '.' || c == '\'' ? "\\&" : "";
    if (c == '\\') {
      safe += "\\e";
    } else {
      safe += c == '-' ? std::string("\\-") : std::string(1, c);
    }
  }
  return safe;
}

// Lines that stay as they are.
std::string verbatim(const std::string& text) { return ".nf\n" + plain(text) + "\n.fi\n"; }

}  // namespace

std::string Argument::manual() const {
  return ".TP\n.B " + plain(form()) + "\n" + plain(words_) + "\n";
}

std::string Command::manual(const std::string& program) const {
  std::string text = ".SH " + plain(program + " " + name_) + "\n" + plain(words_) + ".\n.PP\n.B " +
                     plain(form(program)) + "\n";
  std::string_view under = "Options";
  for (const Argument& argument : arguments_) {
    if (!argument.is_positional() && argument.heading() != under) {
      under = argument.heading();
      text += ".SS " + plain(std::string(under)) + "\n";
    }
    text += argument.manual();
  }
  return footer_.empty() ? text : text + ".PP\n" + verbatim(footer_);
}

std::string Program::manual() const {
  std::string text = ".TH " + plain(name_) + " 1 \"\" \"" + plain(name_ + " " + version_) +
                     "\"\n.SH NAME\n" + plain(name_) + " \\- " + plain(words_) +
                     "\n.SH SYNOPSIS\n.B " + plain(name_) +
                     "\n[OPTIONS] SUBCOMMAND\n.SH DESCRIPTION\n" + verbatim(footer_);
  for (const Command& command : commands_) text += command.manual(name_);
  return text;
}

}  // namespace rfm::cli
