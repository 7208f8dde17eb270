// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Block sums may let a position pass that does not reach the minimum, but never prune one that
// does; neither may rounding in single precision.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "score/block_bound.h"
#include "score/block_rows.h"
#include "score/by_blocks.h"
#include "score/candidates.h"
#include "score/formula.h"
#include "score/reference.h"
#include "support/random_pictures.h"

namespace espy {
namespace {

using score::BlockBound;
using score::BlockRows;
using test::Random;

score::ScoredNeedle scoredFrom(const std::vector<int>& values, Size size) {
  score::ScoredNeedle needle;
  needle.size = size;
  needle.weights.assign(values.size(), 1);
  for (const int value : values) {
    needle.values.push_back(static_cast<std::uint16_t>(value));
    ++needle.sums.samples;
    ++needle.sums.weight;
    needle.sums.sum += static_cast<std::uint64_t>(value);
    needle.sums.squares += static_cast<std::uint64_t>(value) * static_cast<std::uint64_t>(value);
  }
  return needle;
}

double correlation(const std::vector<int>& a, const std::vector<int>& b) {
  score::WindowSums sums;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sums.sum += static_cast<std::uint64_t>(a[i]);
    sums.squares += static_cast<std::uint64_t>(a[i]) * static_cast<std::uint64_t>(a[i]);
    sums.products += static_cast<std::uint64_t>(a[i]) * static_cast<std::uint64_t>(b[i]);
  }
  return score::scoreOfWindow(scoredFrom(b, {static_cast<std::int64_t>(b.size()), 1}).sums, sums);
}

std::vector<int> blockSums(const std::vector<int>& values, Size size, int side) {
  const Size grid{size.width / side, size.height / side};
  std::vector<int> sums(static_cast<std::size_t>(grid.pixels()), 0);
  for (std::int64_t y = 0; y < grid.height * side; ++y) {
    for (std::int64_t x = 0; x < grid.width * side; ++x) {
      sums[static_cast<std::size_t>(y / side * grid.width + x / side)] +=
          values[static_cast<std::size_t>(y * size.width + x)];
    }
  }
  return sums;
}

/// The bound is tight: some window with exactly the minimal correlation has blocks that just reach
/// their minimum.
TEST(Blocks, TheBoundIsReachedByTheWorstWindow) {
  Random random(3);
  const Size size{32, 24};
  for (const int side : {2, 4, 8}) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      // A sum of blocks, and of detail whose block sums are 0.
      const Size grid{size.width / side, size.height / side};
      const auto pixels = static_cast<std::size_t>(size.pixels());
      std::vector<double> seen(static_cast<std::size_t>(grid.pixels()));
      std::vector<double> turned(seen.size());
      for (double& value : seen) value = static_cast<double>(random.below(61)) - 30;
      for (double& value : turned) value = static_cast<double>(random.below(61)) - 30;
      std::vector<int> needle(pixels);
      std::vector<double> unseen(pixels);
      const auto blockOf = [&](std::size_t i) {
        const auto at = static_cast<std::int64_t>(i);
        return static_cast<std::size_t>(at / size.width / side * grid.width +
                                        at % size.width / side);
      };
      for (std::size_t i = 0; i < pixels; ++i) {
        const bool odd = (i + i / static_cast<std::size_t>(size.width)) % 2 != 0;
        unseen[i] = odd ? 12 : -12;
        needle[i] = static_cast<int>(128 + std::lround(seen[blockOf(i)] + unseen[i]));
      }
      const score::ScoredNeedle scored = scoredFrom(needle, size);
      const auto any = BlockBound::make(scored, 0.9, side);
      ASSERT_TRUE(any);
      // A window whose blocks are as far from the needle's as a correlation of 0.9 allows.
      double along = 0;
      double length = 0;
      double mean = 0;
      for (const double value : seen) mean += value / static_cast<double>(seen.size());
      for (double& value : seen) value -= mean;
      mean = 0;
      for (const double value : turned) mean += value / static_cast<double>(turned.size());
      for (std::size_t b = 0; b < seen.size(); ++b) {
        turned[b] -= mean;
        along += seen[b] * turned[b];
        length += seen[b] * seen[b];
      }
      double across = 0;
      for (std::size_t b = 0; b < seen.size(); ++b) {
        turned[b] -= along / length * seen[b];
        across += turned[b] * turned[b];
      }
      const double c = any->least;
      const double s = std::sqrt(1 - c * c) * std::sqrt(length / across);
      std::vector<int> window(pixels);
      for (std::size_t i = 0; i < pixels; ++i) {
        const std::size_t b = blockOf(i);
        window[i] = static_cast<int>(
            128 + std::lround(1.1 * (c * (c * seen[b] + s * turned[b]) + unseen[i])));
        ASSERT_TRUE(window[i] >= 0 && window[i] <= 255);
      }
      const double score = correlation(window, needle);
      EXPECT_NEAR(score, 0.9, 0.01);
      const auto bound = BlockBound::make(scored, score, side);
      ASSERT_TRUE(bound);
      const double ofBlocks =
          correlation(blockSums(window, size, side), blockSums(needle, size, side));
      EXPECT_GE(ofBlocks, bound->least) << side;
      EXPECT_LT(ofBlocks, bound->least + 0.02) << side;
    }
  }
}

