#include "outbox.hpp"

#include "rfm/data/text/json.hpp"
#include "rfm/version.h"

namespace rfm::wasm {

Outbox& outbox() {
  static Outbox box;
  return box;
}

int refuse(const data::Outcome& outcome, std::size_t bytes) {
  data::JsonText json;
  json.open_object().key("words").text(outcome.words).key("line").whole(outcome.line);
  json.key("column").whole(outcome.column).key("bytes").whole(bytes).close_object();
  outbox().text = json.written();
  return refused;
}

int refuse(const std::string& words) { return refuse(data::failure(words)); }

int answer(std::string text) {
  outbox().text = std::move(text);
  return done;
}

RFM_WASM_EXPORT(outbox_data) const void* outbox_data(int which) {
  const Outbox& box = outbox();
  return which == 0   ? static_cast<const void*>(box.text.data())
         : which == 1 ? static_cast<const void*>(box.first.data())
                      : static_cast<const void*>(box.second.data());
}

// In bytes.
RFM_WASM_EXPORT(outbox_size) std::size_t outbox_size(int which) {
  const Outbox& box = outbox();
  return which == 0 ? box.text.size()
                    : sizeof(float) * (which == 1 ? box.first.size() : box.second.size());
}

RFM_WASM_EXPORT(outbox_clear) void outbox_clear() { outbox() = {}; }

RFM_WASM_EXPORT(version) int version() { return answer(RFM_VERSION); }

}  // namespace rfm::wasm
