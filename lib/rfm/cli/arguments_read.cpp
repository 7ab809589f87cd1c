// From the words of a command line to the arguments they name. --name value, --name=value, -n
// value, -nvalue; behind -- nothing is an option any more.
#include <algorithm>
#include <numeric>

#include "rfm/cli/arguments.hpp"

namespace rfm::cli {
namespace {

// Letters to insert, leave out or replace to come from one word to the other.
std::size_t letters_between(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t corner = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = corner + (a[i] == b[j] ? 0 : 1);
      corner = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

// "; did you mean X?" for the nearest of the names, when it is near or goes on from the word.
template <class Named>
std::string suggestion(const std::string& word, const std::deque<Named>& all) {
  constexpr std::size_t near = 2;
  std::size_t best = near + 1;
  std::string name;
  for (const Named& one : all) {
    const bool begins = word.size() > near + 1 && one.name().rfind(word, 0) == 0;
    const std::size_t distance = begins ? 0 : letters_between(word, one.name());
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
    option->take("");
    return at;
  }
  if (has_value) {
    option->take(word.substr(is_long ? end + 1 : end));
    return at;
  }
  if (at + 1 == words.size() || find(words[at + 1]) != nullptr)
    throw Misuse(name + " needs a value");
  option->take(words[at + 1]);
  return at + 1;
}

void Command::read_positional(const std::string& word) {
  for (Argument& argument : arguments_) {
    if (!argument.is_positional() || argument.given()) continue;
    argument.take(word);
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
    } else if (words[at] == "--version") {
      return {{}, std::string(version_) + "\n"};
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

}  // namespace rfm::cli
