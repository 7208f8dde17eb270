// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Entry point of the engine: checks, transfers, dispatch, and the paper's strategies: vectors of
// sums, then their minima.
#include "base/phrase.h"
#include "cuda/base/launch_throttle.h"
#include "cuda/lab/engines.h"
#include "cuda/lab/signal_kernels.h"
#include "cuda/signal/signal_on_gpu.h"

namespace espy::cuda {
namespace {

using lab::GpuMinimum;
using lab::GpuRequest;
using lab::GpuStrategy;

/// Bytes of sums at once; beyond that queries are processed in groups.
constexpr std::int64_t kMostSumBytes = std::int64_t{1} << 30;
/// Differences per multiprocessor and launch: about 50 ms for the naive strategy.
constexpr std::int64_t kMostDifferences = 200'000'000;
/// Samples of all queries per thread and launch. A lone thread takes up to a microsecond each.
constexpr std::int64_t kMostSamplesOfThread = std::int64_t{1} << 17;
/// Sums that a thread scans per launch.
constexpr std::int64_t kMostSumsOfThread = std::int64_t{1} << 18;

/// Queues body(first position, end, first sample, end) in launches that cover everything.
template <class Body>
void overPieces(std::int64_t places, std::int64_t length, std::int64_t queries, const Gpu& gpu,
                LaunchThrottle& throttle, const Body& body) {
  overParts(length, kMostSamplesOfThread / queries,
            [&](std::int64_t sample, std::int64_t toSample) {
              const std::int64_t most = kMostDifferences / (queries * (toSample - sample));
              overParts(places, std::max<std::int64_t>(most, 1) * gpu.multiprocessors(),
                        [&](std::int64_t place, std::int64_t toPlace) {
                          throttle.run([&] { body(place, toPlace, sample, toSample); });
                        });
            });
}

bool usesConstantMemory(GpuStrategy strategy) {
  return strategy == GpuStrategy::constant || strategy == GpuStrategy::constantGather;
}

template <class Value>
void check(const GpuRequest<Value>& request) {
  const SignalTask<Value>& task = request.task;
  const auto samples = static_cast<std::int64_t>(task.data.size());
  const auto asked = static_cast<std::int64_t>(task.queries.size());
  if (task.length < 1 || asked < task.length || asked % task.length != 0) {
    throw Error(ErrorCode::badUse,
                phrase("the samples of the queries must form one or more whole queries"));
  }
  if (samples < task.length) {
    throw Error(ErrorCode::badUse, phrase("the queries are longer than the data"));
  }
  if (request.block < 32 || request.block > 1024 || request.block % 32 != 0) {
    throw Error(
        ErrorCode::badUse,
        phrase("a block must have 32 to 1024 threads, a multiple of 32, not {}", request.block));
  }
  checkSampleCount(samples);
  constexpr std::int64_t kMostSummed = 0x7fffffff / 255;
  if (std::is_same_v<Value, std::int32_t> && task.length > kMostSummed) {
    throw Error(
        ErrorCode::unsupported,
        phrase("sums of more than 8,421,504 integers overflow; the queries have {}", task.length));
  }
  const std::int64_t bytes = asked * static_cast<std::int64_t>(sizeof(Value));
  if (usesConstantMemory(request.strategy) && bytes > kConstantBytes) {
    throw Error(ErrorCode::unsupported,
                phrase("the queries take {} bytes, but the constant memory of a GPU has {}", bytes,
                       kConstantBytes));
  }
}

template <class Value>
SignalOnGpu<Value> bring(const GpuRequest<Value>& request, const Stream& stream, StageClock& clock,
                         const Control& control) {
  const SignalTask<Value>& task = request.task;
  SignalOnGpu<Value> held(task);
  if (request.generate) {
    clock.begin("generate");
    queueGenerate(held.data.data(), held.samples(), request.seed, stream);
  }
  clock.begin("upload");
  if (!request.generate) sendSamples(task.data, held.data.data(), stream, control);
  sendSamples(task.queries, held.queries.data(), stream, control);
  if (usesConstantMemory(request.strategy)) {
    holdInConstantMemory(held.queries.data(), held.queries.bytes(), stream);
  }
  clock.end();
  return held;
}

/// Lowers `keys` (cuda/signal/key.h), one per query, to the least sums. Begins the stages "sums"
/// and "minimum".
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
  LaunchThrottle throttle(stream, control);
  overParts(task.count(), group, [&](std::int64_t first, std::int64_t end) {
    clock.begin("sums");
    stream.set(sums.data(), 0, static_cast<std::size_t>((end - first) * places) * sizeof(Value));
    overPieces(
        places, task.length, end - first, gpu, throttle,
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
                throttle.run([&] { queueMinimum(piece, minimum, block, gpu); });
              });
    clock.end();
  });
}

}  // namespace

template <class Value>
SignalMatches<Value> searchOnGpu(const GpuRequest<Value>& request, const Control& control,
                                 Timeline& timeline) {
  check(request);
  control.check();
  const GpuLease gpu(timeline);
  const Stream& stream = gpu->stream();
  StageClock clock(stream, timeline);
  const SignalOnGpu<Value> task = bring(request, stream, clock, control);
  const DeviceBuffer<std::uint64_t> keys = makeKeys(task.count(), stream);
  if (request.strategy == GpuStrategy::best) {
    searchBest(task, keys.data(), *gpu, clock, control);
  } else {
    searchLikePaper(task, request.strategy, request.minimum, request.block, keys.data(), *gpu,
                    clock, control);
  }
  return takeMatches<Value>(keys, stream, clock);
}

template <class Value>
std::vector<Value> generateOnGpu(std::int64_t count, std::uint64_t seed, const Control& control) {
  checkSampleCount(count);
  control.check();
  Timeline unheard;
  const GpuLease gpu(unheard);
  std::vector<Value> data(static_cast<std::size_t>(count));
  const DeviceBuffer<Value> made(data.size());
  queueGenerate(made.data(), count, seed, gpu->stream());
  gpu->stream().copy(data.data(), made.data(), made.bytes());
  gpu->stream().wait();
  return data;
}

template SignalMatches<std::int32_t> searchOnGpu(const GpuRequest<std::int32_t>&, const Control&,
                                                 Timeline&);
template SignalMatches<float> searchOnGpu(const GpuRequest<float>&, const Control&, Timeline&);
template std::vector<std::int32_t> generateOnGpu(std::int64_t, std::uint64_t, const Control&);
template std::vector<float> generateOnGpu(std::int64_t, std::uint64_t, const Control&);

}  // namespace espy::cuda
