// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// sparse-network on a GPU: kernels, checks, transfers, and the launches of each layer.
#include <utility>

#include "base/phrase.h"
#include "cuda/base/launch.cuh"
#include "cuda/judge/arithmetic.cuh"
#include "cuda/judge/kernels.h"
#include "cuda/lab/engines.h"
#include "espy/error.h"
#include "lab/sparse_gpu.h"

namespace espy::cuda {
namespace {

/// A layer of unpadded rows: output i depends on the inputs from i on.
struct SparseLayerOnGpu {
  const float* weights;
  const float* biases;
  std::int64_t outputs;
  int neighbours;
};

/// With the paper's arithmetic.
struct DoubleLayerOnGpu {
  const double* inputs;
  const double* weights;  ///< [i][r]
  double bias;
  double* outputs;
  std::int64_t count;
  int neighbours;
};

/// One thread per output, which reads weights and inputs from global memory. blockIdx.y is the
/// sample.
__global__ void sparseNaive(SparseLayerOnGpu layer, DeviceSamples from, DeviceSamples to) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= layer.outputs) return;
  for (std::int64_t s = blockIdx.y; s < from.count; s += gridDim.y) {
    const float* inputs = from.numbers + s * from.pitch + i;
    float sum = layer.biases[i];
    for (int r = 0; r < layer.neighbours; ++r) {
      sum = __fmaf_rn(layer.weights[r * layer.outputs + i], inputs[r], sum);
    }
    to.numbers[s * to.pitch + i] = activation(sum);
  }
}

/// One thread per output; a block's inputs, neighbours - 1 more than its outputs, are in shared
/// memory. Weights are not: each is used by one thread, once per sample. Sums are accumulated in a
/// register. blockIdx.y is the sample.
__global__ void sparseShared(SparseLayerOnGpu layer, DeviceSamples from, DeviceSamples to) {
  extern __shared__ float seen[];  // a number per thread, and neighbours - 1 more
  const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x;
  const std::int64_t i = first + threadIdx.x;
  const std::int64_t most = std::int64_t{blockDim.x} + layer.neighbours - 1;
  const auto width = static_cast<int>(min(most, layer.outputs + layer.neighbours - 1 - first));
  for (std::int64_t s = blockIdx.y; s < from.count; s += gridDim.y) {
    __syncthreads();  // other threads may still read the previous sample
    const float* inputs = from.numbers + s * from.pitch + first;
    for (int k = static_cast<int>(threadIdx.x); k < width; k += static_cast<int>(blockDim.x)) {
      seen[k] = inputs[k];
    }
    __syncthreads();
    if (i >= layer.outputs) continue;
    float sum = layer.biases[i];
    for (int r = 0; r < layer.neighbours; ++r) {
      sum = __fmaf_rn(layer.weights[r * layer.outputs + i], seen[threadIdx.x + r], sum);
    }
    to.numbers[s * to.pitch + i] = activation(sum);
  }
}

// The paper's arithmetic: R threads per output, inputs and weights in shared memory. Products
// replace the weights there.

__device__ inline double sigmoid(double x) {
  return 1 / (1 + exp(-x));
}

/// Sums `count` numbers in order, each operation rounded.
__device__ inline double sumOf(const double* numbers, int count) {
  double sum = 0;
  for (int k = 0; k < count; ++k) sum = __dadd_rn(sum, numbers[k]);
  return sum;
}

/// A block computes as many outputs as it has R threads for.
template <bool kReduce>
__global__ void maxThreads(DoubleLayerOnGpu layer) {
  extern __shared__ double shared[];  // a weight per thread, then the inputs
  const int neighbours = layer.neighbours;
  const int t = static_cast<int>(threadIdx.x);
  const int each = static_cast<int>(blockDim.x) / neighbours;
  const std::int64_t first = std::int64_t{blockIdx.x} * each;
  const int here = static_cast<int>(min(std::int64_t{each}, layer.count - first));
  const int output = t / neighbours;
  const int r = t % neighbours;
  const bool works = output < here;
  double* const products = shared;
  double* const inputs = shared + blockDim.x;
  if (works) products[t] = layer.weights[first * neighbours + t];
  for (int k = t; k < here + neighbours - 1; k += static_cast<int>(blockDim.x)) {
    inputs[k] = layer.inputs[first + k];
  }
  __syncthreads();
  if (works) products[t] = __dmul_rn(inputs[output + r], products[t]);
  __syncthreads();
  if constexpr (kReduce) {
    for (int left = neighbours; left > 1;) {
      const int half = (left + 1) / 2;
      if (works && r + half < left) products[t] = __dadd_rn(products[t], products[t + half]);
      __syncthreads();
      left = half;
    }
  }
  if (!works || r != 0) return;
  const double sum = kReduce ? products[t] : sumOf(products + t, neighbours);
  layer.outputs[first + output] = sigmoid(sum + layer.bias);
}

/// A block of R threads per output.
__global__ void rThreads(DoubleLayerOnGpu layer) {
  extern __shared__ double shared[];  // R inputs, R weights
  const int neighbours = layer.neighbours;
  const int r = static_cast<int>(threadIdx.x);
  const std::int64_t i = blockIdx.x;
  double* const inputs = shared;
  double* const weights = shared + neighbours;
  inputs[r] = layer.inputs[i + r];
  weights[r] = layer.weights[i * neighbours + r];
  weights[r] = __dmul_rn(inputs[r], weights[r]);
  __syncthreads();
  if (r == 0) layer.outputs[i] = sigmoid(sumOf(weights, neighbours) + layer.bias);
}

/// One launch per layer for all samples.
void queueSparseNaive(const SparseLayerOnGpu& layer, const DeviceSamples& from,
                      const DeviceSamples& to, int block, const Stream& stream) {
  launch("sparseNaive", sparseNaive, dim3(blocksFor(layer.outputs, block), rowsOfGrid(from.count)),
         static_cast<unsigned>(block), stream, layer, from, to);
}

void queueSparseShared(const SparseLayerOnGpu& layer, const DeviceSamples& from,
                       const DeviceSamples& to, int block, const Stream& stream) {
  const dim3 grid(blocksFor(layer.outputs, block), rowsOfGrid(from.count));
  const std::size_t bytes = static_cast<std::size_t>(block + layer.neighbours - 1) * sizeof(float);
  launchShared("sparseShared", sparseShared, grid, static_cast<unsigned>(block), bytes, stream,
               layer, from, to);
}

/// One launch per layer and sample.
void queueSparseDoubles(const DoubleLayerOnGpu& layer, lab::SparseDoublesKernel kernel,
                        const Stream& stream) {
  using lab::SparseDoublesKernel;
  if (kernel == SparseDoublesKernel::rThreads) {
    const auto threads = static_cast<unsigned>(layer.neighbours);
    return launchShared("rThreads", rThreads, static_cast<unsigned>(layer.count), threads,
                        2 * threads * sizeof(double), stream, layer);
  }
  constexpr int kThreads = lab::kMostBlockThreads;
  const int each = kThreads / layer.neighbours;
  const auto numbers = static_cast<std::size_t>(kThreads + each + layer.neighbours - 1);
  launchShared(
      "maxThreads",
      kernel == SparseDoublesKernel::maxThreadsSumReduction ? maxThreads<true> : maxThreads<false>,
      blocksFor(layer.count, each), kThreads, numbers * sizeof(double), stream, layer);
}

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
