// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "espy/error.h"

namespace espy::recordings {

/// A time that is no plain number: "01:02:03.5", "2024-05-01T12:00:00.25Z", "31.12.2025 12:00:00",
/// "2024-05-01 12:00:00+01:00".
struct ClockTime {
  double seconds = 0;  ///< since 1970 or since midnight; where it is zoned in UTC
  bool zoned = false;
};
std::optional<ClockTime> clockTime(std::string_view cell);

/// Reads the times of one column.
class Clocks {
 public:
  /// Nothing where it is no time, or where it says a zone and those before did not, or the other
  /// way round: nobody knows how far apart these are.
  std::optional<double> seconds(std::string_view cell);
  /// Was this why?
  bool mixed() const { return mixed_; }

 private:
  std::optional<bool> zoned_;
  bool mixed_ = false;
};

/// What a column of times says of the rate.
struct TimeSteps {
  double rate = 0;  ///< 0: there is none
  Message note;     ///< where the steps differ
};

/// The rate of samples at these times, in units of so many seconds.
TimeSteps stepsOf(std::span<const double> times, double unit);

}  // namespace espy::recordings
