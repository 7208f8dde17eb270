// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The whole search for motifs on the GPU, compared with the reference.
#include <cmath>
#include <vector>

#include "cuda/signal/engines.h"
#include "cuda/signal/motif_search.h"
#include "espy/engine/all.h"
#include "gpu/motif_data.h"
#include "gpu/on_gpu.h"
#include "signal/choose.h"
#include "signal/motif_plan.h"
#include "signal/motif_reference.h"

namespace espy::test {
namespace {

using namespace cuda::motif;

using MotifSearchOnGpu = OnGpu;

void findsAsTheReference(Random& random, const MotifSizes& sizes) {
  const OwnedMotifTask owned = drawMotifTask(random, sizes);
  const MotifTask task = settled(owned.view());
  if (!signal::gpuRefusal(task).empty()) return;
  RunReport report;
  const auto wanted = signal::findMotifByReference(task, {}, report);
  const auto found = cuda::findMotifOnGpu(task, {}, report);
  ASSERT_EQ(found, wanted) << report.strategy.text();
}

TEST_F(MotifSearchOnGpu, SmallTasksAreFoundAsByTheReference) {
  Random random(5);
  for (int i = 0; i < 3000 && !HasFatalFailure(); ++i) findsAsTheReference(random, {40, 12, 1});
}

TEST_F(MotifSearchOnGpu, LongerTasksAreFoundAsByTheReference) {
  Random random(6);
  for (int i = 0; i < 400 && !HasFatalFailure(); ++i) findsAsTheReference(random, {700, 90, 1});
}

TEST_F(MotifSearchOnGpu, ChannelsAreFoundAsByTheReference) {
  Random random(10);
  for (int i = 0; i < 3000 && !HasFatalFailure(); ++i) findsAsTheReference(random, {40, 12, 5});
  for (int i = 0; i < 200 && !HasFatalFailure(); ++i) findsAsTheReference(random, {500, 70, 4});
}

TEST_F(MotifSearchOnGpu, QueriesThatAreFarBeyondTheDataAreFound) {
  Random random(14);
  for (int i = 0; i < 200 && !HasFatalFailure(); ++i) {
    OwnedMotifTask owned;
    for (int c = 0; c <= i % 3; ++c) {
      owned.data.emplace_back();
      owned.query.emplace_back();
      for (const float sample : walk(random, 60)) owned.data.back().push_back(sample * 1e20);
      const double unit = std::pow(10.0, static_cast<double>(20 + random.below(60)));
      for (const float sample : walk(random, 7)) owned.query.back().push_back(sample * unit);
    }
    owned.options.method = static_cast<MotifMethod>(random.below(3));
    owned.options.normalise = MotifNormalise::global;
    owned.options.band = 1 + random.below(6);
    owned.options.top = 1 + random.below(5);
    const MotifTask task = settled(owned.view());
    RunReport report;
    const auto wanted = signal::findMotifByReference(task, {}, report);
    EXPECT_FALSE(wanted.empty());
    ASSERT_EQ(cuda::findMotifOnGpu(task, {}, report), wanted) << report.strategy.text();
  }
}

/// With memory for a few windows at a time.
TEST_F(MotifSearchOnGpu, PartsAreSearchedAsTheWhole) {
  Random random(11);
  for (int i = 0; i < 1500 && !HasFatalFailure(); ++i) {
    const OwnedMotifTask owned = drawMotifTask(random, {300, 20, 1 + i % 3});
    const MotifTask task = settled(owned.view());
    if (task.options.open || signal::lengthsOf(task).empty()) continue;
    RunReport report;
    const auto wanted = signal::findMotifByReference(task, {}, report);
    const bool one = task.query.size() == 1 && task.data.size() == 1 && task.options.lag == 0;
    const std::int64_t atOnce = 1 + random.below(120);
    PartsOnGpu onGpu;
    const auto found = one && random.oneIn(2) ? findInOneChannel(task, atOnce, {}, report, onGpu)
                                              : findInChannels(task, atOnce, {}, report, onGpu);
    ASSERT_EQ(found, wanted) << report.strategy.text() << ", " << atOnce << " samples at once";
  }
}

/// Also queries of other tasks: they decide how samples are uploaded.
TEST_F(MotifSearchOnGpu, SeveralQueriesFindWhatEachFinds) {
  Random random(12);
  for (int i = 0; i < 400 && !HasFatalFailure(); ++i) {
    OwnedMotifTask owned = drawMotifTask(random, {300, 20, 1 + i % 3});
    if (owned.options.open) continue;  // not supported on GPUs
    std::shared_ptr<void> kept;
    for (int q = 0; q < 4; ++q) {
      for (std::vector<double>& row : owned.query) {
        for (double& sample : row) {
          sample = random.oneIn(40) && std::abs(sample) < 1e60 ? sample * 1e7 : sample + q;
        }
      }
      if (q > 0)
        owned.options.normalise = random.oneIn(2) ? MotifNormalise::z : MotifNormalise::none;
      const MotifTask task = settled(owned.view());
      RunReport report;
      const auto wanted = signal::findMotifByReference(task, {}, report);
      const auto found = cuda::findMotifAgainOnGpu(task, {}, report, kept);
      ASSERT_EQ(found, wanted) << report.strategy.text() << ", query " << q;
    }
  }
}

TEST_F(MotifSearchOnGpu, WhatLiesOnTheGpuIsNotSentAgain) {
  Random random(13);
  const std::vector<double> data = [&] {
    std::vector<double> samples;
    for (const float sample : walk(random, 5000)) samples.push_back(sample);
    return samples;
  }();
  const MotifTask task{{Samples(std::span(data).subspan(70, 50))}, {std::span(data)}, {}};
  PartsOnGpu onGpu;
  Timeline timeline;
  const cuda::GpuLease gpu(timeline);
  const auto part = [&](std::int64_t count, const SampleScale& scale) {
    return onGpu.part(task, 0, 0, count, scale, gpu->stream(), {});
  };
  const auto first = part(5000, {0, 1});
  EXPECT_EQ(part(5000, {0, 1}), first);
  const auto other = part(5000, {0, 2});
  EXPECT_NE(other, first);
  EXPECT_EQ(part(5000, {0, 2}), other);
  EXPECT_EQ(part(4000, {0, 2})->count, 4000);  // a part is not kept
  EXPECT_NE(part(5000, {0, 2}), other);
}

/// A long recording with all difficult features.
std::vector<double> recording(Random& random, std::int64_t size) {
  std::vector<double> samples;
  const std::vector<float> rough = walk(random, size);
  for (std::int64_t i = 0; i < size; ++i) {
    samples.push_back(rough[i] + 3 * std::sin(static_cast<double>(i) * 0.05));
  }
  for (std::int64_t i = size / 3; i < size / 3 + size / 50; ++i) samples[i] = 1.25;
  for (std::int64_t i = size / 2; i < size; ++i) samples[i] += 500;
  for (std::int64_t i = size * 2 / 3; i < size; ++i) samples[i] *= 1e-3;
  samples[size / 5] = std::numeric_limits<double>::quiet_NaN();
  samples[size * 4 / 5] = 1e20;
  return samples;
}

TEST_F(MotifSearchOnGpu, LongRecordingsAreSearchedAsByTheProcessor) {
  Random random(7);
  const Registry registry = makeRegistry();
  const std::vector<double> data = recording(random, 120'000);
  for (int i = 0; i < 40; ++i) {
    const std::int64_t length = 20 + random.below(i % 4 == 0 ? 700 : 150);
    const std::int64_t at = random.below(std::ssize(data) - length);
    std::vector<double> query(data.begin() + at, data.begin() + at + length);
    for (double& sample : query) {
      if (!(std::abs(sample) < 1e9)) sample = 0;
      sample += 0.2 * noise(random);
    }
    MotifTask task{{std::span<const double>(query)}, {std::span<const double>(data)}, {}};
    task.options.method = static_cast<MotifMethod>(i % 3);
    task.options.bandShare = 0.01 * static_cast<double>(random.below(30));
    constexpr MotifNormalise kNormalisations[] = {MotifNormalise::none, MotifNormalise::mean,
                                                  MotifNormalise::z, MotifNormalise::z,
                                                  MotifNormalise::global};
    task.options.normalise = kNormalisations[i % 5];
    task.options.top = 1 + random.below(7);
    if (random.oneIn(4)) task.options.stretch = {0.9, 1.1, 0.05};
    const MotifFinding wanted = findMotif(registry, "openmp", task);
    RunReport report;
    const auto found = cuda::findMotifOnGpu(settled(task), {}, report);
    ASSERT_EQ(found, wanted.matches) << "case " << i << ": " << report.strategy.text();
  }
}

TEST_F(MotifSearchOnGpu, ConstantWindowsAreDistinguishedFromNearlyConstantOnes) {
  Random random(9);
  const Registry registry = makeRegistry();
  std::vector<double> data;
  for (const float sample : walk(random, 30'000)) data.push_back(sample);
  // Constant; nearly constant compared with float precision; and a step below it.
  for (int i = 5000; i < 9000; ++i) data[i] = 0.7;
  for (int i = 12'000; i < 14'000; ++i) data[i] = 0.7 + 1e-8 * noise(random);
  for (int i = 20'000; i < 22'000; ++i) data[i] = i < 21'000 ? 0.7 : 0.7 + 1e-9;
  for (int i = 0; i < 12; ++i) {
    const std::int64_t length = 20 + random.below(100);
    const std::int64_t at = i % 2 == 0 ? 12'000 + random.below(1800) : random.below(25'000);
    const std::vector<double> query(data.begin() + at, data.begin() + at + length);
    MotifTask task{{std::span<const double>(query)}, {std::span<const double>(data)}, {}};
    task.options.method = static_cast<MotifMethod>(i % 3);
    task.options.normalise = MotifNormalise::z;
    task.options.top = i % 4 == 0 ? 300 : 3;
    const MotifFinding wanted = findMotif(registry, "openmp", task);
    RunReport report;
    ASSERT_EQ(cuda::findMotifOnGpu(settled(task), {}, report), wanted.matches) << "case " << i;
  }
}

}  // namespace
}  // namespace espy::test
