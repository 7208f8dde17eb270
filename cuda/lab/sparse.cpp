// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Entry points of the engine: checks, transfers, and the launches of each layer.
#include <utility>

#include "base/phrase.h"
#include "cuda/lab/engines.h"
#include "cuda/lab/sparse_kernels.h"
#include "espy/error.h"

namespace espy::cuda {
namespace {

/// Limits pending launches: enough to keep the GPU busy, few enough to cancel quickly.
constexpr int kAhead = 16;

void check(const lab::SparseGpuRequest& request) {
  if (request.block < 32 || request.block > 1024 || request.block % 32 != 0) {
    throw Error(
        ErrorCode::badUse,
        phrase("a block must have 32 to 1024 threads, a multiple of 32, not {}", request.block));
  }
  const NetworkShape& shape = request.task.network.shape;
  if (shape.padded || shape.columns != 0) {
    throw Error(ErrorCode::unsupported,
                phrase("the lab's kernels require networks without row padding"));
  }
}

void check(const lab::SparseDoublesRequest& request) {
  const lab::DoubleNetwork& network = request.task.network;
  if (network.neighbours < 1 || network.neighbours > lab::kMostBlockThreads ||
      network.outputs(network.layers - 1) < 1) {
    throw Error(ErrorCode::badUse, phrase("a layer of this network has no outputs"));
  }
  const Message refusal = lab::sparseDoublesRefusal(network, request.kernel);
  if (!refusal.empty()) throw Error(ErrorCode::badUse, refusal);
}

}  // namespace

void runSparseOnGpu(const lab::SparseGpuRequest& request, std::span<float> outputs,
                    const Control& control, Timeline& timeline) {
  check(request);
  control.check();
  const NetworkTask& task = request.task;
  if (task.count() == 0) return;
  const GpuLease gpu(timeline);
  const Stream& stream = gpu->stream();
  StageClock clock(stream, timeline);
  clock.begin("upload");
  const DeviceNetwork network(*gpu, task.network);
  const DeviceBuffer<float> samples(task.samples.size());
  const DeviceBuffer<float> others(task.samples.size());
  stream.copy(samples.data(), task.samples.data(), task.samples.size_bytes());

  clock.begin("layers");
  const std::int64_t pitch = task.network.shape.inputs;
  DeviceSamples from{samples.data(), pitch, task.count()};
  DeviceSamples to{others.data(), pitch, task.count()};
  const auto queue =
      request.strategy == lab::SparseGpuStrategy::naive ? queueSparseNaive : queueSparseShared;
  int launches = 0;
  for (const LayerShape& shape : network.layers()) {
    if (++launches % kAhead == 0) {
      stream.wait();
      control.check();
    }
    queue({network.weights(shape), network.biases(shape), shape.outputs(),
           network.shape().neighbours},
          from, to, request.block, stream);
    std::swap(from, to);
  }

  clock.begin("download");
  const std::int64_t width = network.layers().back().outputs();
  const auto bytes = static_cast<std::size_t>(width) * sizeof(float);
  call("cudaMemcpy2DAsync", [&] {
    return cudaMemcpy2DAsync(
        outputs.data(), bytes, from.numbers, static_cast<std::size_t>(pitch) * sizeof(float), bytes,
        static_cast<std::size_t>(task.count()), cudaMemcpyDefault, stream.get());
  });
  clock.finish();
}

void runSparseDoublesOnGpu(const lab::SparseDoublesRequest& request, std::span<double> outputs,
                           const Control& control, Timeline& timeline) {
  check(request);
  control.check();
  const lab::DoubleTask& task = request.task;
  const lab::DoubleNetwork& network = task.network;
  const GpuLease gpu(timeline);
  const Stream& stream = gpu->stream();
  StageClock clock(stream, timeline);
  clock.begin("upload");
  const DeviceBuffer<double> weights(network.weights.size());
  const DeviceBuffer<double> samples(task.samples.size());
  const DeviceBuffer<double> others(task.samples.size());
  stream.copy(weights.data(), network.weights.data(), weights.bytes());
  stream.copy(samples.data(), task.samples.data(), samples.bytes());

  clock.begin("layers");
  int launches = 0;
  for (std::int64_t s = 0; s < task.count(); ++s) {
    double* from = samples.data() + s * network.inputs;
    double* to = others.data() + s * network.inputs;
    const double* own = weights.data();
    for (int l = 0; l < network.layers; ++l) {
      if (++launches % kAhead == 0) {
        stream.wait();
        control.check();
      }
      const std::int64_t count = network.outputs(l);
      queueSparseDoubles(
          {from, own, network.biases[static_cast<std::size_t>(l)], to, count, network.neighbours},
          request.kernel, stream);
      own += count * network.neighbours;
      std::swap(from, to);
    }
  }

  clock.begin("download");
  const std::int64_t width = network.outputs(network.layers - 1);
  const double* last = network.layers % 2 == 0 ? samples.data() : others.data();
  for (std::int64_t s = 0; s < task.count(); ++s) {
    stream.copy(outputs.data() + s * width, last + s * network.inputs,
                static_cast<std::size_t>(width) * sizeof(double));
  }
  clock.finish();
}

}  // namespace espy::cuda
