// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "base/processor_engines.h"
#include "base/timed_as.h"
#include "espy/engine/find.h"
#include "find/reference.h"
#include "find/turned.h"

namespace espy::finders {
namespace {

/// Flags the insides of windows in rows [first, end), with a counter of covering windows per
/// column, which changes only in rows where windows begin or end.
class Band {
 public:
  Band(const MutableImageView& flags, std::int64_t first, std::int64_t end)
      : flags_(flags), first_(first), end_(end), opening_(end - first), closing_(end - first) {}

  /// Adds a window, clipped to the band.
  void add(const Match& match) {
    const std::int64_t top = std::max<std::int64_t>(match.y, first_);
    const std::int64_t bottom = std::min<std::int64_t>(std::int64_t{match.y} + match.height, end_);
    if (top >= bottom) return;
    opening_[top - first_].push_back(&match);
    if (bottom < end_) closing_[bottom - first_].push_back(&match);
  }

  void paint() {
    std::vector<std::int64_t> change(static_cast<std::size_t>(flags_.width()) + 1, 0);
    std::int64_t open = 0;
    for (std::int64_t y = first_; y < end_; ++y) {
      const auto apply = [&](const std::vector<const Match*>& windows, std::int64_t sign) {
        for (const Match* window : windows) {
          change[window->x] += sign;
          change[std::int64_t{window->x} + window->width] -= sign;
        }
        open += sign * static_cast<std::int64_t>(windows.size());
      };
      apply(opening_[y - first_], 1);
      apply(closing_[y - first_], -1);
      if (open == 0) continue;
      std::uint8_t* row = flags_.row(y);
      std::int64_t covers = 0;
      for (std::int64_t x = 0; x < flags_.width(); ++x) {
        covers += change[x];
        row[x] = covers > 0 ? kFlagInside : kFlagNothing;
      }
    }
  }

 private:
  MutableImageView flags_;
  std::int64_t first_;
  std::int64_t end_;
  std::vector<std::vector<const Match*>> opening_;
  std::vector<std::vector<const Match*>> closing_;
};

void fillWindow(const MutableImageView& flags, const Match& match) {
  for (std::uint32_t dy = 0; dy < match.height; ++dy) {
    std::memset(flags.pixel(match.x, std::int64_t{match.y} + dy), kFlagInside, match.width);
  }
}

void fillTurned(const MutableImageView& flags, const Match& match) {
  const TurnedWindow window(match);
  for (std::int64_t y = match.y; y < std::int64_t{match.y} + match.height; ++y) {
    const TurnedWindow::Span span = window.row(y);
    if (span.begin >= span.end) continue;
    std::memset(flags.pixel(span.begin, y), kFlagInside,
                static_cast<std::size_t>(span.end - span.begin));
  }
}

/// The flag plane after pass 1 or pass 2, in time linear in pixels and matches, for any overlap of
/// the windows.
Image flagMatchesFast(Size scene, std::span<const Match> matches, int lastPass, int threads,
                      const Control& control) {
  Image plane(scene, PixelFormat{1, Depth::u8});
  const MutableImageView flags = plane.pixels();
  if (lastPass >= 2) {
    std::int64_t area = 0;
    for (const Match& match : matches) area += std::int64_t{match.width} * match.height;
    if (area <= scene.pixels() / 4) {
      for (const Match& match : matches) {
        if (coversItsWindow(match)) fillWindow(flags, match);
      }
    } else {
      const std::int64_t bands = threads == 1 ? 1 : threads * std::int64_t{4};
      const std::int64_t rows = (scene.height + bands - 1) / bands;
      parallelFor(bands, threads, control, [&](std::int64_t band, int) {
        const std::int64_t first = std::min(scene.height, band * rows);
        Band painter(flags, first, std::min(scene.height, first + rows));
        for (const Match& match : matches) {
          if (coversItsWindow(match)) painter.add(match);
        }
        painter.paint();
      });
    }
    for (const Match& match : matches) {
      if (coversItsWindow(match)) continue;
      control.check();
      fillTurned(flags, match);
    }
  }
  // Bases last: they stay 1 where another match covers them.
  for (const Match& match : matches) *flags.pixel(match.x, match.y) = kFlagBase;
  return plane;
}

}  // namespace
}  // namespace espy::finders

namespace espy {

Image flagPlane(const Registry& registry, std::string_view engine, Size scene,
                std::span<const Match> matches, int lastPass, const Control& control,
                Timeline& timeline) {
  // Devices support upright windows only.
  const bool elsewhere =
      registry.engine(engine).facts.device && !finders::allCoverTheirWindows(matches);
  const FlagMatches::Function& flag = registry.get<FlagMatches>(elsewhere ? kAllCores : engine);
  return timedAs(lastPass >= 2 ? "pass 2" : "pass 1", timeline,
                 [&](Timeline& stages) { return flag(scene, matches, lastPass, control, stages); });
}

Image flagPlane(const Registry& registry, std::string_view engine, Size scene,
                std::span<const Match> matches, int lastPass, const Control& control) {
  Timeline unheard;
  return flagPlane(registry, engine, scene, matches, lastPass, control, unheard);
}

void addFind(Registry& registry) {
  registry.add<FlagMatches>("reference", finders::flagByReference);
  addOnProcessor<FlagMatches>(registry, [](const ProcessorEngine& engine) {
    return [engine](Size scene, std::span<const Match> matches, int lastPass,
                    const Control& control, Timeline& /*one step: no stages*/) {
      return finders::flagMatchesFast(scene, matches, lastPass, engine.threads(control), control);
    };
  });
}

}  // namespace espy
