// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Motif search by every engine: the first bytes are options and lengths, the rest are samples.
// Matches and profiles must equal the reference's bit by bit, and all engines must refuse the same.
// Any difference is a crash.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "espy/engine/all.h"
#include "espy/engine/motif.h"
#include "fuzz/bytes.h"
#include "support/motifs.h"

using namespace espy;
using namespace espy::test;

namespace {

[[noreturn]] void fail(const std::string& engine, const char* what) {
  std::fprintf(stderr, "%s: %s\n", engine.c_str(), what);
  std::abort();
}

/// A byte, sometimes a gap or an extreme value.
double sampleOf(Bytes& bytes, double unit, bool gaps) {
  const std::uint8_t byte = bytes.next();
  if (gaps && byte > 250) {
    constexpr double kGaps[] = {std::numeric_limits<double>::quiet_NaN(),
                                std::numeric_limits<double>::infinity(),
                                -std::numeric_limits<double>::infinity(), 1e100, -1e100};
    return kGaps[byte - 251];
  }
  return (byte - 100) * unit;
}

std::vector<std::vector<double>> channelsOf(Bytes& bytes, int channels, int samples, double unit,
                                            bool gaps) {
  std::vector<std::vector<double>> all(static_cast<std::size_t>(channels));
  for (std::vector<double>& channel : all) {
    for (int i = 0; i < samples; ++i) channel.push_back(sampleOf(bytes, unit, gaps));
  }
  return all;
}

OwnedMotifTask taskOf(Bytes& bytes) {
  OwnedMotifTask task;
  MotifOptions& options = task.options;
  options.method = static_cast<MotifMethod>(bytes.below(3));
  const int normalise = bytes.below(5);
  if (normalise < 4) options.normalise = static_cast<MotifNormalise>(normalise);
  const int flags = bytes.next();
  options.open = (flags & 1) != 0;
  if ((flags & 2) != 0) options.band = bytes.below(12);
  if ((flags & 4) != 0) options.exclude = bytes.below(12);
  if ((flags & 8) != 0) options.maxDistance = bytes.next() / 8.0;
  if ((flags & 16) != 0) {
    options.stretch.least = 0.25 + bytes.below(100) / 100.0;
    options.stretch.most = options.stretch.least + bytes.below(100) / 100.0;
    options.stretch.step = bytes.below(20) / 100.0;
  }
  options.rule = static_cast<ChannelRule>(bytes.below(3));
  if ((flags & 32) != 0) {
    options.lag = bytes.next();
    options.lagPenalty = bytes.below(8) / 4.0;
  }
  if ((flags & 64) != 0) {
    options.missing = bytes.below(4);
    options.missingShare = bytes.below(9) / 4.0;
    options.reach = bytes.below(5);
    options.elsewhere = 1 + bytes.below(4) / 4.0;
  }
  if (options.open) {
    // Only options that `open` supports; most inputs would be refused otherwise.
    const std::optional<MotifNormalise> own = options.normalise;
    MotifOptions together;
    together.method = MotifMethod::dtw;
    together.open = true;
    together.rule = ChannelRule::together;
    together.exclude = options.exclude;
    together.maxDistance = options.maxDistance;
    options = together;
    if (own == MotifNormalise::none || own == MotifNormalise::global) options.normalise = own;
  }
  options.top = bytes.below(6);
  constexpr double kUnits[] = {1, 0.125, 1e-40, 1e-120, 1e30, 1e90, 1e-310, 1};
  const double unit = kUnits[bytes.below(8)];
  const int channels = 1 + bytes.below(3);
  const int more = bytes.below(3);
  const int length = 1 + bytes.below(20);
  const int samples = 1 + bytes.below(120);
  task.query = channelsOf(bytes, channels, length, unit, false);
  task.data = channelsOf(bytes, (flags & 128) != 0 ? 1 + more : channels, samples, unit, true);
  return task;
}

bool same(const std::vector<double>& one, const std::vector<double>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(), [](double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chooseSimdLevel(data, size);
  static const Registry registry = makeRegistry();
  Bytes bytes(data, size);
  Control control;
  control.threads = 1 + bytes.below(3);
  const OwnedMotifTask owned = taskOf(bytes);
  MotifTask task = owned.view();
  try {
    resolved(task);
  } catch (const Error&) {
    return 0;
  }
  // A planned task must not be refused later.
  const auto wanted = findMotif(registry, "reference", task, control).matches;
  for (const char* engine : {"sequential", "threads", "openmp"}) {
    if (findMotif(registry, engine, task, control).matches != wanted) fail(engine, "other matches");
  }
  for (const MotifMatch& match : wanted) {
    if (!std::isfinite(match.distance)) fail("reference", "an infinite distance");
    for (std::size_t channel = 0; channel < match.channels.size(); ++channel) {
      if (warpingPath(task, match, channel, control).empty()) fail("path", "none");
    }
  }
  const auto profile = motifProfile(registry, "reference", task, control).distances;
  for (const char* engine : {"sequential", "threads", "openmp"}) {
    if (!same(motifProfile(registry, engine, task, control).distances, profile)) {
      fail(engine, "another profile");
    }
  }
  return 0;
}
