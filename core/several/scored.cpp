// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// A band has a row of positions more on each side, for local maxima. Its members return all peaks:
// which of them overlap a better one depends on those of other bands.
#include "espy/engine/score.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/drain.h"
#include "find/match.h"
#include "find/peak_order.h"
#include "several/capabilities.h"
#include "several/pictures.h"

namespace espy::several {
namespace {

constexpr std::uint32_t kLast = std::numeric_limits<std::uint32_t>::max();

/// A limit for the peaks below row `top` that equals `limit` for all of them. It need not be a
/// position.
Peak limitBelow(Peak limit, std::int64_t top) {
  if (limit.y >= top) {
    limit.y -= static_cast<std::uint32_t>(top);
    return limit;
  }
  // All peaks of this score follow it.
  limit.score = std::nextafter(limit.score, std::numeric_limits<double>::infinity());
  limit.y = limit.x = limit.needle = kLast;
  return limit;
}

/// A search of one scene.
struct ScoredByTeam {
  const Team& team;
  const std::vector<FindScored::Function>& find;
  const SceneOfTeam& scene;
  Size size;
  std::span<const Needle> needles;
  const ScoreOptions& options;
  const Control& control;
  RunReport& report;

  ScoredPlaces whole() const {
    ScoredPlaces places;
    team.whole(scene.able(), control, report, [&](const Task& task) {
      places = scene.with(task.member, [&](const Scene& own) {
        return find[task.member](own, needles, options, task.control, task.report);
      });
    });
    return places;
  }

  ScoredPlaces byNeedles(const Division& division) const {
    std::vector<ScoredPlaces> parts(division.count);
    team.share(division.count, scene.able(), control, report, [&](const Task& task) {
      const Part part = partOf(std::ssize(needles), task.index, division.count);
      const auto first = static_cast<std::size_t>(part.first);
      const auto some = needles.subspan(first, static_cast<std::size_t>(part.count()));
      ScoreOptions asked = options;
      asked.firstNeedles = false;
      if (asked.after) asked.after = limitAmong(part, *asked.after);
      ScoredPlaces own = scene.with(task.member, [&](const Scene& given) {
        return find[task.member](given, some, asked, task.control, task.report);
      });
      const auto shift = [&](Peak& peak) { peak.needle += static_cast<std::uint32_t>(part.first); };
      std::for_each(own.peaks.begin(), own.peaks.end(), shift);
      if (own.best) shift(*own.best);
      parts[task.index] = std::move(own);
    });
    return joined(std::move(parts));
  }

  ScoredPlaces byRows(const Division& division) const {
    std::vector<ScoredPlaces> parts(division.count);
    team.share(division.count, scene.able(), control, report, [&](const Task& task) {
      const Part rows = division.positionsOf(task.index);
      const Part read{std::max<std::int64_t>(0, rows.first - 1),
                      std::min(size.height, rows.end + division.highest)};
      ScoreOptions asked = options;
      asked.overlap = 1;
      asked.firstNeedles = false;
      // The peaks of the rows on both sides are not counted.
      if (asked.most) *asked.most += 2 * needles.size() * static_cast<std::uint64_t>(size.width);
      if (asked.after) asked.after = limitBelow(*asked.after, read.first);
      ScoredPlaces own = scene.withRows(task.member, read, [&](const Scene& given) {
        return find[task.member](given, needles, asked, task.control, task.report);
      });
      const auto lower = [&](Peak& peak) { peak.y += static_cast<std::uint32_t>(read.first); };
      std::for_each(own.peaks.begin(), own.peaks.end(), lower);
      if (own.best) lower(*own.best);
      if (own.leftOut) limits(own);
      std::erase_if(own.peaks,
                    [&](const Peak& peak) { return peak.y < rows.first || peak.y >= rows.end; });
      parts[task.index] = std::move(own);
    });
    return joined(std::move(parts));
  }

 private:
  /// See `limitBelow`, for the needles of a part.
  Peak limitAmong(Part part, Peak limit) const {
    if (limit.needle >= part.first) {
      // Of later needles, those at the same position precede it.
      limit.needle = std::min(limit.needle, static_cast<std::uint32_t>(part.end - 1)) -
                     static_cast<std::uint32_t>(part.first);
      return limit;
    }
    // The position before it, since all these needles follow it there.
    limit.needle = kLast;
    if (limit.x > 0) {
      --limit.x;
    } else if (limit.y > 0) {
      --limit.y;
      limit.x = static_cast<std::uint32_t>(size.width - 1);
    } else {
      limit.score = std::nextafter(limit.score, std::numeric_limits<double>::infinity());
      limit.x = limit.y = kLast;
    }
    return limit;
  }

  /// Stores the worst peak of a part that left out others as its `best`, which it has no use for.
  static void limits(ScoredPlaces& own) {
    own.best.reset();
    if (own.peaks.empty()) return;
    own.best = *std::max_element(own.peaks.begin(), own.peaks.end(), finders::IsBetter());
  }

  /// Peaks up to the best limit of a part are known in all of them.
  ScoredPlaces joined(std::vector<ScoredPlaces>&& parts) const {
    const StageTimer timer(report.timeline, "join");
    ScoredPlaces all;
    std::optional<Peak> limit;
    std::vector<std::vector<Peak>> lists;
    for (ScoredPlaces& part : parts) {
      if (part.leftOut) {
        all.leftOut = true;
        if (!part.best) limits(part);
        if (part.best && (!limit || finders::IsBetter()(*part.best, *limit))) limit = part.best;
        part.best.reset();
      } else if (part.best && (!all.best || finders::IsBetter()(*part.best, *all.best))) {
        all.best = part.best;
      }
      lists.push_back(std::move(part.peaks));
    }
    all.peaks = espy::joined(std::move(lists), control);
    if (limit) {
      std::erase_if(all.peaks, [&](const Peak& peak) { return finders::IsBetter()(*limit, peak); });
    }
    finders::orderPeaks(all.peaks, control);
    if (!all.peaks.empty() || all.leftOut) all.best.reset();
    return all;
  }
};

}  // namespace

void addScored(Registry& registry, const SharedTeam& team) {
  addBy<FindScored>(registry, team, [&](std::vector<FindScored::Function> find) {
    return [team, find = std::move(find)](const Scene& given, std::span<const Needle> needles,
                                          const ScoreOptions& options, const Control& control,
                                          RunReport& report) {
      const SceneOfTeam scene(*team, given);
      const ScoredByTeam search{*team,   find,    scene,   given.size(),
                                needles, options, control, report};
      const Division division = divisionOf(*team, scene, given.size(), needles, false, control);
      if (division.by == Division::By::nothing) return search.whole();
      return division.by == Division::By::rows ? search.byRows(division)
                                               : search.byNeedles(division);
    };
  });
}

}  // namespace espy::several
