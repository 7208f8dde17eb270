// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Interval dynamic programming and outlines: the first bytes are options and sizes, the rest costs
// or pixels. All engines must give the reference's answer, or all must refuse. Any difference is a
// crash.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "espy/engine/all.h"
#include "fuzz/bytes.h"

using namespace espy;
using namespace espy::test;

namespace {

[[noreturn]] void fail(const std::string& engine, const char* what) {
  std::fprintf(stderr, "%s: %s\n", engine.c_str(), what);
  std::abort();
}

template <class Number>
void compareIntervals(Bytes& bytes) {
  const int n = 1 + bytes.below(70);
  const int scale = 1 + 7 * bytes.below(90);
  IntervalTask<Number> task;
  for (int i = 0; i < n; ++i) task.first.push_back(static_cast<Number>(bytes.next() * scale));
  if (bytes.below(2) == 1) {
    for (int i = 0; i < (n + 1) * (n + 1); ++i) {
      task.pairs.push_back(static_cast<Number>(bytes.next() * scale));
    }
  }
  const auto tableOf = [&](const char* engine) {
    std::string text;
    try {
      const IntervalTable<Number> table = intervalCosts(allEngines(), engine, task);
      for (int i = 0; i <= n; ++i) {
        for (int j = i + 1; j <= n; ++j) text += std::to_string(table.at(i, j)) + ' ';
      }
    } catch (const Error& error) {
      if (error.code() != ErrorCode::tooLarge) throw;
      text = "refused";
    }
    return text;
  };
  const std::string expected = tableOf("sequential");
  for (const char* engine : {"threads", "openmp"}) {
    if (tableOf(engine) != expected) fail(engine, "other costs");
  }
  if (expected != "refused" && tableOf("reference") != expected) fail("sequential", "wrong costs");
}

Image pictureOf(Bytes& bytes, int most, bool alpha) {
  const Size size{1 + bytes.below(most), 1 + bytes.below(most)};
  Image picture(size, {alpha ? 2 : 1, Depth::u8});
  const MutableImageView pixels = picture.pixels();
  // Blocks of 4 x 4, so that there are contours.
  for (std::int64_t y = 0; y < size.height; y += 4) {
    for (std::int64_t x = 0; x < size.width; x += 4) {
      const std::uint32_t value = bytes.next();
      for (std::int64_t dy = 0; dy < 4 && y + dy < size.height; ++dy) {
        for (std::int64_t dx = 0; dx < 4 && x + dx < size.width; ++dx) {
          for (int channel = 0; channel < picture.format().channels; ++channel) {
            setSample(pixels, x + dx, y + dy, channel, value);
          }
        }
      }
    }
  }
  return picture;
}

void compareOutlines(Bytes& bytes) {
  const bool alpha = bytes.below(2) == 1;
  const Image needle = pictureOf(bytes, 40, alpha);
  const Image scene = pictureOf(bytes, 70, false);
  FindOptions options;
  options.method = Method::outline;
  options.minScore = bytes.below(10) / 10.0;
  options.bend = (1 + bytes.below(100)) / 100.0;
  options.pose.flip = bytes.below(2) == 1;
  options.pose.scale = {0.2, 4};
  const Needle needles[] = {{needle}};
  const auto found = [&](const char* engine) {
    options.engine = engine;
    try {
      return find(allEngines(), scene, needles, options);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::badUse) throw;
      return Finding();
    }
  };
  const Finding expected = found("reference");
  for (const char* engine : {"sequential", "threads"}) {
    const Finding other = found(engine);
    if (other.matches != expected.matches || other.bends != expected.bends) {
      fail(engine, "other outlines");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  switch (bytes.below(4)) {
    case 0:
      compareIntervals<std::int32_t>(bytes);
      break;
    case 1:
      compareIntervals<std::uint16_t>(bytes);
      break;
    case 2:
      compareIntervals<float>(bytes);
      break;
    default:
      compareOutlines(bytes);
  }
  return 0;
}