TEST(Blocks, SumsAreThoseOfTheirBytes) {
  Random random(4);
  std::vector<std::uint8_t> bytes(40 * 3000);
  for (std::uint8_t& byte : bytes)
    byte = random.oneIn(3) ? 255 : static_cast<std::uint8_t>(random.below(256));
  for (const int side : {2, 4, 8}) {
    for (const std::int64_t count : {1, 3, 37, 300}) {
      for (const std::int64_t off : {0, 1, 5}) {
        std::vector<std::uint16_t> sums(static_cast<std::size_t>(count), 9);
        score::sumBlocks(bytes.data() + off, 2900, side, count, sums.data());
        for (std::int64_t i = 0; i < count; ++i) {
          int wanted = 0;
          for (int y = 0; y < side; ++y) {
            for (int x = 0; x < side; ++x) {
              wanted += bytes[static_cast<std::size_t>(off + y * 2900 + i * side + x)];
            }
          }
          ASSERT_EQ(sums[static_cast<std::size_t>(i)], wanted) << side << ", " << i;
        }
      }
    }
  }
}

/// A picture with the block sums `value`, padded for windows of one byte per block.
template <class Value>
BlockRows rowsOf(Size tile, int channels, const Value& value) {
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(4 * tile.pixels() * channels));
  for (int c = 0; c < channels; ++c) {
    for (std::int64_t y = 0; y < 2 * tile.height; ++y) {
      for (std::int64_t x = 0; x < 2 * tile.width; ++x) {
        bytes[static_cast<std::size_t>((c * 2 * tile.height + y) * 2 * tile.width + x)] =
            static_cast<std::uint8_t>(value(c, x, y));
      }
    }
  }
  BlockRows rows;
  rows.resize(tile, channels);
  rows.load(
      [&](int c, std::int64_t y) {
        return bytes.data() + (c * 2 * tile.height + y) * 2 * tile.width;
      },
      tile, 2);
  return rows;
}

