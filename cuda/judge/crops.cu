// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// 32 x 32 crops: a pipeline of stages. Four warps form a stage and run one layer; each thread keeps
// the weights of eight outputs of a line in registers. Crops pass between stages through shared
// memory, transposed for the next layer. Four stages share a multiprocessor; deeper networks span a
// cluster.
#include <cooperative_groups.h>

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
constexpr int kStages = 4;  ///< per multiprocessor
constexpr int kMostInLine = 8;
constexpr int kCrops = 2;  ///< processed together
constexpr int kSlots = 4;  ///< pairs of crops queued between stages
constexpr int kPad = 4;    ///< zeros before each line; those of the next line follow it
constexpr int kPitch = kSide + kPad;
constexpr int kSlotNumbers = kSide * kPitch + kPad;
constexpr int kMostNeighbours = 2 * kPad + 1;

/// A thread's packed parameters: [layer][number][thread].
constexpr int heldNumbers(int neighbours) {
  return (neighbours + 1) * kOutputs;
}

struct Shared {
  alignas(16) float slots[kStages][kSlots][kCrops][kSlotNumbers];
  std::uint64_t full[kStages][kSlots];   ///< a crop is ready for its stage
  std::uint64_t empty[kStages][kSlots];  ///< the slot is free for the writer
};

#if __CUDA_ARCH__ >= 900
__device__ inline Address inBlock(Address own, unsigned rank) {
  Address there = 0;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(own), "r"(rank));
  return there;
}
/// Arrives at another multiprocessor's barrier once `a` and `b` have been read.
__device__ inline void arriveThere(Address barrier, float a, float b) {
  asm volatile(
      "mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [%0]; // %1 %2" ::"r"(barrier),
      "f"(a), "f"(b)
      : "memory");
}
/// Stores a number in another multiprocessor's shared memory and reports its bytes to a barrier
/// there.
__device__ inline void put(Address there, float number, Address barrier) {
  asm volatile(
      "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.f32 [%0], %1, [%2];" ::"r"(there),
      "f"(number), "r"(barrier)
      : "memory");
}
#endif

