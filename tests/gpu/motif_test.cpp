// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The GPU's kernels of the search for motifs, each compared with a plain twin.
#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "cuda/signal/key.h"
#include "cuda/signal/motif_kernels.h"
#include "cuda/signal/motif_rows.h"
#include "gpu/motif_data.h"
#include "gpu/on_gpu.h"
#include "support/motifs.h"

namespace espy::test {
namespace {

using namespace cuda::motif;
using cuda::DeviceBuffer;

/// The least sum of squares along a path, in double.
double warpedPlainly(const std::vector<double>& query, const std::vector<double>& window,
                     std::int64_t band) {
  const std::int64_t length = std::ssize(query);
  const double never = std::numeric_limits<double>::infinity();
  std::vector<std::vector<double>> sums(query.size() + 1,
                                        std::vector<double>(query.size() + 1, never));
  sums[0][0] = 0;
  for (std::int64_t i = 1; i <= length; ++i) {
    for (std::int64_t j = std::max<std::int64_t>(1, i - band); j <= std::min(length, i + band);
         ++j) {
      const double apart = query[i - 1] - window[j - 1];
      sums[i][j] = apart * apart + std::min({sums[i - 1][j], sums[i][j - 1], sums[i - 1][j - 1]});
    }
  }
  return sums[length][length];
}

/// Samples on the GPU, with buffers for the kernels' levels and sums.
struct Held {
  DeviceBuffer<float> samples;
  DeviceBuffer<WindowLevel> levels;
  DeviceBuffer<float> reaches;
  DeviceBuffer<float> sums;
  DeviceBuffer<std::uint64_t> least;
  Stretch stretch{};

  Held(const std::vector<float>& values, std::int64_t length, const cuda::Stream& stream)
      : samples(values.size() + 64),
        levels(values.size() - static_cast<std::size_t>(length) + 1),
        reaches(levels.size()),
        sums(levels.size()),
        least(static_cast<std::size_t>(tilesOf(std::ssize(values) - length + 1))),
        stretch{samples.data(), std::ssize(values), length} {
    stream.set(samples.data(), 0, samples.bytes());
    stream.copy(samples.data(), values.data(), values.size() * sizeof(float));
    stream.wait();
  }
  Levels both() const { return {levels.data(), reaches.data()}; }
};

template <class Value>
std::vector<Value> fetch(const DeviceBuffer<Value>& from, std::size_t count,
                         const cuda::Stream& stream) {
  std::vector<Value> values(count);
  stream.copy(values.data(), from.data(), count * sizeof(Value));
  stream.wait();
  return values;
}

template <class Value>
DeviceBuffer<Value> send(const std::vector<Value>& values, const cuda::Stream& stream) {
  DeviceBuffer<Value> buffer(values.size());
  stream.copy(buffer.data(), values.data(), buffer.bytes());
  stream.wait();
  return buffer;
}

class MotifOnGpu : public OnGpu {
 protected:
  /// The sums of some windows by one of two kernels, compared with the plain ones.
  void warpsAsPlainly(Random& random, std::int64_t length, std::int64_t band, bool narrow) {
    Timeline timeline;
    const cuda::GpuLease gpu(timeline);
    const cuda::Stream& stream = gpu->stream();
    const std::vector<float> data = walk(random, length + 70);
    const std::vector<float> query = walk(random, length);
    const Held held(data, length, stream);
    queueLevels(held.stretch, {}, held.both(), stream);
    std::vector<float> columns(
        static_cast<std::size_t>(narrow ? narrowSize(length, band) : wideSize(length)));
    narrow ? layNarrow(query.data(), length, band, columns.data())
           : layWide(query.data(), length, columns.data());
    std::vector<std::uint32_t> places;
    for (std::uint32_t p = 0; p < 71; p += 1 + static_cast<std::uint32_t>(random.below(3))) {
      places.push_back(p);
    }
    const auto columnsOnGpu = send(columns, stream);
    const auto placesOnGpu = send(places, stream);
    const DeviceBuffer<Found> found(places.size());
    const DeviceBuffer<std::uint32_t> count(1);
    stream.set(count.data(), 0, sizeof(std::uint32_t));
    const WarpTask task{held.stretch,
                        held.both(),
                        columnsOnGpu.data(),
                        band,
                        {},
                        placesOnGpu.data(),
                        std::ssize(places),
                        {found.data(), count.data()},
                        held.sums.data()};
    const DeviceBuffer<float4> work(
        static_cast<std::size_t>(wideWork(length, band, gpu->multiprocessors())));
    narrow ? warpNarrowly(task, stream)
           : warpWidely(task, work.data(), gpu->multiprocessors(), stream);
    const auto sums = fetch(held.sums, places.size(), stream);
    const auto levels = fetch(held.levels, held.levels.size(), stream);
    EXPECT_EQ(fetch(count, 1, stream)[0], places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      std::vector<double> window;
      for (std::int64_t k = 0; k < length; ++k) {
        const WindowLevel level = levels[places[i]];
        window.push_back(std::fma(data[places[i] + k], level.scale, level.offset));
      }
      const double wanted = warpedPlainly({query.begin(), query.end()}, window, band);
      ASSERT_NEAR(sums[i], wanted, 1e-6 * static_cast<double>(length) + 2e-5 * wanted)
          << (narrow ? "narrow" : "wide") << ", window " << places[i] << ", length " << length
          << ", band " << band;
    }
  }
};

TEST_F(MotifOnGpu, NarrowPathsAreRight) {
  Random random(1);
  for (std::int64_t band = 1; band <= kMostNarrow; ++band) {
    for (int i = 0; i < 4; ++i)
      warpsAsPlainly(random, 1 + random.below(i == 0 ? 9 : 150), band, true);
  }
}

TEST_F(MotifOnGpu, WidePathsAreRight) {
  Random random(2);
  for (const std::int64_t band :
       {1, 2, 3, 5, 31, 32, 33, 50, 63, 64, 65, 100, 127, 128, 200, 400}) {
    for (int i = 0; i < 6; ++i) {
      warpsAsPlainly(random, 1 + random.below(i == 0 ? 40 : 450), band, false);
    }
    warpsAsPlainly(random, 32 * (1 + random.below(8)), band, false);
  }
}

/// Properties of a window, sample by sample.
struct PlainLevel {
  bool gap = false;
  bool wild = false;
  bool constant = true;
  double mean = 0;
  double deviation = 0;

