// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/surfaces.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <shared_mutex>
#include <span>
#include <utility>
#include <vector>

#include "bindings.h"
#include "buffers.h"
#include "espy/engine/photographs.h"
#include "espy/engine/surfaces.h"
#include "running.h"

namespace espy::python {
namespace {

namespace nb = nanobind;

nb::bytes memoryOf(const void* data, std::size_t size) {
  return nb::bytes(static_cast<const char*>(data), size);
}

template <class Value>
nb::bytes memoryOf(const std::vector<Value>& values) {
  return memoryOf(values.data(), values.size() * sizeof(Value));
}

/// `points`: x, y, diameter and angle of each as floats; `numbers`: the descriptors' bytes, 128
/// each of SIFT, 32 of ORB.
Features featuresFrom(std::int64_t width, std::int64_t height, const nb::bytes& points,
                      const nb::bytes& numbers) {
  static_assert(sizeof(FeaturePoint) == 4 * sizeof(float));
  Features features;
  features.picture = {width, height};
  features.points.resize(points.size() / sizeof(FeaturePoint));
  features.bytes.resize(numbers.size());
  const std::size_t count = features.points.size();
  features.orb = count > 0 && numbers.size() == count * static_cast<std::size_t>(kOrbBytes);
  if (points.size() % sizeof(FeaturePoint) != 0 ||
      numbers.size() != count * static_cast<std::size_t>(features.bytesEach())) {
    throw Error(ErrorCode::badUse,
                "features: must have four numbers and 128 bytes (of ORB 32) for each feature");
  }
  if (features.count() > 0) {
    std::memcpy(features.points.data(), points.data(), points.size());
    std::memcpy(features.bytes.data(), numbers.data(), numbers.size());
  }
  return features;
}

Features find(nb::handle photograph, std::int64_t most, std::int64_t longestSide, bool orb,
              Threads threads, const Cancel* cancel) {
  const PixelBuffer pixels(photograph, "the photograph");
  return run({.threads = threads, .cancel = cancel}, [&](const Control& control) {
    return featuresOf(pixels.view(), {most, longestSide, orb}, control);
  });
}

ShrunkPhotograph readShrunkFile(const nb::bytes& path, std::int64_t maxPixels,
                                std::int64_t longestSide, Threads threads, const Cancel* cancel) {
  const std::string name = fileNameOf(path);
  return run({.threads = threads, .cancel = cancel}, [&](const Control& control) {
    return readShrunk(name, {.longestSide = longestSide},
                      {.maxPixels = maxPixels, .stop = control.stop}, control);
  });
}

ShrunkPhotograph readShrunkBytes(const nb::bytes& bytes, const std::string& name,
                                 std::int64_t maxPixels, std::int64_t longestSide,
                                 Threads threads) {
  const std::span file(reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size());
  return run({.threads = threads}, [&](const Control& control) {
    return readShrunk(file, name, {.longestSide = longestSide}, {.maxPixels = maxPixels}, control);
  });
}

Features findInShrunk(const ShrunkPhotograph& photograph, std::int64_t most,
                      std::int64_t longestSide, bool orb, Threads threads, const Cancel* cancel) {
  return run({.threads = threads, .cancel = cancel}, [&](const Control& control) {
    return featuresOfShrunk(photograph, {most, longestSide, orb}, control);
  });
}

/// A library with a reader-writer lock: it may be refreshed while other threads search it.
class KeptLibrary {
 public:
  explicit KeptLibrary(const nb::bytes& folder) : library_(fileNameOf(folder)) {}

  /// Runs `work(library)` with the GIL released, under a shared lock.
  template <class Work>
  auto read(const RunOptions& options, const Work& work) const {
    return run(options, [&](const Control& control) {
      const std::shared_lock lock(mutex_);
      return work(library_, control);
    });
  }
  /// Adds a shared lock to `locks` and returns the library, which does not change while it is held.
  const SurfaceLibrary& locked(std::vector<std::shared_lock<std::shared_mutex>>& locks) const {
    locks.emplace_back(mutex_);
    return library_;
  }
  bool refresh() {
    return run({}, [&](const Control&) {
      const std::lock_guard lock(mutex_);
      return library_.refresh();
    });
  }

