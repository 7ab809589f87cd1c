#include "rfm/data/model_file.hpp"

#include <algorithm>
#include <cstring>

#include "rfm/core/cells/encoding.hpp"
#include "rfm/core/instances.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/text/utf8.hpp"

namespace rfm::data {
namespace {

template <class T>
void use_engine(const Engine<T>* engine, Model<T>& model) {
  const Kernel<T> plain = any_kernel<T>(model.kernel.id, model.kernel.parameters);
  model.kernel = with_engine(plain, engine);
  model.engine = engine;
}

template <class T>
Status add_member(const Section& section, ModelFile<T>& file) {
  Model<T> member;
  RFM_TRY(open(section.data, section.bytes, any_kernel<T>, &member));
  if (member.d != file.model().d || member.c != file.model().c) return Status::damaged;
  file.members.push_back(member);
  return Status::ok;
}

// Names go to terminals, pages and other programs, so they are text.
template <class T>
bool sound_names(const Encoding<T>& e) {
  const auto sound = [](Text name) { return first_bad_byte({name.data, name.size}) == name.size; };
  if (!sound(e.target_name())) return false;
  for (std::size_t k = 0; k < e.columns; ++k) {
    if (!sound(e.column_name(k))) return false;
    for (std::size_t j = 0; j < e.column[k].categories; ++j)
      if (!sound(e.category_name(k, j))) return false;
  }
  for (std::size_t k = 0; k < e.classes; ++k)
    if (!sound(e.class_name(k))) return false;
  return true;
}

template <class T>
Status add_encoding(const Section& section, ModelFile<T>& file) {
  if (file.encoded) return Status::damaged;
  RFM_TRY(open_encoding(section.data, section.bytes, &file.encoding));
  if (file.encoding.features != file.model().d || file.encoding.outputs != file.model().c ||
      !sound_names(file.encoding))
    return Status::damaged;
  file.encoded = true;
  return Status::ok;
}

}  // namespace

AlignedBytes model_file(const unsigned char* machine, std::size_t bytes,
                        const std::vector<Section>& sections) {
  ModelHeader header;
  std::memcpy(&header, machine, sizeof header);
  const std::size_t own = header.extra == 0 ? bytes : static_cast<std::size_t>(header.extra);
  std::size_t total = rounded_up(own);
  for (const Section& section : sections)
    total = saturating_add(saturating_add(total, sizeof(SectionHeader)), rounded_up(section.bytes));

  AlignedBytes file(total);
  std::memcpy(file.data(), machine, own);
  std::size_t at = rounded_up(own);
  header.extra = sections.empty() ? 0 : at;
  header.extra_bytes = total - at;
  header.bytes = total;
  for (const Section& section : sections) {
    const SectionHeader tag{section.tag, 0, section.bytes};
    std::memcpy(file.data() + at, &tag, sizeof tag);
    if (section.bytes > 0) std::memcpy(file.data() + at + sizeof tag, section.data, section.bytes);
    at += sizeof tag + rounded_up(section.bytes);
  }
  std::memcpy(file.data(), &header, sizeof header);
  header.checksum = model_checksum(file.data(), total);
  std::memcpy(file.data(), &header, sizeof header);
  return file;
}

template <class T>
void scale_outputs(double factor, AlignedBytes& machine) {
  ModelHeader header;
  std::memcpy(&header, machine.data(), sizeof header);
  T* alpha = reinterpret_cast<T*>(machine.data() + header.alpha);
  for (std::size_t i = 0; i < padded(header.n) * header.c; ++i)
    alpha[i] = static_cast<T>(factor * static_cast<double>(alpha[i]));
  header.checksum = model_checksum(machine.data(), static_cast<std::size_t>(header.bytes));
  std::memcpy(machine.data(), &header, sizeof header);
}

std::size_t number_bytes(const void* memory, std::size_t bytes) {
  ModelHeader header;
  if (bytes < sizeof header) return 0;
  std::memcpy(&header, memory, sizeof header);
  const bool known = header.scalar_bytes == sizeof(float) || header.scalar_bytes == sizeof(double);
  return known && std::memcmp(header.magic, "RFMmodel", sizeof header.magic) == 0
             ? static_cast<std::size_t>(header.scalar_bytes)
             : 0;
}

template <class T>
const Engine<T>* engine_for(bool portable) {
  return portable ? portable_engine<T>() : fastest<T>();
}

template <class T>
Status open_model_file(const void* memory, std::size_t bytes, bool portable, ModelFile<T>* file) {
  ModelFile<T> opened;
  opened.members.resize(1);
  RFM_TRY(open(memory, bytes, any_kernel<T>, &opened.members[0]));
  Sections sections(opened.model().extra, opened.model().extra_bytes);
  while (!sections.done()) {
    Section section;
    RFM_TRY(sections.next(&section));
    if (section.tag == member_section) RFM_TRY(add_member(section, opened));
    if (section.tag == encoding_section) RFM_TRY(add_encoding(section, opened));
    if (section.tag == novelty_section)
      RFM_TRY(open_novelty(section, opened.model().d, &opened.novelty));
    if (section.tag == history_section)
      opened.history = {reinterpret_cast<const char*>(section.data), section.bytes};
  }
  for (Model<T>& member : opened.members) use_engine(engine_for<T>(portable), member);
  *file = std::move(opened);
  return Status::ok;
}

template <class T>
std::vector<T> outputs_of(const ModelFile<T>& file, const Rows<T>& x, const Executor* executor) {
  const std::size_t size = array_size<T>(x.n, file.model().c),
                    workers = executor == nullptr ? 1 : executor->workers;
  std::vector<T> sum(size), outputs(size);
  for (const Model<T>& member : file.members) {
    AlignedBytes scratch(predict_bytes(member, workers));
    if (predict(member, x, outputs.data(), scratch.data(), scratch.size(), executor) != Status::ok)
      return {};
    for (std::size_t i = 0; i < size; ++i) sum[i] += outputs[i];
  }
  if (file.members.size() == 1) return outputs;
  for (T& value : sum) value /= static_cast<T>(file.members.size());
  return sum;
}

template <class T>
std::vector<T> novelties_of(const ModelFile<T>& file, const Rows<T>& x, const Executor* executor) {
  if (!file.novelty.given()) return {};
  const std::size_t workers = executor == nullptr ? 1 : executor->workers;
  std::vector<T> near(array_size<T>(x.n, 2)), novelties(x.n);
  AlignedBytes scratch(predict_bytes(file.model(), workers));
  if (nearest_centres(file.model(), x, near.data(), scratch.data(), scratch.size(), executor) !=
      Status::ok)
    return {};
  for (std::size_t i = 0; i < x.n; ++i) novelties[i] = novelty_of(file.novelty, near[2 * i], x, i);
  return novelties;
}

template <class T>
std::vector<T> gradients_of(const ModelFile<T>& file, const Rows<T>& x) {
  const std::size_t size = array_size<T>(x.n, file.model().c, file.model().d);
  std::vector<T> sum(size), gradients(size);
  for (const Model<T>& member : file.members) {
    AlignedBytes scratch(gradient_bytes<T>(member.d, member.r, member.c));
    if (gradient(member, x, gradients.data(), scratch.data(), scratch.size()) != Status::ok)
      return {};
    for (std::size_t i = 0; i < size; ++i) sum[i] += gradients[i];
  }
  for (T& value : sum) value /= static_cast<T>(file.members.size());
  return sum;
}

template Status open_model_file<float>(const void*, std::size_t, bool, ModelFile<float>*);
template Status open_model_file<double>(const void*, std::size_t, bool, ModelFile<double>*);
template void scale_outputs<float>(double, AlignedBytes&);
template void scale_outputs<double>(double, AlignedBytes&);
template const Engine<float>* engine_for<float>(bool);
template const Engine<double>* engine_for<double>(bool);
template std::vector<float> outputs_of(const ModelFile<float>&, const Rows<float>&,
                                       const Executor*);
template std::vector<double> outputs_of(const ModelFile<double>&, const Rows<double>&,
                                        const Executor*);
template std::vector<float> novelties_of(const ModelFile<float>&, const Rows<float>&,
                                         const Executor*);
template std::vector<double> novelties_of(const ModelFile<double>&, const Rows<double>&,
                                          const Executor*);
template std::vector<float> gradients_of(const ModelFile<float>&, const Rows<float>&);
template std::vector<double> gradients_of(const ModelFile<double>&, const Rows<double>&);

}  // namespace rfm::data
