// What README and --help show as command lines.
#pragma once
#include <regex>
#include <string>
#include <vector>

#include "tests/cli/program.hpp"

// Lines that begin with the program and a command, blanks and a prompt aside.
inline std::vector<std::string> commands_in(const std::string& text, const std::string& program) {
  std::vector<std::string> found;
  const std::regex command("\\s*(?:\\$ )?(" + program + " [a-z]+ .*)");
  for (const std::string& line : lines_of(text)) {
    std::smatch match;
    const bool is_usage = contains(line, "COMMAND") || contains(line, "[OPTIONS]");
    if (!is_usage && std::regex_match(line, match, command)) found.push_back(match[1]);
  }
  return found;
}

// The words in the first column below "Subcommands:".
inline std::vector<std::string> subcommands(const std::string& help) {
  std::vector<std::string> names;
  bool inside = false;
  const std::regex name(R"(  ([a-z]+) .*)");
  for (const std::string& line : lines_of(help)) {
    std::smatch match;
    if (inside && std::regex_match(line, match, name)) names.push_back(match[1]);
    inside = inside ? line.rfind("  ", 0) == 0 : line == "Subcommands:";
  }
  return names;
}
