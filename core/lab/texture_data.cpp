// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/texture_data.h"

#include <algorithm>
#include <random>

#include "base/parallel.h"

namespace espy::lab {
namespace {

constexpr std::int64_t kPlaces = 1024;
constexpr std::uintptr_t kPage = 4096;
/// Limit of the noise added to a feature's bytes. With noise of about 50 a feature is nearly as far
/// from the original as from any other.
constexpr std::int64_t kMostMoved = 80;

/// The generator is standardised, the library's distributions are not.
class TextureDice {
 public:
  explicit TextureDice(std::uint64_t seed) : random_(seed) {}
  std::int64_t below(std::int64_t end) {
    return static_cast<std::int64_t>((random_() >> 32) * static_cast<std::uint64_t>(end) >> 32);
  }

 private:
  std::mt19937_64 random_;
};

void drawTextureFeature(TextureDice& dice, std::uint8_t* bytes) {
  float numbers[kFeatureBytes];
  for (float& number : numbers) {
    const float root = static_cast<float>(dice.below(1000)) / 1000;
    number = root * root * root;
  }
  bytesOfFeature(numbers, {bytes, static_cast<std::size_t>(kFeatureBytes)});
}

void moveBytes(TextureDice& dice, std::int64_t most, std::uint8_t* bytes) {
  for (std::int64_t i = 0; i < kFeatureBytes; ++i) {
    const std::int64_t moved = bytes[i] + dice.below(2 * most + 1) - most;
    bytes[i] = static_cast<std::uint8_t>(std::clamp<std::int64_t>(moved, 0, 255));
  }
}

/// Derives a seed for each drawn object.
std::uint64_t seedOf(std::uint64_t seed, std::int64_t number) {
  return (seed << 32) + static_cast<std::uint64_t>(number);
}

}  // namespace

TextureData::TextureData(const Sizes& sizes, std::uint64_t seed, const Control& control)
    : sizes_(sizes) {
  const std::int64_t features = sizes.references * sizes.rows;
  const auto bytes = static_cast<std::size_t>(features * kFeatureBytes);
  memory_.resize(bytes + kPage);
  const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
  library_ = std::span(memory_).subspan((kPage - address % kPage) % kPage, bytes);
  norms_.resize(static_cast<std::size_t>(features));
  counts_.assign(static_cast<std::size_t>(std::min(kPlaces, sizes.references)),
                 static_cast<std::int32_t>(sizes.rows));
  parallelFor(sizes.references, threadsFor(control), control,
              [&](std::int64_t reference, int) { drawReference(reference, seed); });
  for (std::int64_t q = 0; q < sizes.queries; ++q) {
    control.check();
    queries_.push_back(drawQuery(seedOf(seed, sizes.references + q)));
  }
}

std::uint8_t* TextureData::place(std::int64_t reference) {
  return library_.data() + reference * sizes_.rows * kFeatureBytes;
}

void TextureData::drawReference(std::int64_t reference, std::uint64_t seed) {
  TextureDice dice(seedOf(seed, reference));
  Features drawn;
  drawn.bytes.resize(static_cast<std::size_t>(sizes_.rows * kFeatureBytes));
  drawn.points.resize(static_cast<std::size_t>(sizes_.rows));
  for (std::int64_t row = 0; row < sizes_.rows; ++row) {
    drawTextureFeature(dice, drawn.bytes.data() + row * kFeatureBytes);
  }
  // Features are ordered by their norms, as in a library.
  const Slab slab = slabOf({&drawn, 1}, sizes_.rows);
  std::copy_n(slab.features, sizes_.rows * kFeatureBytes, place(reference));
  std::copy_n(slab.norms, sizes_.rows, norms_.data() + reference * sizes_.rows);
}

std::vector<std::uint8_t> TextureData::drawQuery(std::uint64_t seed) const {
  TextureDice dice(seed);
  const std::int64_t shown = dice.below(sizes_.references);
  std::vector<std::uint8_t> query(static_cast<std::size_t>(sizes_.queryRows * kFeatureBytes));
  for (std::int64_t row = 0; row < sizes_.queryRows; ++row) {
    std::uint8_t* const bytes = query.data() + row * kFeatureBytes;
    const std::int64_t whose = dice.below(4);
    if (whose < 2) {
      drawTextureFeature(dice, bytes);
      continue;
    }
    const std::int64_t reference = whose == 2 ? shown : dice.below(sizes_.references);
    const std::int64_t feature = reference * sizes_.rows + dice.below(sizes_.rows);
    std::copy_n(library_.data() + feature * kFeatureBytes, kFeatureBytes, bytes);
    moveBytes(dice, dice.below(kMostMoved + 1), bytes);
  }
  return query;
}

TextureTask TextureData::task() const {
  return {library_, norms_, sizes_.rows, {queries_.begin(), queries_.end()}, {}};
}

std::vector<Slab> TextureData::slabs() const {
  std::vector<Slab> slabs;
  for (std::int64_t first = 0; first < sizes_.references; first += kPlaces) {
    const std::int64_t places = std::min(kPlaces, sizes_.references - first);
    const std::int64_t row = first * sizes_.rows;
    slabs.push_back({newSlabName(), places, library_.data() + row * kFeatureBytes,
                     norms_.data() + row,
                     std::span(counts_).first(static_cast<std::size_t>(places)), nullptr});
  }
  return slabs;
}

}  // namespace espy::lab