/// blockIdx.x / cluster size is the pipeline, which takes every n-th pair of crops.
template <int R>
__global__ void __launch_bounds__(kStages* kThreadsOfStage, 1)
    crops(const float* __restrict__ packed, int layers, const float* __restrict__ from,
          float* __restrict__ to, std::int64_t count) {
#if __CUDA_ARCH__ >= 900
  constexpr int kBefore = R / 2;
  extern __shared__ __align__(16) unsigned char memory[];
  Shared& shared = *reinterpret_cast<Shared*>(memory);
  const auto cluster = cooperative_groups::this_cluster();
  const unsigned blocks = cluster.num_blocks();
  const unsigned rank = cluster.block_rank();
  const int stage = static_cast<int>(threadIdx.x) / kThreadsOfStage;
  const int thread = static_cast<int>(threadIdx.x) % kThreadsOfStage;
  // Layers are spread evenly over the blocks of a pipeline.
  const int firstLayer = layers * static_cast<int>(rank) / static_cast<int>(blocks);
  const int endLayer = layers * static_cast<int>(rank + 1) / static_cast<int>(blocks);
  const int layer = firstLayer + stage;
  const bool works = layer < endLayer;
  const bool isFirst = layer == 0;
  const bool isLast = layer == layers - 1;

  float* numbers = &shared.slots[0][0][0][0];
  for (int i = static_cast<int>(threadIdx.x); i < kStages * kSlots * kCrops * kSlotNumbers;
       i += static_cast<int>(blockDim.x)) {
    numbers[i] = 0;
  }
  // A stage fed from another multiprocessor counts bytes, others count warps.
  const int bytes = static_cast<int>(kCrops * kPixels * sizeof(float));
  if (threadIdx.x == 0) {
    for (int i = 0; i < kStages * kSlots; ++i) {
      const bool countsBytes = i < kSlots && rank > 0;
      begin(addressOf(&shared.full[0][0] + i), countsBytes ? 1 : kWarpsOfStage);
      begin(addressOf(&shared.empty[0][0] + i), kWarpsOfStage);
      if (countsBytes) expect(addressOf(&shared.full[0][0] + i), bytes);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  cluster.sync();

  if (works) {
    float weights[R][kOutputs];
    float biases[kOutputs];
    const float* own = packed + std::int64_t{layer} * heldNumbers(R) * kThreadsOfStage + thread;
#pragma unroll
    for (int k = 0; k < kOutputs; ++k) biases[k] = __ldg(own + k * kThreadsOfStage);
#pragma unroll
    for (int r = 0; r < R; ++r) {
#pragma unroll
      for (int k = 0; k < kOutputs; ++k) {
        weights[r][k] = __ldg(own + ((r + 1) * kOutputs + k) * kThreadsOfStage);
      }
    }
    const int line = thread % 32;
    const int column = thread / 32 * kOutputs;
    const bool beside = layer % 2 == 0;
    // The position of the next stage, and the barrier that reports a free slot.
    const bool nextIsNear = layer + 1 < endLayer;
    const int nextStage = nextIsNear ? stage + 1 : 0;
    const unsigned nextRank = nextIsNear ? rank : min(rank + 1, blocks - 1);
    const Address nextFull = inBlock(addressOf(&shared.full[nextStage][0]), nextRank);
    const Address nextSlots =
        inBlock(addressOf(&shared.slots[nextStage][0][0][column * kPitch + kPad + line]), nextRank);
    const bool writerIsNear = stage > 0;
    const unsigned writerRank = writerIsNear || rank == 0 ? rank : rank - 1;
    // The stage that writes into this one's slots: the one before, or the last of the block before.
    // Its `empty` barriers report which slots are free.
    const int stagesOfWriter =
        layers * static_cast<int>(writerRank + 1) / static_cast<int>(blocks) -
        layers * static_cast<int>(writerRank) / static_cast<int>(blocks);
    const int writerStage = writerIsNear ? stage - 1 : stagesOfWriter - 1;
    const Address slotsFree = inBlock(addressOf(&shared.empty[writerStage][0]), writerRank);
    const Address ownFull = addressOf(&shared.full[stage][0]);
    const Address ownNextFull = addressOf(&shared.full[nextStage][0]);
    const Address nextFree = addressOf(&shared.empty[stage][0]);

    const std::int64_t lines = gridDim.x / blocks;
    const std::int64_t first = blockIdx.x / blocks * kCrops;
    const std::int64_t step = lines * kCrops;
    const auto send = [&](std::int64_t pair, int slot) {
    // The first stage loads crops itself, two times 16 bytes per thread.
#pragma unroll
      for (int c = 0; c < kCrops; ++c) {
        if (pair + c >= count) break;
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          const int at = 4 * (thread + half * kThreadsOfStage);
          const Address there =
              addressOf(&shared.slots[0][slot][c][at / kSide * kPitch + kPad + at % kSide]);
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(there),
                       "l"(from + (pair + c) * kPixels + at)
                       : "memory");
        }
      }
      asm volatile("cp.async.commit_group;" ::: "memory");
    };
    constexpr int kAhead = kSlots - 1;
    if (isFirst) {
      for (int i = 0; i < kAhead; ++i) send(first + i * step, i);
    }
    int slot = 0;
    unsigned phase = 0;
    for (std::int64_t pair = first; pair < count; pair += step) {
      if (isFirst) {
        asm volatile("cp.async.wait_group %0;" ::"n"(kAhead - 1) : "memory");
        // All threads' parts have arrived, and the slot read last may be overwritten.
        asm volatile("bar.sync 1, %0;" ::"n"(kThreadsOfStage) : "memory");
        send(pair + kAhead * step, (slot + kAhead) % kSlots);
      } else {
        wait(ownFull + 8 * slot, phase);
        // Re-arms the barrier before the writer learns that the slot is free.
        if (!writerIsNear && thread == 0) expect(ownFull + 8 * slot, bytes);
      }
      float held[kOutputs];  // of the pair's first or second crop
#pragma unroll
      for (int c = 0; c < kCrops; ++c) {
        float wide[kOutputs + 2 * kPad];
        const float* row = &shared.slots[stage][slot][c][line * kPitch + column];
#pragma unroll
        for (int q = 0; q < kOutputs + 2 * kPad; q += 4) {
          const float4 four = *reinterpret_cast<const float4*>(row + q);
          wide[q] = four.x;
          wide[q + 1] = four.y;
          wide[q + 2] = four.z;
          wide[q + 3] = four.w;
        }
#pragma unroll
        for (int k = 0; k < kOutputs; ++k) held[k] = biases[k];
#pragma unroll
        for (int r = 0; r < R; ++r) {
#pragma unroll
          for (int k = 0; k < kOutputs; ++k) {
            held[k] = __fmaf_rn(weights[r][k], wide[kPad - kBefore + k + r], held[k]);
          }
        }
        if (c == kCrops - 1 && !isFirst) {
          __syncwarp();
          if (line == 0 && writerIsNear) arrive(slotsFree + 8 * slot);
          if (line == 0 && !writerIsNear) {
            arriveThere(slotsFree + 8 * slot, held[0], held[kOutputs - 1]);
          }
        }
#pragma unroll
        for (int k = 0; k < kOutputs; ++k) held[k] = activation(held[k]);
        if (isLast) {
          if (pair + c >= count) break;
          float* crop = to + (pair + c) * kPixels;
          if (beside) {
#pragma unroll
            for (int k = 0; k < kOutputs; k += 4) {
              *reinterpret_cast<float4*>(crop + line * kSide + column + k) = {
                  held[k], held[k + 1], held[k + 2], held[k + 3]};
            }
          } else {
#pragma unroll
            for (int k = 0; k < kOutputs; ++k) crop[(column + k) * kSide + line] = held[k];
          }
          continue;
        }
        if (c == 0) wait(nextFree + 8 * slot, phase ^ 1U);
        if (nextIsNear) {
          float* next = &shared.slots[nextStage][slot][c][column * kPitch + kPad + line];
#pragma unroll
          for (int k = 0; k < kOutputs; ++k) next[k * kPitch] = held[k];
          if (c == kCrops - 1) {
            __syncwarp();
            if (line == 0) arrive(ownNextFull + 8 * slot);
          }
        } else {
          const Address next = nextSlots + (slot * kCrops + c) * kSlotNumbers * 4;
#pragma unroll
          for (int k = 0; k < kOutputs; ++k) {
            put(next + k * kPitch * 4, held[k], nextFull + 8 * slot);
          }
        }
      }
      if (++slot == kSlots) {
        slot = 0;
        phase ^= 1U;
      }
    }
    asm volatile("cp.async.wait_all;" ::: "memory");
  }
  cluster.sync();  // shared memory must outlive remote stores
#endif
}

