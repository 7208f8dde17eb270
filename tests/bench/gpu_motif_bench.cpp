// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "bench/gpu_parts.h"
#include "bench/gpu_timing.h"
#include "cuda/base/memory.h"
#include "cuda/signal/engines.h"
#include "cuda/signal/motif_search.h"
#include "espy/engine/all.h"
#include "lab/motif_data.h"
#include "signal/motif_plan.h"
#include "support/random_pictures.h"

namespace espy::bench {
namespace {

using namespace cuda::motif;
using cuda::DeviceBuffer;
using test::Random;

double unit(Random& random) {
  return static_cast<double>(random.below(2'000'001)) * 1e-6 - 1;
}

std::vector<double> randomWalk(std::int64_t size, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> samples(static_cast<std::size_t>(size));
  double at = 0;
  for (double& sample : samples) sample = at += unit(random);
  return samples;
}

/// Synthetic ECG at about 240 Hz: beats of five bumps with varying rate and size, baseline wander,
/// noise and occasional beats of another kind.
std::vector<double> heartbeats(std::int64_t size, std::uint64_t seed) {
  struct Bump {
    double at;
    double width;
    double height;
  };
  constexpr Bump kBumps[] = {{0.18, 0.025, 0.15},
                             {0.27, 0.010, -0.12},
                             {0.30, 0.011, 1.1},
                             {0.335, 0.012, -0.25},
                             {0.55, 0.045, 0.30}};
  Random random(seed);
  std::vector<double> samples(static_cast<std::size_t>(size), 0);
  for (std::int64_t from = 0; from < size;) {
    const double beat = 200 * (1 + 0.12 * unit(random));
    const double height = 1 + 0.1 * unit(random);
    const bool other = random.oneIn(60);
    for (const Bump& bump : kBumps) {
      const double width = bump.width * (other ? 2.2 : 1) * (1 + 0.1 * unit(random)) * 200;
      const double middle = (bump.at + 0.01 * unit(random)) * beat;
      for (double k = std::floor(middle - 4 * width); k <= middle + 4 * width; ++k) {
        const auto i = from + static_cast<std::int64_t>(k);
        if (i < 0 || i >= size) continue;
        const double off = (k - middle) / width;
        samples[i] += height * bump.height * std::exp(-0.5 * off * off);
      }
    }
    from += static_cast<std::int64_t>(beat);
  }
  for (std::int64_t i = 0; i < size; ++i) {
    samples[i] +=
        0.15 * std::sin(static_cast<double>(i) * 2 * std::numbers::pi / 900) + 0.02 * unit(random);
  }
  return samples;
}

double cellsOf(std::int64_t length, std::int64_t band) {
  const auto n = static_cast<double>(length);
  const double b = std::min(static_cast<double>(band), n - 1);
  return n * (2 * b + 1) - b * (b + 1);
}

class MotifBench {
 public:
  explicit MotifBench(Report& report) : report_(report) {}

  void kernels() {
    std::vector<Timing> timings;
    std::string rates;
    struct Case {
      std::int64_t length;
      std::int64_t band;
      std::int64_t windows;
      bool narrow;
    };
    constexpr std::int64_t k1M = std::int64_t{1} << 20;
    constexpr Case kCases[] = {
        {421, 1, 8 * k1M, true},     {421, 5, 8 * k1M, true},   {421, 10, 8 * k1M, true},
        {421, 21, 8 * k1M, true},    {421, 32, 4 * k1M, true},  {421, 48, 4 * k1M, true},
        {421, 21, 4 * k1M, false},   {421, 48, 4 * k1M, false}, {1024, 51, k1M, true},
        {1024, 56, k1M, true},       {1024, 64, k1M, true},     {1024, 80, k1M, true},
        {1024, 96, k1M, true},       {1024, 51, k1M, false},    {1024, 64, k1M, false},
        {1024, 80, k1M, false},      {1024, 96, k1M, false},    {1024, 102, k1M, false},
        {2048, 102, k1M / 2, false}, {1024, 512, k1M, false},   {1024, 1023, k1M / 2, false}};
    for (const Case& one : kCases) {
      const Timing timing = warp(one.length, one.band, one.windows, one.narrow);
      const double cells = cellsOf(one.length, one.band) * static_cast<double>(one.windows);
      rates += fmt::format("{}{} x {} {:.2f}", rates.empty() ? "T cells/s: " : ", ", one.length,
                           one.band, cells / timing.milliseconds * 1e-9);
      timings.push_back(timing);
    }
    report_.add("motif, paths of all windows", rates, timings, {});
  }