  explicit PlainLevel(std::span<const float> window) {
    const auto length = static_cast<double>(window.size());
    for (const float s : window) {
      gap = gap || std::isnan(s);
      wild = wild || std::isinf(s);
      constant = constant && s == window[0];
      mean += s / length;
    }
    double power = 0;
    for (const float s : window) power += (s - mean) * (s - mean) / length;
    deviation = std::sqrt(power);
  }
};

/// Whether the GPU classifies each window correctly; counts those left to the host in `doubtful`.
void levelsAreRight(const std::vector<float>& data, std::int64_t length, std::int64_t& doubtful) {
  Timeline timeline;
  const cuda::GpuLease gpu(timeline);
  const Held held(data, length, gpu->stream());
  queueLevels(held.stretch, {}, held.both(), gpu->stream());
  const auto levels = fetch(held.levels, held.levels.size(), gpu->stream());
  const auto reaches = fetch(held.reaches, held.reaches.size(), gpu->stream());
  for (std::size_t p = 0; p < levels.size(); ++p) {
    const PlainLevel plain({data.data() + p, static_cast<std::size_t>(length)});
    const std::string where = std::to_string(p) + " of length " + std::to_string(length);
    ASSERT_EQ(std::isnan(reaches[p]), plain.gap) << where;
    if (plain.gap) continue;
    if (plain.wild) {
      ASSERT_TRUE(std::isinf(reaches[p])) << where;
    } else if (std::isinf(reaches[p])) {
      ++doubtful;
    } else if (plain.constant) {
      ASSERT_EQ(levels[p].scale, 0) << where;
      ASSERT_EQ(levels[p].offset, 0) << where;
    } else {
      const double reach = reaches[p] * 0x1p-21;  // the tolerance
      ASSERT_NEAR(levels[p].scale * plain.deviation, 1, reach) << where;
      ASSERT_NEAR(levels[p].offset * plain.deviation, -plain.mean,
                  reach * (plain.deviation + std::abs(plain.mean)))
          << where;
    }
  }
}

TEST_F(MotifOnGpu, LevelsAreThoseOfEachWindow) {
  Random random(3);
  for (const std::int64_t length : {1, 2, 31, 400, 1023, 1024, 1025, 3000}) {
    std::vector<float> data = walk(random, length + 2500);
    for (float& sample : data) sample += 30;
    for (int k = 0; k < length + 3; ++k) data[static_cast<std::size_t>(500 + k)] = 2;
    data[100] = std::nanf("");
    data[data.size() - 7] = INFINITY;
    std::int64_t doubtful = 0;
    levelsAreRight(data, length, doubtful);
    // Two nearly equal samples next to 30 are beyond float precision.
    EXPECT_LE(doubtful, length < 8 ? 8 : 0) << "of length " << length;
  }
}

TEST_F(MotifOnGpu, WhatIsLargeDoesNotBlurWhatIsSmallBehindIt) {
  Random random(8);
  for (const std::int64_t length : {2, 31, 400, 1025, 3000}) {
    for (const float spike : {1e2F, 1e4F, 1e5F, 1e6F, 1e9F}) {
      std::vector<float> data = walk(random, 2 * length + 4000);
      data[static_cast<std::size_t>(length + 700)] = spike;
      std::int64_t doubtful = 0;
      levelsAreRight(data, length, doubtful);
      if (spike < 1e4F && length > 2) {
        EXPECT_EQ(doubtful, 0) << "of length " << length;
      }
    }
  }
}

TEST_F(MotifOnGpu, WhatLooksConstantMayNotBeWhereSamplesMerged) {
  Timeline timeline;
  const cuda::GpuLease gpu(timeline);
  constexpr std::int64_t kLength = 20;
  const std::vector<float> data(5 * kMergedPiece, 0.5F);
  const Held held(data, kLength, gpu->stream());
  const auto merged = send(std::vector<std::uint8_t>{0, 0, 1, 0, 0}, gpu->stream());
  LevelRule rule;
  rule.merged = merged.data();
  queueLevels(held.stretch, rule, held.both(), gpu->stream());
  const auto reaches = fetch(held.reaches, held.reaches.size(), gpu->stream());
  for (std::int64_t p = 0; p < std::ssize(reaches); ++p) {
    const bool doubtful = p + kLength > 2 * kMergedPiece && p < 3 * kMergedPiece;
    ASSERT_EQ(std::isinf(reaches[p]), doubtful) << p;
  }
}

TEST_F(MotifOnGpu, BoundsAreSumsOfWhatIsOutside) {
  Random random(4);
  Timeline timeline;
  const cuda::GpuLease gpu(timeline);
  for (const std::int64_t length : {1, 3, 31, 32, 33, 64, 130, 421}) {
    const std::vector<float> data = walk(random, length + 2100);
    const std::int64_t chunks = (length + kChunk - 1) / kChunk;
    std::vector<Range> ranges(static_cast<std::size_t>(chunks * kChunk), Range{0, 0});
    for (std::int64_t k = 0; k < length; ++k) {
      const float middle = noise(random);
      ranges[k] = {middle + 0.3F, middle - 0.3F};
    }
    std::vector<std::int32_t> order;
    for (std::int32_t c = 0; c < chunks; ++c) order.insert(order.begin(), c);
    const Held held(data, length, gpu->stream());
    queueLevels(held.stretch, {}, held.both(), gpu->stream());
    const auto rangesOnGpu = send(ranges, gpu->stream());
    const auto orderOnGpu = send(order, gpu->stream());
    for (const Sum kind : {Sum::keogh, Sum::squares, Sum::absolutes}) {
      queueSums({held.stretch,
                 held.both(),
                 rangesOnGpu.data(),
                 orderOnGpu.data(),
                 {},
                 held.sums.data(),
                 held.least.data()},
                kind, gpu->stream());
      const auto levels = fetch(held.levels, held.levels.size(), gpu->stream());
      const auto sums = fetch(held.sums, held.sums.size(), gpu->stream());
      const auto least = fetch(held.least, held.least.size(), gpu->stream());
      for (std::size_t p = 0; p < sums.size(); ++p) {
        double wanted = 0;
        for (std::int64_t k = 0; k < length; ++k) {
          const double t = std::fma(data[p + k], levels[p].scale, levels[p].offset);
          const double off = kind == Sum::keogh
                                 ? std::max({t - ranges[k].upper, ranges[k].lower - t, 0.0})
                                 : std::abs(t - ranges[k].upper);
          wanted += kind == Sum::absolutes ? off : off * off;
        }
        ASSERT_NEAR(sums[p], wanted, 1e-5 * (1 + wanted)) << p << " of length " << length;
      }
      for (std::size_t t = 0; t < least.size(); ++t) {
        const auto first = sums.begin() + static_cast<std::ptrdiff_t>(t * kTile);
        const auto end = std::min(first + kTile, sums.end());
        const auto at = std::min_element(first, end);
        ASSERT_EQ(cuda::sumOfKey<float>(least[t]), *at);
        ASSERT_EQ(cuda::placeOfKey(least[t]), at - sums.begin());
      }
    }
  }
}

/// The distance of a position, from its rows' costs.
double weighedPlainly(std::vector<float> costs, const std::vector<float>& charges, int missing,
                      bool mean, bool squared) {
  const double never = std::numeric_limits<double>::infinity();
  const auto root = [&](double cost) { return squared ? std::sqrt(cost) : cost; };
  double sum = 0;
  if (mean) {
    std::sort(costs.begin(), costs.end());
    costs.resize(costs.size() - static_cast<std::size_t>(missing));
    for (const float cost : costs) sum += root(cost);
    return sum / static_cast<double>(costs.size());
  }
  for (std::size_t i = 0; i < costs.size(); ++i) {
    if (missing == 0) {
      sum += costs[i];
    } else {
      sum += std::min(costs[i], charges[i]);
    }
  }
  const auto gone = std::count(costs.begin(), costs.end(), std::numeric_limits<float>::infinity());
  return gone > missing ? never : root(sum);
}

TEST_F(MotifOnGpu, RowsAreTheLeastOverAllLags) {
  Random random(12);
  Timeline timeline;
  const cuda::GpuLease gpu(timeline);
  const cuda::Stream& stream = gpu->stream();
  for (int i = 0; i < 60; ++i) {
    const std::int64_t windows = 1 + random.below(3000);
    const std::int64_t first = random.below(windows);
    const std::int64_t places = 1 + random.below(windows - first);
    const std::int64_t lag = random.below(40);
    const auto rowCount = static_cast<int>(1 + random.below(6));
    const auto missing = static_cast<int>(random.below(rowCount));
    const bool mean = random.oneIn(3);
    const bool squared = random.oneIn(2);
    const float penalty = random.oneIn(2) ? 0.0F : 0.25F;
    const DeviceBuffer<float> rows(static_cast<std::size_t>(rowCount * places));
    queueNever(rows.data(), rowCount * places, stream);
    std::vector<std::vector<float>> wanted(
        static_cast<std::size_t>(places),
        std::vector<float>(static_cast<std::size_t>(rowCount),
                           std::numeric_limits<float>::infinity()));
    std::vector<float> charges;
    for (int r = 0; r < rowCount; ++r) {
      charges.push_back(1 + noise(random));
      for (int pair = 0; pair < 2; ++pair) {
        std::vector<float> costs;
        for (std::int64_t t = 0; t < windows; ++t) {
          costs.push_back(random.oneIn(3) ? INFINITY : std::abs(noise(random)) * 2);
        }
        const auto onDevice = send(costs, stream);
        const float weight = pair == 0 ? 1 : 1.25F;
        queueRow({onDevice.data(), windows, first, places, lag, penalty, weight,
                  rows.data() + r * places},
                 stream);
        stream.wait();
        for (std::int64_t p = 0; p < places; ++p) {
          for (std::int64_t off = -lag; off <= lag; ++off) {
            const std::int64_t t = first + p + off;
            if (t < 0 || t >= windows) continue;
            const float cost = (costs[t] + penalty * static_cast<float>(std::abs(off))) * weight;
            wanted[p][r] = std::min(wanted[p][r], cost);
          }
        }
      }
    }
    const auto chargesOnGpu = send(charges, stream);
    const DeviceBuffer<float> distances(static_cast<std::size_t>(places));
    const DeviceBuffer<std::uint64_t> least(static_cast<std::size_t>(tilesOf(places)));
    queuePlaces({rows.data(), places, rowCount, chargesOnGpu.data(), missing, mean, squared,
                 distances.data(), least.data()},
                stream);
    const auto found = fetch(distances, distances.size(), stream);
    for (std::int64_t p = 0; p < places; ++p) {
      const double plain = weighedPlainly(wanted[p], charges, missing, mean, squared);
      if (std::isinf(plain)) {
        ASSERT_TRUE(std::isinf(found[p])) << p;
      } else {
        ASSERT_NEAR(found[p], plain, 1e-5) << p;
        ASSERT_LE(found[p], plain * (1 + 1e-7)) << p;
      }
    }
    const auto keys = fetch(least, least.size(), stream);
    for (std::size_t t = 0; t < keys.size(); ++t) {
      const auto from = found.begin() + static_cast<std::ptrdiff_t>(t * kTile);
      const auto at = std::min_element(
          from, found.begin() +
                    std::min<std::ptrdiff_t>((static_cast<std::ptrdiff_t>(t) + 1) * kTile, places));
      ASSERT_EQ(cuda::placeOfKey(keys[t]), at - found.begin());
      ASSERT_EQ(cuda::sumOfKey<float>(keys[t]), *at);
    }
  }
}

}  // namespace
}  // namespace espy::test
