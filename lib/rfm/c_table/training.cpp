// Training of rfm_table.h: options from the one list of them, a search that can be watched and
// ended, and the bytes of a model file.
#include <atomic>
#include <chrono>
#include <exception>

#include "rfm/c_table/object.hpp"
#include "rfm/core/base/executor.hpp"
#include "rfm/data/option_words.hpp"
#include "rfm/data/options.hpp"
#include "rfm/data/search/choice_words.hpp"
#include "rfm/data/text/sentence.hpp"
#include "rfm/data/train.hpp"

using namespace rfm;
using c_table::carry_out;

struct rfm_training {
  data::TrainOptions options;
  bool doubles = false;
  rfm_watch watch = nullptr;
  void* watch_context = nullptr;
  std::atomic<bool> ended{false};  // the search is to end
  rfm_executor lent{};
  data::AlignedBytes file;
  c_table::Words words;
};

namespace {

// Lent threads. A task that throws, for want of memory, must not unwind through the lender's code:
// what it threw waits until all tasks have been called.
class LentThreads {
 public:
  explicit LentThreads(const rfm_executor& lent)
      : lent_(lent), executor_{this, run, lent.workers == 0 ? 1 : lent.workers} {}

  const Executor* executor() const { return lent_.run == nullptr ? nullptr : &executor_; }

 private:
  struct Job {
    void (*task)(void* argument, size_t index, size_t worker);
    void* argument;
    std::vector<std::exception_ptr> thrown;  // (workers)
  };

  static void run(void* context, size_t tasks,
                  void (*task)(void* argument, size_t index, size_t worker), void* argument) {
    const auto& self = *static_cast<LentThreads*>(context);
    Job job{task, argument, std::vector<std::exception_ptr>(self.executor_.workers)};
    self.lent_.run(self.lent_.context, tasks, carry_out_task, &job);
    for (const std::exception_ptr& thrown : job.thrown)
      if (thrown != nullptr) std::rethrow_exception(thrown);
  }

  static void carry_out_task(void* argument, size_t index, size_t worker) {
    Job& job = *static_cast<Job*>(argument);
    if (job.thrown[worker] != nullptr) return;
    try {
      job.task(job.argument, index, worker);
    } catch (const std::exception&) {
      job.thrown[worker] = std::current_exception();
    }
  }

  rfm_executor lent_;
  Executor executor_;
};

// What the search asks and tells.
struct Watch {
  rfm_watch watch;
  void* context;
  std::atomic<bool>& ended;

  void tell(const data::SearchProgress& progress) const {
    if (watch == nullptr || ended) return;
    const std::string best =
        progress.best == nullptr ? std::string() : data::choice_sentence(progress.best->choice);
    if (watch(context, progress.done, best.c_str()) != 0) ended = true;
  }
};

double seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

// Texts about options that are put together once, when they are asked for first.
struct OptionTexts {
  std::string kernels = data::kernel_words();
  std::string sentences[data::option_count];

  OptionTexts() {
    for (std::size_t k = 0; k < data::option_count; ++k)
      sentences[k] = sentence_of(data::option_words[k]);
  }
};

// Null when there is no memory for them.
const OptionTexts* option_texts() {
  try {
    static const OptionTexts texts;
    return &texts;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

std::string words_about(const data::Trained& trained) {
  const bool tested = trained.test.rows > 0;
  std::string words =
      data::score_sentence(tested ? trained.test : trained.cross_validated) +
      (tested ? " on " + std::to_string(trained.test.rows) + " test rows" : " by cross-validation");
  for (const data::ColumnPlan& column : trained.plan.columns)
    if (column.role == data::Role::ignored)
      c_table::append_line("column '" + column.name + "' left out: " + column.reason, words);
  for (const std::string& note : trained.notes) c_table::append_line(note, words);
  return words;
}

data::Outcome run(rfm_training& training, const rfm_table& table, const rfm_table* test) {
  data::TrainOptions options = training.options;
  if (data::Outcome outcome = settle_options(options); !outcome.ok()) return outcome;
  if (test != nullptr) options.test = &c_table::cells_of(*test);
  options.test_name = " of the test table";
  const LentThreads threads(training.lent);
  training.ended = false;
  Watch watch{training.watch, training.watch_context, training.ended};
  data::SearchOptions& search = options.search;
  search.executor = threads.executor();
  search.context = &watch;
  search.now = [](void*) { return seconds(); };
  search.cancelled = [](void* context) { return static_cast<Watch*>(context)->ended.load(); };
  search.progress = [](void* context, const data::SearchProgress& progress) {
    static_cast<Watch*>(context)->tell(progress);
  };
  data::Trained trained;
  const data::TextTable& cells = c_table::cells_of(table);
  data::Outcome outcome = training.doubles ? data::train<double>(cells, options, trained)
                                           : data::train<float>(cells, options, trained);
  if (!outcome.ok()) return outcome;
  training.words.set(words_about(trained));
  training.file = std::move(trained.file);
  return outcome;
}

}  // namespace

extern "C" {

size_t rfm_training_options(void) { return data::option_count; }

rfm_training_option rfm_training_option_at(size_t index) {
  if (index >= data::option_count) return {};
  const data::Option& option = data::all_options[index];
  const data::OptionForm& form = option.form;
  const bool names_kernels = form.type == data::OptionType::word && form.choices == nullptr;
  const OptionTexts* texts = option_texts();
  if (texts == nullptr) return {};
  return {option.word,
          data::word(form.type),
          form.least,
          form.most,
          names_kernels ? texts->kernels.c_str() : form.choices,
          data::option_words[index].standard,
          texts->sentences[index].c_str()};
}

rfm_training* rfm_training_new(void) { return new (std::nothrow) rfm_training; }

void rfm_training_free(rfm_training* training) { delete training; }

rfm_status rfm_training_set(rfm_training* training, const char* option, const char* value) {
  return carry_out(
      training,
      [&] {
        const data::Option* found = data::find_option(option, data::both);
        if (found == nullptr) return data::refusal("there is no option '%'", {option});
        data::TrainOptions changed = training->options;
        const data::Outcome outcome = read_option(*found, value, changed);
        if (!outcome.ok()) return data::refusal("%: %", {option, outcome.words});
        training->options = std::move(changed);
        return outcome;
      },
      option, value);
}

rfm_status rfm_training_use_doubles(rfm_training* training, int yes) {
  if (training == nullptr) return RFM_NULL_POINTER;
  training->doubles = yes != 0;
  return RFM_OK;
}

rfm_status rfm_training_watch(rfm_training* training, rfm_watch watch, void* context) {
  if (training == nullptr) return RFM_NULL_POINTER;
  training->watch = watch;
  training->watch_context = context;
  return RFM_OK;
}

void rfm_training_end(rfm_training* training) {
  if (training != nullptr) training->ended = true;
}

rfm_status rfm_training_lend(rfm_training* training, const rfm_executor* executor) {
  if (training == nullptr) return RFM_NULL_POINTER;
  training->lent = executor == nullptr ? rfm_executor{} : *executor;
  return RFM_OK;
}

rfm_status rfm_training_run(rfm_training* training, const rfm_table* table, const rfm_table* test) {
  return carry_out(
      training, [&] { return run(*training, *table, test); }, table);
}

const void* rfm_training_model(const rfm_training* training, size_t* size) {
  const bool trained = training != nullptr && training->file.given();
  if (size != nullptr) *size = trained ? training->file.size() : 0;
  return trained ? training->file.data() : nullptr;
}

const char* rfm_training_words(const rfm_training* training) { return c_table::words_of(training); }

}  // extern "C"