  void bounds() {
    constexpr std::int64_t kLength = 421;
    constexpr std::int64_t kPlaces = std::int64_t{1} << 24;
    prepare(kLength, kPlaces);
    std::vector<Timing> timings{onGpu(
        "levels", [&](cuda::Gpu& gpu) { queueLevels(stretch_, {}, levels(), gpu.stream()); })};
    const std::int64_t chunks = (kLength + kChunk - 1) / kChunk;
    const auto size = static_cast<std::size_t>(chunks);
    const DeviceBuffer<Range> ranges(size * kChunk);
    const DeviceBuffer<std::int32_t> order(size);
    const DeviceBuffer<std::uint64_t> least(static_cast<std::size_t>(tilesOf(kPlaces)));
    std::vector<std::int32_t> inOrder;
    for (std::int32_t c = 0; c < chunks; ++c) inOrder.push_back(c);
    copy(order.data(), inOrder.data(), order.bytes());
    const std::vector<Range> some(ranges.size(), Range{0.3F, -0.3F});
    copy(ranges.data(), some.data(), ranges.bytes());
    for (const auto& [name, kind] :
         {std::pair("outside the query's range", Sum::keogh), std::pair("squares", Sum::squares),
          std::pair("absolutes", Sum::absolutes)}) {
      timings.push_back(onGpu(name, [&](cuda::Gpu& gpu) {
        queueSums({stretch_, levels(), ranges.data(), order.data(), {}, sums_.data(), least.data()},
                  kind, gpu.stream());
      }));
    }
    std::string rates = "T samples/s:";
    for (const Timing& timing : timings) {
      rates += fmt::format(" {:.2f}",
                           static_cast<double>(kPlaces * kLength) / timing.milliseconds * 1e-9);
    }
    report_.add("motif, 16.8 M windows of 421, no limit", rates, timings, {});
  }

  void day() {
    const std::vector<double> data = heartbeats(20'140'000, 5);
    std::vector<double> query = heartbeats(421, 77);
    search("motif, a day of heartbeats: 20.14 M x 421, band 21", data, query, 0.05, 20, 1);
    search("motif, the same, the best ten", data, query, 0.05, 40, 10);
    several("motif, ten queries in that day", data);
  }

  void hard() {
    search("motif, hard: 1 M x 1024, band 512", randomWalk(1'000'000, 3), randomWalk(1024, 8), 0.5,
           150, 1);
    search("motif, 1 M x 1024, band 51", randomWalk(1'000'000, 3), randomWalk(1024, 8), 0.05, 50,
           1);
  }

  void channels() {
    MotifOptions options;
    options.bandShare = 0.03;
    options.lag = 8;
    options.lagPenalty = 0.5;
    options.reach = 2;
    options.top = 5;
    options.exclude = 96;
    together("motif, 9 channels of 1 M, 128 samples, lag 8, reach 2", 9, 1'000'000, options);
    options.missing = 3;
    options.stretch = {0.8, 1.25, 0.05};
    together("motif, the same, ten lengths, 3 missing", 9, 1'000'000, options);
    options.missing = 33;
    options.stretch = {};
    together("motif, 99 channels of 200 k, 128 samples, lag 8, reach 2, 33 missing", 99, 200'000,
             options);
  }

