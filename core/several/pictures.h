// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "espy/engine/scene.h"
#include "espy/find.h"
#include "several/team.h"

namespace espy::several {

/// A picture that some members keep, each the whole of it.
class PictureOfTeam : public KeptPicture {
 public:
  PictureOfTeam(const Team& team, const ImageView& picture)
      : KeptPicture(team.name(), picture.size(), picture.format()), members_(team.size()) {}

  /// Null where a member does not keep it.
  struct Kept {
    std::unique_ptr<KeptPicture> picture;
    /// The last rows that were asked for, with what searches derived from them.
    std::unique_ptr<KeptPicture> rows;
    Part part;
  };
  Kept& of(std::size_t member) { return members_[member]; }

 private:
  std::vector<Kept> members_;
};

/// A scene as the members get it.
class SceneOfTeam {
 public:
  SceneOfTeam(const Team& team, const Scene& scene);

  /// Members that can search it: those that keep it, or all.
  const std::vector<std::size_t>& able() const { return able_; }
  /// Whether members can search rows of it.
  bool hasRows() const { return hasRows_; }
  /// Calls run(scene) with the scene as this member gets it.
  template <class Run>
  auto with(std::size_t member, const Run& run) const {
    if (kept_ == nullptr) return run(scene_);
    KeptPicture& own = *kept_->of(member).picture;
    return scene_.view() == nullptr ? run(Scene(own)) : run(Scene(own, *scene_.view()));
  }
  /// The same with these rows.
  template <class Run>
  auto withRows(std::size_t member, Part rows, const Run& run) const {
    const ImageView* view = scene_.view();
    ImageView part;
    if (view != nullptr) part = view->crop(0, rows.first, {view->width(), rows.count()});
    if (kept_ == nullptr) return run(Scene(part));
    KeptPicture& own = rowsOf(kept_->of(member), rows);
    return view == nullptr ? run(Scene(own)) : run(Scene(own, part));
  }

 private:
  static KeptPicture& rowsOf(PictureOfTeam::Kept& kept, Part rows);

  const Scene& scene_;
  PictureOfTeam* kept_ = nullptr;
  std::vector<std::size_t> able_;
  bool hasRows_ = true;
};

/// How a search of a scene is divided.
struct Division {
  enum class By : std::uint8_t { nothing, rows, needles };

  By by = By::nothing;
  std::size_t count = 1;       ///< of parts
  std::int64_t positions = 0;  ///< rows of positions of the lowest needle
  std::int64_t highest = 1;    ///< height of the highest needle

  /// The rows of positions of a part.
  Part positionsOf(std::size_t part) const { return partOf(positions, part, count); }
};

/// Divides by rows, or by needles where bands would overlap too much. `weigh`: whether needles take
/// time of their own, so that many are divided.
Division divisionOf(const Team& team, const SceneOfTeam& scene, Size size,
                    std::span<const Needle> needles, bool weigh, const Control& control);

/// Adds kept pictures.
void addPictures(Registry& registry, const SharedTeam& team);

}  // namespace espy::several
