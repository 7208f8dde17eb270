// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Inference: transfers and kernels.
#include <algorithm>

#include "base/parallel.h"
#include "cuda/base/device.h"
#include "cuda/base/transfer.h"
#include "cuda/judge/engines.h"
#include "cuda/judge/network_on_gpu.h"

namespace espy::cuda {
namespace {

/// Batch size: double buffered on the GPU, and the granularity of cancelling.
std::int64_t samplesAtOnce(std::int64_t pitch, std::int64_t count) {
  constexpr std::int64_t kSmall = std::int64_t{256} << 20;
  const std::int64_t bytes = 2 * pitch * static_cast<std::int64_t>(sizeof(float));
  if (bytes * count <= kSmall) return count;
  return std::clamp<std::int64_t>(availableDeviceBytes() / 2 / bytes, 1, count);
}

void copyRows(void* to, std::int64_t toPitch, const void* from, std::int64_t fromPitch,
              std::int64_t numbers, std::int64_t rows, const Stream& stream) {
  const auto bytes = [](std::int64_t n) { return static_cast<std::size_t>(n) * sizeof(float); };
  if (numbers == toPitch && numbers == fromPitch)
    return stream.copy(to, from, bytes(numbers * rows));
  call("cudaMemcpy2DAsync", [&] {
    return cudaMemcpy2DAsync(to, bytes(toPitch), from, bytes(fromPitch), bytes(numbers),
                             static_cast<std::size_t>(rows), cudaMemcpyDefault, stream.get());
  });
}

/// Uploads large contiguous batches through pinned memory, on several threads.
void send(const float* from, const DeviceSamples& to, std::int64_t inputs, const Stream& stream,
          const Control& control) {
  constexpr std::int64_t kRow = std::int64_t{64} << 10;
  constexpr std::int64_t kLeastRows = 64;
  const std::int64_t bytes = inputs * to.count * static_cast<std::int64_t>(sizeof(float));
  if (to.pitch != inputs || bytes < kLeastRows * kRow) {
    return copyRows(to.numbers, to.pitch, from, inputs, inputs, to.count, stream);
  }
  const std::int64_t rows = bytes / kRow;
  const auto* bytesFrom = reinterpret_cast<const std::uint8_t*>(from);
  auto* bytesTo = reinterpret_cast<std::uint8_t*>(to.numbers);
  upload({bytesFrom, {kRow, rows}, {1, Depth::u8}, kRow}, 0, 1, {bytesTo, kRow, kRow, rows, 1},
         stream, control);
  stream.copy(bytesTo + rows * kRow, bytesFrom + rows * kRow,
              static_cast<std::size_t>(bytes - rows * kRow));
}

/// Calls body(gpu, outputs, first sample) per batch; outputs are on the GPU.
template <class Body>
void overSamples(const NetworkTask& task, bool plainly, const Control& control, RunReport& report,
                 const Body& body) {
  control.check();
  report.threads = threadsFor(control);
  const GpuLease gpu(report.timeline);
  const Stream& stream = gpu->stream();
  StageClock clock(stream, report.timeline);
  clock.begin("upload");
  const NetworkOnGpu network(*gpu, task.network, plainly);
  report.strategy = network.describe();
  const std::int64_t inputs = task.network.shape.inputs;
  const std::int64_t pitch = network.pitch();
  const std::int64_t atOnce = samplesAtOnce(pitch, task.count());
  const auto room = static_cast<std::size_t>(pitch * atOnce);
  const DeviceBuffer<float> samples(room);
  const DeviceBuffer<float> others(room);
  for (std::int64_t first = 0; first < task.count(); first += atOnce) {
    const std::int64_t count = std::min(atOnce, task.count() - first);
    const DeviceSamples some{samples.data(), pitch, count};
    clock.begin("upload");
    send(task.samples.data() + first * inputs, some, inputs, stream, control);
    clock.begin("run");
    const DeviceSamples outputs = network.run(*gpu, some, {others.data(), pitch, count}, control);
    body(*gpu, network, outputs, first, clock);
    stream.wait();
    control.check();
  }
  clock.finish();
}

void runBy(bool plainly, const NetworkTask& task, std::span<float> outputs, const Control& control,
           RunReport& report) {
  overSamples(task, plainly, control, report,
              [&](Gpu& gpu, const NetworkOnGpu& network, const DeviceSamples& found,
                  std::int64_t first, StageClock& clock) {
                clock.begin("download");
                const std::int64_t each = network.outputs();
                copyRows(outputs.data() + first * each, each, found.numbers + network.skipped(),
                         found.pitch, each, found.count, gpu.stream());
              });
}

void rateBy(bool plainly, const NetworkTask& task, std::span<float> evidence,
            const Control& control, RunReport& report) {
  overSamples(task, plainly, control, report,
              [&](Gpu& gpu, const NetworkOnGpu& network, const DeviceSamples& found,
                  std::int64_t first, StageClock& clock) {
                const DeviceBuffer<float> values(static_cast<std::size_t>(found.count));
                readOut(gpu, network.network(), found, network.skipped(), values.data());
                clock.begin("download");
                gpu.stream().copy(evidence.data() + first, values.data(), values.bytes());
              });
}

}  // namespace

void runNetwork(const NetworkTask& task, std::span<float> outputs, const Control& control,
                RunReport& report) {
  report.engine = currentEngine();
  runBy(false, task, outputs, control, report);
}

void rateSamples(const NetworkTask& task, std::span<float> evidence, const Control& control,
                 RunReport& report) {
  report.engine = currentEngine();
  rateBy(false, task, evidence, control, report);
}

void runNetworkPlainly(const NetworkTask& task, std::span<float> outputs, const Control& control,
                       RunReport& report) {
  report.engine = "cuda-passes";
  runBy(true, task, outputs, control, report);
}

void rateSamplesPlainly(const NetworkTask& task, std::span<float> evidence, const Control& control,
                        RunReport& report) {
  report.engine = "cuda-passes";
  rateBy(true, task, evidence, control, report);
}

}  // namespace espy::cuda
