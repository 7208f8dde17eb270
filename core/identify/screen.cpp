// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/screen.h"

#include "base/processor.h"
#include "identify/screen_loops.h"

namespace espy::identify {

bool canScreen(ScreenStrategy strategy) {
  if (strategy == ScreenStrategy::simd) return true;
  return strategy == ScreenStrategy::amx ? hasAmx() : hasAvxVnni();
}

ScreenStrategy bestScreenStrategy() {
  if (canScreen(ScreenStrategy::amx)) return ScreenStrategy::amx;
  if (!hasSimd(SimdLevel::avx512vnni) && canScreen(ScreenStrategy::avxVnni))
    return ScreenStrategy::avxVnni;
  return ScreenStrategy::simd;
}

const ScreenLoops& screenLoops([[maybe_unused]] ScreenStrategy strategy) {
#ifdef ESPY_X86
  if (strategy == ScreenStrategy::amx) return kAmxScreen;
  if (strategy == ScreenStrategy::avxVnni) return avxVnniScreen();
#endif
  return simdScreen();
}

PackedQuery packQuery(const ScreenLoops& loops, std::span<const std::uint8_t> features) {
  PackedQuery query;
  query.count = std::ssize(features) / kFeatureBytes;
  query.features = features.data();
  loops.pack(features.data(), query);
  if (loops.bySketches) {
    sketch(query.features, query.count, query.sketches);
    packSketches(query.sketches, query.packedSketches);
  }
  return query;
}

}  // namespace espy::identify
