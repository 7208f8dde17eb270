// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/scene_probes.h"

#include <algorithm>
#include <map>

#include "find/needle.h"
#include "index/scene_blocks.h"

namespace espy::index {
namespace {

constexpr std::size_t kMostWindows = 256;

/// The upper-left pixels of some windows of `side` without transparent pixels, spread over the
/// needle.
std::vector<Probe::Offset> windowsOf(const Needle& needle, std::int64_t side) {
  const Size size = needle.picture.size();
  const bool solid = !needle.mask && !needle.picture.format().hasAlpha();
  std::vector<Probe::Offset> all;
  std::uint64_t count = 0;
  std::uint64_t stride = 1;
  // The side of the largest opaque square that ends at each pixel of a row.
  std::vector<std::int64_t> squares(static_cast<std::size_t>(size.width), 0);
  for (std::int64_t y = 0; y < size.height; ++y) {
    std::int64_t before = 0;  // of the pixel to the upper left
    for (std::int64_t x = 0; x < size.width; ++x) {
      std::int64_t& square = squares[static_cast<std::size_t>(x)];
      const std::int64_t above = square;
      const std::int64_t left = x == 0 ? 0 : squares[static_cast<std::size_t>(x - 1)];
      const bool opaque = solid || finders::takesPart(needle, x, y);
      square = opaque ? std::min({above, left, before}) + 1 : 0;
      before = above;
      if (square < side || count++ % stride != 0) continue;
      all.push_back({x - side + 1, y - side + 1});
      if (all.size() < 2 * kMostWindows) continue;
      for (std::size_t i = 0; i < kMostWindows; ++i) all[i] = all[2 * i];
      all.resize(kMostWindows);
      stride *= 2;
    }
  }
  return all;
}

/// The probe of a window.
Probe probeOf(const Needle& needle, const Probe::Offset& at, BlockKeys& keys) {
  const std::int64_t window = keys.window();
  const std::uint64_t* const all = keys.compute(needle.picture, {at.x, at.y, window, window});
  const auto hashAt = [&](std::int64_t i) { return all[i] >> kTieBits; };
  Probe probe{hashAt(0), {}};
  for (std::int64_t i = 0; i < window * window; ++i) {
    if (hashAt(i) < probe.hash) probe = {hashAt(i), {}};
    if (hashAt(i) == probe.hash) probe.offsets.push_back({at.x + i % window, at.y + i / window});
  }
  return probe;
}

}  // namespace

std::vector<Probe> probesOf(const Needle& needle, std::int64_t side) {
  BlockKeys keys(side);
  std::map<std::uint64_t, Probe> best;
  for (const Probe::Offset& at : windowsOf(needle, side)) {
    Probe probe = probeOf(needle, at, keys);
    const auto [there, isNew] = best.try_emplace(probe.hash, probe);
    if (!isNew && probe.offsets.size() < there->second.offsets.size()) there->second = probe;
  }
  std::vector<Probe> probes;
  for (auto& [hash, probe] : best) probes.push_back(std::move(probe));
  std::ranges::stable_sort(probes, {}, [](const Probe& probe) { return probe.offsets.size(); });
  return probes;
}

}  // namespace espy::index
