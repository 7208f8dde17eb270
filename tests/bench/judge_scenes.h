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

/// A picture with true objects and look-alikes of a needle.
struct JudgeScene {
  Image picture;
  std::vector<QPoint> meant;  ///< true windows' corners, accurate to a pixel or two
  int alike = 0;              ///< number of look-alikes that were drawn
};

/// Generator of pictures in which a needle has look-alikes.
class JudgeTask {
 public:
  JudgeTask() = default;
  JudgeTask(const JudgeTask&) = delete;
  JudgeTask& operator=(const JudgeTask&) = delete;
  virtual ~JudgeTask() = default;

  virtual std::string name() const = 0;
  virtual Image needle() const = 0;
  /// A score that (nearly) all true objects reach.
  virtual double minScore() const = 0;
  /// Deterministic in `seed`.
  virtual JudgeScene draw(std::uint64_t seed) const = 0;
};

/// The traveller among twelve look-alikes in a noisy crowd; a letter among similar ones in several
/// fonts, blurred; enabled buttons among pressed and disabled ones. Needs a QApplication, because
/// Qt paints fonts and buttons.
std::vector<std::unique_ptr<JudgeTask>> judgeTasks();

}  // namespace espy::bench
