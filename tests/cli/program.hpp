// Runs the built program as a user would: in a folder of its own, with its streams in files.
#pragma once
#include <string>
#include <vector>

// A folder that disappears with its contents.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path(const std::string& name) const { return path_ + "/" + name; }
  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  bool has(const std::string& name) const;
  std::vector<std::string> names() const;  // of everything in it, sorted

 private:
  std::string path_;
};

struct Run {
  int code = -1;  // the exit code; minus the signal that ended it
  std::string out, err;
};

// rfm with these words, in that folder.
Run rfm_run(const Folder& folder, const std::vector<std::string>& words,
            const std::string& input = "");

// A line as a person types it, carried out by the shell.
Run rfm_line(const Folder& folder, const std::string& line);

// Empty when there is no such file.
std::string read_file(const std::string& path);

std::vector<std::string> lines_of(const std::string& text);
bool contains(const std::string& text, const std::string& part);

// Tables that tests learn from. houses: id, area, rooms (a few missing), age, town, garden, price.
std::string houses(int rows, unsigned seed);
// flowers: length, width, colour, species (rose, tulip, iris).
std::string flowers(int rows, unsigned seed);
// Without its last column.
std::string without_target(const std::string& csv);

// Everything settled, so that training takes no search.
std::vector<std::string> settled(const std::string& table, const std::string& target);
