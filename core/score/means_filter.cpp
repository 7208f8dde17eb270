// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/means_filter.h"

#include <algorithm>
#include <limits>

#include "base/cpu.h"
#include "score/costs.h"
#include "score/needle.h"

#if defined(ESPY_X86)
#include <immintrin.h>
#endif

namespace espy::score {
namespace {

/// Positions that are asked together: a word of bits.
constexpr std::int64_t kGroup = 64;
/// More samples of blocks would take longer than what they save.
constexpr std::int64_t kMostSamples = 1024;

std::int64_t groupsOf(std::int64_t positions) {
  return (positions + kGroup - 1) / kGroup;
}

}  // namespace

bool MeansFilter::can(const MeansBound& bound, Method method) {
  if (!hasSimd(SimdLevel::avx512vnni)) return false;
  const ScoredNeedle& blocks = bound.blocks();
  return bound.isUsable() && blocks.solid && blocks.sums.samples <= kMostSamples &&
         (method == Method::ssd ||
          (method == Method::sad &&
           bound.mostDistance() < std::numeric_limits<std::uint16_t>::max()));
}

double MeansFilter::nanoseconds(const MeansBound& bound, Method method) {
  const ScoredNeedle& blocks = bound.blocks();
  const auto rows = static_cast<double>(blocks.size.height * blocks.form.channels);
  const std::int64_t whole = blocks.size.width / 4;
  const auto ones = static_cast<double>(blocks.size.width % 4);
  if (method == Method::ssd) {
    return costs::kMeansSquares + costs::kMeansSquaresFour * (rows + 3) *
                                      (static_cast<double>(whole) + (ones > 0 ? 1 : 0));
  }
  return costs::kMeansDifferences +
         rows * (costs::kMeansDifferencesFour * static_cast<double>(whole) +
                 costs::kMeansDifferencesOne * ones);
}

MeansFilter::MeansFilter(const MeansBound& bound, Method method)
    : method_(method),
      grid_(bound.blocks().size),
      channels_(bound.blocks().form.channels),
      groups_(method == Method::ssd ? (grid_.width + 3) / 4 : grid_.width / 4) {
  const ScoredNeedle& blocks = bound.blocks();
  const std::int64_t left = grid_.width % 4;
  lastMask_ = left == 0 ? ~0U : ~0U >> static_cast<unsigned>(32 - 8 * left);
  const std::int64_t around = method == Method::ssd ? kRows - 1 : 0;
  taps_.assign(static_cast<std::size_t>(channels_ * (grid_.height + 2 * around) * groups_), 0);
  if (method == Method::sad) {
    ones_.resize(static_cast<std::size_t>(channels_ * grid_.height * left));
    limit_ = static_cast<std::int32_t>(bound.mostDistance());
  } else {
    // S - 2 D <= most - sum T^2.
    limit_ = static_cast<std::int32_t>(std::clamp<std::int64_t>(
        static_cast<std::int64_t>(bound.mostDistance()) -
            static_cast<std::int64_t>(blocks.sums.squares),
        std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
  }
  std::size_t one = 0;
  for (int c = 0; c < channels_; ++c) {
    for (std::int64_t y = 0; y < grid_.height; ++y) {
      std::uint32_t* taps = taps_.data() + (c * (grid_.height + 2 * around) + around + y) * groups_;
      for (std::int64_t x = 0; x < grid_.width; ++x) {
        const std::uint32_t value = blocks.row(c, y)[x];
        if (x / 4 >= groups_) {
          ones_[one++] = static_cast<std::uint8_t>(value);
          continue;
        }
        const std::uint32_t byte = method == Method::ssd ? (value - 128) & 0xffU : value;
        taps[x / 4] |= byte << static_cast<unsigned>(8 * (x % 4));
      }
    }
  }
}

#if defined(ESPY_X86)

/// With J a window's means and T the needle's, their squared distance is
/// sum J^2 - 2 sum J T + sum T^2 = S - 2 D + sum T^2, where S = sum J (J - 256) is the same for all
/// needles and slides from row to row, and D = sum J (T - 128). Lane i of number p of four belongs
/// to position 4 i + p.
ESPY_VNNI void MeansFilter::termsOf(const picture::SamplePlanes& means, std::int64_t row,
                                    std::int64_t positions, std::int32_t* to) const {
  const __m512i flip = _mm512_set1_epi8(-128);
  for (std::int64_t group = 0; group < groupsOf(positions); ++group) {
    __m512i squares[4];
    __m512i sums[4];
    for (int p = 0; p < 4; ++p) squares[p] = sums[p] = _mm512_setzero_si512();
    for (int c = 0; c < channels_; ++c) {
      const std::uint8_t* from = means.row(c, row) + group * kGroup;
      for (std::int64_t g = 0; g < groups_; ++g) {
        const auto bytes = static_cast<int>(g + 1 < groups_ ? ~0U : lastMask_);
        const __m512i takesPart = _mm512_set1_epi32(bytes);
        const __m512i once = _mm512_set1_epi32(bytes & 0x01010101);
#pragma GCC unroll 4
        for (int p = 0; p < 4; ++p) {
          const __m512i samples = _mm512_loadu_si512(from + 4 * g + p);
          const __m512i off = _mm512_and_si512(_mm512_xor_si512(samples, flip), takesPart);
          squares[p] = _mm512_dpbusd_epi32(squares[p], samples, off);
          sums[p] = _mm512_dpbusd_epi32(sums[p], samples, once);
        }
      }
    }
    for (int p = 0; p < 4; ++p) {
      _mm512_storeu_si512(
          to + group * kGroup + 16 * p,
          _mm512_sub_epi32(squares[p], _mm512_maskz_slli_epi32(0xffff, sums[p], 7)));
    }
  }
}

template <int rows>
ESPY_VNNI void MeansFilter::mark(const picture::SamplePlanes& means, std::int64_t row,
                                 std::int64_t positions, const std::int32_t* sums,
                                 std::int64_t sumsPitch, const std::uint64_t* valid,
                                 const Marks& marks) const {
  const __m512i limit = _mm512_set1_epi32(limit_);
  const std::int64_t paddedHeight = grid_.height + 2 * (kRows - 1);
  for (std::int64_t group = 0; group < groupsOf(positions); ++group) {
    __m512i products[rows][4];
    for (auto& some : products) {
      for (__m512i& product : some) product = _mm512_setzero_si512();
    }
    for (int c = 0; c < channels_; ++c) {
      const std::uint8_t* from = means.row(c, row) + group * kGroup;
      const std::uint32_t* taps = taps_.data() + (c * paddedHeight + kRows - 1) * groups_;
      for (std::int64_t y = 0; y < grid_.height + rows - 1; ++y) {
        for (std::int64_t g = 0; g < groups_; ++g) {
          __m512i samples[4];
#pragma GCC unroll 4
          for (int p = 0; p < 4; ++p) samples[p] = _mm512_loadu_si512(from + 4 * g + p);
#pragma GCC unroll 4
          for (int r = 0; r < rows; ++r) {
            const __m512i four = _mm512_set1_epi32(static_cast<int>(taps[g - r * groups_]));
#pragma GCC unroll 4
            for (int p = 0; p < 4; ++p) {
              products[r][p] = _mm512_dpbusd_epi32(products[r][p], samples[p], four);
            }
          }
        }
        from += means.pitch;
        taps += groups_;
      }
    }
    for (int r = 0; r < rows; ++r) {
      std::uint64_t word = 0;
      std::uint64_t fourths = 0;
      __mmask16 may[4];
#pragma GCC unroll 4
      for (int p = 0; p < 4; ++p) {
        const __m512i sum = _mm512_loadu_si512(sums + r * sumsPitch + group * kGroup + 16 * p);
        may[p] = _mm512_cmple_epi32_mask(
            _mm512_sub_epi32(sum, _mm512_add_epi32(products[r][p], products[r][p])), limit);
        fourths |= std::uint64_t{may[p]};
      }
      if (fourths != 0) {
        for (int p = 0; p < 4; ++p) {
          word |= _pdep_u64(may[p], std::uint64_t{0x1111111111111111} << p);
        }
      }
      word &= valid[group];
      marks.bits[r * marks.bitsPitch + group] = word;
      marks.counts[r * marks.countsPitch] += static_cast<std::uint32_t>(_mm_popcnt_u64(word));
    }
  }
}

ESPY_VNNI void MeansFilter::askSquares(const picture::SamplePlanes& means, std::int64_t positions,
                                       std::int64_t count, const std::uint64_t* valid,
                                       const Marks& marks, Scratch& scratch) const {
  const std::int64_t pitch = groupsOf(positions) * kGroup;
  // Terms of the rows that are in a window, and of the one that enters.
  const std::int64_t kept = grid_.height + 1;
  scratch.terms.resize(static_cast<std::size_t>(kept * pitch));
  scratch.sums.resize(static_cast<std::size_t>(kRows * pitch));
  const auto terms = [&](std::int64_t row) { return scratch.terms.data() + row % kept * pitch; };
  for (std::int64_t row = 0; row + 1 < grid_.height; ++row) {
    termsOf(means, row, positions, terms(row));
  }
  for (std::int64_t first = 0; first < count; first += kRows) {
    const std::int64_t rows = std::min(kRows, count - first);
    for (std::int64_t r = 0; r < rows; ++r) {
      const std::int64_t row = first + r;
      const std::int64_t entering = row + grid_.height - 1;
      termsOf(means, entering, positions, terms(entering));
      std::int32_t* to = scratch.sums.data() + r * pitch;
      if (row == 0) {
        std::copy_n(terms(0), pitch, to);
        for (std::int64_t other = 1; other <= entering; ++other) {
          const std::int32_t* term = terms(other);
          for (std::int64_t i = 0; i < pitch; ++i) to[i] += term[i];
        }
        continue;
      }
      const std::int32_t* before = scratch.sums.data() + (r == 0 ? kRows - 1 : r - 1) * pitch;
      const std::int32_t* enters = terms(entering);
      const std::int32_t* leaves = terms(row - 1);
      for (std::int64_t i = 0; i < pitch; ++i) to[i] = before[i] + enters[i] - leaves[i];
    }
    if (rows == kRows) {
      mark<kRows>(means, first, positions, scratch.sums.data(), pitch, valid, marks.from(first));
      continue;
    }
    for (std::int64_t r = 0; r < rows; ++r) {
      mark<1>(means, first + r, positions, scratch.sums.data() + r * pitch, pitch, valid,
              marks.from(first + r));
    }
  }
}

namespace {

ESPY_VNNI inline __attribute__((always_inline)) __m512i differences(__m256i a, __m256i b) {
  return _mm512_cvtepu8_epi16(_mm256_or_si256(_mm256_subs_epu8(a, b), _mm256_subs_epu8(b, a)));
}

}  // namespace

/// One instruction makes the differences of 8 places in each quarter of a register, of 11 samples.
ESPY_VNNI void MeansFilter::askDifferences(const picture::SamplePlanes& means, std::int64_t row,
                                           std::int64_t positions, const std::uint64_t* valid,
                                           const Marks& marks) const {
  const __m512i quarters = _mm512_set_epi64(4, 3, 3, 2, 2, 1, 1, 0);
  constexpr int kOverlap = 0x94;  // dwords 0 1 1 2: places 0 to 3, and 4 to 7
  const __m512i most = _mm512_set1_epi16(static_cast<short>(limit_));
  const std::int64_t left = grid_.width % 4;
  for (std::int64_t group = 0; group < groupsOf(positions); ++group) {
    __m512i low = _mm512_setzero_si512();
    __m512i high = _mm512_setzero_si512();
    const std::uint32_t* taps = taps_.data();
    const std::uint8_t* ones = ones_.data();
    std::uint64_t word = valid[group];
    for (int c = 0; c < channels_; ++c) {
      const std::uint8_t* from = means.row(c, row) + group * kGroup;
      for (std::int64_t y = 0; y < grid_.height && word != 0; ++y) {
        for (std::int64_t g = 0; g < groups_; ++g) {
          const __m512i needle = _mm512_set1_epi32(static_cast<int>(*taps++));
          // All lanes are taken: the plain form of this makes g++ 12 warn of its own header.
          const __m512i a =
              _mm512_maskz_permutexvar_epi64(0xff, quarters, _mm512_loadu_si512(from + 4 * g));
          const __m512i b =
              _mm512_maskz_permutexvar_epi64(0xff, quarters, _mm512_loadu_si512(from + 4 * g + 32));
          // What is too much stays so.
          low = _mm512_adds_epu16(low, _mm512_dbsad_epu8(needle, a, kOverlap));
          high = _mm512_adds_epu16(high, _mm512_dbsad_epu8(needle, b, kOverlap));
        }
        for (std::int64_t i = 0; i < left; ++i) {
          const auto* samples = reinterpret_cast<const __m256i*>(from + 4 * groups_ + i);
          const __m256i needle = _mm256_set1_epi8(static_cast<char>(*ones++));
          low = _mm512_adds_epu16(low, differences(_mm256_loadu_si256(samples), needle));
          high = _mm512_adds_epu16(high, differences(_mm256_loadu_si256(samples + 1), needle));
        }
        from += means.pitch;
        // Half of the rows often show enough.
        if ((y + 1) % 4 != 0 && y + 1 != grid_.height) continue;
        word &= std::uint64_t{_mm512_cmple_epu16_mask(low, most)} |
                std::uint64_t{_mm512_cmple_epu16_mask(high, most)} << 32U;
      }
      if (word == 0) break;
    }
    marks.bits[group] = word;
    *marks.counts += static_cast<std::uint32_t>(_mm_popcnt_u64(word));
  }
}

void MeansFilter::ask(const picture::SamplePlanes& means, std::int64_t positions,
                      std::int64_t count, const std::uint64_t* valid, const Marks& marks,
                      Scratch& scratch) const {
  if (method_ == Method::ssd) {
    askSquares(means, positions, count, valid, marks, scratch);
    return;
  }
  for (std::int64_t row = 0; row < count; ++row) {
    askDifferences(means, row, positions, valid, marks.from(row));
  }
}

#else

// Never asked: `can` says no.
void MeansFilter::ask(const picture::SamplePlanes& /*means*/, std::int64_t /*positions*/,
                      std::int64_t /*count*/, const std::uint64_t* /*valid*/,
                      const Marks& /*marks*/, Scratch& /*scratch*/) const {}

#endif

}  // namespace espy::score