TEST(Blocks, WindowSumsAreThoseOfTheirBlocks) {
  Random random(5);
  const Size tile{64, 32};
  for (const int channels : {1, 3}) {
    BlockRows rows = rowsOf(tile, channels, [&](int, std::int64_t, std::int64_t) {
      return random.oneIn(2) ? 255 * random.below(2) : random.below(256);
    });
    for (const Size window : {Size{1, 1}, {5, 3}, {17, 9}, {40, 32}}) {
      for (const int shift : {0, 3}) {
        const std::int32_t mean = 300;
        rows.beginSums(window, mean, shift);
        const Size places{tile.width - window.width + 1, tile.height - window.height + 1};
        const auto planes = rows.planes();
        for (std::int64_t y = 0; y < places.height; ++y) {
          rows.nextSums(places.width);
          for (std::int64_t x = 0; x < places.width; ++x) {
            std::int64_t sum = 0;
            std::int64_t squares = 0;
            for (int c = 0; c < channels; ++c) {
              for (std::int64_t dy = 0; dy < window.height; ++dy) {
                for (std::int64_t dx = 0; dx < window.width; ++dx) {
                  const std::int64_t d = planes.row(c, y + dy)[x + dx] - mean;
                  sum += d;
                  squares += d * d >> shift;
                }
              }
            }
            ASSERT_EQ(rows.sums()[x], sum);
            ASSERT_EQ(rows.squares()[x], squares);
          }
        }
      }
    }
  }
}

TEST(Blocks, OnlyFlatWindowsAreCleared) {
  Random random(6);
  const Size tile{64, 16};
  const Size window{6, 5};
  BlockRows rows = rowsOf(tile, 1, [&](int, std::int64_t x, std::int64_t) {
    return x > 40 && random.oneIn(60) ? 7 : x > 80 ? 9 : 8;
  });
  const auto planes = rows.planes();
  int flat = 0;
  for (std::int64_t y = 0; y + window.height <= tile.height; ++y) {
    const std::int64_t count = tile.width - window.width + 1;
    std::vector<std::uint8_t> flags(static_cast<std::size_t>(count), 1);
    rows.clearFlat(window, y, count, flags.data());
    for (std::int64_t x = 0; x < count; ++x) {
      bool same = true;
      for (std::int64_t dy = 0; dy < window.height; ++dy) {
        for (std::int64_t dx = 0; dx < window.width; ++dx) {
          same = same && planes.row(0, y + dy)[x + dx] == planes.row(0, y)[x];
        }
      }
      flat += same ? 1 : 0;
      ASSERT_EQ(flags[static_cast<std::size_t>(x)], same ? 0 : 1) << x << ", " << y;
    }
  }
  EXPECT_GT(flat, 100);
}

/// Windows that just reach the minimum of blocks, of any brightness and contrast, with r at its
/// error bound, are all marked.
TEST(Blocks, MarksLeaveOutNothingThatReachesTheMinimum) {
  Random random(7);
  int reaching = 0;
  int ruledOut = 0;
  for (int repeat = 0; repeat < 4000; ++repeat) {
    const Size size{24, 16};
    std::vector<int> needle(static_cast<std::size_t>(size.pixels() * 16));
    for (std::size_t i = 0; i < needle.size(); ++i) {
      const auto x = static_cast<std::int64_t>(i) % (4 * size.width);
      const auto y = static_cast<std::int64_t>(i) / (4 * size.width);
      needle[i] =
          static_cast<int>((x / 4 * 37 + y / 4 * 101 + x / 4 * (y / 4)) % 200 + random.below(4));
    }
    const auto bound =
        BlockBound::make(scoredFrom(needle, {4 * size.width, 4 * size.height}), 0.8, 4);
    ASSERT_TRUE(bound);
    const score::ScoredNeedle& blocks = bound->blocks;
    // A weak copy of the needle plus noise, from 0 to 4080.
    const auto contrast = static_cast<double>(1 + random.below(repeat % 2 == 0 ? 6 : 400)) / 400;
    const auto level = static_cast<double>(random.below(4081));
    const double noise = 0.3 + static_cast<double>(random.below(120)) / 100;
    std::vector<int> window(blocks.values.size());
    std::vector<int> own(blocks.values.begin(), blocks.values.end());
    for (std::size_t i = 0; i < window.size(); ++i) {
      const double off = static_cast<double>(random.below(2001) - 1000) * noise;
      window[i] = static_cast<int>(
          std::clamp(std::round(level + contrast * (own[i] - 1600 + off)), 0.0, 4080.0));
    }
    const std::int64_t mean = random.below(4081);
    // Sums of a part of the window, or of all of it.
    const std::size_t part = repeat % 4 == 3 ? window.size() * 3 / 4 : window.size();
    const double centre =
        static_cast<double>(blocks.sums.sum) / static_cast<double>(blocks.sums.samples);
    const int shift =
        score::squareShift(blocks.sums.samples, blocks.sums.maxValue) + (repeat % 3) * 4;
    double r = 0;
    std::int32_t sum = 0;
    std::uint32_t squares = 0;
    for (std::size_t i = 0; i < window.size(); ++i) {
      const std::int64_t d = window[i] - mean;
      r += static_cast<double>(d) * (own[i] - centre);
      if (i >= part) continue;
      sum += static_cast<std::int32_t>(d);
      squares += static_cast<std::uint32_t>(d * d >> shift);
    }
    const double score = correlation(window, own);
    const double error = std::abs(r) * 1e-7 + static_cast<double>(random.below(1000));
    const auto computed = static_cast<float>(r - error);
    const score::BlockTest test = score::blockTestFor(*bound, error + std::abs(r) * 6e-8,
                                                      static_cast<std::int64_t>(part), shift);
    std::uint8_t flag = 0;
    score::markBlocks(test, &computed, &sum, &squares, 1, &flag);
    const bool reaches = score >= bound->least;
    reaching += reaches ? 1 : 0;
    ruledOut += flag == 0 ? 1 : 0;
    ASSERT_TRUE(flag == 1 || !reaches) << score << " of " << bound->least;
  }
  EXPECT_GT(reaching, 400);
  EXPECT_GT(ruledOut, 400);
}

