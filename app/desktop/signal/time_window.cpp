// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/time_window.h"

#include <algorithm>

namespace espy::desktop {
namespace {

constexpr double kLeastPer = 1.0 / 64;  // samples per pixel at the maximum zoom
constexpr double kRoom = 0.5;           // margin relative to the shown interval

}  // namespace

double TimeWindow::mostPer() const {
  return std::max(static_cast<double>(size_) / width_, kLeastPer);
}

bool TimeWindow::showsAll() const {
  return per_ >= mostPer();
}

void TimeWindow::setSize(std::int64_t samples) {
  size_ = samples;
  fit();
}

void TimeWindow::setWidth(double pixels) {
  const bool all = showsAll();
  width_ = std::max(pixels, 1.0);
  if (all) return fit();
  keepInside();
}

void TimeWindow::fit() {
  per_ = mostPer();
  from_ = 0;
}

void TimeWindow::zoom(double times, double x) {
  const double kept = sampleAt(x);
  per_ = std::clamp(per_ / times, kLeastPer, mostPer());
  from_ = kept - x * per_;
  keepInside();
}

void TimeWindow::pan(double pixels) {
  setFrom(from_ + pixels * per_);
}

void TimeWindow::setFrom(double sample) {
  from_ = sample;
  keepInside();
}

void TimeWindow::show(double from, double to) {
  const double room = kRoom * (to - from);
  per_ = std::clamp((to - from + 2 * room) / width_, kLeastPer, mostPer());
  from_ = (from + to - width_ * per_) / 2;
  keepInside();
}

void TimeWindow::reveal(double from, double to) {
  if (from >= from_ && to <= this->to()) return;
  if (to - from > width_ * per_) return show(from, to);
  from_ = (from + to - width_ * per_) / 2;
  keepInside();
}

void TimeWindow::keepInside() {
  per_ = std::clamp(per_, kLeastPer, mostPer());
  const double most = static_cast<double>(size_) - width_ * per_;
  from_ = std::clamp(from_, 0.0, std::max(most, 0.0));
}

}  // namespace espy::desktop
