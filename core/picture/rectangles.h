// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "espy/control.h"
#include "espy/image.h"

namespace espy::picture {

/// A part of a needle, relative to its upper-left pixel.
struct Rectangle {
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;
};

/// A rectangle of pixels with one label.
struct Labelled {
  Rectangle rectangle;
  int label = 0;
};

/// Decomposes a picture into rectangles of one label each: horizontal runs, merged with the run
/// above if label and extent are equal. Pixels with a negative label are left out. `label(x, y)` is
/// called once per pixel; linear time. Stops early, with an incomplete result, once there are more
/// than `most`.
template <class Label>
std::vector<Labelled> labelledRectangles(
    Size size, const Label& label, const Control& control,
    std::size_t most = std::numeric_limits<std::size_t>::max()) {
  std::vector<Labelled> done;
  std::vector<Labelled> growing;  // those that reach the row above, from left to right
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

/// Returns the largest rectangle of pixels with `inside(x, y)`, which is called once per pixel;
/// linear time (histogram stack).
template <class Inside>
Rectangle largestRectangle(Size size, const Inside& inside, const Control& control) {
  // Stack of increasing heights, each with the first column where it is possible.
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

}  // namespace espy::picture