/// The test by a rectangle within a window prunes nothing that reaches the minimum, for any mean of
/// the needle and brightness of the rest.
TEST(Blocks, PartsOfWindowsLeaveOutNothingThatReachesTheMinimum) {
  Random random(8);
  int reaching = 0;
  int ruledOut = 0;
  for (int repeat = 0; repeat < 4000; ++repeat) {
    const std::size_t samples = 60;
    const std::size_t part = 20 + static_cast<std::size_t>(random.below(40));
    const std::int64_t spread = 1 + random.below(100);
    const double noise = static_cast<double>(random.below(150)) / 100;
    const double contrast = static_cast<double>(1 + random.below(100)) / 100;
    std::vector<int> needle(samples);
    std::vector<int> window(samples);
    for (std::size_t i = 0; i < samples; ++i) {
      // The means of both parts differ.
      const std::int64_t lift = i < part ? 0 : repeat % 60;
      needle[i] = static_cast<int>(random.below(spread + 1) + lift);
      const double off = static_cast<double>(random.below(2 * spread + 1) - spread) * noise;
      window[i] =
          static_cast<int>(std::clamp(std::round(60 + contrast * (needle[i] + off)), 0.0, 255.0));
    }
    const finders::NeedleSums sums = scoredFrom(needle, {60, 1}).sums;
    if (sums.variance() == 0) continue;
    const double least = 0.5 + static_cast<double>(repeat % 5) / 10;
    score::CandidateTest test = score::testFor(Method::zncc, sums, least);
    // As another caller may set them.
    const std::int64_t centre = static_cast<std::int64_t>(test.centre) + random.below(21) - 10;
    const std::int64_t mean = random.below(256);
    test.centre = static_cast<double>(centre);
    test.rest = static_cast<double>(sums.sum) - test.centre * test.n;
    test.mean = static_cast<double>(mean);
    std::int64_t r = 0;
    std::uint32_t sum = 0;
    std::uint32_t squares = 0;
    for (std::size_t i = 0; i < samples; ++i) {
      r += (window[i] - mean) * (needle[i] - centre);
      if (i >= part) continue;
      sum += static_cast<std::uint32_t>(window[i]);
      squares += static_cast<std::uint32_t>(window[i] * window[i]);
    }
    const auto computed = static_cast<float>(r);
    std::uint8_t flag = 0;
    score::markCandidates(score::looserTest(test, static_cast<std::int64_t>(part)), &computed, &sum,
                          &squares, 1, &flag);
    const double score = correlation(window, needle);
    reaching += score >= least ? 1 : 0;
    ruledOut += flag == 0 ? 1 : 0;
    ASSERT_TRUE(flag == 1 || score < least) << score << " of " << least << ", " << repeat;
  }
  EXPECT_GT(reaching, 400);
  EXPECT_GT(ruledOut, 400);
}

