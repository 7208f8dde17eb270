// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Three kernels whose arrays in shared memory are laid out separately, by the dissertation's
// colouring, or by Espy's planner. A block of curvature has 16 x 16 threads, of which the outermost
// compute what neighbouring blocks do.
#include "cuda/base/gpu.h"
#include "cuda/base/launch.cuh"
#include "cuda/base/memory.h"
#include "cuda/base/plan.cuh"
#include "cuda/lab/engines.h"
#include "cuda/lab/reuse_layouts.h"
#include "lab/tensor_scheme.h"

namespace espy::cuda {
namespace {

using lab::ReuseKernel;
using lab::ReuseLayout;
using lab::VolumeSize;

struct ReusePlanes {
  lab::VolumeSize size;
  const float* from = nullptr;
  const float* pictures = nullptr;
  float* to = nullptr;
};

constexpr int kSide = 16;
constexpr int kInner = kSide - 2;
constexpr int kTileThreads = kSide * kSide;
constexpr std::uint32_t bytesOfRows(int rows) {
  return static_cast<std::uint32_t>(rows * kSide) * sizeof(float);
}
constexpr std::uint32_t kWhole = bytesOfRows(kSide);

// Curvature of a picture. A mean is that of the differences along the other axis.
enum Stage2 : std::uint8_t { kDiffer2, kMeanY2, kNormX2, kMeanX2, kNormY2, kDiverge2 };
enum Array2 : std::uint8_t { kX, kY, kMeanY, kNormX, kMeanX, kNormY };
constexpr std::uint64_t kSynchronised2 = 1U << kMeanY2 | 1U << kDiverge2;
/// `inner` rows: of those that are not whole.
constexpr SharedBuffers<6> buffers2(std::uint32_t normX, std::uint32_t normY) {
  return {{{kWhole, kDiffer2, kMeanX2},
           {kWhole, kDiffer2, kNormY2},
           {normX, kMeanY2, kNormX2},
           {normX, kNormX2, kDiverge2},
           {normY, kMeanX2, kNormY2},
           {normY, kNormY2, kDiverge2}}};
}
constexpr auto kSeparate2 = separateShared(buffers2(kWhole, kWhole), kSynchronised2);
constexpr auto kColoured2 = colouredShared(buffers2(kWhole, kWhole), kSynchronised2);
constexpr auto kPlanned2 =
    planShared(buffers2(bytesOfRows(kInner), bytesOfRows(kInner + 1)), kSynchronised2);
static_assert(kSeparate2.bytes == 6 * kWhole && kColoured2.bytes == 4 * kWhole);
static_assert(kPlanned2.bytes == 3904 && kPlanned2.isMinimal);

// Curvature of a volume's slice; before and after are the neighbouring slices.
enum Stage3 : std::uint8_t {
  kDiffer3,
  kNorms3,
  kBefore3,
  kNormBefore3,
  kAfter3,
  kNormAfter3,
  kDiverge3
};
enum Array3 : std::uint8_t {
  kOwnX,
  kOwnY,
  kOwnZ,
  kNextZ,
  kSliceNormX,
  kSliceNormY,
  kBeforeX,
  kBeforeY,
  kAfterX,
  kAfterY
};
constexpr std::uint64_t kSynchronised3 = 1U << kNorms3 | 1U << kNormBefore3 | 1U << kNormAfter3;
constexpr SharedBuffers<10> buffers3(std::uint32_t alongX, std::uint32_t alongY) {
  return {{{kWhole, kDiffer3, kNormAfter3},
           {kWhole, kDiffer3, kNormAfter3},
           {kWhole, kDiffer3, kNorms3},
           {kWhole, kDiffer3, kNorms3},
           {alongX, kNorms3, kDiverge3},
           {alongY, kNorms3, kDiverge3},
           {alongX, kBefore3, kNormBefore3},
           {alongY, kBefore3, kNormBefore3},
           {alongX, kAfter3, kNormAfter3},
           {alongY, kAfter3, kNormAfter3}}};
}
constexpr auto kSeparate3 = separateShared(buffers3(kWhole, kWhole), kSynchronised3);
constexpr auto kColoured3 = colouredShared(buffers3(kWhole, kWhole), kSynchronised3);
constexpr auto kPlanned3 =
    planShared(buffers3(bytesOfRows(kInner), bytesOfRows(kInner + 1)), kSynchronised3);
static_assert(kSeparate3.bytes == 10 * kWhole && kColoured3.bytes == 6 * kWhole);
static_assert(kPlanned3.bytes == 5952 && kPlanned3.isMinimal);

// Registration: both displacements are needed until the end.
constexpr int kDown = 24;
constexpr int kHalo = 2;
constexpr int kTilePitch = kSide + 2 * kHalo;
constexpr std::uint32_t kTileBytes = kTilePitch * (kDown + 2 * kHalo) * sizeof(float);
constexpr SharedBuffers<2> kBuffersR{{{kTileBytes, 0, 1}, {kTileBytes, 0, 1}}};
constexpr auto kSeparateR = separateShared(kBuffersR, 2);
constexpr auto kColouredR = colouredShared(kBuffersR, 2);
constexpr auto kPlannedR = planShared(kBuffersR, 2);
static_assert(kPlannedR.bytes == kSeparateR.bytes && kColouredR.bytes == kSeparateR.bytes);

/// Kernels take their layouts as types: nvcc's stubs cannot name private constants. Trimmed arrays
/// begin at row 1.
struct Separate2 {
  static constexpr auto kPlan = kSeparate2;
  static constexpr bool kTrimmed = false;
};
struct Coloured2 {
  static constexpr auto kPlan = kColoured2;
  static constexpr bool kTrimmed = false;
};
struct Planned2 {
  static constexpr auto kPlan = kPlanned2;
  static constexpr bool kTrimmed = true;
};
struct Separate3 {
  static constexpr auto kPlan = kSeparate3;
  static constexpr bool kTrimmed = false;
};
struct Coloured3 {
  static constexpr auto kPlan = kColoured3;
  static constexpr bool kTrimmed = false;
};
struct Planned3 {
  static constexpr auto kPlan = kPlanned3;
  static constexpr bool kTrimmed = true;
};
struct SeparateR {
  static constexpr auto kPlan = kSeparateR;
  static constexpr bool kTrimmed = false;
};
struct ColouredR {
  static constexpr auto kPlan = kColouredR;
  static constexpr bool kTrimmed = false;
};
struct PlannedR {
  static constexpr auto kPlan = kPlannedR;
  static constexpr bool kTrimmed = false;
};

/// A thread's voxel, maybe outside.
struct Spot {
  VolumeSize size;
  int x;
  int y;
  int z;

