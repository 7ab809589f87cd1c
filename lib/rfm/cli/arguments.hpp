// What a program takes from its command line: commands with arguments, each declared once with its
// words for --help and read straight into the caller's variable. No streams: they bring every
// locale into a static program (0.6 MB).
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace rfm::cli {

// A wrong use of the command line, in words that name the argument.
struct Misuse : std::runtime_error {
  using std::runtime_error::runtime_error;
  Misuse(const std::string& argument, const std::string& words)
      : std::runtime_error(argument + ": " + words) {}
};

// A variable of any unsigned type.
struct Whole {
  std::function<void(uint64_t)> set;
  std::function<uint64_t()> get;
  uint64_t most;
};

// A value that somebody else reads and checks, a list word by word; `read` returns a complaint, or
// nothing.
struct Reader {
  enum class Takes { nothing, one, many };
  Takes takes;
  std::string type;  // what --help says behind the name: " FLOAT=0"
  std::function<std::string(const std::string&)> read;
};

// Where a value goes; a bool is a flag and takes none, a vector takes words between commas.
using Place = std::variant<bool*, std::string*, std::vector<std::string>*, double*, Whole, Reader>;

inline Place place_of(bool& flag) { return &flag; }
inline Place place_of(std::string& text) { return &text; }
inline Place place_of(std::vector<std::string>& words) { return &words; }
inline Place place_of(double& number) { return &number; }

template <class T, class = std::enable_if_t<std::is_unsigned_v<T> && !std::is_same_v<T, bool>>>
Place place_of(T& number) {
  return Whole{[&number](uint64_t value) { number = static_cast<T>(value); },
               [&number] { return number; }, std::numeric_limits<T>::max()};
}

class Argument {
 public:
  // `names` is "name" of a place in the line, "--name" or "-n,--name"; `heading` is where --help
  // lists it.
  Argument(const std::string& names, Place place, std::string words, std::string_view heading);

  Argument& required();
  Argument& among(std::vector<std::string> choices);
  Argument& between(double least, double most);
  Argument& not_negative();
  Argument& shows_default();  // --help tells the value that the variable has now
  Argument& excludes(Argument& other);
  Argument& formerly(std::string name);  // an older name, which still works

  bool answers_to(const std::string& name) const;
  bool is_positional() const { return short_.empty() && long_.rfind('-', 0) != 0; }
  bool is_flag() const;
  bool takes_many() const;
  bool is_required() const { return required_; }
  bool given() const { return given_; }
  const std::string& name() const { return long_; }  // the long one
  std::string_view heading() const { return heading_; }

  // Reads the value, which a flag does without; `name` is how the argument was called.
  void take(const std::string& name, const std::string& text);

  // "--old is now called --new" when it was given by its older name, else nothing.
  std::string renamed() const;

  // Throws when it is missing, or given beside what it excludes.
  void check() const;

  // Its line in --help, and its paragraph in the manual page.
  std::string help() const;
  std::string manual() const;

 private:
  void take_number(double& into, const std::string& text) const;
  void take_whole(const Whole& into, const std::string& text) const;
  void take_words(const std::string& text);
  std::string range_words() const;
  std::string type_words() const;
  std::string form() const;

  std::string short_, long_, older_;
  std::string called_;  // the name it was given by
  Place place_;
  std::string words_;
  std::string_view heading_;
  bool required_ = false, given_ = false;
  double least_ = -std::numeric_limits<double>::infinity(),
         most_ = std::numeric_limits<double>::infinity();
  std::vector<std::string> choices_;
  std::string default_;
  const Argument* excluded_ = nullptr;
};

constexpr int exit_done = 0;
constexpr int exit_failed = 1;
constexpr int exit_misused = 2;

// Returns the exit code.
using Action = std::function<int()>;

class Command {
 public:
  Command(std::string name, const char* words) : name_(std::move(name)), words_(words) {}

  template <class T>
  Argument& add(const char* names, T& into, const char* words) {
    return arguments_.emplace_back(names, place_of(into), words, heading_);
  }
  Argument& add(const std::string& name, Reader reader, std::string words) {
    return arguments_.emplace_back(name, std::move(reader), std::move(words), heading_);
  }
  void heading(std::string_view words) { heading_ = words; }  // of the options added from here on
  void footer(std::string text) { footer_ = std::move(text); }
  void action(Action action) { action_ = std::move(action); }

  const std::string& name() const { return name_; }
  const char* words() const { return words_; }
  const Action& action() const { return action_; }

  // Reads words[first] and what follows; returns false when help was asked for.
  bool read(const std::vector<std::string>& words, std::size_t first);

  // Null when there is none of this name.
  Argument* find(const std::string& name);

  // What is to be said of arguments that were given by an older name.
  std::vector<std::string> renamed() const;

  std::string help(const std::string& program) const;
  std::string manual(const std::string& program) const;

 private:
  std::size_t read_option(const std::vector<std::string>& words, std::size_t at);
  void read_positional(const std::string& word);
  Misuse unknown(const std::string& name) const;
  std::string form(const std::string& program) const;

  std::string name_;
  const char* words_;
  std::string_view heading_ = "Options";
  std::string footer_;
  std::deque<Argument> arguments_;
  Action action_;
};

// What a command line asks for: something to do, or else a text to print.
struct Request {
  Action action;
  std::string text;
};

class Program {
 public:
  Program(std::string name, const char* words, const char* version)
      : name_(std::move(name)), words_(words), version_(version) {}

  Command& add(const char* name, const char* words) { return commands_.emplace_back(name, words); }
  void footer(std::string text) { footer_ = std::move(text); }
  // What is said of commands that another program has.
  void elsewhere(std::vector<std::string> names, std::string words) {
    elsewhere_ = std::move(names);
    elsewhere_words_ = std::move(words);
  }
  const std::string& name() const { return name_; }

  // Throws Misuse.
  Request read(const std::vector<std::string>& words);

 private:
  std::string help() const;
  std::string manual() const;
  Command* find(const std::string& name);
  Misuse unknown(const std::string& word) const;

  std::string name_;
  const char* words_;
  const char* version_;
  std::string footer_;
  std::vector<std::string> elsewhere_;
  std::string elsewhere_words_;
  std::deque<Command> commands_;
};

}  // namespace rfm::cli
