// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Judge files round-trip, and nothing else is accepted.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "espy/engine/all.h"
#include "espy/error.h"
#include "judge/features.h"
#include "support/look_alikes.h"
#include "support/networks.h"

namespace espy {
namespace {

using namespace test;

std::span<const std::uint8_t> asBytes(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

Judge judgeBy(Judge::By by, const Needle& needle) {
  Random random(1);
  Judge judge;
  judge.by = by;
  judge.needle = fingerprintOf(needle);
  judge.slope = 1.25;
  judge.offset = -0.1;
  judge.byScore = {0.75, 0.5};
  judge.byRegression = {0.875, 0.25};
  judge.byNetwork = {0.9, 0.125};
  judge.yes = {0.25, 0.5, 0.5, 1};
  judge.no = {0, 0.125, 0.75};
  if (by == Judge::By::regression) {
    constexpr std::int64_t kExamples = 3;
    judge.examples.weights = drawNumbers(random, kExamples, 3);
    judge.examples.features = drawNumbers(random, kExamples * judge::featuresOf(1), 3);
    judge.examples.tiles = drawNumbers(random, kExamples * judge::tilesOf(1), 3);
    judge.examples.featureScales = drawNumbers(random, judge::featuresOf(1), 3);
    judge.examples.tileScale = 0.5F;
  } else if (by == Judge::By::network) {
    judge.network = drawNetwork(random, {Judge::kSide * Judge::kSide, 5, 2, true, Judge::kSide});
  }
  return judge;
}

constexpr Judge::By kAllKinds[] = {Judge::By::score, Judge::By::regression, Judge::By::network};

std::string refusalOfBytes(const std::string& bytes, const Needle& needle) {
  try {
    judgeOf(asBytes(bytes), "a.esj", needle);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::badUse);
    return error.what();
  }
  return "nothing was refused";
}

TEST(JudgeFile, RoundTrips) {
  const LookAlikes things(1);
  for (const Judge::By by : kAllKinds) {
    const Judge judge = judgeBy(by, things.asNeedle());
    EXPECT_EQ(judgeOf(asBytes(bytesOf(judge)), "a.esj", things.asNeedle()), judge);
    const std::string path = testing::TempDir() + "/espy_judge_file_test.esj";
    writeFile(path, bytesOf(judge));
    EXPECT_EQ(readJudge(path, things.asNeedle()), judge);
    std::filesystem::remove(path);
  }
}

TEST(JudgeFile, OtherBytesAreRefused) {
  const LookAlikes things(1);
  const Needle needle = things.asNeedle();
  const std::string broken = "a.esj: the judge is damaged; learn it or copy it again";
  const std::string none = "a.esj: is not a judge file of `espy learn`";
  EXPECT_EQ(refusalOfBytes("", needle), none);
  EXPECT_EQ(refusalOfBytes("P6 3 3 255", needle), none);
  for (const Judge::By by : kAllKinds) {
    const std::string whole = bytesOf(judgeBy(by, needle));
    EXPECT_EQ(refusalOfBytes(whole, needle), "nothing was refused");
    for (const std::size_t left :
         {std::size_t{8}, std::size_t{19}, std::size_t{40}, whole.size() / 2, whole.size() - 1}) {
      EXPECT_EQ(refusalOfBytes(whole.substr(0, left), needle), broken) << left;
    }
    EXPECT_EQ(refusalOfBytes(whole + "x", needle), broken);
    for (std::size_t at = 12; at < whole.size(); at += whole.size() / 50) {
      std::string flipped = whole;
      flipped[at] = static_cast<char>(flipped[at] ^ 4);
      EXPECT_EQ(refusalOfBytes(flipped, needle), broken) << at;
    }
    std::string later = whole;
    for (const char version : {'\1', '\3'}) {
      later[8] = version;
      EXPECT_EQ(refusalOfBytes(later, needle), "a.esj: the judge has version " +
                                                   std::to_string(version) +
                                                   "; this Espy reads version 2");
    }
    EXPECT_EQ(refusalOfBytes(whole, LookAlikes(2).asNeedle()),
              "a.esj: the judge was learned for another needle");
  }
  EXPECT_THROW(readJudge("/nowhere/at/all.esj", needle), Error);
  EXPECT_THROW(readJudge("/", needle), Error);
}

TEST(JudgeFile, ImpossibleNumbersAreRefusedDespiteTheChecksum) {
  const LookAlikes things(1);
  const Needle needle = things.asNeedle();
  const std::string broken = "a.esj: the judge is damaged; learn it or copy it again";
  const auto refused = [&](Judge::By by, const auto& spoil) {
    Judge judge = judgeBy(by, needle);
    spoil(judge);
    return refusalOfBytes(bytesOf(judge), needle);
  };
  const auto nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refused(Judge::By::score, [&](Judge& j) { j.slope = nan; }), broken);
  EXPECT_EQ(refused(Judge::By::score, [](Judge& j) { j.byScore.ranking = 1.5; }), broken);
  EXPECT_EQ(refused(Judge::By::score, [](Judge& j) { j.yes = {0.5, 0.25}; }), broken);
  EXPECT_EQ(refused(Judge::By::score, [](Judge& j) { j.no = {-0.5}; }), broken);
  EXPECT_EQ(refused(Judge::By::score, [](Judge& j) { j.planes = 2; }), broken);
  const auto refusedExamples = [&](const auto& spoil) {
    return refused(Judge::By::regression, [&](Judge& j) { spoil(j.examples); });
  };
  EXPECT_EQ(refusedExamples([](Judge::Examples& e) { e.weights.pop_back(); }), broken);
  EXPECT_EQ(refusedExamples([](Judge::Examples& e) { e.weights[1] = 1e30F; }), broken);
  EXPECT_EQ(refusedExamples([](Judge::Examples& e) { e.features.pop_back(); }), broken);
  EXPECT_EQ(refusedExamples([](Judge::Examples& e) { e.tiles.push_back(0); }), broken);
  EXPECT_EQ(refusedExamples([](Judge::Examples& e) { e.featureScales.clear(); }), broken);
  EXPECT_EQ(refusedExamples([](Judge::Examples& e) { e.tileScale = -1; }), broken);
  EXPECT_EQ(refused(Judge::By::network, [](Judge& j) { j.network.weights.pop_back(); }), broken);
  EXPECT_EQ(refused(Judge::By::network, [](Judge& j) { j.network.shape.layers = 0; }), broken);
  EXPECT_EQ(refused(Judge::By::network, [](Judge& j) { j.network.shape.neighbours = 4; }), broken);
}

/// The contents with their checksum appended.
std::string summed(std::string text) {
  std::uint64_t sum = 0xcbf29ce484222325U;
  for (const char byte : text) sum = (sum ^ static_cast<std::uint8_t>(byte)) * 0x100000001b3U;
  for (int i = 0; i < 8; ++i) text.push_back(static_cast<char>(sum >> (8 * i)));
  return text;
}

/// Random damage under a valid checksum: the file is refused, or judges equally on every engine.
TEST(JudgeFile, ADamagedNetworkIsRefusedOrJudges) {
  const LookAlikes things(1);
  const Needle needle = things.asNeedle();
  const Registry registry = makeRegistry();
  const LookAlikeScene scene(registry, things, 2, 5);
  const std::string whole = bytesOf(judgeBy(Judge::By::network, needle));
  const std::string contents = whole.substr(0, whole.size() - 8);
  ASSERT_EQ(summed(contents), whole);
  Random random(4);
  constexpr std::size_t kHead = 44;  // kind, version and fingerprint
  int judged = 0;
  for (int round = 0; round < 600; ++round) {
    std::string text = contents;
    for (auto changes = 1 + random.below(4); changes > 0; --changes) {
      const std::size_t behind = text.size() - kHead;
      const std::size_t at =
          kHead + static_cast<std::size_t>(random.below(static_cast<std::int64_t>(
                      random.oneIn(2) ? behind : std::min(behind, std::size_t{120}))));
      constexpr float kOdd[] = {3e38F, -3e38F, 1e-45F, -0.0F, 1e20F};
      if (random.oneIn(3)) {
        text[at] = static_cast<char>(random.below(256));
      } else if (random.oneIn(2) && at + 4 <= text.size()) {
        std::memcpy(text.data() + at, &kOdd[random.below(5)], 4);
      } else {
        text[at] = static_cast<char>(text[at] ^ (1 << random.below(8)));
      }
    }
    const std::string file = summed(text);
    Judge judge;
    try {
      judge = judgeOf(asBytes(file), "a.esj", needle);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::badUse) << error.what();
      continue;
    }
    ++judged;
    EXPECT_EQ(bytesOf(judge), file);
    const double threshold = judge.threshold(0.99);
    EXPECT_TRUE(threshold >= 0 && threshold <= 1) << threshold;
    const auto expected =
        judgeMatches(registry, "reference", judge, needle, scene.picture, scene.matches);
    for (const double p : expected) EXPECT_TRUE(p >= 0 && p <= 1) << round << ": " << p;
    for (const char* engine : {"sequential", "openmp"}) {
      EXPECT_EQ(judgeMatches(registry, engine, judge, needle, scene.picture, scene.matches),
                expected)
          << engine << ", " << round;
    }
  }
  EXPECT_GT(judged, 30);
}

TEST(JudgeFile, AFingerprintDistinguishesNeedles) {
  const LookAlikes things(1);
  const auto whole = fingerprintOf(things.asNeedle());
  EXPECT_EQ(whole, fingerprintOf({Image::copyOf(things.needle), {}}));
  EXPECT_NE(whole, fingerprintOf({things.other.view(), {}}));
  Image mask(things.needle.size(), {});
  for (std::int64_t y = 0; y < mask.size().height; ++y) {
    for (std::int64_t x = 0; x < mask.size().width; ++x) setSample(mask.pixels(), x, y, 0, 255);
  }
  EXPECT_EQ(whole, fingerprintOf({things.needle.view(), mask.view()}));
  setSample(mask.pixels(), 3, 4, 0, 0);
  EXPECT_NE(whole, fingerprintOf({things.needle.view(), mask.view()}));
  // A row of pixels is not a column of them.
  const ImageView view = things.needle.view();
  EXPECT_NE(fingerprintOf({view.crop(0, 0, {24, 1}), {}}),
            fingerprintOf({ImageView(view.row(0), {1, 24}, view.format(), 1), {}}));
}

}  // namespace
}  // namespace espy
