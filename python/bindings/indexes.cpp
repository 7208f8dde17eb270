// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/index.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <mutex>

#include "bindings.h"
#include "running.h"
#include "scenes.h"

namespace espy::python {
namespace {

namespace nb = nanobind;

/// A writer that may be called from several threads, one at a time.
class Writer {
 private:
  static std::string_view text(const nb::bytes& name) { return {name.c_str(), name.size()}; }
  template <class Work>
  auto locked(const Work& work) {
    const std::scoped_lock lock(mutex_);
    if (!writer_) throw Error(ErrorCode::badUse, "the writer of the index is closed");
    return work(*writer_);
  }
  /// Calls `work` without the GIL, which a thread that commits may need to report progress.
  template <class Work>
  auto with(const Work& work) {
    const nb::gil_scoped_release released;
    return locked(work);
  }

 public:
  explicit Writer(const nb::bytes& path)
      : writer_(std::make_unique<NeedleIndexWriter>(fileNameOf(path))) {}

  bool has(const nb::bytes& name) {
    return with([&](auto& writer) { return writer.has(text(name)); });
  }
  void add(const nb::bytes& name, const nb::list& needle) {
    const NeedlesArgument sought(needle);
    with([&](auto& writer) { writer.add(text(name), sought.all().front()); });
  }
  bool remove(const nb::bytes& name) {
    return with([&](auto& writer) { return writer.remove(text(name)); });
  }
  void commit(Threads threads, const nb::object& progress, const Cancel* cancel) {
    run({threads, progress, cancel}, [&](const Control& control) {
      locked([&](auto& writer) { writer.commit(control); });
      return 0;
    });
  }
  void compact(Threads threads, const nb::object& progress, const Cancel* cancel) {
    run({threads, progress, cancel}, [&](const Control& control) {
      locked([&](auto& writer) { writer.compact(control); });
      return 0;
    });
  }
  void close() {
    const nb::gil_scoped_release released;
    const std::scoped_lock lock(mutex_);
    writer_.reset();
  }

 private:
  std::mutex mutex_;
  std::unique_ptr<NeedleIndexWriter> writer_;
};

std::int64_t numberIn(const NeedleIndex& index, std::int64_t n) {
  if (n < 0 || n >= index.size()) throw nb::index_error("the index has no needle of this number");
  return n;
}

nb::bytes nameOf(const NeedleIndex& index, std::int64_t n) {
  const std::string_view name = index.name(numberIn(index, n));
  return nb::bytes(name.data(), name.size());
}

nb::list namesOf(const NeedleIndex& index) {
  nb::list names;
  for (std::int64_t n = 0; n < index.size(); ++n) names.append(nameOf(index, n));
  return names;
}

/// A copy of the picture: (height, width, channels).
nb::object pictureOf(const NeedleIndex& index, std::int64_t n) {
  const ImageView picture = index.picture(numberIn(index, n)).picture;
  auto copy = std::make_unique<Image>(Image::copyOf(picture));
  const ImageView view = copy->view();
  const std::size_t shape[] = {static_cast<std::size_t>(view.height()),
                               static_cast<std::size_t>(view.width()),
                               static_cast<std::size_t>(view.format().channels)};
  const bool deep = view.format().depth == Depth::u16;
  const std::int64_t perSample = view.format().bytesPerSample();
  const std::int64_t strides[] = {view.stride() / perSample, view.format().channels, 1};
  void* const data = copy->pixels().row(0);
  const nb::capsule owner(copy.release(),
                          [](void* kept) noexcept { delete static_cast<Image*>(kept); });
  if (deep) {
    return nb::cast(nb::ndarray<std::uint16_t, nb::numpy>(data, 3, shape, owner, strides));
  }
  return nb::cast(nb::ndarray<std::uint8_t, nb::numpy>(data, 3, shape, owner, strides));
}

}  // namespace

void addIndexes(nb::module_& module) {
  module.def("create_index", [](const nb::bytes& path) { NeedleIndex::create(fileNameOf(path)); });
  nb::class_<NeedleIndex>(module, "NeedleIndex")
      .def_static("open", [](const nb::bytes& path) { return NeedleIndex(fileNameOf(path)); })
      .def("__len__", &NeedleIndex::size)
      .def_prop_ro("pictures", &NeedleIndex::pictures)
      .def_prop_ro("removed", &NeedleIndex::removed)
      .def_prop_ro("segments", &NeedleIndex::segments)
      .def_prop_ro("bytes", &NeedleIndex::bytes)
      .def("name", nameOf)
      .def("names", namesOf)
      .def("picture", pictureOf)
      .def("verify", [](const NeedleIndex& index, Threads threads) {
        run({.threads = threads}, [&](const Control& control) {
          index.verify(control);
          return 0;
        });
      });
  nb::class_<Writer>(module, "NeedleIndexWriter")
      .def(nb::init<const nb::bytes&>())
      .def("has", &Writer::has)
      .def("add", &Writer::add)
      .def("remove", &Writer::remove)
      .def("commit", &Writer::commit, nb::arg("threads"), nb::arg("progress").none(),
           nb::arg("cancel").none())
      .def("compact", &Writer::compact, nb::arg("threads"), nb::arg("progress").none(),
           nb::arg("cancel").none())
      .def("close", &Writer::close);
}

}  // namespace espy::python
