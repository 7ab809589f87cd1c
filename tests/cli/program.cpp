#include "tests/cli/program.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "rfm/core/base/random.hpp"
#include "rfm/data/text/numbers.hpp"

namespace {

namespace files = std::filesystem;

// In the child: the streams, the folder and the program.
[[noreturn]] void become(const std::string& folder, const std::string& streams,
                         std::vector<char*> words) {
  const int in = open((streams + "/in").c_str(), O_RDONLY);
  const int out = open((streams + "/out").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int err = open((streams + "/err").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const bool ready =
      dup2(in, 0) == 0 && dup2(out, 1) == 1 && dup2(err, 2) == 2 && chdir(folder.c_str()) == 0;
  if (ready) execv(words[0], words.data());
  _exit(127);
}

Run run_child(const std::string& folder, std::vector<std::string> words, const std::string& input) {
  const Folder streams;
  streams.write("in", input);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) become(folder, streams.path("."), pointers);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child)
    throw std::runtime_error("cannot run the program");
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  return {code, streams.read("out"), streams.read("err")};
}

double rounded(double value) {
  double result = 0;
  rfm::data::parse_number(rfm::data::format_rounded(value, 4), result);
  return result;
}

}  // namespace

Folder::Folder() {
  std::string name = (files::temp_directory_path() / "rfm_test_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder");
  path_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  files::permissions(path_, files::perms::owner_all, ignored);
  files::remove_all(path_, ignored);
}

void Folder::write(const std::string& name, const std::string& text) const {
  std::ofstream(path(name), std::ios::binary) << text;
}

std::string Folder::read(const std::string& name) const { return read_file(path(name)); }

bool Folder::has(const std::string& name) const { return files::exists(path(name)); }

std::vector<std::string> Folder::names() const {
  std::vector<std::string> found;
  for (const auto& entry : files::directory_iterator(path_))
    found.push_back(entry.path().filename().string());
  std::sort(found.begin(), found.end());
  return found;
}

Run rfm_run(const Folder& folder, const std::vector<std::string>& words, const std::string& input) {
  std::vector<std::string> all{RFM_PROGRAM};
  all.insert(all.end(), words.begin(), words.end());
  return run_child(folder.path("."), all, input);
}

Run rfm_line(const Folder& folder, const std::string& line) {
  const std::string program = RFM_PROGRAM;
  const std::string path = "PATH='" + program.substr(0, program.rfind('/')) + "':\"$PATH\"; ";
  return run_child(folder.path("."), {"/bin/sh", "-c", path + line}, "");
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string houses(int rows, unsigned seed) {
  rfm::Random random(seed);
  std::ostringstream csv;
  csv << "id,area,rooms,age,town,garden,price\n";
  for (int i = 0; i < rows; ++i) {
    const double area = rounded(40 + 180 * random.unit());
    const auto room_count = 1 + random.below(7), age = random.below(90), town = random.below(3);
    const bool garden = random.below(2) == 1, unknown = random.below(20) == 0;
    const double spread = static_cast<double>(age) - 45;
    const double noise = 24 * (random.unit() + random.unit() - 1);
    const double price = area * (town == 2 ? 3.0 : 2.1) + spread * spread * 0.05 +
                         6.0 * static_cast<double>(room_count) + (garden ? 15 : 0) + noise;
    constexpr const char* towns[] = {"north", "south", "harbour"};
    csv << 1000 + i << ',' << area << ',' << (unknown ? "" : std::to_string(room_count)) << ','
        << age << ',' << towns[town] << ',' << (garden ? "yes" : "no") << ',' << rounded(price)
        << '\n';
  }
  return csv.str();
}

std::string flowers(int rows, unsigned seed) {
  rfm::Random random(seed);
  std::ostringstream csv;
  csv << "length,width,colour,species\n";
  constexpr const char* species[] = {"rose", "tulip", "iris"};
  constexpr const char* colours[] = {"red", "white", "blue"};
  for (int i = 0; i < rows; ++i) {
    const auto kind = random.below(3);
    const auto mean = static_cast<double>(kind);
    const auto colour = random.below(3) == 0 ? random.below(3) : kind;
    csv << rounded(2 + mean + random.unit()) << ',' << rounded(5 - mean * mean + 2 * random.unit())
        << ',' << colours[colour] << ',' << species[kind] << '\n';
  }
  return csv.str();
}

std::string without_target(const std::string& csv) {
  std::string out;
  for (const std::string& line : lines_of(csv)) out += line.substr(0, line.rfind(',')) + "\n";
  return out;
}

std::vector<std::string> settled(const std::string& table, const std::string& target) {
  return {"train",   table,  "--target", target, "--kernel", "laplace",  "--bandwidth", "8",
          "--ridge", "0.01", "--rounds", "1",    "--metric", "diagonal", "--threads",   "1"};
}