 private:
  SurfaceLibrary library_;
  mutable std::shared_mutex mutex_;
};

nb::tuple toPython(const SurfaceFacts& facts) {
  return nb::make_tuple(facts.references, facts.features, facts.removed, facts.slabs, facts.bytes,
                        facts.options.most, facts.options.longestSide, facts.leastFeatures,
                        facts.maker, facts.change);
}

nb::object toPython(const std::optional<Homography>& homography) {
  if (!homography) return nb::none();
  nb::list numbers;
  for (const double number : *homography) numbers.append(number);
  return nb::tuple(numbers);
}

/// Returns (pairs, whether each is an inlier, number of inliers, homography).
nb::tuple toPython(const std::vector<FeaturePair>& pairs, const Verification& found) {
  const std::vector<std::uint8_t> inliers(found.inliers.begin(), found.inliers.end());
  return nb::make_tuple(memoryOf(pairs), memoryOf(inliers), found.inlierCount,
                        toPython(found.homography));
}

nb::tuple toPython(const SurfaceAnswer& answer) {
  nb::list matches;
  for (const SurfaceMatch& match : answer.matches) {
    matches.append(
        nb::make_tuple(match.id, match.count, toPython(match.pairs, match.verification)));
  }
  return nb::make_tuple(answer.references, matches, answer.known, answer.best, answer.margin,
                        answer.report.engine, answer.report.strategy.text(),
                        stagesOf(answer.report.timeline));
}

/// Queries and options of a search.
struct Search {
  std::vector<Features> queries;
  IdentifyOptions options;
};

Search searchOf(const nb::list& queries, std::int64_t top, int counting, std::int64_t over,
                std::int64_t under, std::int64_t leastInliers) {
  Search search;
  for (const nb::handle each : queries) search.queries.push_back(nb::cast<const Features&>(each));
  search.options.top = top;
  search.options.ratioOver = over;
  search.options.ratioUnder = under;
  search.options.countQuery = static_cast<Counting>(counting) == Counting::plain;
  search.options.leastInliers = leastInliers;
  return search;
}

nb::list identify(const KeptLibrary& library, const nb::list& queries, std::int64_t top,
                  int counting, std::int64_t over, std::int64_t under, std::int64_t leastInliers,
                  const std::string& engine, Threads threads, const Cancel* cancel) {
  const Search what = searchOf(queries, top, counting, over, under, leastInliers);
  const auto answers = library.read({.threads = threads, .cancel = cancel},
                                    [&](const SurfaceLibrary& known, const Control& control) {
                                      return identifySurfaces(engines(), engine, known,
                                                              what.queries, what.options, control);
                                    });
  nb::list list;
  for (const SurfaceAnswer& answer : answers) list.append(toPython(answer));
  return list;
}

/// Returns for each query a list of (id, count), best first.
nb::list rank(const KeptLibrary& library, const nb::list& queries, std::int64_t top, int counting,
              std::int64_t over, std::int64_t under, const std::string& engine, Threads threads,
              const Cancel* cancel) {
  using Ids = std::vector<std::pair<std::string, std::int32_t>>;
  const Search what = searchOf(queries, top, counting, over, under, IdentifyOptions().leastInliers);
  std::vector<std::span<const std::uint8_t>> bytes;
  for (const Features& query : what.queries) bytes.emplace_back(query.bytes);
  const auto ranked = library.read(
      {.threads = threads, .cancel = cancel},
      [&](const SurfaceLibrary& known, const Control& control) {
        const auto shelf = known.shelf();
        const RankTask task{*shelf, bytes, rankOptionsOf(what.options)};
        std::vector<Ids> all;
        for (const Ranking& ranking : rankReferences(engines(), engine, task, control).rankings) {
          Ids& ids = all.emplace_back();
          for (const Ranked& one : ranking) ids.emplace_back(known.idOf(one.reference), one.count);
        }
        return all;
      });
  nb::list list;
  for (const Ids& ids : ranked) {
    nb::list one;
    for (const auto& [id, count] : ids) one.append(nb::make_tuple(id, count));
    list.append(one);
  }
  return list;
}

/// Returns for each query (references, ranked, engine, stages) of several libraries together;
/// ranked as `partsFrom` expects it.
nb::list candidates(const nb::list& libraries, const nb::list& queries, std::int64_t top,
                    int counting, std::int64_t over, std::int64_t under, const std::string& engine,
                    Threads threads, const Cancel* cancel) {
  const Search what = searchOf(queries, top, counting, over, under, IdentifyOptions().leastInliers);
  std::vector<const KeptLibrary*> kept;
  for (const nb::handle each : libraries) kept.push_back(nb::cast<const KeptLibrary*>(each));
  const auto found = run({.threads = threads, .cancel = cancel}, [&](const Control& control) {
    std::vector<std::shared_lock<std::shared_mutex>> locks;
    std::vector<const SurfaceLibrary*> parts;
    parts.reserve(kept.size());
    for (const KeptLibrary* const each : kept) parts.push_back(&each->locked(locks));
    return surfaceCandidates(engines(), engine, parts, what.queries, rankOptionsOf(what.options),
                             control);
  });
  nb::list list;
  for (const SurfaceCandidates& part : found) {
    nb::list ranked;
    for (const SurfaceCandidate& one : part.ranked) {
      ranked.append(nb::make_tuple(one.id, one.count, memoryOf(one.pairs), one.picture.width,
                                   one.picture.height, memoryOf(one.points)));
    }
    list.append(nb::make_tuple(part.references, ranked, part.report.engine,
                               stagesOf(part.report.timeline)));
  }
  return list;
}

template <class Value>
std::vector<Value> valuesOf(nb::handle memory) {
  const auto bytes = nb::cast<nb::bytes>(memory);
  if (bytes.size() % sizeof(Value) != 0) {
    throw Error(ErrorCode::badUse, "candidates: their memory is truncated");
  }
  std::vector<Value> values(bytes.size() / sizeof(Value));
  if (!values.empty()) std::memcpy(values.data(), bytes.c_str(), bytes.size());
  return values;
}

/// Parses a list of (references, ranked).
std::vector<SurfaceCandidates> partsFrom(const nb::list& tuples) {
  std::vector<SurfaceCandidates> parts;
  for (const nb::handle each : tuples) {
    SurfaceCandidates& part = parts.emplace_back();
    part.references = nb::cast<std::int64_t>(each[0]);
    for (const nb::handle one : nb::cast<nb::list>(each[1])) {
      part.ranked.push_back({nb::cast<std::string>(one[0]),
                             0,
                             nb::cast<std::int32_t>(one[1]),
                             valuesOf<FeaturePair>(one[2]),
                             {nb::cast<std::int64_t>(one[3]), nb::cast<std::int64_t>(one[4])},
                             valuesOf<FeaturePoint>(one[5])});
    }
  }
  return parts;
}

nb::tuple judgeParts(const Features& query, const nb::list& parts, std::int64_t top,
                     std::int64_t leastInliers, const Cancel* cancel) {
  const std::vector<SurfaceCandidates> candidates = partsFrom(parts);
  IdentifyOptions options;
  options.top = top;
  options.leastInliers = leastInliers;
  return toPython(run({.cancel = cancel}, [&](const Control& control) {
    return judgeCandidates(query, candidates, options, control);
  }));
}

/// Returns (name, features), or None.
nb::object surface(const KeptLibrary& library, const std::string& id) {
  const auto found = library.read({}, [&](const SurfaceLibrary& known, const Control&) {
    std::optional<Surface> one;
    if (const auto reference = known.find(id)) one = known.surface(*reference);
    return one;
  });
  if (!found) return nb::none();
  return nb::make_tuple(found->name, found->features);
}

nb::tuple verify(const Features& query, const Features& reference, std::int64_t over,
                 std::int64_t under) {
  using Found = std::pair<std::vector<FeaturePair>, Verification>;
  const Found found = run({}, [&](const Control&) {
    std::vector<FeaturePair> pairs = matchedPairs(query, reference, {over, under});
    Verification verification = verifyPairs(query, reference, pairs);
    return Found(std::move(pairs), std::move(verification));
  });
  return toPython(found.first, found.second);
}

nb::list faultsOf(const nb::bytes& folder) {
  const std::string path = fileNameOf(folder);
  nb::list list;
  for (const SurfaceFault& fault :
       run({}, [&](const Control& control) { return verifyLibrary(path, control); })) {
    list.append(nb::make_tuple(fault.id, fault.what.text()));
  }
  return list;
}

void addLibrary(nb::module_& module) {
  using Self = const KeptLibrary&;
  const auto facts = [](Self library) {
    return toPython(library.read(
        {}, [](const SurfaceLibrary& known, const Control&) { return known.facts(); }));
  };
  const auto ids = [](Self library, const std::string& after, std::int64_t most) {
    return library.read(
        {}, [&](const SurfaceLibrary& known, const Control&) { return known.ids(after, most); });
  };
  const auto has = [](Self library, const std::string& id) {
    return library.read({}, [&](const SurfaceLibrary& known, const Control&) {
      return known.find(id).has_value();
    });
  };
  const auto note = [](Self library, const std::string& key) {
    return library.read(
        {}, [&](const SurfaceLibrary& known, const Control&) { return known.note(key); });
  };
  nb::class_<KeptLibrary>(module, "LibraryOf")
      .def(nb::init<const nb::bytes&>(), nb::arg("folder"))
      .def_prop_ro("facts", facts)
      .def("refresh", &KeptLibrary::refresh)
      .def("ids", ids, nb::arg("after"), nb::arg("most"))
      .def("has", has, nb::arg("id"))
      .def("surface", surface, nb::arg("id"))
      .def("note", note, nb::arg("key"))
      .def("identify", identify, nb::arg("queries"), nb::arg("top"), nb::arg("counting"),
           nb::arg("over"), nb::arg("under"), nb::arg("least_inliers"), nb::arg("engine"),
           nb::arg("threads"), nb::arg("cancel").none())
      .def("rank", rank, nb::arg("queries"), nb::arg("top"), nb::arg("counting"), nb::arg("over"),
           nb::arg("under"), nb::arg("engine"), nb::arg("threads"), nb::arg("cancel").none());
}

/// The Python class holds a lock around each of these calls.
void addWriter(nb::module_& module) {
  using Self = SurfaceWriter&;
  const auto commit = [](Self writer) {
    run({}, [&](const Control&) { return writer.commit(), true; });
  };
  const auto compact = [](Self writer) {
    run({}, [&](const Control& control) { return writer.compact(control), true; });
  };
  nb::class_<SurfaceWriter>(module, "WriterOf")
      .def(
          "__init__",
          [](SurfaceWriter* self, const nb::bytes& folder) {
            new (self) SurfaceWriter(fileNameOf(folder));
          },
          nb::arg("folder"))
      .def_prop_ro("facts", [](const SurfaceWriter& writer) { return toPython(writer.facts()); })
      .def(
          "has", [](Self writer, const std::string& id) { return writer.has(id); }, nb::arg("id"))
      .def(
          "add",
          [](Self writer, const std::string& id, const Features& features,
             const std::string& name) { writer.add(id, features, name); },
          nb::arg("id"), nb::arg("features"), nb::arg("name"))
      .def(
          "update",
          [](Self writer, const std::string& id, const Features& features,
             const std::string& name) { writer.update(id, features, name); },
          nb::arg("id"), nb::arg("features"), nb::arg("name"))
      .def(
          "remove", [](Self writer, const std::string& id) { return writer.remove(id); },
          nb::arg("id"))
      .def(
          "note", [](Self writer, const std::string& key) { return writer.note(key); },
          nb::arg("key"))
      .def(
          "set_note",
          [](Self writer, const std::string& key, const std::string& text) {
            writer.setNote(key, text);
          },
          nb::arg("key"), nb::arg("text"))
      .def("commit", commit)
      .def("compact", compact);
}

}  // namespace

void addSurfaces(nb::module_& module) {
  using Self = const Features&;
  nb::class_<Features>(module, "FeaturesOf")
      .def_prop_ro("width", [](Self features) { return features.picture.width; })
      .def_prop_ro("height", [](Self features) { return features.picture.height; })
      .def_prop_ro("count", &Features::count)
      .def_prop_ro("bytes_each", &Features::bytesEach)
      .def_prop_ro("points", [](Self features) { return memoryOf(features.points); })
      .def_prop_ro("numbers", [](Self features) { return memoryOf(features.bytes); });
  module.def("features_from", featuresFrom, nb::arg("width"), nb::arg("height"), nb::arg("points"),
             nb::arg("numbers"));
  nb::class_<ShrunkPhotograph>(module, "ShrunkPhotograph")
      .def_prop_ro("pixels", [](const ShrunkPhotograph& self) { return self.size.pixels(); })
      .def_prop_ro("note", [](const ShrunkPhotograph& self) { return self.note.text(); });
  module.def("read_shrunk_file", readShrunkFile, nb::arg("path"), nb::arg("max_pixels"),
             nb::arg("longest_side"), nb::arg("threads"), nb::arg("cancel").none());
  module.def("read_shrunk_bytes", readShrunkBytes, nb::arg("data"), nb::arg("name"),
             nb::arg("max_pixels"), nb::arg("longest_side"), nb::arg("threads"));
  module.def("find_in_shrunk", findInShrunk, nb::arg("photograph"), nb::arg("most"),
             nb::arg("longest_side"), nb::arg("orb"), nb::arg("threads"), nb::arg("cancel").none());
  module.def("find_features", find, nb::arg("photograph"), nb::arg("most"), nb::arg("longest_side"),
             nb::arg("orb"), nb::arg("threads"), nb::arg("cancel").none());
  module.attr("countings") = nb::make_tuple("distinct", "plain");
  module.def(
      "create_library",
      [](const nb::bytes& folder, std::int64_t most, std::int64_t longestSide,
         std::int64_t leastFeatures) {
        SurfaceLibrary::create(fileNameOf(folder),
                               {{most, longestSide}, leastFeatures, featureMaker()});
      },
      nb::arg("folder"), nb::arg("most"), nb::arg("longest_side"), nb::arg("least_features"));
  module.def("verify_library", faultsOf, nb::arg("folder"));
  module.def("verify_pair", verify, nb::arg("query"), nb::arg("reference"), nb::arg("over"),
             nb::arg("under"));
  module.def("candidates", candidates, nb::arg("libraries"), nb::arg("queries"), nb::arg("top"),
             nb::arg("counting"), nb::arg("over"), nb::arg("under"), nb::arg("engine"),
             nb::arg("threads"), nb::arg("cancel").none());
  module.def("judge_candidates", judgeParts, nb::arg("query"), nb::arg("parts"), nb::arg("top"),
             nb::arg("least_inliers"), nb::arg("cancel").none());
  module.def(
      "snapshot_files", [](const nb::bytes& folder) { return snapshotFiles(fileNameOf(folder)); },
      nb::arg("folder"));
  addLibrary(module);
  addWriter(module);
}

}  // namespace espy::python
