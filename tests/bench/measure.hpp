// Times as medians of interleaved repeats, and the table of rows that comes of them.
#pragma once
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace rfm_bench {

// One line of the table. A ratio below its bar misses it; no bar (0) is for information.
struct Row {
  std::string name, type;
  size_t n = 0, d = 0, c = 0, threads = 1;
  double seconds = 0, peer_seconds = 0, ratio = 0, bar = 0;
  bool met() const { return bar == 0 || ratio >= bar; }
};

// Work of one thread is measured in processor time, which other programs disturb less; reading that
// takes a microsecond, too long for the smallest works.
enum class Clock { wall, processor };
inline Clock clock_of(size_t threads) { return threads == 1 ? Clock::processor : Clock::wall; }

template <class Work>
double seconds_of(Clock which, const Work& work) {
  const auto clock = [&] {
    timespec time{};
    clock_gettime(which == Clock::processor ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double start = clock();
  work();
  return clock() - start;
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

// Medians of `repeats` runs of both, taken in turn; each returns its seconds.
template <class Ours, class Peer>
void compare(Row& row, size_t repeats, const Ours& ours, const Peer& peer) {
  std::vector<double> mine, theirs;
  ours();
  peer();
  for (size_t i = 0; i < repeats; ++i) {
    mine.push_back(ours());
    theirs.push_back(peer());
  }
  row.seconds = median(mine);
  row.peer_seconds = median(theirs);
  row.ratio = row.peer_seconds / row.seconds;
}

// Prints each row as it comes and remembers it.
class Table {
 public:
  // Bars are for full sizes on a quiet machine: a quick table has none.
  explicit Table(bool quick) : quick_(quick) {}

  void add(Row row) {
    if (quick_) row.bar = 0;
    if (rows_.empty())
      std::printf("%-34s %-6s %6s %4s %3s %3s %12s %12s %7s %6s\n", "work", "type", "n", "d", "c",
                  "thr", "seconds", "peer", "ratio", "bar");
    std::printf("%-34s %-6s %6zu %4zu %3zu %3zu %12.3g %12.3g %7.2f ", row.name.c_str(),
                row.type.c_str(), row.n, row.d, row.c, row.threads, row.seconds, row.peer_seconds,
                row.ratio);
    if (row.bar > 0) {
      std::printf("%6.2f%s\n", row.bar, row.met() ? "" : "  missed");
    } else {
      std::printf("%6s\n", "");
    }
    std::fflush(stdout);
    rows_.push_back(row);
  }

  // Writes {name, type, n, d, c, threads, seconds, peer_seconds, ratio, bar} for each row; false if
  // it cannot.
  bool write_json(const std::string& path) const {
    std::FILE* file = std::fopen(path.c_str(), "w");
    if (file == nullptr) return false;
    std::fputs("[", file);
    for (size_t i = 0; i < rows_.size(); ++i) {
      const Row& r = rows_[i];
      std::fprintf(file,
                   "%s\n{\"name\": \"%s\", \"type\": \"%s\", \"n\": %zu, \"d\": %zu, \"c\": %zu, "
                   "\"threads\": %zu, "
                   "\"seconds\": %.9g, \"peer_seconds\": %.9g, \"ratio\": %.6g, \"bar\": %.6g}",
                   i == 0 ? "" : ",", r.name.c_str(), r.type.c_str(), r.n, r.d, r.c, r.threads,
                   r.seconds, r.peer_seconds, r.ratio, r.bar);
    }
    std::fputs("\n]\n", file);
    return std::fclose(file) == 0;
  }

  size_t missed() const {
    return static_cast<size_t>(
        std::count_if(rows_.begin(), rows_.end(), [](const Row& row) { return !row.met(); }));
  }

 private:
  bool quick_;
  std::vector<Row> rows_;
};

}  // namespace rfm_bench
