// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/run_statistics.h"

#include <algorithm>
#include <bit>

namespace espy::find {

RunStatistics::RunStatistics(const ImageView& scene, int runPixels, const KeyShape& shape) {
  const auto samples =
      static_cast<std::uint64_t>(std::clamp<std::int64_t>(scene.size().pixels() / 512, 256, 8192));
  samples_ = static_cast<double>(samples);
  const int bits = static_cast<int>(std::bit_width(samples * 2 - 1));
  shift_ = 32 - bits;
  slots_.resize(std::size_t{1} << bits);

  const auto columns = static_cast<std::uint64_t>(scene.width() - runPixels + 1);
  const auto rows = static_cast<std::uint64_t>(scene.height());
  std::uint64_t state = 0x853c49e6748fea9bU;  // a fixed seed: the same plan every time
  for (std::uint64_t i = 0; i < samples; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    const auto x = static_cast<std::int64_t>((state >> 40) % columns);
    const auto y = static_cast<std::int64_t>((state >> 16 & 0xffffff) % rows);
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

}  // namespace espy::find
