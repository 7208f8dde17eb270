// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// What the engine answers with: checks, what travels, and who computes.
#include "cuda/lab/signal_search.h"

#include "cuda/base/transfer.h"
#include "cuda/lab/engines.h"
#include "cuda/lab/signal_generate.h"
#include "cuda/lab/signal_key.h"
#include "cuda/lab/signal_sums.h"

namespace espy::cuda {
namespace {

using lab::CardRequest;
using lab::CardStrategy;

void checkSize(std::int64_t samples) {
  if (samples < kMostSamples) return;
  throw Error(ErrorCode::unsupported,
              "the graphics card searches less than 2,147,483,648 samples, and these are " +
                  std::to_string(samples));
}

template <class Value>
void check(const CardRequest<Value>& request) {
  const lab::SignalTask<Value>& task = request.task;
  const auto samples = static_cast<std::int64_t>(task.data.size());
  const auto asked = static_cast<std::int64_t>(task.queries.size());
  if (task.length < 1 || asked < task.length || asked % task.length != 0) {
    throw Error(ErrorCode::badUse, "there must be whole queries of at least one sample");
  }
  if (samples < task.length) {
    throw Error(ErrorCode::badUse, "the queries are longer than the data");
  }
  if (request.block < 32 || request.block > 1024 || request.block % 32 != 0) {
    throw Error(ErrorCode::badUse, "a block has 32 to 1024 threads, a multiple of 32, and not " +
                                       std::to_string(request.block));
  }
  checkSize(samples);
  constexpr std::int64_t kMostSummed = 0x7fffffff / 255;
  if (std::is_same_v<Value, std::int32_t> && task.length > kMostSummed) {
    throw Error(ErrorCode::unsupported,
                "sums of more than 8,421,504 whole numbers do not fit, and the queries have " +
                    std::to_string(task.length));
  }
  const std::int64_t bytes = asked * static_cast<std::int64_t>(sizeof(Value));
  if (request.strategy == CardStrategy::constant && bytes > kConstantBytes) {
    throw Error(ErrorCode::unsupported, "the queries take " + std::to_string(bytes) +
                                            " bytes, and a graphics card's constant memory has " +
                                            std::to_string(kConstantBytes));
  }
}

/// Long signals travel as pictures do, in pieces that several threads carry.
template <class Value>
void send(std::span<const Value> values, Value* to, const Stream& stream, const Control& control) {
  constexpr std::int64_t kRow = std::int64_t{64} << 10;
  constexpr std::int64_t kLeastRows = 64;
  const auto* from = reinterpret_cast<const std::uint8_t*>(values.data());
  auto* target = reinterpret_cast<std::uint8_t*>(to);
  const auto bytes = static_cast<std::int64_t>(values.size_bytes());
  std::int64_t rows = bytes / kRow;
  if (rows < kLeastRows) rows = 0;
  if (rows > 0) {
    const ImageView picture(from, {kRow, rows}, {1, Depth::u8}, kRow);
    upload(picture, 0, 1, {target, kRow, kRow, rows, 1}, stream, control);
  }
  stream.copy(target + rows * kRow, from + rows * kRow,
              static_cast<std::size_t>(bytes - rows * kRow));
}

template <class Value>
SignalOnCard<Value> bring(const CardRequest<Value>& request, const Stream& stream,
                          StageClock& clock, const Control& control) {
  const lab::SignalTask<Value>& task = request.task;
  SignalOnCard<Value> held{DeviceBuffer<Value>(task.data.size()),
                           DeviceBuffer<Value>(task.queries.size()), task.length};
  if (request.generate) {
    clock.begin("generate");
    queueGenerate(held.data.data(), held.samples(), request.seed, stream);
  }
  clock.begin("upload");
  if (!request.generate) send(task.data, held.data.data(), stream, control);
  send(task.queries, held.queries.data(), stream, control);
  if (request.strategy == CardStrategy::constant) {
    holdInConstantMemory(held.queries.data(), held.queries.bytes(), stream);
  }
  clock.end();
  return held;
}

}  // namespace

template <class Value>
lab::Places<Value> searchOnCard(const CardRequest<Value>& request, const Control& control) {
  check(request);
  control.check();
  Timeline spare;
  Timeline& timeline = timelineOf(control, spare);
  const GpuLease gpu(timeline);
  const Stream& stream = gpu->stream();
  StageClock clock(stream, timeline);
  const SignalOnCard<Value> task = bring(request, stream, clock, control);
  const auto count = static_cast<std::size_t>(task.count());
  const DeviceBuffer<std::uint64_t> keys(count);
  stream.set(keys.data(), 0xff, keys.bytes());
  if (request.strategy == CardStrategy::best) {
    searchBest(task, keys.data(), *gpu, clock, control);
  } else {
    searchLikePaper(task, request.strategy, request.minimum, request.block, keys.data(), *gpu,
                    clock, control);
  }
  clock.begin("download");
  const PinnedBuffer<std::uint64_t> found(count);
  stream.copy(found.data(), keys.data(), keys.bytes());
  clock.finish();
  lab::Places<Value> places;
  places.reserve(count);
  for (std::size_t q = 0; q < count; ++q) {
    places.push_back({placeOfKey(found.data()[q]), sumOfKey<Value>(found.data()[q])});
  }
  return places;
}

template <class Value>
std::vector<Value> generateOnCard(std::int64_t count, std::uint64_t seed, const Control& control) {
  checkSize(count);
  control.check();
  Timeline spare;
  Timeline& timeline = timelineOf(control, spare);
  const GpuLease gpu(timeline);
  StageClock clock(gpu->stream(), timeline);
  std::vector<Value> data(static_cast<std::size_t>(count));
  const DeviceBuffer<Value> made(data.size());
  clock.begin("generate");
  queueGenerate(made.data(), count, seed, gpu->stream());
  clock.begin("download");
  gpu->stream().copy(data.data(), made.data(), made.bytes());
  clock.finish();
  return data;
}

template lab::Places<std::int32_t> searchOnCard(const CardRequest<std::int32_t>&, const Control&);
template lab::Places<float> searchOnCard(const CardRequest<float>&, const Control&);
template std::vector<std::int32_t> generateOnCard(std::int64_t, std::uint64_t, const Control&);
template std::vector<float> generateOnCard(std::int64_t, std::uint64_t, const Control&);

}  // namespace espy::cuda
