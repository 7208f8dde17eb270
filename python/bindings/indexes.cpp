// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/index.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "bindings.h"
#include "matches.h"
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
  return bytesOf(index.name(numberIn(index, n)));
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

ReadOptions readingOf(std::int64_t maxPixels, const Control& control) {
  ReadOptions reading;
  reading.maxPixels = maxPixels;
  reading.stop = control.stop;
  return reading;
}

/// A dictionary of counts.
nb::dict countsOf(std::initializer_list<std::pair<const char*, std::int64_t>> counts) {
  nb::dict dictionary;
  for (const auto& [name, count] : counts) dictionary[name] = count;
  return dictionary;
}

/// Pictures with matches, as (file, width, height, matches, failure), and counts.
nb::tuple findInScenes(const SceneIndex& index, const nb::list& needles, bool checkAll,
                       std::optional<double> minScore, std::int64_t maxPixels, Threads threads,
                       const nb::object& progress, const Cancel* cancel) {
  const NeedlesArgument sought(needles);
  if (!minScore && index.facts().tolerant) minScore = FindOptions().minScore;
  std::vector<SceneIndex::Found> all;
  const SceneIndex::Report report = run({threads, progress, cancel}, [&](const Control& control) {
    all.clear();
    return index.find(sought.all(), {checkAll, readingOf(maxPixels, control), control, minScore},
                      [&](SceneIndex::Found&& found) { all.push_back(std::move(found)); });
  });
  nb::list pictures;
  for (const SceneIndex::Found& found : all) {
    nb::list matches;
    for (const Match& match : found.matches) matches.append(MatchRecord{match, {}, {}});
    pictures.append(nb::make_tuple(bytesOf(found.file), found.size.width, found.size.height,
                                   matches, bytesOf(found.failure.text())));
  }
  return nb::make_tuple(pictures, countsOf({{"candidates", report.candidates},
                                            {"opened", report.opened},
                                            {"changed", report.changed},
                                            {"failed", report.failed}}));
}

nb::list scenesOf(const SceneIndex& index) {
  nb::list files;
  for (const SceneIndex::Indexed& scene : index.scenes()) files.append(bytesOf(scene.file));
  return files;
}

std::vector<std::string> filesIn(const nb::list& files) {
  std::vector<std::string> names;
  for (const nb::handle file : files) names.push_back(fileNameOf(nb::cast<nb::bytes>(file)));
  return names;
}

/// Adds pictures; (failures, counts).
nb::tuple addScenes(SceneIndexWriter& writer, const nb::list& files, std::int64_t maxPixels,
                    Threads threads, const nb::object& progress, const Cancel* cancel) {
  const std::vector<std::string> names = filesIn(files);
  std::vector<std::string> failures;
  const SceneIndexWriter::Added added =
      run({threads, progress, cancel}, [&](const Control& control) {
        failures.clear();
        SceneIndexWriter::Options options;
        options.reading = readingOf(maxPixels, control);
        options.control = control;
        options.control.progress = nullptr;
        options.failed = [&](const Error& error) { failures.emplace_back(error.what()); };
        options.done = [&](std::size_t done) {
          if (!control.progress) return;
          control.progress(static_cast<double>(done) / static_cast<double>(names.size()));
        };
        return writer.add(names, options);
      });
  nb::list sentences;
  for (const std::string& failure : failures) sentences.append(bytesOf(failure));
  const auto count = [](std::size_t number) { return static_cast<std::int64_t>(number); };
  return nb::make_tuple(sentences, countsOf({{"added", count(added.added)},
                                             {"replaced", count(added.replaced)},
                                             {"unchanged", count(added.unchanged)},
                                             {"failed", count(added.failed)}}));
}

nb::list removeScenes(SceneIndexWriter& writer, const nb::list& files) {
  const std::vector<std::string> names = filesIn(files);
  std::vector<std::string> unknown;
  {
    const nb::gil_scoped_release released;
    unknown = writer.remove(names);
  }
  nb::list list;
  for (const std::string& file : unknown) list.append(bytesOf(file));
  return list;
}

void addSceneIndexes(nb::module_& module) {
  module.def(
      "create_scene_index",
      [](const nb::bytes& path, std::optional<std::int64_t> side, bool tolerant) {
        const std::string folder = fileNameOf(path);
        if (tolerant) {
          SceneIndex::createTolerant(folder, side.value_or(SceneIndex::kDefaultTolerantSide));
        } else {
          SceneIndex::create(folder, side.value_or(SceneIndex::kDefaultSide));
        }
      },
      nb::arg("path"), nb::arg("side").none(), nb::arg("tolerant"));
  nb::class_<SceneIndex>(module, "SceneIndex")
      .def("__init__",
           [](SceneIndex* at, const nb::bytes& path) { new (at) SceneIndex(fileNameOf(path)); })
      .def("find", findInScenes, nb::arg("needles"), nb::arg("check_all"),
           nb::arg("min_score").none(), nb::arg("max_pixels"), nb::arg("threads"),
           nb::arg("progress").none(), nb::arg("cancel").none())
      .def("scenes", scenesOf)
      .def("facts",
           [](const SceneIndex& index) {
             const SceneIndex::Facts facts = index.facts();
             return countsOf({{"side", facts.side},
                              {"tolerant", facts.tolerant ? 1 : 0},
                              {"scenes", facts.scenes},
                              {"removed", facts.removed},
                              {"pixels", facts.pixels},
                              {"entries", facts.entries},
                              {"segments", facts.segments},
                              {"bytes", facts.bytes}});
           })
      .def("verify", [](const SceneIndex& index, Threads threads) {
        const std::vector<Message> faults = run(
            {.threads = threads}, [&](const Control& control) { return index.verify(control); });
        nb::list list;
        for (const Message& fault : faults) list.append(bytesOf(fault.text()));
        return list;
      });
  nb::class_<SceneIndexWriter>(module, "SceneIndexWriter")
      .def("__init__", [](SceneIndexWriter* at,
                          const nb::bytes& path) { new (at) SceneIndexWriter(fileNameOf(path)); })
      .def("add", addScenes, nb::arg("files"), nb::arg("max_pixels"), nb::arg("threads"),
           nb::arg("progress").none(), nb::arg("cancel").none())
      .def("remove", removeScenes)
      .def(
          "compact",
          [](SceneIndexWriter& writer, Threads threads, const nb::object& progress,
             const Cancel* cancel) {
            run({threads, progress, cancel}, [&](const Control& control) {
              writer.compact(control);
              return 0;
            });
          },
          nb::arg("threads"), nb::arg("progress").none(), nb::arg("cancel").none());
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
  addSceneIndexes(module);
}

}  // namespace espy::python
