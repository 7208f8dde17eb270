// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The positions of a band are those whose row it owns; its picture has the rows below that their
// windows need.
#include "espy/engine/exact.h"

#include <algorithm>
#include <set>
#include <utility>

#include "several/capabilities.h"
#include "several/pictures.h"

namespace espy::several {
namespace {

using Places = std::vector<std::vector<Place>>;

/// A search of one scene.
struct ExactByTeam {
  const Team& team;
  const std::vector<FindExact::Function>& find;
  const SceneOfTeam& scene;
  Size size;
  std::span<const Needle> needles;
  ExactOptions options;
  const Control& control;
  RunReport& report;

  /// By one member. If that fails, the next one passes only what is new to `take`.
  Places whole() const {
    std::set<std::uint32_t> taken;
    ExactOptions asked = options;
    if (options.take) {
      asked.take = [&](std::uint32_t needle, std::vector<Place>&& places) {
        if (taken.insert(needle).second) options.take(needle, std::move(places));
      };
    }
    Places places;
    team.whole(scene.able(), control, report, [&](const Task& task) {
      places = scene.with(task.member, [&](const Scene& own) {
        return find[task.member](own, needles, asked, task.control, task.report);
      });
    });
    for (const std::uint32_t needle : taken) places[needle].clear();
    return places;
  }

  Places byNeedles(const Division& division) const {
    Places all(needles.size());
    team.share(division.count, scene.able(), control, report, [&](const Task& task) {
      const Part part = partOf(std::ssize(needles), task.index, division.count);
      const auto first = static_cast<std::size_t>(part.first);
      const auto some = needles.subspan(first, static_cast<std::size_t>(part.count()));
      Places own = scene.with(task.member, [&](const Scene& given) {
        return find[task.member](given, some, options, task.control, task.report);
      });
      std::move(own.begin(), own.end(), all.begin() + part.first);
    });
    return all;
  }

  Places byRows(const Division& division) const {
    std::vector<Places> bands(division.count);
    team.share(division.count, scene.able(), control, report, [&](const Task& task) {
      const Part rows = division.positionsOf(task.index);
      const Part read{rows.first, std::min(size.height, rows.end + division.highest - 1)};
      Places own = scene.withRows(task.member, read, [&](const Scene& given) {
        return find[task.member](given, needles, options, task.control, task.report);
      });
      for (std::vector<Place>& places : own) {
        while (!places.empty() && places.back().y >= rows.count()) places.pop_back();
        for (Place& place : places) place.y += static_cast<std::uint32_t>(rows.first);
      }
      bands[task.index] = std::move(own);
    });
    const StageTimer timer(report.timeline, "join");
    Places all = std::move(bands.front());
    for (std::size_t band = 1; band < bands.size(); ++band) {
      for (std::size_t n = 0; n < all.size(); ++n) {
        const std::vector<Place> own = std::move(bands[band][n]);
        all[n].insert(all[n].end(), own.begin(), own.end());
      }
    }
    return all;
  }
};

}  // namespace

void addExact(Registry& registry, const SharedTeam& team) {
  addBy<FindExact>(registry, team, [&](std::vector<FindExact::Function> find) {
    return [team, find = std::move(find)](const Scene& given, std::span<const Needle> needles,
                                          const ExactOptions& options, const Control& control,
                                          RunReport& report) {
      const SceneOfTeam scene(*team, given);
      ExactByTeam search{*team, find, scene, given.size(), needles, options, control, report};
      const Division division = divisionOf(*team, scene, given.size(), needles, true, control);
      if (division.by == Division::By::nothing) return search.whole();
      search.options.take = {};  // it is for the calling thread
      return division.by == Division::By::rows ? search.byRows(division)
                                               : search.byNeedles(division);
    };
  });
}

}  // namespace espy::several
