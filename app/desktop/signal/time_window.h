// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace espy::desktop {

/// Which part of a recording is seen, and how large. It knows no widget.
class TimeWindow {
 public:
  /// Another recording: all of it is seen.
  void setSize(std::int64_t samples);
  /// The room for it, in pixels. What is on the left stays there; who saw all sees all.
  void setWidth(double pixels);

  std::int64_t size() const { return size_; }
  double width() const { return width_; }
  double from() const { return from_; }  ///< the sample at the left edge
  double to() const { return from_ + width_ * per_; }
  double per() const { return per_; }  ///< samples for each pixel
  bool seesAll() const;

  double xOf(double sample) const { return (sample - from_) / per_; }
  double sampleAt(double x) const { return from_ + x * per_; }

  void fit();
  /// So many times as large; what is at `x` stays there.
  void zoom(double times, double x);
  /// Moves what is seen by so many pixels to the right.
  void pan(double pixels);
  /// The left edge, in samples.
  void lookFrom(double sample);
  /// Shows all of this part, with room on both sides.
  void show(double from, double to);
  /// Moves no more than it must so that this part is seen.
  void reveal(double from, double to);

  bool operator==(const TimeWindow&) const = default;

 private:
  double mostPer() const;
  void keepInside();

  std::int64_t size_ = 0;
  double width_ = 1;
  double from_ = 0;
  double per_ = 1;
};

}  // namespace espy::desktop
