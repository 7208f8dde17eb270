// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <utility>

#include "bindings.h"
#include "espy/engine/ranking.h"
#include "espy/motif.h"
#include "recordings.h"
#include "running.h"

namespace espy::python {
namespace {

namespace nb = nanobind;

/// The result of a search, with the samples, which warping paths need.
struct MotifFound {
  std::unique_ptr<ChannelsArgument> query;
  std::shared_ptr<ChannelsArgument> data;
  MotifTask task;
  MotifFinding finding;
};

MotifOptions motifOptionsOf(int method, int normalise, double bandShare, std::int64_t band,
                            bool open, const std::vector<double>& stretch, int rule,
                            std::int64_t lag, double lagPenalty, std::int64_t reach,
                            double elsewhere, std::int64_t missing, double missingShare,
                            std::int64_t top, std::int64_t exclude, double maxDistance) {
  MotifOptions options;
  options.method = static_cast<MotifMethod>(method);
  if (normalise >= 0) options.normalise = static_cast<MotifNormalise>(normalise);
  options.bandShare = bandShare;
  if (band >= 0) options.band = band;
  options.open = open;
  options.stretch = {stretch.at(0), stretch.at(1), stretch.at(2)};
  options.rule = static_cast<ChannelRule>(rule);
  options.lag = lag;
  options.lagPenalty = lagPenalty;
  options.reach = reach;
  options.elsewhere = elsewhere;
  options.missing = missing;
  options.missingShare = missingShare;
  options.top = top;
  if (exclude >= 0) options.exclude = exclude;
  options.maxDistance = maxDistance;
  return options;
}

/// Returns a finding for each query, all in the same data.
std::vector<std::unique_ptr<MotifFound>> findEach(const nb::list& queries, nb::handle data,
                                                  const MotifOptions& options,
                                                  const std::string& engine, Threads threads,
                                                  const nb::object& progress,
                                                  const Cancel* cancel) {
  std::vector<std::unique_ptr<MotifFound>> all;
  std::vector<std::vector<Samples>> sought;
  const auto seen = std::make_shared<ChannelsArgument>(data);
  for (const nb::handle query : queries) {
    auto found = std::make_unique<MotifFound>();
    found->query = std::make_unique<ChannelsArgument>(query);
    found->data = seen;
    found->task = {found->query->all(), seen->all(), options};
    sought.push_back(found->task.query);
    all.push_back(std::move(found));
  }
  auto findings = run({threads, progress, cancel}, [&](const Control& control) {
    auto each = findMotifs(engines(), engine, sought, seen->all(), options, control);
    for (const auto& found : all) found->query->checkUncut();
    seen->checkUncut();
    return each;
  });
  for (std::size_t i = 0; i < all.size(); ++i) all[i]->finding = std::move(findings[i]);
  return all;
}

/// Returns the distance at every position.
nb::object profileOf(nb::handle query, nb::handle data, const MotifOptions& options,
                     const std::string& engine, Threads threads, const nb::object& progress,
                     const Cancel* cancel) {
  const ChannelsArgument sought(query);
  const ChannelsArgument seen(data);
  const MotifTask task{sought.all(), seen.all(), options};
  auto numbers = std::make_unique<std::vector<double>>(
      run({threads, progress, cancel}, [&](const Control& control) {
        MotifFinding profile = motifProfile(engines(), engine, task, control);
        sought.checkUncut();
        seen.checkUncut();
        return std::move(profile.distances);
      }));
  double* const first = numbers->data();
  const std::size_t size = numbers->size();
  const nb::capsule owner(numbers.release(), [](void* kept) noexcept {
    delete static_cast<std::vector<double>*>(kept);
  });
  return nb::cast(nb::ndarray<double, nb::numpy>(first, {size}, owner));
}

/// Returns (start, length, distance, stretch, [(query, data, lag, distance), ...]).
nb::tuple matchTuple(const MotifFound& found, std::size_t i) {
  const MotifMatch& match = found.finding.matches.at(i);
  nb::list channels;
  for (const ChannelMatch& channel : match.channels) {
    channels.append(nb::make_tuple(channel.query, channel.data, channel.lag, channel.distance));
  }
  return nb::make_tuple(match.start, match.length, match.distance, match.stretch, channels);
}

/// Returns an array with a row (query sample, data sample) for each pair.
nb::object pathOf(const MotifFound& found, std::size_t i, std::size_t channel) {
  const MotifMatch& match = found.finding.matches.at(i);
  auto numbers = run({}, [&](const Control& control) {
    auto each = std::make_unique<std::vector<std::int64_t>>();
    for (const auto& [query, data] : warpingPath(found.task, match, channel, control)) {
      each->push_back(query);
      each->push_back(data);
    }
    return each;
  });
  std::int64_t* const first = numbers->data();
  const std::size_t rows = numbers->size() / 2;
  const nb::capsule owner(numbers.release(), [](void* kept) noexcept {
    delete static_cast<std::vector<std::int64_t>*>(kept);
  });
  return nb::cast(nb::ndarray<std::int64_t, nb::numpy>(first, {rows, 2}, owner));
}

std::vector<RankedPlace> placesOf(const std::vector<std::int64_t>& starts) {
  std::vector<RankedPlace> places;
  places.reserve(starts.size());
  for (const std::int64_t start : starts) places.push_back({start, 0});
  return places;
}

/// Returns (number of hits, whether each entry of the list is one).
nb::tuple hitsOf(const std::vector<std::int64_t>& listed, const std::vector<std::int64_t>& truth,
                 std::int64_t apart) {
  const auto isHit = std::make_unique<bool[]>(listed.size());
  const HitCount count =
      countHits(placesOf(listed), placesOf(truth), apart, {isHit.get(), listed.size()});
  nb::list flags;
  for (std::size_t i = 0; i < listed.size(); ++i) flags.append(nb::bool_(isHit[i]));
  return nb::make_tuple(count.hits, flags);
}

double precisionOf(const std::vector<bool>& hits, std::int64_t relevant) {
  const auto plain = std::make_unique<bool[]>(hits.size());
  std::copy(hits.begin(), hits.end(), plain.get());
  return averagePrecision({plain.get(), hits.size()}, relevant);
}

}  // namespace

void addSignals(nb::module_& module) {
  using Self = const MotifFound&;
  nb::class_<MotifOptions>(module, "MotifOptions")
      .def_static("of", motifOptionsOf, nb::arg("method"), nb::arg("normalise"),
                  nb::arg("band_share"), nb::arg("band"), nb::arg("open"), nb::arg("stretch"),
                  nb::arg("rule"), nb::arg("lag"), nb::arg("lag_penalty"), nb::arg("reach"),
                  nb::arg("elsewhere"), nb::arg("missing"), nb::arg("missing_share"),
                  nb::arg("top"), nb::arg("exclude"), nb::arg("max_distance"));
  nb::class_<MotifFound>(module, "MotifFound")
      .def("__len__", [](Self found) { return found.finding.matches.size(); })
      .def("match", matchTuple, nb::arg("index"))
      .def("path", pathOf, nb::arg("index"), nb::arg("channel"))
      .def_prop_ro("stages",
                   [](const MotifFound& found) { return stagesOf(found.finding.report.timeline); })
      .def_prop_ro("engine", [](Self found) { return found.finding.report.engine; })
      .def_prop_ro("threads", [](Self found) { return found.finding.report.threads; })
      .def_prop_ro("strategy", [](Self found) { return found.finding.report.strategy.text(); })
      .def_prop_ro("choice", [](Self found) { return found.finding.report.choice.text(); })
      .def_prop_ro("fallback", [](Self found) { return found.finding.report.fallback.text(); });
  module.def("motif_profile", profileOf, nb::arg("query"), nb::arg("data"), nb::arg("options"),
             nb::arg("engine"), nb::arg("threads"), nb::arg("progress").none(),
             nb::arg("cancel").none());
  module.def("find_motifs", findEach, nb::arg("queries"), nb::arg("data"), nb::arg("options"),
             nb::arg("engine"), nb::arg("threads"), nb::arg("progress").none(),
             nb::arg("cancel").none());
  module.def(
      "normalised_gain",
      [](const std::vector<double>& gains, const std::vector<double>& ideal, std::int64_t most) {
        return normalisedGain(gains, ideal, most);
      },
      nb::arg("gains"), nb::arg("ideal"), nb::arg("most"));
  module.def("average_precision", precisionOf, nb::arg("hits"), nb::arg("relevant"));
  module.def("count_hits", hitsOf, nb::arg("listed"), nb::arg("truth"), nb::arg("apart"));
}

}  // namespace espy::python