  __device__ bool isInside(int slice) const {
    return x >= 0 && y >= 0 && slice >= 0 && x < size.width && y < size.height &&
           slice < size.depth;
  }
  __device__ std::int64_t index(int slice) const {
    return (std::int64_t{slice} * size.height + y) * size.width + x;
  }
  __device__ float alongX(const float* u, int slice) const {
    return isInside(slice) && x > 0 ? u[index(slice) - 1] - u[index(slice)] : 0;
  }
  __device__ float alongY(const float* u, int slice) const {
    return isInside(slice) && y > 0 ? u[index(slice) - size.width] - u[index(slice)] : 0;
  }
  __device__ float alongZ(const float* u, int slice) const {
    if (!isInside(slice) || slice == 0) return 0;
    return u[index(slice - 1)] - u[index(slice)];
  }
};

__device__ inline Spot spotOfThread(const VolumeSize& size) {
  return {size, static_cast<int>(blockIdx.x) * kInner + static_cast<int>(threadIdx.x) - 1,
          static_cast<int>(blockIdx.y) * kInner + static_cast<int>(threadIdx.y) - 1,
          static_cast<int>(blockIdx.z)};
}

/// The mean of four neighbours of an array.
__device__ inline float meanAt(const float* array, int own, int before, int next) {
  return lab::meanOfFour(array[own], array[own - before], array[own + next],
                         array[own - before + next]);
}

/// Arrays of normals begin at row 1 if they are trimmed: `own` less a row is their index.
template <class L>
__global__ void __launch_bounds__(kTileThreads) moveLevels(ReusePlanes planes) {
  __shared__ alignas(16) unsigned char memory[L::kPlan.bytes];
  const SharedMemory<L::kPlan> shared(memory);
  constexpr int kSkip = L::kTrimmed ? kSide : 0;
  const Spot spot = spotOfThread(planes.size);
  const auto i = static_cast<int>(threadIdx.x);
  const auto j = static_cast<int>(threadIdx.y);
  const int own = j * kSide + i;
  const bool hasX = i > 0 && j > 0 && j <= kInner;
  const bool hasY = j > 0 && i > 0 && i <= kInner;

  auto* ux = shared.template array<kX, float>();
  auto* uy = shared.template array<kY, float>();
  auto* ly = shared.template array<kMeanY, float>() - kSkip;
  auto* nx = shared.template array<kNormX, float>() - kSkip;
  auto* lx = shared.template array<kMeanX, float>() - kSkip;
  auto* ny = shared.template array<kNormY, float>() - kSkip;
  shared.template enter<kDiffer2>();
  ux[own] = spot.alongX(planes.from, 0);
  uy[own] = spot.alongY(planes.from, 0);
  shared.template enter<kMeanY2>();
  if (hasX) ly[own] = meanAt(uy, own, 1, kSide);
  shared.template enter<kNormX2>();
  if (hasX) nx[own] = lab::normalOf(ux[own], ly[own], 0);
  shared.template enter<kMeanX2>();
  if (hasY) lx[own] = meanAt(ux, own, kSide, 1);
  shared.template enter<kNormY2>();
  if (hasY) ny[own] = lab::normalOf(uy[own], lx[own], 0);
  shared.template enter<kDiverge2>();
  if (!hasX || !hasY || !spot.isInside(0)) return;
  const float curvature = nx[own] - nx[own + 1] + (ny[own] - ny[own + kSide]);
  const std::int64_t at = spot.index(0);
  planes.to[at] =
      planes.from[at] + lab::kLevelStep * lab::levelSpeed(curvature, planes.pictures[at]);
}

template <class L>
__global__ void __launch_bounds__(kTileThreads) flow(ReusePlanes planes) {
  __shared__ alignas(16) unsigned char memory[L::kPlan.bytes];
  const SharedMemory<L::kPlan> shared(memory);
  constexpr int kSkip = L::kTrimmed ? kSide : 0;
  const Spot spot = spotOfThread(planes.size);
  const float* u = planes.from;
  const auto i = static_cast<int>(threadIdx.x);
  const auto j = static_cast<int>(threadIdx.y);
  const int own = j * kSide + i;
  const bool rowX = j > 0 && j <= kInner;  // rows of normals along x, and of differences along x
  const bool hasX = i > 0 && rowX;
  const bool hasY = j > 0 && i > 0 && i <= kInner;
  const bool isInner = hasX && hasY;

  auto* ux = shared.template array<kOwnX, float>();
  auto* uy = shared.template array<kOwnY, float>();
  auto* uz = shared.template array<kOwnZ, float>();
  auto* nextZ = shared.template array<kNextZ, float>();
  auto* nx = shared.template array<kSliceNormX, float>() - kSkip;
  auto* ny = shared.template array<kSliceNormY, float>() - kSkip;
  auto* beforeX = shared.template array<kBeforeX, float>() - kSkip;
  auto* beforeY = shared.template array<kBeforeY, float>() - kSkip;
  auto* afterX = shared.template array<kAfterX, float>() - kSkip;
  auto* afterY = shared.template array<kAfterY, float>() - kSkip;
  shared.template enter<kDiffer3>();
  ux[own] = spot.alongX(u, spot.z);
  uy[own] = spot.alongY(u, spot.z);
  const float z = uz[own] = spot.alongZ(u, spot.z);
  const float zAfter = nextZ[own] = spot.alongZ(u, spot.z + 1);
  shared.template enter<kNorms3>();
  const auto meanZ = [&](int before) {
    return lab::meanOfFour(uz[own], uz[own - before], nextZ[own], nextZ[own - before]);
  };
  if (hasX) nx[own] = lab::normalOf(ux[own], meanAt(uy, own, 1, kSide), meanZ(1));
  if (hasY) ny[own] = lab::normalOf(uy[own], meanAt(ux, own, kSide, 1), meanZ(kSide));
  // Differences of a slice and the one before it, to the next column or row.
  const auto meanOf = [&](const float* here, const float* before, int next) {
    return lab::meanOfFour(here[own], before[own], here[own + next], before[own + next]);
  };
  shared.template enter<kBefore3>();
  if (rowX) beforeX[own] = spot.alongX(u, spot.z - 1);
  if (j > 0) beforeY[own] = spot.alongY(u, spot.z - 1);
  shared.template enter<kNormBefore3>();
  float nz = 0;
  if (isInner) nz = lab::normalOf(z, meanOf(ux, beforeX, 1), meanOf(uy, beforeY, kSide));
  shared.template enter<kAfter3>();
  if (rowX) afterX[own] = spot.alongX(u, spot.z + 1);
  if (j > 0) afterY[own] = spot.alongY(u, spot.z + 1);
  shared.template enter<kNormAfter3>();
  float nzAfter = 0;
  if (isInner) nzAfter = lab::normalOf(zAfter, meanOf(afterX, ux, 1), meanOf(afterY, uy, kSide));
  shared.template enter<kDiverge3>();
  if (!isInner || !spot.isInside(spot.z)) return;
  const float curvature = nx[own] - nx[own + 1] + (ny[own] - ny[own + kSide]) + (nz - nzAfter);
  const std::int64_t at = spot.index(spot.z);
  planes.to[at] = u[at] + lab::kFlowStep * curvature;
}

/// A block of 16 x 24 threads.
template <class L>
__global__ void __launch_bounds__(kSide* kDown) registerPixels(ReusePlanes planes) {
  __shared__ alignas(16) unsigned char memory[L::kPlan.bytes];
  const SharedMemory<L::kPlan> shared(memory);
  static_assert(!L::kTrimmed);
  auto* along = shared.template array<0, float>();
  auto* down = shared.template array<1, float>();
  const int width = planes.size.width;
  const int height = planes.size.height;
  const std::int64_t pixels = std::int64_t{width} * height;
  const auto left = static_cast<int>(blockIdx.x) * kSide;
  const auto top = static_cast<int>(blockIdx.y) * kDown;
  const int thread = static_cast<int>(threadIdx.y) * kSide + static_cast<int>(threadIdx.x);
  shared.template enter<0>();
  for (int k = thread; k < kTilePitch * (kDown + 2 * kHalo); k += kSide * kDown) {
    const int x = lab::heldTo(width - 1, left + k % kTilePitch - kHalo);
    const int y = lab::heldTo(height - 1, top + k / kTilePitch - kHalo);
    const std::int64_t at = std::int64_t{y} * width + x;
    along[k] = planes.from[at];
    down[k] = planes.from[pixels + at];
  }
  shared.template enter<1>();
  const int x = left + static_cast<int>(threadIdx.x);
  const int y = top + static_cast<int>(threadIdx.y);
  if (x >= width || y >= height) return;
  const int own =
      (static_cast<int>(threadIdx.y) + kHalo) * kTilePitch + static_cast<int>(threadIdx.x) + kHalo;
  const lab::Displacement next = lab::registrationStep(
      planes.pictures, planes.pictures + pixels, width, height, x, y, {along[own], down[own]},
      {lab::biharmonicAt(along + own, kTilePitch), lab::biharmonicAt(down + own, kTilePitch)});
  const std::int64_t at = std::int64_t{y} * width + x;
  planes.to[at] = next.x;
  planes.to[pixels + at] = next.y;
}

using Kernel = void (*)(ReusePlanes);

struct Variant {
  Kernel kernel;
  dim3 threads;
  int inner[2];  ///< pixels of a block
  std::uint32_t bytes;
  std::uint64_t barriers;
};

template <class L>
Variant variantOf(Kernel kernel, dim3 threads, int across, int down) {
  return {kernel, threads, {across, down}, L::kPlan.bytes, L::kPlan.barriers};
}

Variant variantOf(ReuseKernel kernel, ReuseLayout layout) {
  const dim3 square(kSide, kSide);
  const dim3 tall(kSide, kDown);
  const bool separate = layout == ReuseLayout::separate;
  const bool coloured = layout == ReuseLayout::coloured;
  switch (kernel) {
    case ReuseKernel::denoising:
      if (separate) return variantOf<Separate3>(flow<Separate3>, square, kInner, kInner);
      if (coloured) return variantOf<Coloured3>(flow<Coloured3>, square, kInner, kInner);
      return variantOf<Planned3>(flow<Planned3>, square, kInner, kInner);
    case ReuseKernel::segmentation:
      if (separate) return variantOf<Separate2>(moveLevels<Separate2>, square, kInner, kInner);
      if (coloured) return variantOf<Coloured2>(moveLevels<Coloured2>, square, kInner, kInner);
      return variantOf<Planned2>(moveLevels<Planned2>, square, kInner, kInner);
    default:
      if (separate) return variantOf<SeparateR>(registerPixels<SeparateR>, tall, kSide, kDown);
      if (coloured) return variantOf<ColouredR>(registerPixels<ColouredR>, tall, kSide, kDown);
      return variantOf<PlannedR>(registerPixels<PlannedR>, tall, kSide, kDown);
  }
}

/// Facts of a kernel with a layout; `values` stays empty.
lab::ReuseRun factsOf(ReuseKernel kernel, ReuseLayout layout) {
  // Quadro FX 5600: 16 KB, 768 threads, 8 blocks; memory is allocated by 512 bytes.
  constexpr Multiprocessor kThen{16 << 10, 0, 512, 768, 8};
  const Variant variant = variantOf(kernel, layout);
  lab::ReuseRun facts;
  facts.sharedBytes = static_cast<int>(variant.bytes);
  facts.threads = static_cast<int>(variant.threads.x * variant.threads.y);
  for (std::uint64_t left = variant.barriers; left != 0; left &= left - 1) ++facts.barriers;
  facts.blocksThen = blocksThatFit(kThen, variant.bytes, facts.threads);
  call("cudaOccupancyMaxActiveBlocksPerMultiprocessor", [&] {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&facts.blocks, variant.kernel,
                                                         facts.threads, 0);
  });
  return facts;
}

/// One iteration.
void queueReuse(ReuseKernel kernel, ReuseLayout layout, const ReusePlanes& planes,
                const Stream& stream) {
  const Variant variant = variantOf(kernel, layout);
  const dim3 blocks(blocksFor(planes.size.width, variant.inner[0]),
                    blocksFor(planes.size.height, variant.inner[1]),
                    static_cast<unsigned>(planes.size.depth));
  launch("memory-reuse", variant.kernel, blocks, variant.threads, stream, planes);
}

}  // namespace

