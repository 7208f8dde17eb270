// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// Marking and screening: every engine against the reference, byte for byte, on random pictures of
// every format with random flag planes; and a planted fault that the comparison must detect.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "espy/engine/all.h"
#include "support/engines_with.h"

namespace espy {
namespace {

/// The engines to compare. Created once, because loading a driver is slow.
const Registry& markRegistry() {
  static const Registry registry = makeRegistry();
  return registry;
}

const std::vector<std::string>& fastEngines() {
  static const std::vector<std::string> names = test::enginesWith<PaintMarks>(markRegistry());
  return names;
}

/// A picture with padded rows, perhaps bottom-up. The padding is compared, too: engines must not
/// write to it.
struct LoosePicture {
  Size size;
  PixelFormat format;
  std::int64_t padding = 0;  // bytes, even where samples have 16 bits
  bool bottomUp = false;
  std::vector<std::uint8_t> bytes;

  LoosePicture(Size s, PixelFormat f, std::int64_t p, bool up)
      : size(s), format(f), padding(p), bottomUp(up) {
    bytes.resize(static_cast<std::size_t>(rowBytes() * size.height + 1));  // never null
  }

  std::int64_t rowBytes() const { return size.width * format.bytesPerPixel() + padding; }

  MutableImageView view() {
    const std::ptrdiff_t stride = rowBytes();
    std::uint8_t* first = bytes.data();
    if (!bottomUp || size.height == 0) return {first, size, format, stride};
    return {first + stride * (size.height - 1), size, format, -stride};
  }
};

/// The first difference of two pictures of one shape, as text; empty if they are equal.
std::string firstDifference(LoosePicture& a, LoosePicture& b) {
  if (a.bytes == b.bytes) return "";
  for (std::int64_t y = 0; y < a.size.height; ++y) {
    for (std::int64_t x = 0; x < a.size.width; ++x) {
      for (int c = 0; c < a.format.channels; ++c) {
        const auto left = sampleAt(a.view(), x, y, c);
        const auto right = sampleAt(b.view(), x, y, c);
        if (left == right) continue;
        return fmt::format("pixel {}, {} channel {}: {} and {}", x, y, c, left, right);
      }
    }
  }
  return "bytes between the rows";
}

/// Random choices from one seed, which RapidCheck draws and prints when a case fails.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  /// Any of first..last.
  std::int64_t roll(std::int64_t first, std::int64_t last) {
    return first +
           static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(last - first + 1));
  }
  bool chance(int percent) { return roll(1, 100) <= percent; }

 private:
  std::mt19937_64 engine_;
};

PixelFormat anyFormat(Dice& dice) {
  return {static_cast<int>(dice.roll(1, 4)), dice.chance(50) ? Depth::u8 : Depth::u16};
}

LoosePicture anyPicture(Dice& dice, Size size, PixelFormat format, int values) {
  LoosePicture picture(size, format, 2 * dice.roll(0, 3), dice.chance(30));
  const bool wide = format.depth == Depth::u16;
  for (std::int64_t i = 0; i + 1 < static_cast<std::int64_t>(picture.bytes.size()); ++i) {
    // Few values, so that screening matches some; the high bytes of 16 bits are arbitrary.
    const std::int64_t most = wide && i % 2 != 0 ? 3 : values;
    picture.bytes[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(dice.roll(0, most));
  }
  return picture;
}

void flagRectangle(const MutableImageView& flags, Dice& dice) {
  const std::int64_t x0 = dice.roll(0, flags.width() - 1);
  const std::int64_t y0 = dice.roll(0, flags.height() - 1);
  const std::int64_t x1 = std::min(flags.width(), x0 + dice.roll(1, 20));
  const std::int64_t y1 = std::min(flags.height(), y0 + dice.roll(1, 20));
  for (std::int64_t y = y0; y < y1; ++y) {
    for (std::int64_t x = x0; x < x1; ++x) setSample(flags, x, y, 0, kFlagInside);
  }
  setSample(flags, x0, y0, 0, kFlagBase);
}

LoosePicture anyFlags(Dice& dice, Size size) {
  LoosePicture flags(size, {1, Depth::u8}, dice.roll(0, 7), dice.chance(30));
  if (size.pixels() == 0) return flags;
  const MutableImageView view = flags.view();
  const std::int64_t kind = dice.roll(0, 5);
  if (kind <= 1) {  // rectangles, like matches
    for (std::int64_t i = dice.roll(0, 6); i > 0; --i) flagRectangle(view, dice);
    return flags;
  }
  const int percents[] = {0, 1, 50, 100};
  const int percent = percents[kind - 2];
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      if (!dice.chance(percent)) continue;
      setSample(view, x, y, 0, static_cast<std::uint32_t>(dice.roll(1, 255)));
    }
  }
  // A few exceptions.
  for (std::int64_t i = dice.roll(0, 3); i > 0; --i) {
    const std::int64_t x = dice.roll(0, size.width - 1);
    setSample(view, x, dice.roll(0, size.height - 1), 0, percent > 50 ? 0 : kFlagBase);
  }
  return flags;
}

