// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// Screening by several conditions, and the fast engines' screening by expressions and gradients.
#include <algorithm>
#include <vector>

#include "base/phrase.h"
#include "base/timed_as.h"
#include "espy/error.h"
#include "mark/engines.h"
#include "mark/rows.h"
#include "picture/tiles.h"

namespace espy {
namespace mark {

Image whereFast(const ImageView& scene, const Expression& where, int threads,
                const Control& control) {
  Image result(scene.size(), {1, Depth::u8});
  const MutableImageView flags = result.pixels();
  picture::adviseWhole(flags);
  const picture::Tiling tiles(scene.size(), picture::kPlainTile);
  const std::int64_t scratch = whereScratch(where);
  std::vector<double> values(
      static_cast<std::size_t>(scratch * picture::usefulThreads(tiles, threads)));
  picture::forEachTile(tiles, threads, control, [&](const picture::Tile& tile, int thread) {
    for (std::int64_t y = tile.y0; y < tile.y1; ++y) {
      screenWhereRow({&where, scene.pixel(tile.x0, y), scene.format(), scene.size(), tile.x0, y,
                      tile.x1 - tile.x0, values.data() + thread * scratch,
                      flags.pixel(tile.x0, y)});
    }
  });
  return result;
}

Image edgesFast(const ImageView& scene, int least, int threads, const Control& control) {
  Image result(scene.size(), {1, Depth::u8});
  const MutableImageView flags = result.pixels();
  picture::adviseWhole(flags);
  picture::forEachTile({scene.size(), picture::kPlainTile}, threads, control,
                       [&](const picture::Tile& tile, int) {
                         for (std::int64_t y = tile.y0; y < tile.y1; ++y) {
                           screenEdgeRow({scene.row(std::max<std::int64_t>(y - 1, 0)), scene.row(y),
                                          scene.row(std::min(y + 1, scene.height() - 1)),
                                          scene.format(), scene.width(), tile.x0, tile.x1 - tile.x0,
                                          least, flags.pixel(tile.x0, y)});
                         }
                       });
  return result;
}

namespace {

/// all &= flags, or all |= flags.
void join(Image& all, const Image& flags, bool both, const Control& control) {
  const MutableImageView to = all.pixels();
  for (std::int64_t y = 0; y < to.height(); ++y) {
    control.check();
    std::uint8_t* row = to.row(y);
    const std::uint8_t* other = flags.view().row(y);
    for (std::int64_t x = 0; x < to.width(); ++x) {
      row[x] = static_cast<std::uint8_t>(both ? row[x] & other[x] : row[x] | other[x]);
    }
  }
}

Expression parsed(const Screening& screening) {
  return screening.where ? parseExpression(*screening.where) : Expression();
}

}  // namespace
}  // namespace mark

void checkScreening(const Screening& screening) {
  if (screening.keep.empty() && !screening.where && !screening.edges) {
    throw Error(ErrorCode::badUse, phrase("screening needs a colour, an expression or edges"));
  }
  mark::checkTolerance(screening.tolerance);
  if (screening.edges) mark::checkEdges(*screening.edges);
  mark::parsed(screening);
}

Image screened(const Registry& registry, std::string_view engine, const ImageView& scene,
               const Screening& screening, const Control& control, Timeline& timeline) {
  checkScreening(screening);
  const mark::Expression where = mark::parsed(screening);
  const std::size_t parts =
      screening.keep.size() + (screening.where ? 1 : 0) + (screening.edges ? 1 : 0);
  std::size_t part = 0;
  Image all;
  // `what`: the screening function's arguments between the scene and the control.
  const auto take = [&](const std::string& stage, bool both, const auto& screen,
                        const auto&... what) {
    Image flags = timedAs(stage, timeline, [&](Timeline& stages) {
      return screen(scene, what..., control.forPart(part, parts), stages);
    });
    if (part++ == 0) {
      all = std::move(flags);
    } else {
      const StageTimer timer(timeline, "combine");
      mark::join(all, flags, both, control);
    }
  };
  for (const Colour colour : screening.keep) {
    take("screen", false, registry.get<ScreenColour>(engine), colour, screening.tolerance);
  }
  if (screening.where) take("where", true, registry.get<ScreenWhere>(engine), where);
  if (screening.edges) take("edges", true, registry.get<ScreenEdges>(engine), *screening.edges);
  return all;
}

Image screened(const Registry& registry, std::string_view engine, const ImageView& scene,
               const Screening& screening, const Control& control) {
  Timeline unheard;
  return screened(registry, engine, scene, screening, control, unheard);
}

}  // namespace espy
