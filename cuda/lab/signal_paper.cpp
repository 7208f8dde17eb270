// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The paper's strategies: vectors of sums, then their minima.
#include "cuda/lab/signal_minimum.h"
#include "cuda/lab/signal_search.h"
#include "cuda/lab/signal_sums.h"
#include "cuda/signal/pace.h"

namespace espy::cuda {
namespace {

using lab::GpuMinimum;
using lab::GpuStrategy;

/// Bytes of sums at once; beyond that queries are processed in groups.
constexpr std::int64_t kMostSumBytes = std::int64_t{1} << 30;
/// Differences per multiprocessor and launch: about 50 ms for the naive strategy.
constexpr std::int64_t kMostDifferences = 200'000'000;
/// Samples of all queries per thread and launch. A lone thread takes up to a microsecond each.
constexpr std::int64_t kMostSamplesOfThread = std::int64_t{1} << 17;
/// Sums that a thread scans per launch.
constexpr std::int64_t kMostSumsOfThread = std::int64_t{1} << 18;

template <class Value>
void queueSums(const SumsPiece<Value>& piece, GpuStrategy strategy, std::int64_t firstQuery,
               int block, const Stream& stream) {
  switch (strategy) {
    case GpuStrategy::naive:
      return queueNaive(piece, block, stream);
    case GpuStrategy::privateSum:
      return queuePrivate(piece, block, stream);
    case GpuStrategy::tiling:
      return queueTiling(piece, block, stream);
    default:
      return queueConstant(piece, firstQuery, block, stream);
  }
}

/// Queues body(first position, end, first sample, end) in launches that cover everything.
template <class Body>
void overPieces(std::int64_t places, std::int64_t length, std::int64_t queries, const Gpu& gpu,
                Pace& pace, const Body& body) {
  overParts(length, kMostSamplesOfThread / queries,
            [&](std::int64_t sample, std::int64_t toSample) {
              const std::int64_t most = kMostDifferences / (queries * (toSample - sample));
              overParts(places, std::max<std::int64_t>(most, 1) * gpu.multiprocessors(),
                        [&](std::int64_t place, std::int64_t toPlace) {
                          pace.run([&] { body(place, toPlace, sample, toSample); });
                        });
            });
}

}  // namespace

template <class Value>
void searchLikePaper(const SignalOnGpu<Value>& task, GpuStrategy strategy, GpuMinimum minimum,
                     int block, std::uint64_t* keys, const Gpu& gpu, StageClock& clock,
                     const Control& control) {
  const std::int64_t places = task.places();
  const std::int64_t group =
      std::clamp<std::int64_t>(kMostSumBytes / (places * static_cast<std::int64_t>(sizeof(Value))),
                               1, std::min(task.count(), kMostSamplesOfThread));
  const DeviceBuffer<Value> sums(static_cast<std::size_t>(group * places));
  const Stream& stream = gpu.stream();
  Pace pace(stream, control);
  overParts(task.count(), group, [&](std::int64_t first, std::int64_t end) {
    clock.begin("sums");
    stream.set(sums.data(), 0, static_cast<std::size_t>((end - first) * places) * sizeof(Value));
    overPieces(
        places, task.length, end - first, gpu, pace,
        [&](std::int64_t place, std::int64_t toPlace, std::int64_t sample, std::int64_t toSample) {
          const SumsPiece<Value> piece{task.data.data(),
                                       task.queries.data() + first * task.length,
                                       task.length,
                                       end - first,
                                       sums.data(),
                                       places,
                                       place,
                                       toPlace,
                                       sample,
                                       toSample};
          queueSums(piece, strategy, first, block, stream);
        });
    clock.begin("minimum");
    const bool byOne = minimum == GpuMinimum::onePerQuery;
    overParts(places, byOne ? kMostSumsOfThread : places,
              [&](std::int64_t place, std::int64_t toPlace) {
                const MinimumPiece<Value> piece{sums.data(), places,  end - first,
                                                place,       toPlace, keys + first};
                pace.run([&] {
                  if (byOne) {
                    queueMinimumByOne(piece, block, stream);
                  } else {
                    queueMinimumByAll(piece, block, gpu);
                  }
                });
              });
    clock.end();
  });
}

template void searchLikePaper(const SignalOnGpu<std::int32_t>&, GpuStrategy, GpuMinimum, int,
                              std::uint64_t*, const Gpu&, StageClock&, const Control&);
template void searchLikePaper(const SignalOnGpu<float>&, GpuStrategy, GpuMinimum, int,
                              std::uint64_t*, const Gpu&, StageClock&, const Control&);

}  // namespace espy::cuda
