// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "espy/engine/needle_index.h"
#include "several/capabilities.h"
#include "several/pictures.h"

namespace espy::several {

void addIndexed(Registry& registry, const SharedTeam& team) {
  addBy<FindIndexed>(registry, team, [&](std::vector<FindIndexed::Function> find) {
    return [team, find = std::move(find)](const Scene& given, SceneRows rows,
                                          const index::NeedleSegment& segment,
                                          const Control& control, RunReport& report) {
      const SceneOfTeam scene(*team, given);
      const std::int64_t height = rows.end - rows.first;
      // 16 megapixels take a GPU 0.3 ms, as long as bringing several together.
      constexpr std::int64_t kLight = 32;
      const bool divides =
          team->divides(given.size().width * height / kLight, control) && height > 1;
      const std::size_t count =
          divides ? std::min(scene.able().size(), static_cast<std::size_t>(height)) : 1;
      std::vector<std::vector<FoundPicture>> bands(count);
      const auto run = [&](const Task& task) {
        const Part part = partOf(height, task.index, count);
        const SceneRows own{rows.first + part.first, rows.first + part.end};
        bands[task.index] = scene.with(task.member, [&](const Scene& whole) {
          return find[task.member](whole, own, segment, task.control, task.report);
        });
      };
      if (count > 1) {
        team->share(count, scene.able(), control, report, run);
      } else {
        team->whole(scene.able(), control, report, run);
      }
      std::vector<FoundPicture> all = std::move(bands.front());
      for (std::size_t band = 1; band < count; ++band) {
        all.insert(all.end(), bands[band].begin(), bands[band].end());
      }
      return all;
    };
  });
}

}  // namespace espy::several
