// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "espy/control.h"
#include "espy/image.h"

namespace espy::find {

/// A part of a needle, counted from its upper-left pixel.
struct Rectangle {
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;
};

/// A rectangle all of whose pixels have one label.
struct Labelled {
  Rectangle rectangle;
  int label = 0;
};

/// Cuts a picture into rectangles of one label each: runs, row by row, and one that lies exactly
/// under another of its label lengthens it. Pixels with a label below 0 belong to none. Takes time
/// in proportion to the pixels. `label(x, y)` is asked once for each. Stops once there are more
/// than `most`: then only a part of them is told.
template <class Label>
std::vector<Labelled> labelledRectangles(
    Size size, const Label& label, const Control& control,
    std::size_t most = std::numeric_limits<std::size_t>::max()) {
  std::vector<Labelled> done;
  std::vector<Labelled> growing;  // those that reach the row before, from left to right
  std::vector<Labelled> reaching;
  for (std::int64_t y = 0; y < size.height; ++y) {
    control.check();
    reaching.clear();
    std::size_t above = 0;
    int next = label(0, y);
    for (std::int64_t x = 0; x < size.width;) {
      const int here = next;
      const std::int64_t begin = x;
      do {
        ++x;
        next = x < size.width ? label(x, y) : here - 1;
      } while (next == here);
      if (here < 0) continue;
      Labelled run{{begin, y, x - begin, 1}, here};
      while (above < growing.size() && growing[above].rectangle.x < begin) {
        done.push_back(growing[above++]);
      }
      if (above < growing.size() && growing[above].rectangle.x == begin) {
        const Labelled& upper = growing[above];
        if (upper.label == here && upper.rectangle.width == run.rectangle.width) {
          run = upper;
          ++run.rectangle.height;
        } else {
          done.push_back(upper);
        }
        ++above;
      }
      reaching.push_back(run);
    }
    for (; above < growing.size(); ++above) done.push_back(growing[above]);
    growing.swap(reaching);
    if (done.size() > most) break;
  }
  done.insert(done.end(), growing.begin(), growing.end());
  return done;
}

/// The largest rectangle of pixels for which `inside(x, y)` holds, which is asked once for each; in
/// time in proportion to the pixels.
template <class Inside>
Rectangle largestRectangle(Size size, const Inside& inside, const Control& control) {
  // Columns that rise from left to right, each from where its height begins to be possible.
  struct Step {
    std::int64_t begin;
    std::int64_t height;
  };
  Rectangle best;
  std::vector<std::int64_t> heights(static_cast<std::size_t>(size.width), 0);
  std::vector<Step> steps;
  for (std::int64_t y = 0; y < size.height; ++y) {
    control.check();
    steps.clear();
    for (std::int64_t x = 0; x <= size.width; ++x) {
      std::int64_t height = 0;
      if (x < size.width) {
        std::int64_t& above = heights[static_cast<std::size_t>(x)];
        above = inside(x, y) ? above + 1 : 0;
        height = above;
      }
      std::int64_t begin = x;
      while (!steps.empty() && steps.back().height >= height) {
        const Step step = steps.back();
        steps.pop_back();
        begin = step.begin;
        if (step.height * (x - begin) > best.width * best.height) {
          best = {begin, y - step.height + 1, x - begin, step.height};
        }
      }
      if (height > 0) steps.push_back({begin, height});
    }
  }
  return best;
}

}  // namespace espy::find
