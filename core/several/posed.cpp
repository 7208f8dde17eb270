// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/pose.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "pose/order.h"
#include "several/capabilities.h"
#include "several/pictures.h"

namespace espy::several {
namespace {

/// A search of one scene.
struct PosedByTeam {
  const Team& team;
  const std::vector<FindPosed::Function>& find;
  const SceneOfTeam& scene;
  std::span<const Needle> needles;
  std::span<const PoseGrid> grids;
  const ScoreOptions& options;
  PoseSearch search;
  const Control& control;
  RunReport& report;

  PosedPlaces whole() const {
    PosedPlaces places;
    team.whole(scene.able(), control, report, [&](const Task& task) {
      places = scene.with(task.member, [&](const Scene& own) {
        return find[task.member](own, needles, grids, options, search, task.control, task.report);
      });
    });
    return places;
  }

  PosedPlaces byNeedles() const {
    const std::size_t count = std::min(scene.able().size(), needles.size());
    std::vector<PosedPlaces> parts(count);
    team.share(count, scene.able(), control, report, [&](const Task& task) {
      const Part part = partOf(std::ssize(needles), task.index, count);
      const auto first = static_cast<std::size_t>(part.first);
      const auto some = static_cast<std::size_t>(part.count());
      PosedPlaces own = scene.with(task.member, [&](const Scene& given) {
        return find[task.member](given, needles.subspan(first, some), grids.subspan(first, some),
                                 options, search, task.control, task.report);
      });
      for (PosedPeak& peak : own.peaks) peak.peak.needle += static_cast<std::uint32_t>(first);
      if (own.best) own.best->peak.needle += static_cast<std::uint32_t>(first);
      parts[task.index] = std::move(own);
    });
    PosedPlaces all;
    for (PosedPlaces& part : parts) {
      std::vector<PosedPeak> both;
      both.reserve(all.peaks.size() + part.peaks.size());
      std::merge(all.peaks.begin(), all.peaks.end(), part.peaks.begin(), part.peaks.end(),
                 std::back_inserter(both), pose::IsBetterPosed());
      all.peaks = std::move(both);
      if (part.best) pose::keepBetter(all.best, *part.best);
    }
    if (!all.peaks.empty()) all.best.reset();
    return all;
  }
};

}  // namespace

void addPosed(Registry& registry, const SharedTeam& team) {
  addBy<FindPosed>(registry, team, [&](std::vector<FindPosed::Function> find) {
    return [team, find = std::move(find)](const Scene& given, std::span<const Needle> needles,
                                          std::span<const PoseGrid> grids,
                                          const ScoreOptions& options, PoseSearch search,
                                          const Control& control, RunReport& report) {
      const SceneOfTeam scene(*team, given);
      const PosedByTeam one{*team, find, scene, needles, grids, options, search, control, report};
      if (scene.able().size() < 2 || needles.size() < 2 || control.beside > 1) return one.whole();
      PosedPlaces places = one.byNeedles();
      // The position that a fast search reports where it has no peaks depends on all needles.
      const bool nearest = places.peaks.empty() && options.wantBest && search == PoseSearch::fast;
      return nearest ? one.whole() : places;
    };
  });
}

}  // namespace espy::several