  /// The same day repeated, as often as device memory allows.
  void year() {
    const std::vector<double> day = heartbeats(20'140'000, 5);
    const std::vector<double> query = heartbeats(421, 77);
    Timeline timeline;
    std::int64_t days = 422;
    {
      const cuda::GpuLease gpu(timeline);
      const std::int64_t freeBytes = cuda::availableDeviceBytes() - (std::int64_t{6} << 30);
      days = std::min(days, freeBytes / (4 * std::ssize(day)));
    }
    Samples::Layout layout;
    layout.block = std::ssize(day);
    layout.blockStride = 0;
    const Samples data(day.data(), days * std::ssize(day), layout);
    MotifTask task{{std::span<const double>(query)}, {data}, {}};
    task = resolved(task);
    ChannelPart part;
    {
      const cuda::GpuLease gpu(timeline);
      part.scale = scaleFor(task, 0, {});
      part.merged = DeviceBuffer<std::uint8_t>(static_cast<std::size_t>(mergedPieces(data.size())));
      part.count = data.size();
      part.samples = DeviceBuffer<float>(static_cast<std::size_t>(data.size() + kPastEnd));
      const std::vector<std::uint8_t> merged =
          sendSamples(data, 0, std::ssize(day), part.scale, part.samples.data(), gpu->stream(), {});
      const bool any = std::find(merged.begin(), merged.end(), 1) != merged.end();
      gpu->stream().set(part.merged.data(), any ? 1 : 0, part.merged.bytes());
      for (std::int64_t d = 1; d < days; ++d) {
        gpu->stream().copy(part.samples.data() + d * std::ssize(day), part.samples.data(),
                           day.size() * sizeof(float));
      }
      gpu->stream().set(part.samples.data() + data.size(), 0, kPastEnd * sizeof(float));
    }
    resident(fmt::format("motif, {} days: {:.2f} G x 421, band 21", days,
                         static_cast<double>(data.size()) * 1e-9),
             task, part, 2000, 3);
  }

 private:
  static void copy(void* to, const void* from, std::size_t bytes) {
    Timeline timeline;
    const cuda::GpuLease gpu(timeline);
    gpu->stream().copy(to, from, bytes);
    gpu->stream().wait();
  }

  Levels levels() const { return {levels_.data(), reaches_.data()}; }

  void prepare(std::int64_t length, std::int64_t places) {
    Timeline timeline;
    const cuda::GpuLease gpu(timeline);
    const std::vector<double> walk = randomWalk(places + length - 1, 1);
    const std::vector<float> samples(walk.begin(), walk.end());
    samples_ = DeviceBuffer<float>(samples.size() + kPastEnd);
    levels_ = DeviceBuffer<WindowLevel>(static_cast<std::size_t>(places));
    reaches_ = DeviceBuffer<float>(static_cast<std::size_t>(places));
    sums_ = DeviceBuffer<float>(static_cast<std::size_t>(places));
    gpu->stream().set(samples_.data(), 0, samples_.bytes());
    gpu->stream().copy(samples_.data(), samples.data(), samples.size() * sizeof(float));
    stretch_ = {samples_.data(), std::ssize(samples), length};
    queueLevels(stretch_, {}, levels(), gpu->stream());
    gpu->stream().wait();
  }

