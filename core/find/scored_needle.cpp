// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/scored_needle.h"

#include <algorithm>

#include "find/reference.h"
#include "find/score_reference.h"

namespace espy::find {
namespace {

/// Runs of pixels that take part, row by row; one that lies exactly under another lengthens it.
std::vector<Rectangle> rectanglesOf(const ScoredNeedle& needle) {
  std::vector<Rectangle> done;
  std::vector<Rectangle> growing;  // those that reach the row before
  for (std::int64_t y = 0; y < needle.size.height; ++y) {
    std::vector<Rectangle> reaching;
    for (std::int64_t x = 0; x < needle.size.width; ++x) {
      if (needle.weight(x, y) == 0) continue;
      Rectangle run{x, y, 0, 1};
      while (x < needle.size.width && needle.weight(x, y) != 0) ++x;
      run.width = x - run.x;
      const auto above = std::find_if(growing.begin(), growing.end(), [&](const Rectangle& r) {
        return r.x == run.x && r.width == run.width;
      });
      if (above != growing.end()) {
        run.y = above->y;
        run.height = above->height + 1;
        growing.erase(above);
      }
      reaching.push_back(run);
    }
    done.insert(done.end(), growing.begin(), growing.end());
    growing = std::move(reaching);
  }
  done.insert(done.end(), growing.begin(), growing.end());
  return done;
}

/// Row by row: how many pixels that take part lie above each other there, and the largest rectangle
/// that ends in this row.
Rectangle innerOf(const ScoredNeedle& needle) {
  Rectangle best;
  std::vector<std::int64_t> heights(static_cast<std::size_t>(needle.size.width), 0);
  for (std::int64_t y = 0; y < needle.size.height; ++y) {
    for (std::int64_t x = 0; x < needle.size.width; ++x) {
      heights[x] = needle.weight(x, y) != 0 ? heights[x] + 1 : 0;
    }
    for (std::int64_t x = 0; x < needle.size.width; ++x) {
      std::int64_t height = heights[x];
      for (std::int64_t end = x; end < needle.size.width && heights[end] > 0; ++end) {
        height = std::min(height, heights[end]);
        if (height * (end - x + 1) > best.width * best.height) {
          best = {x, y - height + 1, end - x + 1, height};
        }
      }
    }
  }
  return best;
}

}  // namespace

CommonForm commonForm(PixelFormat a, PixelFormat b) {
  return {std::max(a.colourChannels(), b.colourChannels()), std::max(a.depth, b.depth)};
}

ScoredNeedle makeScoredNeedle(const Needle& needle, std::uint32_t index, PixelFormat scene,
                              bool weighted) {
  const ImageView& picture = needle.picture;
  const bool depthsDiffer = picture.format().depth != scene.depth;
  ScoredNeedle made;
  made.index = index;
  made.size = picture.size();
  made.form = commonForm(picture.format(), scene);
  made.sums = sumsOf(needle, scene, weighted);
  made.values.resize(static_cast<std::size_t>(made.size.pixels() * made.form.channels));
  made.weights.resize(static_cast<std::size_t>(made.size.pixels()));
  for (std::int64_t y = 0; y < made.size.height; ++y) {
    for (std::int64_t x = 0; x < made.size.width; ++x) {
      const std::int64_t pixel = y * made.size.width + x;
      const auto weight = static_cast<std::uint8_t>(weightOf(needle, x, y, weighted));
      made.weights[pixel] = weight;
      made.weighted = made.weighted || weight > 1;
      made.solid = made.solid && weight > 0;
      if (weight == 0) continue;
      for (int c = 0; c < made.form.channels; ++c) {
        made.values[c * made.size.pixels() + pixel] =
            static_cast<std::uint16_t>(comparedSample(picture, x, y, c, depthsDiffer));
      }
    }
  }
  made.rectangles = rectanglesOf(made);
  made.inner = made.solid ? Rectangle{0, 0, made.size.width, made.size.height} : innerOf(made);
  return made;
}

}  // namespace espy::find
