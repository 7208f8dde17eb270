// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "exact/run_statistics.h"

#include <algorithm>
#include <bit>

namespace espy::exact {

ScatteredPlaces::Pixel ScatteredPlaces::next() {
  state_ = state_ * 6364136223846793005U + 1442695040888963407U;
  return {static_cast<std::int64_t>((state_ >> 40) % columns_),
          static_cast<std::int64_t>((state_ >> 16 & 0xffffff) % rows_)};
}

RunStatistics::RunStatistics(const ImageView& scene, int runPixels, const KeyShape& shape) {
  const auto samples =
      static_cast<std::uint64_t>(std::clamp<std::int64_t>(scene.size().pixels() / 512, 256, 4096));
  samples_ = static_cast<double>(samples);
  const int bits = static_cast<int>(std::bit_width(samples * 2 - 1));
  shift_ = 32 - bits;
  slots_.resize(std::size_t{1} << bits);

  ScatteredPlaces places(scene.width() - runPixels + 1, scene.height());
  for (std::uint64_t i = 0; i < samples; ++i) {
    const auto [x, y] = places.next();
    const std::uint32_t hash = hashRun(scene.pixel(x, y), shape);
    auto& slot = const_cast<Slot&>(slotOf(hash));  // NOLINT: ours, and not const here
    slot.hash = hash;
    ++slot.count;
  }
}

double RunStatistics::frequency(std::uint32_t hash) const {
  const std::uint32_t count = slotOf(hash).count;
  return (count == 0 ? 1.0 / 3 : count) / samples_;
}

const RunStatistics::Slot& RunStatistics::slotOf(std::uint32_t hash) const {
  std::size_t i = hash >> shift_;
  while (slots_[i].count != 0 && slots_[i].hash != hash) i = (i + 1) & (slots_.size() - 1);
  return slots_[i];
}

}  // namespace espy::exact
