// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "espy/message.h"

namespace espy::recordings {

/// A time that is no plain number: "01:02:03.5", "2024-05-01T12:00:00.25Z", "2024-05-01 12:00:00".
std::optional<double> clockSeconds(std::string_view cell);

/// What a column of times says of the rate.
struct TimeSteps {
  double rate = 0;  ///< 0: there is none
  Message note;     ///< where the steps differ
};

/// The rate of samples at these times, in units of so many seconds.
TimeSteps stepsOf(std::span<const double> times, double unit);

}  // namespace espy::recordings
