// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "several/pictures.h"

#include <utility>

#include "base/phrase.h"
#include "espy/error.h"

namespace espy::several {

SceneOfTeam::SceneOfTeam(const Team& team, const Scene& scene) : scene_(scene) {
  if (scene.kept() == nullptr) {
    able_ = team.all();
    return;
  }
  kept_ = dynamic_cast<PictureOfTeam*>(scene.kept());
  if (kept_ == nullptr || scene.kept()->engine() != team.name()) {
    throw Error(ErrorCode::badUse, phrase("engine {} cannot use a picture that engine {} holds",
                                          team.name(), scene.kept()->engine()));
  }
  for (const std::size_t m : team.all()) {
    KeptPicture* own = kept_->of(m).picture.get();
    if (own == nullptr) continue;
    able_.push_back(m);
    hasRows_ = hasRows_ && own->rows(0, 1) != nullptr;
  }
}

KeptPicture& SceneOfTeam::rowsOf(PictureOfTeam::Kept& kept, Part rows) {
  if (kept.rows == nullptr || kept.part.first != rows.first || kept.part.end != rows.end) {
    kept.rows = kept.picture->rows(rows.first, rows.count());
    kept.part = rows;
  }
  return *kept.rows;
}

Division divisionOf(const Team& team, const SceneOfTeam& scene, Size size,
                    std::span<const Needle> needles, bool weigh, const Control& control) {
  Division division;
  const auto members = static_cast<std::int64_t>(scene.able().size());
  if (members < 2 || needles.empty() || !team.divides(size.pixels(), control)) return division;
  std::int64_t lowest = size.height;
  double pixels = 0;
  for (const Needle& needle : needles) {
    const std::int64_t height = needle.picture.height();
    division.highest = std::max(division.highest, height);
    lowest = std::min(lowest, height);
    pixels += static_cast<double>(needle.picture.size().pixels());
  }
  division.positions = size.height - lowest + 1;
  constexpr std::int64_t kMostOverlap = 8;  // an eighth of a band
  const bool overlaps = members * division.highest * kMostOverlap > size.height;
  const bool many = std::ssize(needles) >= 2 * members;
  if (many &&
      (overlaps || !scene.hasRows() || (weigh && pixels > static_cast<double>(size.pixels())))) {
    division.by = Division::By::needles;
    division.count = static_cast<std::size_t>(members);
  } else if (scene.hasRows() && division.positions > 1) {
    division.by = Division::By::rows;
    division.count = static_cast<std::size_t>(std::min(members, division.positions));
  }
  return division;
}

void addPictures(Registry& registry, const SharedTeam& team) {
  addBy<KeepPicture>(registry, team, [&](std::vector<KeepPicture::Function> keep) {
    return [team, keep = std::move(keep)](const ImageView& picture, const Control& control,
                                          Timeline& timeline) -> std::unique_ptr<KeptPicture> {
      auto kept = std::make_unique<PictureOfTeam>(*team, picture);
      RunReport report;
      const auto run = [&](const Task& task) {
        std::unique_ptr<KeptPicture>& own = kept->of(task.member).picture;
        if (own == nullptr) own = keep[task.member](picture, task.control, task.report.timeline);
      };
      if (team->divides(picture.size().pixels(), control)) {
        team->share(team->size(), team->all(), control, report, run);
      } else {
        team->whole(team->all(), control, report, run);
      }
      timeline.add(report.timeline);
      return kept;
    };
  });
}

}  // namespace espy::several
