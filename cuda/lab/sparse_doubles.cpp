// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Entry point of the engine: checks, transfers, and one launch per layer.
#include "cuda/lab/sparse_doubles.h"

#include <utility>

#include "base/phrase.h"
#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "cuda/lab/engines.h"
#include "espy/error.h"

namespace espy::cuda {
namespace {

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
  // Limits pending launches: enough to keep the GPU busy, few enough to cancel quickly.
  constexpr int kAhead = 16;
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