template <int R>
void launchCrops(Gpu& gpu, int layers, const float* packed, const DeviceSamples& from,
                 const DeviceSamples& to) {
  const auto kernel = crops<R>;
  unsigned blocks = 1;  // per pipeline: a power of two
  while (blocks * kStages < static_cast<unsigned>(layers)) blocks *= 2;
  allowShared(kernel, sizeof(Shared));
  cudaLaunchConfig_t config = {};
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = blocks;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  config.blockDim = kStages * kThreadsOfStage;
  config.dynamicSmemBytes = sizeof(Shared);
  config.stream = gpu.stream().get();
  config.gridDim = blocks;
  int lines = 0;
  call("cudaOccupancyMaxActiveClusters",
       [&] { return cudaOccupancyMaxActiveClusters(&lines, kernel, &config); });
  config.gridDim = blocks * static_cast<unsigned>(std::clamp<std::int64_t>(
                                lines, 1, (from.count + kCrops - 1) / kCrops));
  call(
      "crops",
      [&] {
        return cudaLaunchKernelEx(&config, kernel, packed, layers,
                                  static_cast<const float*>(from.numbers), to.numbers, from.count);
      },
      Call::launch);
}

bool hasClusters() {
  static PerDevice<bool> devices;
  return devices.here([] {
    int device = 0;
    int major = 0;
    call("cudaGetDevice", [&] { return cudaGetDevice(&device); });
    call("cudaDeviceGetAttribute",
         [&] { return cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device); });
    cudaFuncAttributes attributes = {};
    call("cudaFuncGetAttributes", [&] {
      return cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(crops<3>));
    });
    return major >= 9 && attributes.binaryVersion >= 90;
  });
}

}  // namespace

bool canRunCrops(const NetworkShape& shape) {
  return shape.columns == kSide && shape.inputs == kPixels && shape.padded &&
         shape.neighbours >= 3 && shape.neighbours <= kMostNeighbours &&
         shape.layers <= kStages * kMostInLine && hasClusters();
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

void runCrops(Gpu& gpu, const NetworkShape& shape, const float* packed, const DeviceSamples& from,
              const DeviceSamples& to) {
  switch (shape.neighbours) {
    case 3:
      return launchCrops<3>(gpu, shape.layers, packed, from, to);
    case 5:
      return launchCrops<5>(gpu, shape.layers, packed, from, to);
    case 7:
      return launchCrops<7>(gpu, shape.layers, packed, from, to);
    default:
      return launchCrops<9>(gpu, shape.layers, packed, from, to);
  }
}

}  // namespace espy::cuda
