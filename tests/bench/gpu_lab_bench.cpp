// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/gpu_parts.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "bench/gpu_timing.h"
#include "cuda/base/memory.h"
#include "cuda/lab/engines.h"
#include "cuda/lab/rates.h"

namespace espy::bench {
namespace {

using lab::GpuMinimum;
using lab::GpuRequest;
using lab::GpuStrategy;

struct Named {
  GpuStrategy strategy;
  const char* name;
};
constexpr Named kStrategies[] = {
    {GpuStrategy::naive, "naive"},       {GpuStrategy::privateSum, "private"},
    {GpuStrategy::tiling, "tiling"},     {GpuStrategy::tilingGather, "tiling-gather"},
    {GpuStrategy::constant, "constant"}, {GpuStrategy::constantGather, "constant-gather"},
    {GpuStrategy::best, "best"}};

template <class Value>
constexpr bool kWhole = std::is_same_v<Value, std::int32_t>;

/// Integers must be equal. Float sums depend on the order of addition, so near ties may differ.
template <class Value>
void mustAgree(const SignalMatches<Value>& wanted, const SignalMatches<Value>& found,
               std::int64_t length) {
  bool same = wanted.size() == found.size();
  for (std::size_t q = 0; same && q < wanted.size(); ++q) {
    const double slack =
        static_cast<double>(length) * 0x1p-23 * static_cast<double>(wanted[q].distance);
    same = kWhole<Value> ? wanted[q] == found[q]
                         : std::abs(static_cast<double>(wanted[q].distance) -
                                    static_cast<double>(found[q].distance)) <= slack;
  }
  if (!same) throw std::runtime_error("lab: other places are found");
}

template <class Value>
class LabBench {
 public:
  LabBench(Report& report, double rate) : report_(report), rate_(rate) {}

  /// The paper's task with every strategy.
  void strategies() {
    const auto queries = queriesFor(10, 1000);
    std::vector<Timing> timings;
    std::string minima;
    for (const Named& one : kStrategies) {
      GpuRequest<Value> request = requestFor(100'000, queries, 1000);
      request.strategy = one.strategy;
      timings.push_back(stage(one.name, "sums", request, 15));
      if (one.strategy != GpuStrategy::naive) continue;
      const double byOne = stage("", "minimum", request, 15).milliseconds;
      request.minimum = GpuMinimum::reduction;
      const double byAll = stage("", "minimum", request, 15).milliseconds;
      minima = fmt::format(
          "; the least of each: one thread for each query {:.4f} ms, all {:.4f} ms", byOne, byAll);
    }
    report_.add(fmt::format("lab, {}, 10 queries of 1,000 in 100,000, blocks of 128, sums", kName),
                fmt::format("floor {:.4f} ms{}", 99'001.0 * 10'000 / rate_ * 1000, minima), timings,
                {});
  }

  /// The best strategy with data in pageable host memory.
  void fromHost() {
    const std::vector<Value> data = cuda::generateOnGpu<Value>(12'800'000, 1, {});
    const auto queries = queriesFor(10, 1000);
    GpuRequest<Value> request = requestFor(12'800'000, queries, 1000);
    request.strategy = GpuStrategy::best;
    request.generate = false;
    request.task.data = data;
    const Timing wall = onWallClock(
        "best, all of it, wall",
        [&] {
          Timeline unheard;
          cuda::searchOnGpu(request, {}, unheard);
        },
        7);
    report_.add(
        fmt::format("lab, {}, 10 queries of 1,000 in 12,800,000 in ordinary memory", kName), "",
        {wall, stage("upload", "upload", request, 7), stage("prepare", "prepare", request, 7),
         stage("sums", "sums", request, 7), stage("download", "download", request, 7)},
        {});
  }

  /// The best strategy on work that fills the GPU.
  void large(std::int64_t count, std::int64_t length, double most) {
    constexpr std::int64_t kSamples = 12'800'000;
    const auto queries = queriesFor(count, length);
    GpuRequest<Value> request = requestFor(kSamples, queries, length);
    request.strategy = GpuStrategy::best;
    const Timing best = stage("best", "sums", request, 5);
    const double operations = static_cast<double>((kSamples - length + 1) * count * length);
    const double each = operations / best.milliseconds * 1000;
    report_.add(
        fmt::format("lab, {}, {} queries of {} in 12,800,000, best, sums", kName, count, length),
        "", {best},
        {{fmt::format("at least {:.0f} T differences/s: {:.2f}, {:.0f} % of what the GPU "
                      "does at best",
                      most, each / 1e12, 100 * each / rate_),
          each >= most * 1e12}});
  }

 private:
  static constexpr const char* kName = kWhole<Value> ? "whole numbers" : "floats";

  static std::vector<Value> queriesFor(std::int64_t count, std::int64_t length) {
    return cuda::generateOnGpu<Value>(count * length, 2, {});
  }

  /// Data are generated on the GPU.
  GpuRequest<Value> requestFor(std::int64_t samples, const std::vector<Value>& queries,
                               std::int64_t length) {
    data_.resize(static_cast<std::size_t>(samples));
    GpuRequest<Value> request{{data_, queries, length}, true, 1};
    request.strategy = GpuStrategy::privateSum;
    request.minimum = GpuMinimum::reduction;
    Timeline unheard;
    wanted_ = cuda::searchOnGpu(request, {}, unheard);
    request.minimum = GpuMinimum::onePerQuery;
    return request;
  }

  Timing stage(const std::string& name, const char* stage, const GpuRequest<Value>& request,
               int runs) {
    return timed(
        name,
        [&] {
          Timeline timeline;
          mustAgree(wanted_, cuda::searchOnGpu(request, {}, timeline), request.task.length);
          return stageOf(timeline, stage);
        },
        runs);
  }

  Report& report_;
  double rate_;  ///< peak differences per second
  std::vector<Value> data_;
  SignalMatches<Value> wanted_;
};

template <class Value>
void bench(Report& report, double rate, double bar) {
  LabBench<Value> one(report, rate);
  one.strategies();
  one.fromHost();
  for (const std::int64_t count : {10, 32}) {
    for (const std::int64_t length : {1000, 6400}) one.large(count, length, bar);
  }
}

}  // namespace

void benchLab(Report& report, const std::function<bool(const char* part)>& wanted) {
  if (!wanted("lab")) return;
  const lab::GpuRates rates = cuda::measureGpuRates({});
  static const cuda::DeviceBuffer<std::uint32_t> result(1);
  report.add(
      "what the GPU computes at best, absolute differences",
      fmt::format("bytes {:.1f} T/s, floats {:.1f} T/s", rates.bytes / 1e12, rates.floats / 1e12),
      {onGpu(
           "bytes alone", [](cuda::Gpu& gpu) { cuda::queueByteDifferences(gpu, result.data()); },
           5),
       onGpu(
           "floats alone", [](cuda::Gpu& gpu) { cuda::queueFloatDifferences(gpu, result.data()); },
           5)},
      {});
  bench<std::int32_t>(report, rates.bytes, 45);
  bench<float>(report, rates.floats, 13);
}

}  // namespace espy::bench