MarkOptions anyOptions(Dice& dice, PixelFormat format) {
  const auto part = [&] { return static_cast<std::uint8_t>(dice.roll(0, 255)); };
  MarkOptions options;
  options.style = static_cast<MarkStyle>(dice.roll(0, 4));
  options.thickness = static_cast<int>(dice.chance(70) ? dice.roll(1, 9) : dice.roll(1, 255));
  options.colour = {part(), part(), part()};
  if (format.colourChannels() == 1) options.colour.green = options.colour.blue = options.colour.red;
  return options;
}

/// How these engines differ from the reference, as text; empty if they do not.
std::string disagreement(const Registry& registry, const std::vector<std::string>& engines,
                         const LoosePicture& picture, const LoosePicture& flags,
                         const MarkOptions& options, int threads) {
  Control control;
  control.threads = threads;
  LoosePicture usedFlags = flags;
  LoosePicture expected = picture;
  Timeline unheard;
  registry.get<PaintMarks>("reference")(expected.view(), usedFlags.view(), options, control,
                                        unheard);
  for (const std::string& engine : engines) {
    LoosePicture actual = picture;
    registry.get<PaintMarks>(engine)(actual.view(), usedFlags.view(), options, control, unheard);
    const std::string difference = firstDifference(expected, actual);
    if (!difference.empty()) return engine + ": " + difference;
  }
  return usedFlags.bytes == flags.bytes ? "" : "the flags were written to";
}

std::string inWords(const MarkOptions& options, int threads) {
  return fmt::format("style {}, thickness {}, {} threads", static_cast<int>(options.style),
                     options.thickness, threads);
}

RC_GTEST_PROP(MarkDifferential, EnginesPaintTheSame, (std::uint64_t seed)) {
  Dice dice(seed);
  // Mostly around the 64 pixels that fast engines process together.
  const Size size{dice.chance(80) ? dice.roll(0, 200) : dice.roll(0, 5), dice.roll(0, 40)};
  const LoosePicture picture = anyPicture(dice, size, anyFormat(dice), 255);
  const LoosePicture flags = anyFlags(dice, size);
  const MarkOptions options = anyOptions(dice, picture.format);
  const auto threads = static_cast<int>(dice.roll(1, 5));
  RC_LOG() << inWords(options, threads) << '\n';
  RC_ASSERT(disagreement(markRegistry(), fastEngines(), picture, flags, options, threads) == "");
}

/// The first engine whose screening differs from the reference's; empty if none does.
std::string screenedApart(const ImageView& scene, const Screening& screening, int threads) {
  Control control;
  control.threads = threads;
  const Image expected = screened(markRegistry(), "reference", scene, screening, control);
  for (const char* engine : {"sequential", "threads", "openmp"}) {
    if (!samePixels(screened(markRegistry(), engine, scene, screening, control), expected)) {
      return engine;
    }
  }
  return "";
}

