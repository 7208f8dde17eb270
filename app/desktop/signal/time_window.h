// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace espy::desktop {

/// The visible interval of a recording and its zoom; independent of widgets.
class TimeWindow {
 public:
  /// Length of a new recording; shows all of it.
  void setSize(std::int64_t samples);
  /// Width in pixels. Keeps the left edge, or the whole recording if all of it was visible.
  void setWidth(double pixels);

  std::int64_t size() const { return size_; }
  double width() const { return width_; }
  double from() const { return from_; }  ///< the sample at the left edge
  double to() const { return from_ + width_ * per_; }
  double per() const { return per_; }  ///< samples per pixel
  bool showsAll() const;

  double xOf(double sample) const { return (sample - from_) / per_; }
  double sampleAt(double x) const { return from_ + x * per_; }

  void fit();
  /// Zooms by a factor; the sample at `x` stays there.
  void zoom(double times, double x);
  /// Moves the view to the right by this number of pixels.
  void pan(double pixels);
  /// Sets the left edge, in samples.
  void setFrom(double sample);
  /// Shows this interval with a margin on both sides.
  void show(double from, double to);
  /// Does nothing if this interval is visible; else centres it, zooming out if it does not fit.
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
