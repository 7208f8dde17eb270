// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "cuda/base/memory.h"
#include "cuda/find/bit_search.h"
#include "cuda/find/place_ways.h"

namespace espy::cuda {
namespace {

/// What a search tells: how many windows were listed, and how many match.
struct Told {
  std::uint32_t listed;
  std::uint32_t found;
  std::uint32_t unused;
};
static_assert(sizeof(Told) == sizeof(Hit));

}  // namespace

bool checkPlaces(Gpu& gpu, const DevicePlane& scene, const DeviceNeedles& needles,
                 const find::Pattern& pattern, const PlaceBits& bits, std::int64_t firstRow,
                 const Control& control, std::vector<Place>& places) {
  // In this order: what is told, windows that match, windows that are listed.
  constexpr std::uint32_t kMostListed = 1U << 18;
  constexpr std::uint32_t kFirst = 512;  // that come with the counts
  const DeviceBuffer<Hit> memory(1 + 2 * std::size_t{kMostListed});
  auto* counts = reinterpret_cast<Told*>(memory.data());
  Hit* found = memory.data() + 1;
  const std::uint64_t words =
      static_cast<std::uint64_t>((pattern.rowBytes + 3) / 4 * pattern.size.height);
  const WindowsToCheck windows{{found + kMostListed, &counts->listed, kMostListed},
                               static_cast<std::uint32_t>(std::min<std::uint64_t>(words, ~0U)),
                               mostWordsToCheck(scene.width * scene.height)};
  gpu.stream().set(counts, 0, sizeof(Told));
  listPlaces(gpu, bits, windows.listed);
  checkWindows(gpu, scene, needles, pattern, windows, {found, &counts->found, kMostListed});

  const PinnedBuffer<Hit> answer(1 + std::size_t{kMostListed});
  gpu.stream().copy(answer.data(), memory.data(), (1 + kFirst) * sizeof(Hit));
  gpu.stream().wait();
  Told told;
  std::memcpy(&told, answer.data(), sizeof told);
  if (windows.areTooMany(told.listed)) return false;
  if (told.found > kFirst) {
    gpu.stream().copy(answer.data() + 1 + kFirst, found + kFirst,
                      (told.found - kFirst) * sizeof(Hit));
    gpu.stream().wait();
  }
  std::vector<Place> own;
  own.reserve(told.found);
  for (std::uint32_t i = 1; i <= told.found; ++i) {
    own.emplace_back(answer.data()[i].x, answer.data()[i].y);
  }
  sortByRows(own, scene.height, control);
  for (const Place& place : own) {
    places.emplace_back(place.x, place.y + static_cast<std::uint32_t>(firstRow));
  }
  return true;
}

}  // namespace espy::cuda
