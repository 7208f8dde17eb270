// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/find.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <set>
#include <sstream>

#include "bindings.h"
#include "espy/engine/needle_index.h"
#include "espy/engine/options.h"
#include "espy/engine/score.h"
#include "espy/pictures.h"
#include "matches.h"
#include "running.h"
#include "scenes.h"

namespace espy::python {
namespace {

namespace nb = nanobind;

/// The result of a search, its options and the size of the scene.
struct Found {
  Finding finding;
  FindOptions options;
  Size size;

  const std::vector<Match>& matches() const { return finding.matches; }
  MatchRecord matchAt(std::size_t i) const {
    MatchRecord match{matches().at(i), {}, {}};
    if (!finding.between.empty()) match.between = finding.between[i];
    if (!finding.judged.empty()) match.judged = finding.judged[i];
    return match;
  }
  /// The best match, or the position with the highest score.
  std::optional<MatchRecord> best() const {
    if (!matches().empty()) return matchAt(0);
    if (!finding.best) return std::nullopt;
    return MatchRecord{*finding.best, finding.bestBetween, {}};
  }
};

/// A read-only NumPy array over numbers that `owner` keeps alive.
template <class Number>
nb::object numbersOf(const std::vector<Number>& numbers, std::size_t columns, nb::handle owner) {
  const auto* const data = reinterpret_cast<const double*>(numbers.data());
  const std::size_t rows = numbers.size();
  if (columns == 1) return nb::cast(nb::ndarray<const double, nb::numpy>(data, {rows}, owner));
  return nb::cast(nb::ndarray<const double, nb::numpy>(data, {rows, columns}, owner));
}

/// Throws `badUse` for a value beyond the option's limits.
void checkLimits(const FindOption& option, const FindOptions& options) {
  const auto check = [&option](double number) {
    if (number >= option.least && number <= option.most) return;
    std::ostringstream text;
    text << option.name << ": must be from " << option.least;
    if (std::isinf(option.most)) {
      text << " up";
    } else {
      text << " to " << option.most;
    }
    throw Error(ErrorCode::badUse, text.str());
  };
  const OptionValue value = option.get(options);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    if (option.words.empty()) check(static_cast<double>(*whole));
  } else if (const auto* number = std::get_if<double>(&value)) {
    check(*number);
  } else if (const auto* range = std::get_if<PoseRange>(&value); range && !range->isOne()) {
    check(range->first);
    check(range->last);
  }
}

/// Throws `badUse` for limits that are exceeded, and options of another method.
void checkOptions(FindOptions& options) {
  std::set<std::string_view> given{"overlap"};  // Python knows its default
  for (const FindOption& option : findOptions()) {
    if (option.isDefault(options)) continue;
    checkLimits(option, options);
    given.insert(option.name);
  }
  completeOptions(options, given, [](std::string_view name) { return std::string(name); });
}

FindOptions findOptionsOf(int method, int tolerance, double minScore, bool weighted, bool eachMean,
                          double denoise, double overlap, bool across, std::int64_t top,
                          std::array<double, 3> angle, std::array<double, 3> scale,
                          bool quarterTurns, bool flip, bool complete, bool anyPolarity,
                          double visible, bool nearest, bool subPixel, double judgeRecall,
                          double bend) {
  FindOptions options;
  options.method = static_cast<Method>(method);
  options.tolerance = tolerance;
  options.minScore = minScore;
  options.weighted = weighted;
  options.channelMeans = eachMean ? ChannelMeans::each : ChannelMeans::all;
  options.denoise = denoise;
  options.select = {overlap, across, {}};
  if (top > 0) options.select.top = static_cast<std::uint64_t>(top);
  options.pose.angle = {angle[0], angle[1], angle[2]};
  options.pose.scale = {scale[0], scale[1], scale[2]};
  options.pose.quarterTurns = quarterTurns;
  options.pose.flip = flip;
  options.pose.search = complete ? PoseSearch::complete : PoseSearch::fast;
  options.pose.polarity = anyPolarity ? Polarity::any : Polarity::same;
  options.pose.visible = visible;
  options.nearest = nearest;
  options.subPixel = subPixel;
  options.judgeRecall = judgeRecall;
  options.bend = bend;
  checkOptions(options);
  return options;
}

/// Finds needles, or those of an index.
template <class Sought>
Found findIn(const SceneArgument& given, const Sought& sought, const FindOptions& options,
             const Judge* judge, const std::string& engine, const RunOptions& how) {
  Found found;
  found.options = options;
  found.size = given.view().size();
  found.finding = run(how, [&](const Control& control) {
    FindOptions searchOptions = options;
    searchOptions.judge = judge;
    searchOptions.engine = engine;
    searchOptions.control = control;
    Finding finding = given.on(engine, [&](const Scene& seen) {
      return espy::find(engines(), seen, sought, searchOptions);
    });
    checkUncut(given.view());
    return finding;
  });
  return found;
}

Found find(nb::handle scene, const nb::list& needles, const FindOptions& options,
           const Judge* judge, const std::string& engine, Threads threads,
           const nb::object& progress, const Cancel* cancel) {
  const SceneArgument given(scene);
  const NeedlesArgument sought(needles);
  return findIn(given, sought.all(), options, judge, engine, {threads, progress, cancel});
}

Found findByIndex(nb::handle scene, const NeedleIndex& index, const FindOptions& options,
                  const std::string& engine, Threads threads, const nb::object& progress,
                  const Cancel* cancel) {
  return findIn(SceneArgument(scene), index, options, nullptr, engine, {threads, progress, cancel});
}

/// Returns (scores of all positions, bound on their error).
nb::tuple scoreMap(nb::handle scene, const nb::list& needles, const FindOptions& options,
                   const std::string& engine, Threads threads, const nb::object& progress,
                   const Cancel* cancel) {
  const SceneArgument given(scene);
  const NeedlesArgument sought(needles);
  auto map =
      std::make_unique<ScoreMap>(run({threads, progress, cancel}, [&](const Control& control) {
        return given.on(engine, [&](const Scene& seen) {
          return mapScores(engines(), engine, seen, sought.all().front(), scoreOptionsOf(options),
                           control);
        });
      }));
  float* const scores = map->scores.data();
  const std::array<std::size_t, 2> shape{static_cast<std::size_t>(map->size.height),
                                         static_cast<std::size_t>(map->size.width)};
  const double error = map->error;
  const nb::capsule owner(map.release(),
                          [](void* kept) noexcept { delete static_cast<ScoreMap*>(kept); });
  return nb::make_tuple(nb::ndarray<float, nb::numpy>(scores, 2, shape.data(), owner), error);
}

nb::str jsonOf(const Found& found, const nb::bytes& image, const std::vector<nb::bytes>& needles) {
  const std::string name(image.c_str(), image.size());
  std::vector<std::string> names;
  names.reserve(needles.size());
  for (const nb::bytes& needle : needles) names.emplace_back(needle.c_str(), needle.size());
  std::string all;
  writeJson(name, names, found.size, found.options, found.finding,
            [&](std::string_view part) { all += part; });
  all += '}';
  return nb::str(all.c_str(), all.size());
}

nb::object matchBytes(nb::handle self) {
  const auto& matches = nb::cast<const Found&>(self).matches();
  const auto* const data = reinterpret_cast<const std::uint8_t*>(matches.data());
  return nb::cast(
      nb::ndarray<const std::uint8_t, nb::numpy>(data, {matches.size() * sizeof(Match)}, self));
}

/// The arguments with which `findOptionsOf` makes these options.
nb::tuple stateOf(const FindOptions& options) {
  const auto three = [](const PoseRange& range) {
    return std::array<double, 3>{range.first, range.last, range.step};
  };
  const PoseOptions& pose = options.pose;
  return nb::make_tuple(
      static_cast<int>(options.method), options.tolerance, options.minScore, options.weighted,
      options.channelMeans == ChannelMeans::each, options.denoise, options.select.overlap,
      options.select.across, static_cast<std::int64_t>(options.select.top.value_or(0)),
      three(pose.angle), three(pose.scale), pose.quarterTurns, pose.flip,
      pose.search == PoseSearch::complete, pose.polarity == Polarity::any, pose.visible,
      options.nearest, options.subPixel, options.judgeRecall, options.bend);
}

template <class Value>
nb::bytes memoryOf(const std::vector<Value>& values) {
  return nb::bytes(values.data(), values.size() * sizeof(Value));
}
template <class Value>
std::vector<Value> valuesIn(nb::handle memory) {
  const auto bytes = nb::cast<nb::bytes>(memory);
  std::vector<Value> values(bytes.size() / sizeof(Value));
  std::memcpy(values.data(), bytes.c_str(), values.size() * sizeof(Value));
  return values;
}

template <class Value>
nb::list memoriesOf(const std::vector<std::vector<Value>>& lists) {
  nb::list memories;
  for (const std::vector<Value>& values : lists) memories.append(memoryOf(values));
  return memories;
}

nb::tuple stateOfFound(const Found& found) {
  const Finding& finding = found.finding;
  std::vector<Match> best;
  if (finding.best) best.push_back(*finding.best);
  std::vector<SubPixel> between;
  if (finding.bestBetween) between.push_back(*finding.bestBetween);
  return nb::make_tuple(
      stateOf(found.options), found.size.width, found.size.height, memoryOf(finding.matches),
      memoryOf(best), memoryOf(found.finding.between), memoryOf(between),
      memoryOf(found.finding.judged), stagesOf(finding.report.timeline), finding.report.engine,
      finding.report.threads, finding.report.strategy.text(), finding.report.choice.text(),
      finding.report.fallback.text(), found.finding.judgedElsewhere.text(),
      memoriesOf(finding.outlines), memoriesOf(finding.bends), memoryOf(finding.seen));
}

void setFound(Found& self, const nb::tuple& state) {
  new (&self) Found{};
  const nb::object options = nb::type<FindOptions>().attr("of")(*nb::cast<nb::tuple>(state[0]));
  self.options = nb::cast<FindOptions>(options);
  self.size = {nb::cast<std::int64_t>(state[1]), nb::cast<std::int64_t>(state[2])};
  Finding& finding = self.finding;
  finding.matches = valuesIn<Match>(state[3]);
  for (const Match& best : valuesIn<Match>(state[4])) finding.best = best;
  finding.between = valuesIn<SubPixel>(state[5]);
  for (const SubPixel& best : valuesIn<SubPixel>(state[6])) finding.bestBetween = best;
  finding.judged = valuesIn<double>(state[7]);
  for (const nb::handle stage : state[8]) {
    finding.report.timeline.add(nb::cast<std::string>(stage[0]), nb::cast<double>(stage[1]));
  }
  const auto text = [&](int i) { return nb::cast<std::string>(state[i]); };
  finding.report.engine = text(9);
  finding.report.threads = nb::cast<int>(state[10]);
  finding.report.strategy = text(11);
  finding.report.choice = text(12);
  finding.report.fallback = text(13);
  finding.judgedElsewhere = text(14);
  for (const nb::handle outline : state[15]) {
    finding.outlines.push_back(valuesIn<SubPixel>(outline));
  }
  for (const nb::handle bends : state[16]) finding.bends.push_back(valuesIn<float>(bends));
  finding.seen = valuesIn<double>(state[17]);
}

void addFound(nb::module_& module) {
  using Self = const Found&;
  nb::class_<Found>(module, "Found")
      .def("__len__", [](Self found) { return found.matches().size(); })
      .def("match", &Found::matchAt)
      .def_prop_ro("best", &Found::best)
      .def_prop_ro("match_bytes", matchBytes)
      .def_prop_ro("between",
                   [](nb::handle self) -> nb::object {
                     const Found& found = nb::cast<Self>(self);
                     if (!found.options.subPixel) return nb::none();
                     return numbersOf(found.finding.between, 2, self);
                   })
      .def_prop_ro(
          "judged",
          [](nb::handle self) { return numbersOf(nb::cast<Self>(self).finding.judged, 1, self); })
      .def_prop_ro("outlines",
                   [](nb::handle self) -> nb::object {
                     const Found& found = nb::cast<Self>(self);
                     if (found.options.method != Method::outline) return nb::none();
                     nb::list outlines;
                     for (const std::vector<SubPixel>& outline : found.finding.outlines) {
                       outlines.append(numbersOf(outline, 2, self));
                     }
                     return outlines;
                   })
      .def_prop_ro("bends", [](Self found) { return found.finding.bends; })
      .def_prop_ro("seen", [](Self found) { return found.finding.seen; })
      .def_prop_ro("stages",
                   [](const Found& found) { return stagesOf(found.finding.report.timeline); })
      .def_prop_ro("engine", [](Self found) { return found.finding.report.engine; })
      .def_prop_ro("threads", [](Self found) { return found.finding.report.threads; })
      .def_prop_ro("strategy", [](Self found) { return found.finding.report.strategy.text(); })
      .def_prop_ro("choice", [](Self found) { return found.finding.report.choice.text(); })
      .def_prop_ro("fallback", [](Self found) { return found.finding.report.fallback.text(); })
      .def_prop_ro("judged_elsewhere",
                   [](Self found) { return found.finding.judgedElsewhere.text(); })
      .def("json", jsonOf, nb::arg("image"), nb::arg("needles"))
      .def("__getstate__", stateOfFound)
      .def("__setstate__", setFound);
}

/// Of each option of the table: name, default (of a choice the index of its word, of a range its
/// ends and step), limits, words, and names of the methods that have it.
nb::list optionTable() {
  nb::list table;
  for (const FindOption& option : findOptions()) {
    const nb::object initial = std::visit(
        [](const auto& value) -> nb::object {
          if constexpr (std::is_same_v<std::decay_t<decltype(value)>, PoseRange>) {
            return nb::make_tuple(value.first, value.last, value.step);
          } else {
            return nb::cast(value);
          }
        },
        option.get(FindOptions()));
    nb::list words;
    for (const std::string_view word : option.words) words.append(nb::cast(std::string(word)));
    nb::list methods;
    for (std::size_t i = 0; i < kMethodNames.size(); ++i) {
      if (option.belongsTo(static_cast<Method>(i))) {
        methods.append(nb::cast(std::string(kMethodNames.at(i))));
      }
    }
    table.append(nb::make_tuple(std::string(option.name), initial, option.least, option.most, words,
                                methods));
  }
  return table;
}

}  // namespace

