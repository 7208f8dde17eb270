// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/scene_probes.h"

#include <algorithm>
#include <map>

#include "find/needle.h"
#include "index/scene_blocks.h"

namespace espy::index {
namespace {

/// All windows of needles of up to 87 x 87 pixels at N = 24: what is rare in a needle may be in one
/// of its corners.
constexpr std::size_t kMostWindows = 4096;

/// Computes probes of windows of a needle.
class WindowProbes {
 public:
  WindowProbes(const Needle& needle, std::int64_t side, BlockKind kind)
      : picture_(needle.picture), keys_(side, kind), window_(keys_.window()) {
    const Size size = picture_.size();
    const BlockArea all{0, 0, size.width - keys_.blockSide() + 1,
                        size.height - keys_.blockSide() + 1};
    constexpr std::int64_t kMostKeys = std::int64_t{1} << 20;
    if (all.width > kMostKeys / all.height) return;  // those of each window when it is asked for
    pitch_ = all.width;
    all_ = keys_.compute(picture_, all);
  }

  Probe at(const Probe::Offset& at) {
    const std::uint64_t* first = all_ + at.y * pitch_ + at.x;
    std::int64_t pitch = pitch_;
    if (all_ == nullptr) {
      first = keys_.compute(picture_, {at.x, at.y, window_, window_});
      pitch = window_;
    }
    std::uint64_t least = *first;
    for (std::int64_t y = 0; y < window_; ++y) {
      for (std::int64_t x = 0; x < window_; ++x) least = std::min(least, first[y * pitch + x]);
    }
    Probe probe{least >> kTieBits, {}};
    for (std::int64_t y = 0; y < window_; ++y) {
      for (std::int64_t x = 0; x < window_; ++x) {
        const bool same = first[y * pitch + x] >> kTieBits == probe.hash;
        if (same) probe.offsets.push_back({at.x + x, at.y + y});
      }
    }
    return probe;
  }

 private:
  ImageView picture_;
  BlockKeys keys_;
  std::int64_t window_;
  std::int64_t pitch_ = 0;
  const std::uint64_t* all_ = nullptr;  ///< keys of the whole needle; null if it is large
};

}  // namespace

std::vector<Probe::Offset> windowsOf(const Needle& needle, std::int64_t side, std::size_t most) {
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
      if (all.size() < 2 * most) continue;
      for (std::size_t i = 0; i < most; ++i) all[i] = all[2 * i];
      all.resize(most);
      stride *= 2;
    }
  }
  return all;
}

std::vector<Probe> probesOf(const Needle& needle, std::int64_t side, BlockKind kind) {
  WindowProbes windows(needle, side, kind);
  std::map<std::uint64_t, Probe> best;
  for (const Probe::Offset& at : windowsOf(needle, side, kMostWindows)) {
    Probe probe = windows.at(at);
    const auto [there, isNew] = best.try_emplace(probe.hash, probe);
    if (!isNew && probe.offsets.size() < there->second.offsets.size()) there->second = probe;
  }
  std::vector<Probe> probes;
  for (auto& [hash, probe] : best) probes.push_back(std::move(probe));
  std::ranges::stable_sort(probes, {}, [](const Probe& probe) { return probe.offsets.size(); });
  return probes;
}

}  // namespace espy::index
