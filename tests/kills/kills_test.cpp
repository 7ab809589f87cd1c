// Killed at random moments while it writes, the program loses nothing: its output file is the old
// one or the new one, whole. A signal that can be caught leaves no other file; what SIGKILL leaves
// is one file beside it, which stands in no later command's way.
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <vector>

#include "tests/cli/program.hpp"

namespace {

constexpr int kills = 300;
const std::vector<std::string> predict = {"predict",     "houses.rfm", "new.csv", "-o",
                                          "answers.csv", "--interval", "0.9"};

pid_t start(const Folder& folder, const std::vector<std::string>& words) {
  const pid_t child = fork();
  if (child != 0) return child;
  if (chdir(folder.path("").c_str()) != 0) _exit(126);
  const int nothing = open("/dev/null", O_WRONLY);
  dup2(nothing, STDOUT_FILENO);
  dup2(nothing, STDERR_FILENO);
  std::vector<char*> arguments{const_cast<char*>("rfm")};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execv(RFM_PROGRAM, arguments.data());
  _exit(127);
}

void wait_microseconds(long long microseconds) {
  const timespec time{static_cast<time_t>(microseconds / 1000000),
                      static_cast<long>(microseconds % 1000000 * 1000)};
  nanosleep(&time, nullptr);
}

// Files beside those that were there before the program began.
std::vector<std::string> unfinished(const Folder& folder) {
  std::vector<std::string> found;
  for (const std::string& name : folder.names())
    if (name != "houses.csv" && name != "houses.rfm" && name != "new.csv" && name != "answers.csv")
      found.push_back(name);
  return found;
}

// Until the program has written its first byte; false when it ended before it was seen to.
bool wait_for_first_byte(const Folder& folder, pid_t child) {
  for (;;) {
    for (const std::string& name : unfinished(folder)) {
      struct stat facts = {};
      if (stat(folder.path(name).c_str(), &facts) == 0 && facts.st_size > 0) return true;
    }
    siginfo_t ended = {};
    if (waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        ended.si_pid == child)
      return false;
    wait_microseconds(200);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(kills_while_writing)

BOOST_AUTO_TEST_CASE(none_of_300_loses_a_file) {
  const Folder folder;
  folder.write("houses.csv", houses(60, 1));
  folder.write("new.csv", without_target(houses(300, 2)));
  BOOST_REQUIRE(rfm_run(folder, settled("houses.csv", "price")).code == 0);
  BOOST_REQUIRE(rfm_run(folder, predict).code == 0);
  const std::string whole = folder.read("answers.csv");
  BOOST_REQUIRE(whole.size() > 5000u);  // pieces of 512 bytes, a millisecond each

  const std::string old = "the answers of before\n";
  std::mt19937 random(1);
  std::uniform_int_distribution<int> moment(0, 25000);
  const int signals[] = {SIGKILL, SIGTERM, SIGINT};
  int in_time = 0, kept = 0, renamed = 0;
  for (int k = 0; k < kills; ++k) {
    const int number = signals[k % 3];
    folder.write("answers.csv", old);
    const pid_t child = start(folder, predict);
    BOOST_REQUIRE(child > 0);
    if (wait_for_first_byte(folder, child)) wait_microseconds(moment(random));
    kill(child, number);
    int status = 0;
    BOOST_REQUIRE(waitpid(child, &status, 0) == child);
    if (WIFSIGNALED(status)) ++in_time;

    const std::string now = folder.read("answers.csv");
    BOOST_TEST((now == old || now == whole), "kill " << k << " left " << now.size() << " bytes");
    now == old ? ++kept : ++renamed;
    const std::vector<std::string> left = unfinished(folder);
    BOOST_TEST(left.size() <= (number == SIGKILL ? 1u : 0u), "kill " << k << " left debris");
    for (const std::string& name : left) unlink(folder.path(name).c_str());
  }
  BOOST_TEST(in_time > kills / 2);  // most came while it was at work,
  BOOST_TEST(kept > kills / 10);    // before the new name
  BOOST_TEST(renamed > 0);          // and behind it
}

BOOST_AUTO_TEST_CASE(what_a_kill_leaves_is_in_nobodys_way) {
  const Folder folder;
  folder.write("houses.csv", houses(60, 1));
  folder.write("new.csv", without_target(houses(300, 2)));
  BOOST_REQUIRE(rfm_run(folder, settled("houses.csv", "price")).code == 0);
  const pid_t child = start(folder, predict);
  BOOST_REQUIRE(wait_for_first_byte(folder, child));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  BOOST_TEST(unfinished(folder).size() == 1u);
  BOOST_TEST(!folder.has("answers.csv"));
  BOOST_TEST(rfm_run(folder, predict).code == 0);
  BOOST_TEST(folder.has("answers.csv"));
}

BOOST_AUTO_TEST_SUITE_END()