lab::ReuseRun runReuseOnGpu(const lab::ReuseTask& task, lab::ReuseLayout layout,
                            const Control& control, Timeline& timeline) {
  constexpr int kStepsAtOnce = 100;  // before the host waits
  control.check();
  const GpuLease gpu(timeline);
  const Stream& stream = gpu->stream();
  StageClock clock(stream, timeline);
  lab::ReuseRun run = factsOf(task.kernel, layout);
  const DeviceBuffer<float> pictures(task.pictures.size());
  const DeviceBuffer<float> values[2] = {DeviceBuffer<float>(task.start.size()),
                                         DeviceBuffer<float>(task.start.size())};
  clock.begin("upload");
  stream.copy(pictures.data(), task.pictures.data(), pictures.bytes());
  stream.copy(values[0].data(), task.start.data(), values[0].bytes());
  for (int i = 0; i < task.iterations; ++i) {
    if (i % kStepsAtOnce == 0) {
      clock.finish();
      control.check();
      clock.begin("iterate");
    }
    queueReuse(task.kernel, layout,
               {task.size, values[i % 2].data(), pictures.data(), values[1 - i % 2].data()},
               stream);
  }
  clock.begin("download");
  run.values.resize(task.start.size());
  stream.copy(run.values.data(), values[task.iterations % 2].data(), values[0].bytes());
  clock.finish();
  return run;
}

}  // namespace espy::cuda
