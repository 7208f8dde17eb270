// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// AMX tiles of 16 x 16 products. The tile unit takes 32 cycles per 16 query features and reference
// group; processing the products must be hidden behind it.
#include "base/simd.h"

#ifdef ESPY_X86
#include <immintrin.h>

#include <algorithm>

#include "base/tile_shapes.h"
#include "identify/screen_loops.h"

namespace espy::identify {
namespace {

constexpr std::int64_t kSide = 16;       ///< of a tile of products
constexpr std::int64_t kTileBytes = 64;  ///< per row of a tile
constexpr std::int64_t kBlock = 2 * kSide;

/// Layout: per 16 features, one half of their bytes, then the other; in each half four bytes of
/// every feature in turn.
void pack(const std::uint8_t* features, PackedQuery& query) {
  query.padded = (query.count + kBlock - 1) / kBlock * kBlock;
  query.bytes.assign(static_cast<std::size_t>(query.padded * kFeatureBytes), 0);
  query.norms.assign(static_cast<std::size_t>(query.padded), 0);
  for (std::int64_t q = 0; q < query.count; ++q) {
    const std::uint8_t* const feature = features + q * kFeatureBytes;
    for (std::int64_t i = 0; i < kFeatureBytes; ++i) {
      query.norms[static_cast<std::size_t>(q)] += feature[i] * feature[i];
      query.bytes[static_cast<std::size_t>((q / kSide * kFeatureBytes / 4 + i / 4) * kTileBytes +
                                           q % kSide * 4 + i % 4)] = feature[i];
    }
  }
}

// Masked, since GCC takes the plain intrinsic for a read of an uninitialised value.
ESPY_TARGET_AMX ESPY_INLINE __m512i greater(__m512i a, __m512i b) {
  return _mm512_maskz_max_epi32(0xffff, a, b);
}
ESPY_TARGET_AMX ESPY_INLINE __m512i lesser(__m512i a, __m512i b) {
  return _mm512_maskz_min_epi32(0xffff, a, b);
}

using Products = std::int32_t[kSide][kSide];

/// A group of the reference times two blocks of 16 query features.
struct alignas(64) TwoTiles {
  Products halves[2];
};

/// A norm that gives `kNoKey` for products of 0.
constexpr std::int32_t kLeastOfNone = -kNoKey;
constinit const TwoTiles kNoProducts = {};

struct Keys {
  __m512i greatest;
  __m512i second;
};

ESPY_TARGET_AMX ESPY_INLINE void raise(const Products& products, std::int32_t least, Keys& keys) {
  __m512i most[4];
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    most[i] = greater(_mm512_load_si512(products[i]), _mm512_load_si512(products[i + 4]));
    most[i] = greater(most[i], _mm512_load_si512(products[i + 8]));
    most[i] = greater(most[i], _mm512_load_si512(products[i + 12]));
  }
  const __m512i all = greater(greater(most[0], most[1]), greater(most[2], most[3]));
  const __m512i key = _mm512_sub_epi32(_mm512_add_epi32(all, all), _mm512_set1_epi32(least));
  keys.second = greater(keys.second, lesser(keys.greatest, key));
  keys.greatest = greater(keys.greatest, key);
}

/// A block of the query against all groups. Its four tiles stay loaded. A group's products are
/// processed two groups later, in the shadow of the tile unit.
ESPY_TARGET_AMX void keysOfBlock(const std::uint8_t* block, const ReferenceGroups& reference,
                                 std::int32_t* greatest, std::int32_t* second) {
  constexpr std::int64_t kBehind = 2;
  TwoTiles products[4];
  const __m512i none = _mm512_set1_epi32(kNoKey);
  Keys first = {none, none};
  Keys other = {none, none};
  _tile_loadd(4, block, kTileBytes);
  _tile_loadd(5, block + 1 * kSide * kTileBytes, kTileBytes);
  _tile_loadd(6, block + 2 * kSide * kTileBytes, kTileBytes);
  _tile_loadd(7, block + 3 * kSide * kTileBytes, kTileBytes);
  const std::int64_t groups = reference.groups();
  for (std::int64_t g = 0; g < groups; ++g) {
    const std::uint8_t* const group = reference.group(g);
    TwoTiles& now = products[g & 3];
    // At first no group is done: keys are `kNoKey`.
    const std::int64_t done = g - kBehind;
    const TwoTiles& before = done < 0 ? kNoProducts : products[done & 3];
    const std::int32_t least = done < 0 ? kLeastOfNone : reference.least[done];
    _tile_loadd(2, group, kFeatureBytes);
    _tile_zero(0);
    _tile_dpbuud(0, 2, 4);
    _tile_loadd(3, group + kTileBytes, kFeatureBytes);
    _tile_dpbuud(0, 3, 5);
    raise(before.halves[0], least, first);
    _tile_zero(1);
    _tile_dpbuud(1, 2, 6);
    _tile_dpbuud(1, 3, 7);
    _tile_stored(0, now.halves[0], kTileBytes);
    raise(before.halves[1], least, other);
    _tile_stored(1, now.halves[1], kTileBytes);
  }
  for (std::int64_t done = groups > 1 ? groups - kBehind : 0; done < groups; ++done) {
    raise(products[done & 3].halves[0], reference.least[done], first);
    raise(products[done & 3].halves[1], reference.least[done], other);
  }
  _mm512_storeu_si512(greatest, first.greatest);
  _mm512_storeu_si512(second, first.second);
  _mm512_storeu_si512(greatest + kSide, other.greatest);
  _mm512_storeu_si512(second + kSide, other.second);
}

ESPY_TARGET_AMX void keys(const PackedQuery& query, const ReferenceGroups& reference,
                          std::int32_t* greatest, std::int32_t* second) {
  _tile_loadconfig(&kTileShapes);
  // Without prefetching, memory would take longer than the arithmetic.
  constexpr std::int64_t kLine = 64;
  const std::int64_t lines = reference.ahead.empty() ? 0 : std::ssize(reference.ahead) / kLine;
  const std::int64_t linesABlock = lines * kBlock / query.padded + 1;
  std::int64_t line = 0;
  for (std::int64_t q = 0; q < query.padded; q += kBlock) {
    for (const std::int64_t end = std::min(lines, line + linesABlock); line < end; ++line) {
      _mm_prefetch(reinterpret_cast<const char*>(reference.ahead.data()) + line * kLine,
                   _MM_HINT_T1);
    }
    keysOfBlock(query.bytes.data() + q * kFeatureBytes, reference, greatest + q, second + q);
  }
  _tile_release();
}

}  // namespace

const ScreenLoops kAmxScreen = {"AMX", kBlock, pack, keys};

}  // namespace espy::identify
#endif
