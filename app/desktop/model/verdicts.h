// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRect>
#include <cstdint>
#include <memory>
#include <vector>

#include "espy/find.h"
#include "model/needle_tray.h"

namespace espy::desktop {

struct SearchResult;

/// What somebody says of a match.
enum class Said : std::int8_t { no = -1, nothing = 0, yes = 1 };

/// What was said of matches: of this needle, in this picture, at this place. It outlives searches,
/// and is told again when the same match is found again. Keeps no pictures in memory.
class Verdicts {
 public:
  void say(const PicturePtr& scene, const NeedleItem& needle, const Match& match, Said said);
  /// By match; empty where nothing was said of any.
  std::vector<Said> of(const SearchResult& result) const;
  /// What was said of this needle in this picture, as it was found.
  struct Of {
    Match match;
    Said said;
  };
  std::vector<Of> of(const PicturePtr& scene, const NeedleItem& needle) const;

 private:
  struct Verdict {
    std::weak_ptr<const Picture> scene;
    std::weak_ptr<const Picture> needle;
    std::weak_ptr<const Image> mask;
    Match match;
    Said said;

    bool isAbout(const PicturePtr& ofScene, const NeedleItem& ofNeedle) const;
  };

  std::vector<Verdict> all_;
};

}  // namespace espy::desktop
