// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The parts of the fast search, separately.
#include <gtest/gtest.h>

#include <set>

#include "exact/block_graph.h"
#include "exact/match_bits.h"
#include "exact/pattern.h"
#include "exact/row_automaton.h"
#include "exact/run_table.h"
#include "support/made_pictures.h"

namespace espy::exact {
namespace {

using test::Kind;

using test::Random;

Pattern drawPattern(Kind kind, Size size, std::uint64_t seed, int tolerance = 0) {
  Random random(seed);
  const Image picture = test::drawn(size, {3, Depth::u8}, kind, random);
  return makePattern({picture, {}}, 0, {3, Depth::u8}, tolerance);
}

TEST(RunTable, HoldsEveryRunAndNoOther) {
  std::vector<exact::Run> runs;
  Random random(3);
  for (std::uint32_t i = 0; i < 5000; ++i) {
    runs.push_back({static_cast<std::uint32_t>(random.next()), i, 1, 2});
  }
  const RunTable table(runs);
  for (const exact::Run& run : runs) {
    ASSERT_TRUE(table.mayHold(run.hash));
    const auto bucket = table.bucket(run.hash);
    EXPECT_TRUE(std::any_of(bucket.begin(), bucket.end(), [&](const exact::Run& r) {
      return r.hash == run.hash && r.needle == run.needle;
    }));
  }
  int falseAlarms = 0;
  for (int i = 0; i < 100000; ++i)
    falseAlarms += table.mayHold(static_cast<std::uint32_t>(random.next()));
  EXPECT_LT(falseAlarms, 3000);
}

TEST(HashRun, LooksAtEveryByteThatCounts) {
  for (int bytes = 1; bytes <= kMaxKeyBytes; ++bytes) {
    KeyShape shape;
    shape.bytes = bytes;
    std::uint8_t run[kMaxKeyBytes + 1] = {};
    const std::uint32_t zero = hashRun(run, shape);
    for (int i = 0; i < bytes; ++i) {
      run[i] = 1;
      EXPECT_NE(hashRun(run, shape), zero) << bytes << " bytes, byte " << i;
      run[i] = 0;
    }
    run[bytes] = 1;  // the byte behind does not matter
    EXPECT_EQ(hashRun(run, shape), zero);
  }
}

TEST(BlockGraph, KeepsEqualPartsOnce) {
  const auto parts = [](Kind kind, Size size) {
    return BlockGraph::build(drawPattern(kind, size, 1), 5000, 50000)->parts();
  };
  EXPECT_EQ(parts(Kind::flat, {64, 64}), 13U);  // one colour, six doublings in each direction
  EXPECT_EQ(parts(Kind::flat, {1, 1}), 1U);
  EXPECT_LE(parts(Kind::dither, {64, 64}), 24U);
  EXPECT_GT(parts(Kind::noise, {16, 16}), 256U);
}

TEST(BlockGraph, StopsAtItsLimits) {
  const Pattern noise = drawPattern(Kind::noise, {16, 16}, 1);
  EXPECT_FALSE(BlockGraph::build(noise, 64, 2048).has_value());
  EXPECT_FALSE(BlockGraph::build(noise, 5000, 100).has_value());
}

TEST(BlockGraph, WhatMatchesAnythingIsNoPart) {
  const Pattern anything = drawPattern(Kind::noise, {5, 4}, 1, 255);
  const auto graph = BlockGraph::build(anything, 64, 64);
  ASSERT_TRUE(graph.has_value());
  EXPECT_FALSE(graph->whole().has_value());
}

TEST(RowAutomaton, ReportsWhichRowEndsWhere) {
  const std::uint8_t rows[3][3] = {{1, 2, 1}, {1, 2, 2}, {1, 2, 1}};
  const Image picture = test::greyOf({3, 3}, [&](auto x, auto y) { return rows[y][x]; });
  const Pattern pattern = makePattern({picture, {}}, 0, {1, Depth::u8}, 0);
  const Palette palette(pattern);
  const RowAutomaton automaton(pattern, palette);
  EXPECT_EQ(automaton.rowNumbers(), (std::vector<std::uint32_t>{1, 2, 1}));
  const std::uint8_t line[] = {1, 2, 1, 2, 1, 2, 2, 9, 1, 2, 1};
  std::uint32_t symbols[11];
  std::uint32_t ends[11];
  palette.translate(line, 11, symbols);
  // In one call, and in two parts.
  for (int first = 0; first <= 11; ++first) {
    std::fill_n(ends, 11, 99U);
    std::uint32_t state = 0;
    const bool before = automaton.match(symbols, first, ends, state);
    const bool after = automaton.match(symbols + first, 11 - first, ends + first, state);
    EXPECT_EQ(std::vector<std::uint32_t>(ends, ends + 11),
              (std::vector<std::uint32_t>{0, 0, 1, 0, 1, 0, 2, 0, 0, 0, 1}));
    EXPECT_EQ(before, first >= 3);
    EXPECT_EQ(after, first < 11);
  }
  std::uint32_t state = 0;
  EXPECT_FALSE(automaton.match(symbols + 7, 1, ends, state));
}

TEST(MatchBits, ListsWhatWasStored) {
  MatchBits bits({130, 3});
  // Bits 3.. of the words belong to row 1 from column 64 on.
  const std::uint64_t words[] = {0b1101ULL << 3U, 0, 0};
  bits.store(64, 1, 66, words, 3);
  std::vector<Place> wanted{{64, 1}, {66, 1}, {67, 1}};
  EXPECT_EQ(bits.list(2, {}), wanted);
  bits.setAll();
  EXPECT_EQ(bits.list(3, {}).size(), 390U);
  EXPECT_EQ(bits.list(1, {}).back(), (Place{129, 2}));
}

TEST(Pattern, SettlesAlphaToleranceAndDepthOnce) {
  const std::uint8_t samples[] = {250, 255, 7, 0};
  const ImageView picture(samples, {2, 1}, {2, Depth::u8}, 4);
  const Pattern pattern = makePattern({picture, {}}, 0, {3, Depth::u8}, 10);
  EXPECT_TRUE(pattern.ranged);
  EXPECT_FALSE(pattern.allOpaque);
  EXPECT_EQ(pattern.low, (std::vector<std::uint8_t>{240, 240, 240, 0, 0, 0}));
  EXPECT_EQ(pattern.high, (std::vector<std::uint8_t>{255, 255, 255, 255, 255, 255}));
  EXPECT_TRUE(pattern.isOpaque(0, 0));
  EXPECT_FALSE(pattern.isOpaque(1, 0));
}

}  // namespace
}  // namespace espy::exact
