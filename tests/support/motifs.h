// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <vector>

#include "espy/engine/motif.h"
#include "support/random_pictures.h"

/// Random motif tasks that are adversarial for some strategy.
namespace espy {

std::ostream& operator<<(std::ostream& out, const MotifMatch& match);

}  // namespace espy

namespace espy::test {

/// A task that owns its samples.
struct OwnedMotifTask {
  std::vector<std::vector<double>> query;
  std::vector<std::vector<double>> data;
  MotifOptions options;

  MotifTask view() const;
};

/// Shape of a channel.
enum class Course : std::uint8_t {
  walk,      ///< random walk
  sine,      ///< with noise
  ties,      ///< few integers: many positions tie
  flat,      ///< constant for long stretches
  huge,      ///< small steps at a large offset
  tiny,      ///< a random walk whose squares are tiny
  alike,     ///< one value
  extremes,  ///< small values with occasional extreme ones
};
inline constexpr int kCourses = 8;

std::vector<double> drawCourse(Random& random, Course course, std::int64_t size);

/// Upper limits of a task's size.
struct MotifSizes {
  std::int64_t samples = 100;  ///< of the data
  std::int64_t query = 20;
  std::int64_t channels = 4;
};

/// Random data, sometimes with gaps, a query that may be cut from them, and random valid options.
OwnedMotifTask drawMotifTask(Random& random, const MotifSizes& sizes);

}  // namespace espy::test