  /// DTW of all windows, without early abandoning.
  Timing warp(std::int64_t length, std::int64_t band, std::int64_t windows, bool narrow) {
    prepare(length, windows);
    const std::vector<double> walk = randomWalk(length, 2);
    const std::vector<float> query(walk.begin(), walk.end());
    std::vector<float> columns(
        static_cast<std::size_t>(narrow ? narrowSize(length, band) : wideSize(length)));
    if (narrow) {
      layNarrow(query.data(), length, band, columns.data());
    } else {
      layWide(query.data(), length, columns.data());
    }
    const DeviceBuffer<float> onGpuColumns(columns.size());
    copy(onGpuColumns.data(), columns.data(), onGpuColumns.bytes());
    std::vector<std::uint32_t> all(static_cast<std::size_t>(windows));
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint32_t>(i);
    const DeviceBuffer<std::uint32_t> places(all.size());
    copy(places.data(), all.data(), places.bytes());
    const DeviceBuffer<Found> found(all.size());
    const DeviceBuffer<std::uint32_t> count(1);
    DeviceBuffer<float4> work;
    return onGpu(
        fmt::format("{} x {}, {} windows, {}", length, band, windows, narrow ? "narrow" : "wide"),
        [&](cuda::Gpu& gpu) {
          if (!narrow && work.size() == 0) {
            work = DeviceBuffer<float4>(
                static_cast<std::size_t>(wideWork(length, band, gpu.multiprocessors())));
          }
          gpu.stream().set(count.data(), 0, sizeof(std::uint32_t));
          const WarpTask task{
              stretch_,      levels(), onGpuColumns.data(),          band,        {},
              places.data(), windows,  {found.data(), count.data()}, sums_.data()};
          narrow ? warpNarrowly(task, gpu.stream())
                 : warpWidely(task, work.data(), gpu.multiprocessors(), gpu.stream());
        },
        7);
  }

  void search(const std::string& title, const std::vector<double>& data,
              const std::vector<double>& query, double band, double most, std::int64_t top) {
    MotifTask task{{std::span<const double>(query)}, {std::span<const double>(data)}, {}};
    task.options.bandShare = band;
    task.options.top = top;
    task = resolved(task);
    Timeline timeline;
    ChannelPart part;
    {
      const cuda::GpuLease gpu(timeline);
      part =
          sendPart(task.data[0], 0, task.data[0].size(), scaleFor(task, 0, {}), gpu->stream(), {});
      gpu->stream().wait();
    }
    resident(title, task, part, most, 9);
  }

  /// Queries of different lengths in one call, compared with separate calls.
  void several(const std::string& title, const std::vector<double>& data) {
    std::vector<std::vector<double>> rows;
    std::vector<std::vector<Samples>> queries;
    for (std::int64_t i = 0; i < 10; ++i) {
      rows.push_back(heartbeats(300 + 30 * i, static_cast<std::uint64_t>(77 + i)));
    }
    for (const std::vector<double>& row : rows) queries.push_back({std::span<const double>(row)});
    const std::vector<Samples> in{std::span<const double>(data)};
    const Registry registry = makeRegistry();
    std::vector<MotifFinding> together;
    std::vector<MotifFinding> alone;
    const std::vector<Timing> timings{
        onWallClock(
            "one after the other, sent each time",
            [&] {
              alone.clear();
              for (const auto& query : queries) {
                alone.push_back(findMotif(registry, "cuda", {query, in, {}}));
              }
            },
            3),
        onWallClock(
            "together, sent once",
            [&] { together = findMotifs(registry, "cuda", queries, in, {}); }, 3),
        onWallClock(
            "all cores of the processor",
            [&] {
              const auto wanted = findMotifs(registry, "openmp", queries, in, {});
              for (std::size_t i = 0; i < wanted.size(); ++i) {
                if (wanted[i].matches != together[i].matches ||
                    wanted[i].matches != alone[i].matches) {
                  throw std::runtime_error("motif: other places are found for a query");
                }
              }
            },
            1)};
    report_.add(title, {}, timings, {});
  }