void addFinding(nb::module_& module) {
  module.def("option_table", optionTable);
  nb::class_<SceneOf>(module, "SceneOf")
      .def(nb::init<nb::handle>(), nb::arg("array"))
      .def("release", &SceneOf::release, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("is_kept", &SceneOf::isKept, nb::call_guard<nb::gil_scoped_release>());
  nb::class_<FindOptions>(module, "Options")
      .def_static("of", findOptionsOf, nb::arg("method"), nb::arg("tolerance"),
                  nb::arg("min_score"), nb::arg("weighted"), nb::arg("each_mean"),
                  nb::arg("denoise"), nb::arg("overlap"), nb::arg("across"), nb::arg("top"),
                  nb::arg("angle"), nb::arg("scale"), nb::arg("quarter_turns"), nb::arg("flip"),
                  nb::arg("complete"), nb::arg("any_polarity"), nb::arg("visible"),
                  nb::arg("nearest"), nb::arg("sub_pixel"), nb::arg("judge_recall"),
                  nb::arg("bend"));
  addMatches(module);
  addFound(module);
  module.def("look", find, nb::arg("scene"), nb::arg("needles"), nb::arg("options"),
             nb::arg("judge").none(), nb::arg("engine"), nb::arg("threads"),
             nb::arg("progress").none(), nb::arg("cancel").none());
  module.def("look_by_index", findByIndex, nb::arg("scene"), nb::arg("index"), nb::arg("options"),
             nb::arg("engine"), nb::arg("threads"), nb::arg("progress").none(),
             nb::arg("cancel").none());
  module.def("score_map", scoreMap, nb::arg("scene"), nb::arg("needles"), nb::arg("options"),
             nb::arg("engine"), nb::arg("threads"), nb::arg("progress").none(),
             nb::arg("cancel").none());
}

}  // namespace espy::python