void ignore(score::ScoredNeedle& needle, std::int64_t x, std::int64_t y) {
  const auto at = static_cast<std::size_t>(y * needle.size.width + x);
  needle.solid = false;
  --needle.sums.samples;
  needle.sums.sum -= needle.values[at];
  needle.sums.squares -= std::uint64_t{needle.values[at]} * needle.values[at];
  needle.weights[at] = 0;
  needle.values[at] = 0;
}

std::int64_t blocksIn(const std::vector<picture::Rectangle>& rectangles) {
  std::int64_t blocks = 0;
  for (const picture::Rectangle& part : rectangles) blocks += part.width * part.height;
  return blocks;
}

/// Blocks with an ignored pixel do not count; their samples have no effect.
TEST(Blocks, OnlyWholeBlocksOfAMaskCount) {
  const Size size{16, 12};
  std::vector<int> values(static_cast<std::size_t>(size.pixels()));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int>(i * 37 % 251);
  score::ScoredNeedle needle = scoredFrom(values, size);
  ignore(needle, 0, 0);
  ignore(needle, 15, 11);
  const auto bound = BlockBound::make(needle, 0.999, 2);
  ASSERT_TRUE(bound);
  const score::ScoredNeedle& blocks = bound->blocks;
  EXPECT_FALSE(blocks.solid);
  EXPECT_EQ(blocks.sums.samples, 46);
  EXPECT_EQ(blocksIn(blocks.rectangles), 46);
  std::uint64_t sum = 0;
  for (std::int64_t y = 0; y < 6; ++y) {
    for (std::int64_t x = 0; x < 8; ++x) {
      const bool counts = x + y > 0 && x + y < 12;
      EXPECT_EQ(blocks.weight(x, y), counts ? 1 : 0) << x << ", " << y;
      std::uint64_t wanted = 0;
      for (const std::int64_t i : {0, 1, 16, 17}) {
        wanted += static_cast<std::uint64_t>(values[static_cast<std::size_t>(32 * y + 2 * x + i)]);
      }
      EXPECT_EQ(blocks.row(0, y)[x], counts ? wanted : 0) << x << ", " << y;
      sum += counts ? wanted : 0;
    }
  }
  EXPECT_EQ(blocks.sums.sum, sum);
  EXPECT_LT(bound->innerSamples(), blocks.sums.samples);
}

/// A square rotated by 45 degrees has as many rectangles as rows of blocks.
TEST(Blocks, ATurnedSquareIsSearchedByBlocks) {
  const Size size{600, 600};
  std::vector<int> values(static_cast<std::size_t>(size.pixels()));
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      values[static_cast<std::size_t>(y * size.width + x)] =
          static_cast<int>((x / 8 * 37 + y / 8 * 91) % 251);
    }
  }
  score::ScoredNeedle needle = scoredFrom(values, size);
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      if (std::abs(2 * x - 599) + std::abs(2 * y - 599) > 600) ignore(needle, x, y);
    }
  }
  const auto bound = BlockBound::make(needle, 0.8, 2);
  ASSERT_TRUE(bound);
  EXPECT_GT(bound->blocks.rectangles.size(), std::size_t{128});
  EXPECT_EQ(blocksIn(bound->blocks.rectangles), bound->blocks.sums.samples);
}

}  // namespace
}  // namespace espy
