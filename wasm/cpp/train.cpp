// Table to model.

#include "rfm/data/train.hpp"
#include "outbox.hpp"
#include "rfm/data/bytes_needed.hpp"
#include "rfm/data/fit/landmarks.hpp"
#include "rfm/data/search/choice_words.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/text/sentence.hpp"
#include "settings.hpp"
#include "tables.hpp"
#include "threads/team.hpp"

namespace rfm::wasm {
namespace {

using data::JsonText;
using data::Outcome;

// Returns 0 to go on; anything else ends the search with the best so far.
__attribute__((import_module("rfm"), import_name("progress"))) extern "C" int tell_progress(
    const char* json, std::size_t size);
// Seconds on a clock that never goes back.
__attribute__((import_module("rfm"), import_name("now"))) extern "C" double now();

void write_candidate(const char* key, const data::Choice& choice, const double* score,
                     JsonText& json) {
  json.key(key).open_object().key("choice");
  data::write_choice(choice, json);
  json.key("words").text(data::choice_sentence(choice));
  if (score != nullptr) json.key("score").number(*score);
  json.close_object();
}

// What the search says while it runs, and whether it was asked to stop.
struct Listener {
  bool stopped = false;

  void hear(const data::SearchProgress& progress) {
    JsonText json;
    json.open_object().key("done").number(progress.done);
    if (progress.trying != nullptr) write_candidate("trying", *progress.trying, nullptr, json);
    if (progress.best != nullptr)
      write_candidate("best", progress.best->choice, &progress.best->score, json);
    json.key("tried").open_array();
    for (const data::Heard& heard : progress.heard) {
      json.open_object().key("choice");
      data::write_choice(*heard.choice, json);
      json.key("error").number(heard.error).key("rows").whole(heard.rows).close_object();
    }
    json.close_array().close_object();
    stopped = tell_progress(json.written().data(), json.written().size()) != 0;
  }
};

std::string too_large(std::size_t needed, double limit) {
  return data::sentence(
      "training on this table takes up to % MB, more than the limit of % MB: use fewer rows or "
      "columns",
      {data::format_rounded(static_cast<double>(needed) / 1e6, 3),
       data::format_rounded(limit / 1e6, 3)});
}

}  // namespace

// Leaves the bytes of the model file. The tables are the caller's; `test` may be null.
RFM_WASM_EXPORT(train)
int train(TextTable* table, TextTable* test, const char* options, std::size_t size, double limit) {
  Settings settings;
  if (Outcome outcome = read_settings(options, size, settings); !outcome.ok())
    return refuse(outcome);
  const TextTable& text = spelled(*table);
  data::Plan plan;
  if (Outcome outcome = plan_table(text, settings.train.plan, plan); !outcome.ok())
    return refuse(outcome);
  settings.train.search.executor = team();
  const std::size_t needed =
      bytes_to_train(text, width_of(plan), settings.train.search, data::most_landmarks);
  if (static_cast<double>(needed) > limit)
    return refuse(data::failure(too_large(needed, limit)), needed);

  settings.train.reading = table->reading;
  if (test != nullptr) settings.train.test = &spelled(*test);
  Listener listener;
  data::SearchOptions& search = settings.train.search;
  search.context = &listener;
  search.now = [](void*) { return now(); };
  search.cancelled = [](void* context) { return static_cast<Listener*>(context)->stopped; };
  search.progress = [](void* context, const data::SearchProgress& progress) {
    static_cast<Listener*>(context)->hear(progress);
  };
  data::Trained trained;
  if (Outcome outcome = data::train<float>(text, settings.train, trained); !outcome.ok())
    return refuse(outcome);
  return answer(
      std::string(reinterpret_cast<const char*>(trained.file.data()), trained.file.size()));
}

}  // namespace rfm::wasm
