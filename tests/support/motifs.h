// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <vector>

#include "espy/engine/motif.h"
#include "support/random_pictures.h"

/// Motifs and recordings that are hard for some way of searching.
namespace espy {

std::ostream& operator<<(std::ostream& out, const MotifMatch& match);

}  // namespace espy

namespace espy::test {

/// A task and the samples it is about.
struct OwnedMotifTask {
  std::vector<std::vector<double>> query;
  std::vector<std::vector<double>> data;
  MotifOptions options;

  MotifTask view() const;
};

/// What a channel of the data is like.
enum class Course : std::uint8_t {
  walk,      ///< each sample a step from the one before
  sine,      ///< with noise
  ties,      ///< few whole numbers: many places are equally good
  flat,      ///< constant for long stretches
  huge,      ///< small steps far away from zero
  tiny,      ///< a walk whose squares are small
  alike,     ///< all samples are the same
  extremes,  ///< small numbers, and now and then one that is as large as may be
};
inline constexpr int kCourses = 8;

std::vector<double> drawCourse(Random& random, Course course, std::int64_t size);

/// How large a task may become.
struct MotifSizes {
  std::int64_t samples = 100;  ///< of the data, at most
  std::int64_t query = 20;
  std::int64_t channels = 4;
};

/// Data of any kind, with gaps now and then, and a query that was cut from them, or not; options
/// of every kind that goes with them.
OwnedMotifTask drawMotifTask(Random& random, const MotifSizes& sizes);

}  // namespace espy::test
