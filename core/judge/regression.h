// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espy/control.h"

/// Logistic regressions: the learner that is always tried beside a network.
namespace espy::judge {

struct Regression {
  std::vector<float> weights;
  float bias = 0;

  float evidence(std::span<const float> sample) const;
};

/// The likeliest one where weights are believed to be small, the smaller the greater `prior` is,
/// beside how much their numbers vary; but for the first number, which is known to tell something.
/// Each sample is as important as it is said to be. Always the same.
Regression regress(std::span<const float> samples, std::span<const float> kinds,
                   std::span<const float> importance, std::int64_t numbers, float prior,
                   const Control& control);

/// Makes probabilities of evidence: the logistic of slope * evidence + offset.
struct Calibration {
  double slope = 1;
  double offset = 0;

  double probability(double evidence) const;
};
/// The likeliest one, for kinds that are believed a little less than they are told, so that few
/// do not make anybody certain.
Calibration calibrate(std::span<const float> evidence, std::span<const char> yes);

}  // namespace espy::judge
