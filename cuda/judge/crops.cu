// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// 32 x 32 crops: a pipeline of up to four stages on each multiprocessor. Four warps form a stage
// and run one layer; each thread keeps the weights of eight outputs of a line in registers. Crops
// pass between stages through shared memory, transposed for the next layer.
#include <algorithm>

#include "cuda/base/barrier.cuh"
#include "cuda/base/device.h"
#include "cuda/base/launch.cuh"
#include "cuda/judge/arithmetic.cuh"
#include "cuda/judge/kernels.h"
#include "espy/error.h"

namespace espy::cuda {
namespace {

constexpr int kSide = kCropSide;
constexpr int kPixels = kSide * kSide;
constexpr int kOutputs = 8;           ///< per thread
constexpr int kThreadsOfStage = 128;  ///< a warp has eight columns of 32 lines
[[maybe_unused]] constexpr int kWarpsOfStage = kThreadsOfStage / 32;
constexpr int kStages = 4;  ///< per multiprocessor; even, since crops are loaded along lines
constexpr int kCrops = 6;   ///< a group, which passes from stage to stage together
constexpr int kSlots = 2;   ///< groups queued before a stage
constexpr int kAhead = 1;   ///< groups loaded ahead
constexpr int kPad = 4;     ///< zeros before each line; those of the next line follow it
constexpr int kPitch = kSide + kPad;
constexpr int kSlotNumbers = kSide * kPitch + kPad;
constexpr int kMostNeighbours = 2 * kPad + 1;

/// A thread's packed parameters: [layer][number][thread].
constexpr int heldNumbers(int neighbours) {
  return (neighbours + 1) * kOutputs;
}

/// Queues of the stages, each with two barriers per slot: it is full, or free again.
struct Shared {
  alignas(16) float slots[kStages][kSlots][kCrops][kSlotNumbers];
  std::uint64_t full[kStages][kSlots];
  std::uint64_t free[kStages][kSlots];
};

#if __CUDA_ARCH__ >= 900
/// A slot of a queue, and the parity of its barriers.
struct Turn {
  int slot = 0;
  unsigned phase = 0;

  __device__ void pass() {
    if (++slot == kSlots) {
      slot = 0;
      phase ^= 1U;
    }
  }
};

/// Zeros around lines, and barriers. A pipeline's first stage is fed by the threads that load
/// crops, others by the warps of the stage before.
__device__ inline void prepare(Shared& shared, int layers) {
  float* numbers = &shared.slots[0][0][0][0];
  for (int i = static_cast<int>(threadIdx.x); i < kStages * kSlots * kCrops * kSlotNumbers;
       i += static_cast<int>(blockDim.x)) {
    numbers[i] = 0;
  }
  if (threadIdx.x == 0) {
    for (int i = 0; i < kStages * kSlots; ++i) {
      const bool isFirst = i / kSlots % layers == 0;
      begin(addressOf(&shared.full[0][0] + i), isFirst ? kThreadsOfStage : kWarpsOfStage);
      begin(addressOf(&shared.free[0][0] + i), kWarpsOfStage);
    }
  }
  __syncthreads();
}

/// Starts the copies of a group into a slot, by all threads of the stage.
__device__ inline void load(Shared& shared, int stage, int thread, const float* from,
                            std::int64_t group, std::int64_t count, const Turn& turn) {
  if (group >= count) return;
  wait(addressOf(&shared.free[stage][turn.slot]), turn.phase ^ 1U);
  const int at = 4 * thread;  // in a crop's first half
  const Address slot =
      addressOf(&shared.slots[stage][turn.slot][0][at / kSide * kPitch + kPad + at % kSide]);
  const float* own = from + group * kPixels + at;
#pragma unroll
  for (int c = 0; c < kCrops; ++c) {
    if (group + c >= count) break;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                       slot + (c * kSlotNumbers + half * kSide / 2 * kPitch) * 4),
                   "l"(own + c * kPixels + half * kPixels / 2)
                   : "memory");
    }
  }
  // Arrives when this thread's copies have.
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(
                   addressOf(&shared.full[stage][turn.slot]))
               : "memory");
}

/// What a thread holds of its layer: parameters of eight outputs of a line.
template <int R>
struct Held {
  float biases[kOutputs];
  float weights[R][kOutputs];

