// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Entry point of the engine: checks, transfers and dispatch.
#include "cuda/lab/signal_search.h"

#include "base/phrase.h"
#include "cuda/lab/engines.h"
#include "cuda/lab/signal_generate.h"
#include "cuda/lab/signal_sums.h"

namespace espy::cuda {
namespace {

using lab::GpuRequest;
using lab::GpuStrategy;

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
  if (request.strategy == GpuStrategy::constant && bytes > kConstantBytes) {
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
  if (request.strategy == GpuStrategy::constant) {
    holdInConstantMemory(held.queries.data(), held.queries.bytes(), stream);
  }
  clock.end();
  return held;
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
