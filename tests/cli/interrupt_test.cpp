// Ctrl-C and the terminal: the best so far is kept, a second one leaves nothing behind, and the
// progress line is for people only.
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/cli/program.hpp"

namespace {

// The program with a terminal as its error stream, its output in the file "out".
class Terminal {
 public:
  Terminal(const Folder& folder, const std::vector<std::string>& words) {
    int inner = -1;
    BOOST_REQUIRE(openpty(&outer_, &inner, nullptr, nullptr, nullptr) == 0);
    std::vector<std::string> all{RFM_PROGRAM};
    all.insert(all.end(), words.begin(), words.end());
    std::vector<char*> pointers;
    for (std::string& word : all) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    child_ = fork();
    if (child_ == 0) {
      const int out = open(folder.path("out").c_str(), O_WRONLY | O_CREAT, 0600);
      if (dup2(out, 1) == 1 && dup2(inner, 2) == 2 && chdir(folder.path(".").c_str()) == 0)
        execv(pointers[0], pointers.data());
      _exit(127);
    }
    close(inner);
  }
  ~Terminal() {
    if (!ended_) kill(child_, SIGKILL);
    close(outer_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  // Reads until the words appear; false when the program ends first.
  bool until(const std::string& words) {
    while (!contains(seen, words)) {
      char block[4096];
      const ssize_t got = read(outer_, block, sizeof block);
      if (got <= 0) return false;
      seen.append(block, static_cast<std::size_t>(got));
    }
    return true;
  }

  // Returns once the program has noticed: two signals of a kind that wait together count as one.
  void interrupt() const {
    kill(child_, SIGINT);
    const std::regex waiting(R"(ShdPnd:\s*[0-9a-f]*[2367abef]\n)");
    while (std::regex_search(read_file("/proc/" + std::to_string(child_) + "/status"), waiting))
      usleep(1000);
  }

  int end() {
    until("words that never come");
    int status = 0;
    waitpid(child_, &status, 0);
    ended_ = true;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  std::string seen;

 private:
  int outer_ = -1;
  pid_t child_ = -1;
  bool ended_ = false;
};

// Large enough that the search is still going on when its first line appears.
struct Given {
  Folder folder;
  Given() { folder.write("houses.csv", houses(3000, 1)); }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(interrupt, Given)

BOOST_AUTO_TEST_CASE(ctrl_c_keeps_the_best_so_far) {
  Terminal terminal(folder, {"train", "houses.csv", "--target", "price", "--json"});
  BOOST_REQUIRE_MESSAGE(terminal.until("best so far: "), terminal.seen);
  terminal.interrupt();
  BOOST_TEST(terminal.end() == 0, terminal.seen);
  BOOST_TEST(contains(terminal.seen, "interrupted: going on with the best so far"), terminal.seen);
  const auto json = nlohmann::json::parse(folder.read("out"));
  BOOST_TEST(json["search"]["end"] == "interrupted");
  BOOST_TEST(rfm_run(folder, {"evaluate", "houses.rfm", "houses.csv"}).code == 0);
}

BOOST_AUTO_TEST_CASE(ctrl_c_in_the_last_fit_ends_it_and_leaves_nothing) {
  folder.write("large.csv", houses(5000, 1));
  Terminal terminal(folder, {"train", "large.csv", "--target", "price", "--threads", "1",
                             "--budget", "0.01", "--rounds", "100", "--metric", "full"});
  BOOST_REQUIRE_MESSAGE(terminal.until("fitting all rows"), terminal.seen);
  terminal.interrupt();
  BOOST_TEST(terminal.end() == 1, terminal.seen);
  BOOST_TEST(contains(terminal.seen, "nothing was written"), terminal.seen);
  BOOST_TEST(!contains(terminal.seen, "best so far;"), terminal.seen);
  const std::vector<std::string> expected{"houses.csv", "large.csv", "out"};
  BOOST_TEST(folder.names() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_second_ctrl_c_ends_the_program_and_leaves_nothing) {
  Terminal terminal(folder, {"train", "houses.csv", "--target", "price"});
  BOOST_REQUIRE_MESSAGE(terminal.until("best so far: "), terminal.seen);
  terminal.interrupt();
  terminal.interrupt();
  BOOST_TEST(terminal.end() == -SIGINT, terminal.seen);
  const std::vector<std::string> expected{"houses.csv", "out"};
  BOOST_TEST(folder.names() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(quiet_draws_nothing_on_a_terminal) {
  folder.write("houses.csv", houses(60, 1));
  std::vector<std::string> words = settled("houses.csv", "price");
  words.push_back("--quiet");
  Terminal terminal(folder, words);
  BOOST_TEST(terminal.end() == 0);
  BOOST_TEST(terminal.seen == "");
}

BOOST_AUTO_TEST_SUITE_END()