  __device__ explicit Held(const float* __restrict__ packed) {
#pragma unroll
    for (int k = 0; k < kOutputs; ++k) biases[k] = __ldg(packed + k * kThreadsOfStage);
#pragma unroll
    for (int r = 0; r < R; ++r) {
#pragma unroll
      for (int k = 0; k < kOutputs; ++k) {
        weights[r][k] = __ldg(packed + ((r + 1) * kOutputs + k) * kThreadsOfStage);
      }
    }
  }

  /// The weighted sums; `line` begins kPad before the first output.
  __device__ __forceinline__ void sum(const float* line, float (&sums)[kOutputs]) const {
    float wide[kOutputs + 2 * kPad];
#pragma unroll
    for (int q = 0; q < kOutputs + 2 * kPad; q += 4) {
      const float4 four = *reinterpret_cast<const float4*>(line + q);
      wide[q] = four.x;
      wide[q + 1] = four.y;
      wide[q + 2] = four.z;
      wide[q + 3] = four.w;
    }
#pragma unroll
    for (int k = 0; k < kOutputs; ++k) sums[k] = biases[k];
#pragma unroll
    for (int r = 0; r < R; ++r) {
#pragma unroll
      for (int k = 0; k < kOutputs; ++k) {
        sums[k] = __fmaf_rn(weights[r][k], wide[kPad - R / 2 + k + r], sums[k]);
      }
    }
  }
};

/// Stores outputs of the last stage, whose lines are rows or columns.
__device__ inline void store(const float (&outputs)[kOutputs], float* crop, bool beside, int line,
                             int at) {
  if (beside) {
#pragma unroll
    for (int k = 0; k < kOutputs; k += 4) {
      *reinterpret_cast<float4*>(crop + line * kSide + at + k) = {outputs[k], outputs[k + 1],
                                                                  outputs[k + 2], outputs[k + 3]};
    }
  } else {
#pragma unroll
    for (int k = 0; k < kOutputs; ++k) crop[(at + k) * kSide + line] = outputs[k];
  }
}
#endif

/// The first `layers` of `packed`, at most kStages. A block has as many pipelines as fit; each
/// takes every n-th group of crops.
template <int R>
__global__ void __launch_bounds__(kStages* kThreadsOfStage, 1)
    crops(const float* __restrict__ packed, int layers, const float* from, float* to,
          std::int64_t count) {
#if __CUDA_ARCH__ >= 900
  extern __shared__ __align__(16) unsigned char memory[];
  Shared& shared = *reinterpret_cast<Shared*>(memory);
  prepare(shared, layers);
  // By a shuffle, so that the compiler knows that a warp belongs to one stage.
  const int stage = __shfl_sync(~0U, static_cast<int>(threadIdx.x) / kThreadsOfStage, 0);
  const int pipeline = stage / layers;
  const int pipelines = kStages / layers;
  if (pipeline >= pipelines) return;

  const int layer = stage % layers;
  const bool isFirst = layer == 0;
  const bool isLast = layer == layers - 1;
  const int thread = static_cast<int>(threadIdx.x) % kThreadsOfStage;
  const int line = thread % 32;
  const int at = thread / 32 * kOutputs;
  const Held<R> held(packed + layer * heldNumbers(R) * kThreadsOfStage + thread);
  const std::int64_t first = (std::int64_t{blockIdx.x} * pipelines + pipeline) * kCrops;
  const std::int64_t step = std::int64_t{gridDim.x} * pipelines * kCrops;
  Turn loading;
  std::int64_t toLoad = first;
  const auto loadNext = [&] {
    load(shared, stage, thread, from, toLoad, count, loading);
    toLoad += step;
    loading.pass();
  };
  if (isFirst) {
    for (int i = 0; i < kAhead; ++i) loadNext();
  }
  Turn turn;
  for (std::int64_t group = first; group < count; group += step, turn.pass()) {
    if (isFirst) loadNext();
    wait(addressOf(&shared.full[stage][turn.slot]), turn.phase);
#pragma unroll
    for (int c = 0; c < kCrops; ++c) {
      float outputs[kOutputs];
      held.sum(&shared.slots[stage][turn.slot][c][line * kPitch + at], outputs);
      if (c == kCrops - 1) {
        __syncwarp();
        if (line == 0) arrive(addressOf(&shared.free[stage][turn.slot]));
      }
#pragma unroll
      for (int k = 0; k < kOutputs; ++k) outputs[k] = activation(outputs[k]);
      if (isLast) {
        if (group + c < count) {
          store(outputs, to + (group + c) * kPixels, layer % 2 == 0, line, at);
        }
      } else {
        if (c == 0) wait(addressOf(&shared.free[stage + 1][turn.slot]), turn.phase ^ 1U);
        float* next = &shared.slots[stage + 1][turn.slot][c][at * kPitch + kPad + line];
#pragma unroll
        for (int k = 0; k < kOutputs; ++k) next[k * kPitch] = outputs[k];
      }
    }
    if (isLast) continue;
    __syncwarp();
    if (line == 0) arrive(addressOf(&shared.full[stage + 1][turn.slot]));
  }
#endif
}

