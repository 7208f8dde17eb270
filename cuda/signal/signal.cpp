// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// SAD searches: transfers and results.
#include "base/parallel.h"
#include "base/phrase.h"
#include "cuda/base/device.h"
#include "cuda/base/transfer.h"
#include "cuda/signal/engines.h"
#include "cuda/signal/key.h"
#include "cuda/signal/signal_on_gpu.h"

namespace espy::cuda {

void checkSampleCount(std::int64_t samples) {
  if (samples < kMostSamples) return;
  throw Error(ErrorCode::unsupported,
              phrase("the GPU can search at most 2,147,483,647 samples, not {}", samples));
}

template <class Sample>
void sendSamples(std::span<const Sample> samples, Sample* to, const Stream& stream,
                 const Control& control) {
  constexpr std::int64_t kRow = std::int64_t{64} << 10;
  constexpr std::int64_t kLeastRows = 64;
  const auto* from = reinterpret_cast<const std::uint8_t*>(samples.data());
  auto* target = reinterpret_cast<std::uint8_t*>(to);
  const auto bytes = static_cast<std::int64_t>(samples.size_bytes());
  std::int64_t rows = bytes / kRow;
  if (rows < kLeastRows) rows = 0;
  if (rows > 0) {
    const ImageView picture(from, {kRow, rows}, {1, Depth::u8}, kRow);
    upload(picture, 0, 1, {target, kRow, kRow, rows, 1}, stream, control);
  }
  stream.copy(target + rows * kRow, from + rows * kRow,
              static_cast<std::size_t>(bytes - rows * kRow));
}

DeviceBuffer<std::uint64_t> makeKeys(std::int64_t count, const Stream& stream) {
  DeviceBuffer<std::uint64_t> keys(static_cast<std::size_t>(count));
  stream.set(keys.data(), 0xff, keys.bytes());
  return keys;
}

template <class Sample>
SignalMatches<Sample> takeMatches(const DeviceBuffer<std::uint64_t>& keys, const Stream& stream,
                                  StageClock& clock) {
  clock.begin("download");
  const PinnedBuffer<std::uint64_t> found(keys.size());
  stream.copy(found.data(), keys.data(), keys.bytes());
  clock.finish();
  SignalMatches<Sample> matches;
  matches.reserve(keys.size());
  for (std::size_t q = 0; q < keys.size(); ++q) {
    const std::uint64_t key = found.data()[q];
    matches.push_back({placeOfKey(key), sumOfKey<Sample>(key)});
  }
  return matches;
}

template <class Sample>
SignalMatches<Sample> findSignal(const SignalTask<Sample>& task, const Control& control,
                                 RunReport& report) {
  checkSampleCount(static_cast<std::int64_t>(task.data.size()));
  control.check();
  report.engine = currentEngine();
  report.threads = threadsFor(control);
  report.strategy =
      phrase("sums of several queries at several positions in the registers of each thread");
  const GpuLease gpu(report.timeline);
  const Stream& stream = gpu->stream();
  StageClock clock(stream, report.timeline);
  clock.begin("upload");
  const SignalOnGpu<Sample> held(task);
  sendSamples(task.data, held.data.data(), stream, control);
  sendSamples(task.queries, held.queries.data(), stream, control);
  clock.end();
  const DeviceBuffer<std::uint64_t> keys = makeKeys(held.count(), stream);
  searchBest(held, keys.data(), *gpu, clock, control);
  return takeMatches<Sample>(keys, stream, clock);
}

template void sendSamples(std::span<const std::int32_t>, std::int32_t*, const Stream&,
                          const Control&);
template void sendSamples(std::span<const float>, float*, const Stream&, const Control&);
template SignalMatches<std::int32_t> takeMatches(const DeviceBuffer<std::uint64_t>&, const Stream&,
                                                 StageClock&);
template SignalMatches<float> takeMatches(const DeviceBuffer<std::uint64_t>&, const Stream&,
                                          StageClock&);
template SignalMatches<std::int32_t> findSignal(const SignalTask<std::int32_t>&, const Control&,
                                                RunReport&);
template SignalMatches<float> findSignal(const SignalTask<float>&, const Control&, RunReport&);

}  // namespace espy::cuda