RC_GTEST_PROP(MarkDifferential, EnginesScreenTheSame, (std::uint64_t seed)) {
  Dice dice(seed);
  const Size size{dice.roll(0, 200), dice.roll(0, 20)};
  const auto values = static_cast<int>(dice.chance(70) ? dice.roll(1, 6) : 255);
  LoosePicture picture = anyPicture(dice, size, anyFormat(dice), values);
  const auto part = [&] { return static_cast<std::uint8_t>(dice.roll(0, values)); };
  const Colour keep{part(), part(), part()};
  const auto tolerance = static_cast<int>(dice.chance(70) ? dice.roll(0, 3) : dice.roll(0, 70000));
  const auto threads = static_cast<int>(dice.roll(1, 5));
  RC_ASSERT(screenedApart(picture.view(), {{keep}, tolerance}, threads) == "");
}

/// A random expression: its text, and its value by the definition.
class RandomExpression {
 public:
  explicit RandomExpression(Dice& dice) : dice_(dice) {}

  /// Text of an operand that binds at least as tightly as `level`, 0 (||) to 6 (primary).
  std::string text(int level, int depth) {
    if (depth <= 0) return leaf();
    const auto own = static_cast<int>(dice_.roll(level, 6));
    static const std::vector<std::string> kSigns[] = {
        {"||"}, {"&&"}, {"<", "<=", ">", ">=", "==", "!="}, {"+", "-"}, {"*", "/"}};
    if (own <= 4) {
      const auto& signs = kSigns[own];
      const std::string sign =
          signs[static_cast<std::size_t>(dice_.roll(0, static_cast<int>(signs.size()) - 1))];
      // The left operand may be of the same level, but comparisons do not chain.
      const std::string left = text(own == 2 ? 3 : own, depth - 1);
      return left + blank() + sign + blank() + text(own + 1, depth - 1);
    }
    if (own == 5) return (dice_.chance(50) ? "-" : "!") + blank() + text(5, depth - 1);
    if (dice_.chance(40)) return "(" + blank() + text(0, depth - 1) + blank() + ")";
    if (dice_.chance(30)) return "abs(" + text(0, depth - 1) + ")";
    std::string list = text(0, depth - 1);
    for (std::int64_t i = dice_.roll(1, 3); i > 0; --i) list += "," + text(0, depth - 1);
    return (dice_.chance(50) ? "min(" : "max(") + list + ")";
  }

 private:
  std::string leaf() {
    static const char* const kNames[] = {"r", "g", "b", "a", "grey",  "h",     "s",
                                         "v", "l", "x", "y", "width", "height"};
    if (dice_.chance(60)) return kNames[dice_.roll(0, 12)];
    if (dice_.chance(20)) return "0";
    const std::string prefix = dice_.chance(20) ? std::to_string(dice_.roll(0, 9)) + ".25e" : "";
    return prefix + std::to_string(dice_.roll(0, 300));
  }
  std::string blank() { return dice_.chance(30) ? " " : ""; }

  Dice& dice_;
};

RC_GTEST_PROP(MarkDifferential, EnginesScreenByExpressionsTheSame, (std::uint64_t seed)) {
  Dice dice(seed);
  const Size size{dice.chance(80) ? dice.roll(0, 600) : dice.roll(8190, 8500), dice.roll(0, 5)};
  const auto values = static_cast<int>(dice.chance(50) ? dice.roll(1, 6) : 255);
  LoosePicture picture = anyPicture(dice, size, anyFormat(dice), values);
  const std::string where =
      RandomExpression(dice).text(0, static_cast<int>(dice.roll(0, 6))).substr(0, 4096);
  RC_LOG() << where << '\n';
  RC_ASSERT(screenedApart(picture.view(), {.where = where}, static_cast<int>(dice.roll(1, 5))) ==
            "");
}

RC_GTEST_PROP(MarkDifferential, EnginesFindTheSameEdges, (std::uint64_t seed)) {
  Dice dice(seed);
  const Size size{dice.chance(80) ? dice.roll(0, 600) : dice.roll(8190, 8500), dice.roll(0, 70)};
  const auto values = static_cast<int>(dice.chance(50) ? dice.roll(1, 6) : 255);
  LoosePicture picture = anyPicture(dice, size, anyFormat(dice), values);
  const auto least =
      static_cast<int>(dice.chance(70) ? dice.roll(1, 8 * values) : dice.roll(1, kMostEdge));
  RC_LOG() << least << '\n';
  RC_ASSERT(screenedApart(picture.view(), {.edges = least}, static_cast<int>(dice.roll(1, 5))) ==
            "");
}