static_assert(kStages % 2 == 0 && kAhead < kSlots);

template <int R>
void launchCrops(Gpu& gpu, const float* packed, int layers, const DeviceSamples& from,
                 const DeviceSamples& to) {
  const std::int64_t atOnce = std::int64_t{kStages / layers} * kCrops;
  const std::int64_t blocks =
      std::min<std::int64_t>(blocksFor(from.count, atOnce), gpu.multiprocessors());
  launchShared("crops", crops<R>, static_cast<unsigned>(blocks), kStages * kThreadsOfStage,
               sizeof(Shared), gpu.stream(), packed, layers, from.numbers, to.numbers, from.count);
}

/// Is there code for this device, with barriers to wait for, and memory for the queues?
bool hasQueues() {
  static PerDevice<bool> devices;
  return devices.here([] {
    int device = 0;
    int bytes = 0;
    call("cudaGetDevice", [&] { return cudaGetDevice(&device); });
    call("cudaDeviceGetAttribute", [&] {
      return cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    });
    cudaFuncAttributes attributes = {};
    call("cudaFuncGetAttributes", [&] {
      return cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(crops<3>));
    });
    return bytes >= static_cast<int>(sizeof(Shared)) && attributes.binaryVersion >= 90;
  });
}

}  // namespace

bool canRunCrops(const NetworkShape& shape) {
  return shape.columns == kSide && shape.inputs == kPixels && shape.padded &&
         shape.neighbours >= 3 && shape.neighbours <= kMostNeighbours && hasQueues();
}

std::vector<float> packCrops(const Network& network) {
  const int neighbours = network.shape.neighbours;
  const std::vector<LayerShape> layers = layersOf(network.shape);
  const auto held = static_cast<std::size_t>(heldNumbers(neighbours));
  std::vector<float> packed(layers.size() * held * kThreadsOfStage);
  for (std::size_t l = 0; l < layers.size(); ++l) {
    const LayerShape& layer = layers[l];
    const float* weights = network.weights.data() + layer.firstWeight;
    const float* biases = network.biases.data() + layer.firstBias;
    for (int thread = 0; thread < kThreadsOfStage; ++thread) {
      for (int k = 0; k < kOutputs; ++k) {
        const int line = thread % 32;
        const int column = thread / 32 * kOutputs + k;
        const int output = layer.beside ? line * kSide + column : column * kSide + line;
        float* own = packed.data() + l * held * kThreadsOfStage + thread;
        own[k * kThreadsOfStage] = biases[output];
        for (int r = 0; r < neighbours; ++r) {
          own[((r + 1) * kOutputs + k) * kThreadsOfStage] = weights[r * kPixels + output];
        }
      }
    }
  }
  return packed;
}

int cropLayersAtOnce() {
  return kStages;
}

void runCrops(Gpu& gpu, const NetworkShape& shape, const float* packed, int firstLayer, int layers,
              const DeviceSamples& from, const DeviceSamples& to) {
  const float* own =
      packed + std::int64_t{firstLayer} * heldNumbers(shape.neighbours) * kThreadsOfStage;
  switch (shape.neighbours) {
    case 3:
      return launchCrops<3>(gpu, own, layers, from, to);
    case 5:
      return launchCrops<5>(gpu, own, layers, from, to);
    case 7:
      return launchCrops<7>(gpu, own, layers, from, to);
    default:
      return launchCrops<9>(gpu, own, layers, from, to);
  }
}

}  // namespace espy::cuda
