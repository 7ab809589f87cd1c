// A signal that ends the program takes the unfinished file with it, a closed pipe like Ctrl-C.
#include "rfm/host/interrupt.hpp"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <string>

BOOST_AUTO_TEST_SUITE(interrupt)

namespace {

// The status of a process that begins a file, is sent the signal, and else ends well.
int ended_by(int number, bool finished, const std::string& folder) {
  const pid_t child = fork();
  if (child == 0) {
    std::string name = folder + "/unfinished.XXXXXX";
    rfm::host::watch_signals();
    if (rfm::host::create_unfinished(name.data()) < 0) _exit(2);
    if (finished) rfm::host::call_finished();
    raise(number);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

std::size_t files_in(const std::string& folder) {
  std::size_t count = 0;
  if (FILE* names = popen(("ls -A '" + folder + "'").c_str(), "r")) {
    for (int c = fgetc(names); c != EOF; c = fgetc(names)) count += c == '\n' ? 1 : 0;
    pclose(names);
  }
  return count;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_signal_leaves_no_unfinished_file) {
  std::size_t left = 0;
  std::string folder = "/tmp/rfm_signals_XXXXXX";
  BOOST_TEST_REQUIRE(mkdtemp(folder.data()) != nullptr);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU}) {
    const int status = ended_by(number, false, folder);
    BOOST_TEST(WIFSIGNALED(status), "signal " << number);
    BOOST_TEST(WTERMSIG(status) == number);
    BOOST_TEST(files_in(folder) == left, "signal " << number);
    ended_by(number, true, folder);  // what is finished stays
    BOOST_TEST(files_in(folder) == ++left, "signal " << number);
  }
  BOOST_TEST(ended_by(SIGXFSZ, false, folder) == 0);  // a write then fails instead
  BOOST_TEST(system(("rm -r '" + folder + "'").c_str()) == 0);
}

BOOST_AUTO_TEST_SUITE_END()