  /// A query planted once with lags between its channels, under noise at 10 dB.
  void together(const std::string& title, std::int64_t channels, std::int64_t size,
                const MotifOptions& options) {
    constexpr std::int64_t kLength = 128;
    constexpr std::int64_t kSmooth = 6;
    constexpr double kNoise = 0.316;
    lab::Rows query;
    lab::Rows data;
    Random random(11);
    for (std::int64_t c = 0; c < channels; ++c) {
      const auto seed = static_cast<std::uint64_t>(c);
      query.push_back(lab::smoothNoise(kLength, kSmooth, 1000 + seed));
      data.push_back(lab::smoothNoise(size, kSmooth, 2000 + seed));
      const std::int64_t at = size / 3 + random.below(9) - 4;
      std::copy(query.back().begin(), query.back().end(), data.back().begin() + at);
      for (double& sample : data.back()) sample += kNoise * unit(random) * std::numbers::sqrt3;
    }
    const MotifTask task = resolved({lab::samplesOf(query), lab::samplesOf(data), options});
    std::vector<MotifMatch> found;
    RunReport onGpuRun;
    std::vector<Timing> timings{onWallClock(
        "sent, too",
        [&] {
          onGpuRun = {};
          found = cuda::findMotifOnGpu(task, {}, onGpuRun);
        },
        5)};
    std::string note = onGpuRun.strategy.text();
    for (const auto& stage : onGpuRun.timeline.stages()) {
      note += fmt::format("; {} {:.3f} ms", stage.name, stage.milliseconds);
    }
    RunReport run;
    const Registry registry = makeRegistry();
    timings.push_back(onWallClock(
        "all cores of the processor",
        [&] {
          if (registry.get<FindMotif>("openmp")(task, {}, run) != found) {
            throw std::runtime_error("motif: other places are found than by the processor");
          }
        },
        1));
    report_.add(title, note, timings, {});
  }

  void resident(const std::string& title, const MotifTask& task, const ChannelPart& part,
                double most, int runs) {
    std::vector<MotifMatch> found;
    std::string note;
    const Timing timing = onWallClock(
        "samples on the GPU already",
        [&] {
          Timeline timeline;
          const ChannelTask of(task, {});
          CandidateWindows candidates(task);
          SearchTally tally;
          {
            const cuda::GpuLease gpu(timeline);
            cuda::StageClock clock(gpu->stream(), timeline);
            searchPart(of, part, *gpu, clock, {}, candidates, tally);
            clock.finish();
          }
          const std::vector<BoundedWindow> left = candidates.left();
          {
            const StageTimer timer(timeline, "settle");
            found = matchesAmong(of, left, candidates.limit(), {});
          }
          note = fmt::format("{} windows, {} warped, {} settled", tally.windows, tally.warped,
                             left.size());
          for (const auto& stage : timeline.stages()) {
            note += fmt::format("; {} {:.3f} ms", stage.name, stage.milliseconds);
          }
        },
        runs);
    note += fmt::format("; best at {}, off by {:.6f}", found.at(0).start, found.at(0).distance);
    std::vector<Timing> timings{timing};
    if (task.data[0].size() < 100'000'000) {
      std::vector<MotifMatch> whole;
      timings.push_back(onWallClock(
          "sent, too",
          [&] {
            RunReport run;
            whole = cuda::findMotifOnGpu(task, {}, run);
          },
          5));
      RunReport run;
      const Registry registry = makeRegistry();
      timings.push_back(onWallClock(
          "all cores of the processor",
          [&] {
            const auto wanted = registry.get<FindMotif>("openmp")(task, {}, run);
            if (wanted != found || wanted != whole) {
              throw std::runtime_error("motif: other places are found than by the processor");
            }
          },
          1));
    }
    report_.add(title, note, timings,
                {{fmt::format("at most {} ms", most), timing.milliseconds <= most}});
  }

  Report& report_;
  DeviceBuffer<float> samples_;
  DeviceBuffer<WindowLevel> levels_;
  DeviceBuffer<float> reaches_;
  DeviceBuffer<float> sums_;
  Stretch stretch_{};
};

}  // namespace

void benchMotifs(Report& report, const std::function<bool(const char* part)>& wanted) {
  MotifBench bench(report);
  if (wanted("motif kernels")) bench.kernels();
  if (wanted("motif bounds")) bench.bounds();
  if (wanted("motif day")) bench.day();
  if (wanted("motif hard")) bench.hard();
  if (wanted("motif channels")) bench.channels();
  if (wanted("motif year")) bench.year();
}

}  // namespace espy::bench
