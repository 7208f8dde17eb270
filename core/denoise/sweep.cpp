// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "denoise/sweep.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/parallel.h"

namespace espy::variation {
namespace {

/// Four fifths of a core's L2.
std::size_t nearBytes() {
  constexpr long kUsual = 640L << 10;
  constexpr long kLeast = 256L << 10;
  constexpr long kMost = 2L << 20;
  const long size = ::sysconf(_SC_LEVEL2_CACHE_SIZE);
  return static_cast<std::size_t>(std::clamp(size > 0 ? size : kUsual, kLeast, kMost) * 4 / 5);
}

/// A thread's share of half of L3.
std::size_t farBytes(int threads) {
  constexpr long kUsual = 8L << 20;
  constexpr long kMost = 64L << 20;
  const long size = ::sysconf(_SC_LEVEL3_CACHE_SIZE);
  return static_cast<std::size_t>(std::min(size > 0 ? size : kUsual, kMost) / 2 / threads);
}

/// Iterations whose slabs, and v of three slabs each, fit into L2; into L3 if these are few.
int depthFor(const Fields& fields, std::size_t potentialBytes, int threads) {
  constexpr std::size_t kMostNear = 16;
  constexpr std::size_t kMostFar = 4;
  const std::size_t slab = fields.slabBytes();
  const std::size_t each = slab + 3 * potentialBytes;
  const auto fitting = [&](std::size_t bytes) {
    return bytes < 2 * slab + each ? 1 : (bytes - 2 * slab) / each;
  };
  const std::size_t near = std::min(fitting(nearBytes()), kMostNear);
  return static_cast<int>(std::max(near, std::min(fitting(farBytes(threads)), kMostFar)));
}

}  // namespace

Sweep::Sweep(Fields& fields, const Control& control) : fields_(fields), control_(control) {
  const auto level = [&] {
    return Level{Potentials(fields.layout(), fields.slabRows()),
                 Potentials(fields.layout(), fields.slabRows()),
                 Potentials(fields.layout(), fields.slabRows())};
  };
  depth_ =
      depthFor(fields, Potentials(fields.layout(), fields.slabRows()).bytes(), control.threads);
  const std::int64_t slabs = fields.slabs();
  // In its first iteration an inner band leaves out a slab at each end, in its last `depth_`.
  const auto leastSlabs = [&] { return 2 * std::int64_t{depth_} + 1; };
  while (depth_ > 1 && slabs / control.threads < leastSlabs()) --depth_;
  const std::int64_t bands =
      std::clamp<std::int64_t>(slabs / leastSlabs(), 1, std::int64_t{control.threads});
  for (std::int64_t b = 0; b < bands; ++b) {
    Band band;
    band.begin = slabs * b / bands;
    band.end = slabs * (b + 1) / bands;
    for (int k = 0; k < depth_; ++k) band.levels.push_back(level());
    bands_.push_back(std::move(band));
  }
}

void Sweep::run(std::span<const Steps> steps) {
  const std::int64_t bands = std::ssize(bands_);
  const auto at = [&](std::int64_t b) -> Band& { return bands_[static_cast<std::size_t>(b)]; };
  parallelFor(bands, control_.threads, control_,
              [&](std::int64_t b, int) { runBand(at(b), steps); });
  parallelFor(bands - 1, control_.threads, control_,
              [&](std::int64_t b, int) { runBorder(at(b), at(b + 1), steps); });
}

void Sweep::runBand(Band& band, std::span<const Steps> steps) {
  const auto depth = static_cast<std::int64_t>(steps.size());
  const bool isFirst = band.begin == 0;
  const bool isLast = band.end == fields_.slabs();
  const auto first = [&](std::int64_t k) { return isFirst ? 0 : band.begin + 1 + k; };
  const auto end = [&](std::int64_t k) { return isLast ? band.end : band.end - 1 - k; };
  for (std::int64_t front = first(0); front - (depth - 1) < end(depth - 1); ++front) {
    control_.check();
    for (std::int64_t k = 0; k < depth; ++k) {
      const std::int64_t slab = front - k;
      if (slab < first(k) || slab >= end(k)) continue;
      const auto index = static_cast<std::size_t>(k);
      Level& level = band.levels[index];
      if (slab == first(k)) {
        make(steps[index], slab, level.now);
        if (!isFirst) level.first = level.now;
      }
      update(steps[index], slab, level.now, level.next, true);
      std::swap(level.now, level.next);
    }
  }
}

void Sweep::runBorder(Band& upper, Band& lower, std::span<const Steps> steps) {
  const std::int64_t border = upper.end;
  for (std::int64_t k = 0; k < std::ssize(steps); ++k) {
    const auto index = static_cast<std::size_t>(k);
    Level& level = upper.levels[index];  // its `now` is that of the first slab here
    for (std::int64_t slab = border - 1 - k; slab < border + k; ++slab) {
      update(steps[index], slab, level.now, level.next, true);
      std::swap(level.now, level.next);
    }
    update(steps[index], border + k, level.now, lower.levels[index].first, false);
  }
}

void Sweep::make(const Steps& steps, std::int64_t slab, Potentials& v) {
  for (std::int64_t j = 0; j < fields_.slabRows(); ++j) {
    RowStep step;
    step.made = fields_.row(slab, j);
    step.before = fields_.row(slab - 1, slab > 0 ? j : -1);
    step.above = fields_.row(slab, j - 1);
    step.next = v.row(j);
    stepRow(fields_.layout(), steps, step);
  }
}

void Sweep::update(const Steps& steps, std::int64_t slab, Potentials& now, Potentials& next,
                   bool made) {
  const std::int64_t rows = fields_.slabRows();
  const bool isLast = slab + 1 == fields_.slabs();
  for (std::int64_t j = 0; j < rows; ++j) {
    RowStep step;
    step.updated = fields_.row(slab, j);
    step.now = now.row(j);
    step.below = now.row(std::min(j + 1, rows - 1));
    step.next = isLast ? now.row(j) : next.row(j);
    if (made && !isLast) {
      step.made = fields_.row(slab + 1, j);
      step.before = fields_.row(slab, j);
      step.above = fields_.row(slab + 1, j - 1);
    }
    stepRow(fields_.layout(), steps, step);
  }
}

}  // namespace espy::variation
