// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "espy/engine/judge.h"

namespace espy::desktop {

/// A judge as its needle has it.
struct NeedleJudge {
  static constexpr double kUsualRecall = 0.99;

  Judge judge;
  double recall = kUsualRecall;  ///< so many of the true matches are to be kept
  QString file;                  ///< where it was saved; empty: nowhere

  double threshold() const { return judge.threshold(recall); }
};
using NeedleJudgePtr = std::shared_ptr<const NeedleJudge>;

/// What judges say of the matches of a result.
struct Judged {
  static constexpr double kNobody = std::numeric_limits<double>::quiet_NaN();

  /// That it is a true one, by match; `kNobody` where its needle has no judge.
  std::shared_ptr<const std::vector<double>> probability;
  std::vector<double> thresholds;  ///< by needle
  /// Who rated them, where that is not the engine that searched, and why.
  QString engine;
  QString whyEngine;

  /// Which falls below its needle's threshold.
  bool isBelow(std::uint32_t match, std::uint32_t needle) const {
    return (*probability)[match] < thresholds[needle];  // never true of `kNobody`
  }
  /// Somebody judges it.
  bool has(std::uint32_t match) const { return (*probability)[match] >= 0; }
};
using JudgedPtr = std::shared_ptr<const Judged>;

}  // namespace espy::desktop
