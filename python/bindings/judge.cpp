// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/judge.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <deque>
#include <vector>

#include "bindings.h"
#include "matches.h"
#include "running.h"
#include "scenes.h"

namespace espy::python {
namespace {

namespace nb = nanobind;

constexpr const char* kNamesOfBy[] = {"score", "regression", "network"};

/// `clicks` has tuples (index of the picture, match, whether it is a true one).
Judge learn(const nb::list& needle, const nb::list& pictures, const nb::list& clicks,
            std::uint64_t seed, const std::string& engine, Threads threads,
            const nb::object& progress, const Cancel* cancel) {
  const NeedlesArgument sought(needle);
  std::deque<PixelBuffer> kept;
  std::vector<ImageView> views;
  for (const nb::handle picture : pictures) {
    views.push_back(kept.emplace_back(picture, "the picture").view());
  }
  std::vector<Click> labels;
  for (const nb::handle each : clicks) {
    const auto click = nb::cast<nb::tuple>(each);
    const auto match = nb::cast<MatchRecord>(click[1]);
    labels.push_back({.picture = nb::cast<std::size_t>(click[0]),
                      .match = match.match,
                      .yes = nb::cast<bool>(click[2])});
  }
  return run({threads, progress, cancel}, [&](const Control& control) {
    LearnTask task{sought.all().front(), views, labels};
    task.seed = seed;
    return learnJudge(engines(), engine, task, control);
  });
}

Judge load(const nb::bytes& path, const nb::list& needle) {
  const NeedlesArgument sought(needle);
  return readJudge(fileNameOf(path), sought.all().front());
}

std::vector<double> rate(const Judge& judge, const nb::list& needle, nb::handle scene,
                         const nb::bytes& matches, const std::string& engine, Threads threads) {
  const NeedlesArgument sought(needle);
  const SceneArgument given(scene);
  return run({.threads = threads}, [&](const Control& control) {
    return judgeMatches(engines(), engine, judge, sought.all().front(), given.view(),
                        matchesIn(matches, given.view().size()), control);
  });
}

nb::tuple heldOut(const HeldOut& figures) {
  return nb::make_tuple(figures.ranking, figures.falseKept);
}

}  // namespace

void addJudging(nb::module_& module) {
  using Self = const Judge&;
  nb::class_<Judge>(module, "JudgeOf")
      .def_prop_ro("on", &Judge::isOn)
      .def_prop_ro("by", [](Self judge) { return kNamesOfBy[static_cast<int>(judge.by)]; })
      .def_prop_ro("by_score", [](Self judge) { return heldOut(judge.byScore); })
      .def_prop_ro("by_regression", [](Self judge) { return heldOut(judge.byRegression); })
      .def_prop_ro("by_network", [](Self judge) { return heldOut(judge.byNetwork); })
      .def("threshold", &Judge::threshold, nb::arg("recall"))
      .def("certainty", &Judge::certainty, nb::arg("probability"))
      .def("to_bytes", [](Self judge) {
        const std::string bytes = bytesOf(judge);
        return nb::bytes(bytes.data(), bytes.size());
      });
  module.def("learn", learn, nb::arg("needle"), nb::arg("pictures"), nb::arg("clicks"),
             nb::arg("seed"), nb::arg("engine"), nb::arg("threads"), nb::arg("progress").none(),
             nb::arg("cancel").none());
  module.def("load_judge", load, nb::arg("path"), nb::arg("needle"));
  module.def(
      "rate",
      [](Self judge, const nb::list& needle, nb::handle scene, const nb::bytes& matches,
         const std::string& engine, Threads threads) {
        nb::list rated;
        for (const double each : rate(judge, needle, scene, matches, engine, threads)) {
          rated.append(each);
        }
        return rated;
      },
      nb::arg("judge"), nb::arg("needle"), nb::arg("scene"), nb::arg("matches"), nb::arg("engine"),
      nb::arg("threads"));
}

}  // namespace espy::python
