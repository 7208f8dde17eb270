// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPoint>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "espy/image.h"

namespace espy::bench {

/// A picture with things like the needle in it, some of which are what is meant.
struct JudgeScene {
  Image picture;
  std::vector<QPoint> meant;  ///< where windows of these begin, give or take a pixel or two
  int alike = 0;              ///< how many others were drawn on purpose
};

/// A kind of pictures in which a needle has look-alikes.
class JudgeTask {
 public:
  JudgeTask() = default;
  JudgeTask(const JudgeTask&) = delete;
  JudgeTask& operator=(const JudgeTask&) = delete;
  virtual ~JudgeTask() = default;

  virtual std::string name() const = 0;
  virtual Image needle() const = 0;
  /// That finds all, or nearly all, of what is meant.
  virtual double minScore() const = 0;
  /// The same for the same seed.
  virtual JudgeScene draw(std::uint64_t seed) const = 0;
};

/// The traveller and twelve who are not quite like him, in a crowd, at noise; a letter among others
/// that resemble it, in several fonts, blurred; buttons that can be pressed among those that are
/// pressed or cannot be. Fonts and buttons are painted by Qt: there must be a QApplication.
std::vector<std::unique_ptr<JudgeTask>> judgeTasks();

}  // namespace espy::bench
