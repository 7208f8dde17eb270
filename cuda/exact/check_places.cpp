// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cuda/base/memory.h"
#include "cuda/exact/bit_search.h"
#include "cuda/exact/costs.h"

namespace espy::cuda {
namespace {

/// Numbers of windows that were listed, and that match.
struct Counts {
  std::uint32_t listed;
  std::uint32_t found;
  std::uint32_t unused;
};
static_assert(sizeof(Counts) == sizeof(Hit));

}  // namespace

bool checkPlaces(Gpu& gpu, const DevicePlane& scene, const NeedleOnDevice& needle,
                 const PlaceBits& bits, std::int64_t firstRow, const Control& control,
                 std::vector<Place>& places) {
  const exact::Pattern& pattern = *needle.pattern;
  // Layout: the counts, windows that match, windows that are listed.
  constexpr std::uint32_t kMostListed = 1U << 18;
  const DeviceBuffer<Hit> memory(1 + 2 * std::size_t{kMostListed});
  auto* counts = reinterpret_cast<Counts*>(memory.data());
  Hit* found = memory.data() + 1;
  const std::uint64_t words =
      static_cast<std::uint64_t>((pattern.rowBytes + 3) / 4 * pattern.size.height);
  const WindowsToCheck windows{{found + kMostListed, &counts->listed, kMostListed},
                               static_cast<std::uint32_t>(std::min<std::uint64_t>(words, ~0U)),
                               mostWordsToCheck(scene.width * scene.height)};
  gpu.stream().set(counts, 0, sizeof(Counts));
  listPlaces(gpu, bits, windows.listed);
  checkWindows(gpu, scene, needle.pack.onDevice(), pattern, windows,
               {found, &counts->found, kMostListed});

  const PinnedBuffer<Counts> answer(1);
  gpu.stream().copy(answer.data(), counts, sizeof(Counts));
  gpu.stream().wait();
  const Counts counted = *answer.data();
  if (windows.areTooMany(counted.listed)) return false;
  fetchHits(gpu, found, counted.found, bits.places, firstRow, control, places);
  return true;
}

}  // namespace espy::cuda
