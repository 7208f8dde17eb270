// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Judge files. The input is read as it is, and as the contents of a file with a valid header and
// checksum. An accepted file must be written back byte for byte, and must give valid probabilities.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "espy/engine/all.h"
#include "fuzz/bytes.h"

using namespace espy;
using namespace espy::test;

namespace {

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

std::span<const std::uint8_t> asBytes(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

void append(std::string& text, std::uint64_t number) {
  for (int i = 0; i < 8; ++i) text.push_back(static_cast<char>(number >> (8 * i)));
}

/// A file with valid header and checksum.
std::string wholeFile(const Needle& needle, const std::uint8_t* data, std::size_t size) {
  std::string text("ESPYJUDG\2\0\0\0", 12);
  for (const std::uint64_t sum : fingerprintOf(needle)) append(text, sum);
  text.append(reinterpret_cast<const char*>(data), size);
  std::uint64_t sum = 0xcbf29ce484222325U;
  for (const char byte : text) sum = (sum ^ static_cast<std::uint8_t>(byte)) * 0x100000001b3U;
  append(text, sum);
  return text;
}

void look(const Registry& registry, const std::string& text, const Needle& needle) {
  Judge judge;
  try {
    judge = judgeOf(asBytes(text), "a.esj", needle);
  } catch (const Error&) {
    return;
  }
  if (bytesOf(judge) != text) fail("other bytes are written than were read");
  const double threshold = judge.threshold(0.99);
  if (!(threshold >= 0 && threshold <= 1)) fail("a threshold is no probability");
  Match match;
  match.width = match.height = 4;
  const Match matches[] = {match, match};
  for (const double p :
       judgeMatches(registry, "sequential", judge, needle, needle.picture, matches)) {
    if (!(p >= 0 && p <= 1)) fail("no probability");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chooseSimdLevel(data, size);
  static const Registry registry = makeRegistry();
  static const Image picture = [] {
    Image image({6, 5}, {});
    for (int i = 0; i < 30; ++i) {
      setSample(image.pixels(), i % 6, i / 6, 0, static_cast<std::uint32_t>(i * 37 % 256));
    }
    return image;
  }();
  const Needle needle{picture.view(), {}};
  look(registry, std::string(reinterpret_cast<const char*>(data), size), needle);
  look(registry, wholeFile(needle, data, size), needle);
  return 0;
}