/// Pictures larger than the engines' tasks, with a single flag on either side of a seam: it must
/// affect the other side.
TEST(MarkDifferential, EnginesPaintTheSameAcrossSeams) {
  const struct {
    Size size;
    std::vector<int> thicknesses;
    std::vector<std::pair<std::int64_t, std::int64_t>> flagged;
  } cases[] = {
      {{8300, 3}, {1, 2, 30, 64}, {{8191, 0}, {8192, 2}, {8190, 1}, {8299, 1}}},
      {{16400, 1}, {3, 65, 255}, {{8191, 0}, {8192, 0}, {16383, 0}, {16384, 0}}},
      {{40, 300}, {1, 3, 40}, {{39, 127}, {0, 128}, {3, 159}, {5, 160}, {7, 255}, {8, 256}}},
      {{3, 2100}, {254, 255}, {{1, 1015}, {1, 1016}, {1, 1019}, {2, 1020}, {0, 2039}, {0, 2099}}},
      {{8200, 130}, {1}, {{8191, 127}, {8192, 128}, {8191, 128}, {8192, 127}}},
  };
  const Registry& registry = markRegistry();
  for (const auto& c : cases) {
    const LoosePicture picture(c.size, {3, Depth::u8}, 0, false);
    for (const auto& [x, y] : c.flagged) {
      LoosePicture flags(c.size, {1, Depth::u8}, 0, false);
      setSample(flags.view(), x, y, 0, kFlagBase);
      for (const int thickness : c.thicknesses) {
        for (const int threads : {1, 3}) {
          const MarkOptions options{MarkStyle::outline, thickness, {1, 2, 3}};
          EXPECT_EQ(disagreement(registry, fastEngines(), picture, flags, options, threads), "")
              << inWords(options, threads) << ", flag at " << x << ", " << y;
        }
      }
      EXPECT_EQ(disagreement(registry, fastEngines(), picture, flags, {MarkStyle::whiteout}, 3),
                "");
      EXPECT_EQ(disagreement(registry, fastEngines(), picture, flags, {MarkStyle::dim}, 3), "");
    }
  }
}

/// The comparison detects and locates a single wrong sample.
RC_GTEST_PROP(MarkDifferential, SeesAnEngineWithOneWrongPixel, (std::uint64_t seed)) {
  Dice dice(seed);
  const Size size{dice.roll(1, 100), dice.roll(1, 30)};
  const LoosePicture picture = anyPicture(dice, size, anyFormat(dice), 255);
  const LoosePicture flags = anyFlags(dice, size);
  const MarkOptions options = anyOptions(dice, picture.format);

  const std::int64_t x = dice.roll(0, size.width - 1);
  const std::int64_t y = dice.roll(0, size.height - 1);
  const auto channel = static_cast<int>(dice.roll(0, picture.format.channels - 1));
  Registry registry = makeRegistry();
  const PaintMarks::Function sound = registry.get<PaintMarks>("sequential");
  registry.add<PaintMarks>("sequential", [=](const MutableImageView& target, auto&... rest) {
    sound(target, rest...);
    setSample(target, x, y, channel, sampleAt(target, x, y, channel) ^ 1u);
  });

  const std::string found = disagreement(registry, fastEngines(), picture, flags, options, 1);
  RC_ASSERT(found.starts_with(fmt::format("sequential: pixel {}, {} channel {}: ", x, y, channel)));
}

TEST(MarkDifferential, SeesBytesWrittenBetweenTheRows) {
  LoosePicture a({3, 2}, {1, Depth::u8}, 2, false);
  LoosePicture b = a;
  b.bytes[4] = 1;
  EXPECT_EQ(firstDifference(a, b), "bytes between the rows");
}

}  // namespace
}  // namespace espy
