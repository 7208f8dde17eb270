// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "recordings.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <string_view>

#include "bindings.h"
#include "errors.h"
#include "espy/error.h"
#include "running.h"

namespace espy::python {
namespace {

namespace nb = nanobind;

/// The sample type of a buffer, or none if samples have no such type.
std::optional<Samples::Type> typeOf(const Py_buffer& buffer) {
  std::string_view format = buffer.format != nullptr ? buffer.format : "B";
  if (format.size() == 2 && (format[0] == '@' || format[0] == '=' || format[0] == '<')) {
    format.remove_prefix(1);
  }
  if (format.size() != 1) return {};
  switch (format[0]) {
    case 'b':
      return Samples::Type::int8;
    case 'B':
      return Samples::Type::uint8;
    case 'h':
      return Samples::Type::int16;
    case 'i':
    case 'l':
      return buffer.itemsize == 4 ? std::optional(Samples::Type::int32) : std::nullopt;
    case 'f':
      return Samples::Type::float32;
    case 'd':
      return Samples::Type::float64;
    default:
      return {};
  }
}

/// A NumPy array over the recording's memory if it is float64, else over a converted copy.
nb::object samplesArray(const RecordingKept& recording, std::size_t channel) {
  const Samples& samples = recording->channels.at(channel).samples;
  const std::span<const double> plain = samples.asDoubles();
  if (!plain.empty()) {
    const nb::object owner = nb::cast(recording);
    return nb::cast(nb::ndarray<const double, nb::numpy>(plain.data(), {plain.size()}, owner));
  }
  auto values = std::make_unique<std::vector<double>>(static_cast<std::size_t>(samples.size()));
  {
    const nb::gil_scoped_release released;
    samples.read(0, *values);
  }
  double* const first = values->data();
  const std::size_t size = values->size();
  const nb::capsule owner(values.release(), [](void* kept) noexcept {
    delete static_cast<std::vector<double>*>(kept);
  });
  return nb::cast(nb::ndarray<double, nb::numpy>(first, {size}, owner));
}

RecordingOptions recordingOptionsOf(const std::vector<std::string>& channels,
                                    std::int64_t maxSamples, double rate,
                                    const std::optional<RawFormat>& raw,
                                    const std::string& timeColumn, int samplesAlong,
                                    const std::string& member, std::int64_t row,
                                    const std::string& annotator) {
  RecordingOptions options;
  options.channels = channels;
  options.maxSamples = maxSamples;
  options.rate = rate;
  options.raw = raw;
  options.timeColumn = timeColumn;
  options.samplesAlong = static_cast<RecordingOptions::Side>(samplesAlong);
  options.member = member;
  options.ucr = row >= 0;
  if (options.ucr) options.row = row;
  options.annotator = annotator;
  return options;
}

RecordingKept readNamed(const nb::bytes& path, RecordingOptions options) {
  const std::string name = fileNameOf(path);
  return run({}, [&](const Control& control) -> RecordingKept {
    options.stop = control.stop;
    return onRecordings(
        [&] { return std::make_shared<const ReadRecording>(readRecording(name, options)); });
  });
}

RecordingKept readRecordingBytes(const nb::bytes& bytes, const std::string& name,
                                 RecordingOptions options) {
  const std::span file(reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size());
  return run({}, [&](const Control& control) -> RecordingKept {
    options.stop = control.stop;
    return onRecordings(
        [&] { return std::make_shared<const ReadRecording>(readRecording(file, name, options)); });
  });
}

std::vector<RecordingMark> marksFrom(const nb::list& marks) {
  std::vector<RecordingMark> all;
  for (const nb::handle each : marks) {
    const auto mark = nb::cast<nb::tuple>(each);
    all.push_back(
        {nb::cast<double>(mark[0]), nb::cast<double>(mark[1]), nb::cast<std::string>(mark[2])});
  }
  return all;
}

/// `about` has a tuple (name, unit, rate) for each channel.
void writeNamed(const nb::bytes& path, nb::handle channels, const nb::list& about,
                const nb::list& marks, int type, bool overwrite) {
  const std::string name = fileNameOf(path);
  const ChannelsArgument given(channels);
  Recording recording;
  recording.marks = marksFrom(marks);
  for (std::size_t i = 0; i < given.all().size(); ++i) {
    const auto facts = nb::cast<nb::tuple>(about[i]);
    recording.channels.push_back({nb::cast<std::string>(facts[0]), nb::cast<std::string>(facts[1]),
                                  nb::cast<double>(facts[2]), given.all()[i]});
  }
  const Existing existing = overwrite ? Existing::replaced : Existing::refused;
  const nb::gil_scoped_release released;
  writeRecording(name, recording, static_cast<Samples::Type>(type), existing);
}

void writeMarksNamed(const nb::bytes& path, const nb::list& marks, double rate, bool overwrite) {
  writeMarks(fileNameOf(path), marksFrom(marks), rate,
             overwrite ? Existing::replaced : Existing::refused);
}

nb::list marksOf(const RecordingKept& recording) {
  nb::list marks;
  for (const RecordingMark& mark : recording->marks) {
    marks.append(nb::make_tuple(mark.second, mark.duration, mark.text));
  }
  return marks;
}

/// Returns (name, unit, rate, number of samples).
nb::tuple factsOf(const RecordingKept& recording, std::size_t channel) {
  const Channel& one = recording->channels.at(channel);
  return nb::make_tuple(one.name, one.unit, one.rate, one.samples.size());
}

RawFormat rawOf(int type, std::int64_t channels, bool bigEndian, std::uint64_t skip) {
  return {static_cast<Samples::Type>(type), channels, bigEndian, skip};
}

}  // namespace

SampleBuffer::SampleBuffer(nb::handle array) {
  constexpr const char* kSentence = "samples: must be an array of numbers, of one dimension";
  if (PyObject_GetBuffer(array.ptr(), &buffer_, PyBUF_STRIDED_RO | PyBUF_FORMAT) != 0) {
    PyErr_Clear();
    throw Error(ErrorCode::badUse, kSentence);
  }
  const std::optional<Samples::Type> type = typeOf(buffer_);
  if (!type || buffer_.ndim != 1) {
    PyBuffer_Release(&buffer_);
    throw Error(ErrorCode::badUse, kSentence);
  }
  Samples::Layout layout;
  layout.type = *type;
  layout.stride = buffer_.strides[0];
  samples_ = Samples(buffer_.buf, buffer_.shape[0], layout);
}

SampleBuffer::~SampleBuffer() {
  PyBuffer_Release(&buffer_);
}

ChannelsArgument::ChannelsArgument(nb::handle given) {
  if (nb::try_cast(given, recording_)) {
    all_ = recording_->samples();
    return;
  }
  for (const nb::handle array : nb::cast<nb::list>(given)) {
    all_.push_back(arrays_.emplace_back(array).samples());
  }
}

void ChannelsArgument::checkUncut() const {
  if (recording_) onRecordings([&] { espy::checkUncut(*recording_); });
}

void addRecordings(nb::module_& module) {
  using Self = const RecordingKept&;
  nb::class_<ReadRecording>(module, "RecordingOf")
      .def("__len__", [](Self recording) { return recording->channels.size(); })
      .def("facts", factsOf, nb::arg("channel"))
      .def("samples", samplesArray, nb::arg("channel"))
      .def_prop_ro("marks", marksOf)
      .def_prop_ro("note", [](Self recording) { return recording->note.text(); })
      .def("check_uncut", [](Self recording) { onRecordings([&] { checkUncut(*recording); }); });
  nb::class_<RawFormat>(module, "RawFormat")
      .def_static("of", rawOf, nb::arg("type"), nb::arg("channels"), nb::arg("big_endian"),
                  nb::arg("skip"));
  nb::class_<RecordingOptions>(module, "RecordingOptions")
      .def_static("of", recordingOptionsOf, nb::arg("channels"), nb::arg("max_samples"),
                  nb::arg("rate"), nb::arg("raw").none(), nb::arg("time_column"),
                  nb::arg("samples_along"), nb::arg("member"), nb::arg("row"),
                  nb::arg("annotator"));
  module.def("read_recording", readNamed, nb::arg("path"), nb::arg("options"));
  module.def("read_recording_bytes", readRecordingBytes, nb::arg("data"), nb::arg("name"),
             nb::arg("options"));
  module.def("write_recording", writeNamed, nb::arg("path"), nb::arg("channels"), nb::arg("about"),
             nb::arg("marks"), nb::arg("type"), nb::arg("overwrite"));
  module.def("write_marks", writeMarksNamed, nb::arg("path"), nb::arg("marks"), nb::arg("rate"),
             nb::arg("overwrite"));
}

}  // namespace espy::python
