// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Hill climbs of core/pose/slope.cpp at levels below full size. A block climbs from one start: it
// asks for the same scores in the same order, computes those that are new side by side, and goes to
// the best.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuda/base/launch.cuh"
#include "cuda/pose/kernels.h"
#include "cuda/pose/turned_row.cuh"
#include "cuda/score/value.cuh"

namespace espy::cuda {
namespace {

using pose::ClimbRule;
using pose::GridIndex;
using pose::kPoseSteps;
using pose::kStraightSteps;

constexpr double kNoScore = -2;
constexpr int kMostAsked = 17;  ///< of a step
/// Scores that are known within a step, at most.
constexpr int kRoom = pose::kMostKnownScores + kMostAsked + 1;
constexpr int kThreads = 512;
constexpr int kWarps = kThreads / 32;

/// A pose at a level.
struct LevelPose {
  Turned turned;
  PoseOnGpu own;
};

/// Kernel arguments; all in device memory.
struct Slopes {
  DevicePlane scene;
  Corners needle;
  const LevelPose* poses;
  const std::uint32_t* index;
  int angles;
  int scales;
  bool circle;
  ClimbRule rule;
};

/// One thread for each pose.
__global__ void __launch_bounds__(kBlockThreads)
    turnPoses(const PoseOnGpu* grid, int count, Size needle, int enlarged, LevelPose* poses) {
  const auto i = static_cast<int>(blockIdx.x * kBlockThreads + threadIdx.x);
  if (i >= count) return;
  poses[i] = {turnedBy(needle, enlarged, grid[i].pose), grid[i]};
}

/// A score that is asked for. Its window's sums are those of a place of a task.
struct Ask {
  std::uint32_t pose;
  int x;
  int y;
  bool isNew;
  bool isInside;
  int task;
  int place;
};

/// Windows of one pose at one position, or at those around it.
struct Task {
  std::uint32_t pose;
  int x;  ///< the first
  int y;
  bool isWanted;
};
constexpr int kTasks = 1 + static_cast<int>(kStraightSteps);
constexpr int kAround = 3;

struct BestAsk {
  std::uint32_t pose;
  int x;
  int y;
  double score;
  bool isAny;

  __device__ bool operator==(const BestAsk& other) const {
    return pose == other.pose && x == other.x && y == other.y;
  }
};

struct ClimbMemory {
  std::uint32_t pose[kRoom];
  int x[kRoom];
  int y[kRoom];
  double score[kRoom];
  int known;
  int asked;
  BestAsk best;
  Ask asks[kMostAsked];
  Task tasks[kTasks];
  std::uint32_t sums[kTasks][kNumbers<kAround>];
};

/// A block's climb. All threads call all functions.
template <bool averaged>
class Climb {
 public:
  __device__ Climb(const Slopes& slopes, ClimbMemory& memory) : slopes_(slopes), m_(memory) {}

  __device__ void run(const ClimbStart& start, ClimbEnd& end) {
    if (threadIdx.x == 0) {
      m_.known = 0;
      m_.asked = 0;
      m_.best.isAny = false;
      for (Task& task : m_.tasks) task.isWanted = false;
    }
    // The first position, then those around it.
    askAround({start.pose, start.x, start.y, 0, true}, true);
    answer(10);
    if (!m_.best.isAny || m_.best.score < start.least) {
      if (threadIdx.x == 0) {
        end.isFound = false;
        end.asked = m_.asked;
      }
      return;
    }
    BestAsk from;
    bool isPeak = false;
    for (int step = 0; step < pose::kMostClimbSteps && !isPeak; ++step) {
      from = m_.best;
      __syncthreads();
      if (threadIdx.x == 0 && m_.known > pose::kMostKnownScores) m_.known = 0;
      askAround(from, false);
      askSteps(from, 0, kStraightSteps, 9);
      answer(9 + static_cast<int>(kStraightSteps));
      if (from == m_.best) {
        askSteps(from, kStraightSteps, kPoseSteps, 0);
        answer(static_cast<int>(kPoseSteps - kStraightSteps));
      }
      isPeak = from == m_.best;
    }
    finish(from, isPeak, end);
  }

 private:
  __device__ const LevelPose& poseAt(std::uint32_t pose) const { return slopes_.poses[pose]; }

  /// The positions around one, by task 0; `first`: itself before.
  __device__ void askAround(const BestAsk& from, bool first) {
    const int before = first ? 1 : 0;
    const auto i = static_cast<int>(threadIdx.x);
    if (i < 9 + before) {
      const int k = i < before ? 4 : i - before;
      m_.asks[i] = {from.pose, from.x + k % 3 - 1, from.y + k / 3 - 1, true, true, 0, k};
    }
    if (i == 0) m_.tasks[0] = {from.pose, from.x - 1, from.y - 1, false};
  }

  /// The poses at these steps, from ask `to` on. A task each, from 1 on.
  __device__ void askSteps(const BestAsk& from, std::size_t first, std::size_t end, int to) {
    const std::size_t k = first + threadIdx.x / 32;
    if (k >= end || threadIdx.x % 32 != 0) return;
    const int task = 1 + static_cast<int>(k - first);
    const Ask ask = beside(from, k, task);
    m_.asks[to + task - 1] = ask;
    m_.tasks[task] = {ask.pose, ask.x, ask.y, false};
  }

  /// The neighbour at a step, at its best-fitting position: `PoseNeighbours::at`, operation by
  /// operation. Not new if there is none.
  __device__ Ask beside(const BestAsk& from, std::size_t step, int task) const {
    const LevelPose& own = poseAt(from.pose);
    const std::uint32_t pose = neighbourOf(own.own.pose, slopes_.rule.steps[step]);
    if (pose == GridIndex::kNone) return {pose, 0, 0, false, false, task, 0};
    const LevelPose& other = poseAt(pose);
    const pose::Drift::Shift& drift = slopes_.rule.drifts[own.turned.mirrored ? 1 : 0][step];
    const double scale = ldexp(own.own.scale, -slopes_.rule.shift);
    const double most = min(own.turned.width, own.turned.height) / 4.0;
    const auto turned = [&](double a, double b) {
      return fmin(fmax(__dmul_rn(scale, __dadd_rn(a, b)), -most), most);
    };
    const double x = turned(__dmul_rn(own.own.cosine, drift.x), __dmul_rn(own.own.sine, drift.y));
    const double y = turned(__dmul_rn(own.own.cosine, drift.y), -__dmul_rn(own.own.sine, drift.x));
    const auto moved = [](int at, int side, int newSide, double by) {
      return static_cast<int>(llround(__dadd_rn(at + (side - newSide) / 2.0, by)));
    };
    return {pose,
            moved(from.x, own.turned.width, other.turned.width, x),
            moved(from.y, own.turned.height, other.turned.height, y),
            true,
            true,
            task,
            0};
  }

  /// `GridIndex::from`.
  __device__ std::uint32_t neighbourOf(const GridPose& own, const pose::PoseStep& step) const {
    std::int64_t a = own.angleIndex + step.angles;
    if (slopes_.circle) a = (a % slopes_.angles + slopes_.angles) % slopes_.angles;
    const std::int64_t s = own.scaleIndex + step.scales;
    if (a < 0 || a >= slopes_.angles || s < 0 || s >= slopes_.scales) return GridIndex::kNone;
    return slopes_.index[((own.block * std::int64_t{slopes_.angles} + a) * slopes_.scales + s) * 2 +
                         (own.inverted ? 1 : 0)];
  }

  /// Computes and adds what of the first `count` asks is new, in their order.
  __device__ void answer(int count) {
    __syncthreads();
    for (int i = static_cast<int>(threadIdx.x) / 32; i < count; i += kWarps) lookUp(i);
    for (int i = static_cast<int>(threadIdx.x); i < kTasks * kNumbers<kAround>; i += kThreads) {
      m_.sums[i / kNumbers<kAround>][i % kNumbers<kAround>] = 0;
    }
    __syncthreads();
    if (m_.tasks[0].isWanted) sum<kAround>(0);
    for (int task = 1; task < kTasks; ++task) {
      if (m_.tasks[task].isWanted) sum<1>(task);
    }
    __syncthreads();
    const auto i = static_cast<int>(threadIdx.x);
    if (i < count && m_.asks[i].isNew) m_.score[m_.known + i] = scoreOf(m_.asks[i]);
    __syncthreads();
    if (i == 0) add(count);
    __syncthreads();
  }

  /// For a warp: whether an ask is new, and inside the scene.
  __device__ void lookUp(int i) {
    const Ask ask = m_.asks[i];
    const auto lane = static_cast<int>(threadIdx.x % 32);
    bool isKnown = lane < i && m_.asks[lane].pose == ask.pose && m_.asks[lane].x == ask.x &&
                   m_.asks[lane].y == ask.y;
    for (int k = lane; k < m_.known && !isKnown; k += 32) {
      isKnown = m_.pose[k] == ask.pose && m_.x[k] == ask.x && m_.y[k] == ask.y;
    }
    if (__any_sync(~0U, isKnown) || !ask.isNew) {
      // Other warps still compare places, not this.
      if (lane == 0) m_.asks[i].isNew = false;
      return;
    }
    const Turned& turned = poseAt(ask.pose).turned;
    const bool isInside = ask.x >= 0 && ask.y >= 0 && ask.x + turned.width <= slopes_.scene.width &&
                          ask.y + turned.height <= slopes_.scene.height;
    if (lane != 0) return;
    m_.asks[i].isInside = isInside;
    if (isInside) m_.tasks[ask.task].isWanted = true;
  }

  template <int side>
  __device__ void sum(int index) {
    const Task task = m_.tasks[index];
    const Turned turned = poseAt(task.pose).turned;
    std::uint32_t own[kNumbers<side>] = {};
    for (int row = static_cast<int>(threadIdx.x) / 32; row < turned.height; row += kWarps) {
      // A window alone is only summed inside the scene.
      addPixels<side, averaged, (side > 1)>(slopes_.scene, slopes_.needle, turned, task.x, task.y,
                                            row, 0, turned.width, own);
    }
#pragma unroll
    for (int k = 0; k < kNumbers<side>; ++k) {
      for (int away = 16; away > 0; away /= 2) own[k] += __shfl_xor_sync(~0U, own[k], away);
      if (threadIdx.x % 32 == 0) atomicAdd(&m_.sums[index][k], own[k]);
    }
  }

  /// `score::scoreOfWindow`, in 64 bits: windows are small (`kMostClimbed`).
  __device__ double scoreOf(const Ask& ask) const {
    const std::uint32_t* sums = m_.sums[ask.task];
    if (!ask.isInside) return kNoScore;
    const std::int64_t n = sums[0];
    const std::int64_t variance = n * sums[2] - std::int64_t{sums[1]} * sums[1];
    if (variance == 0) return kNoScore;
    const std::uint32_t* window = sums + 3 + 3 * ask.place;
    const std::int64_t b = n * window[1] - std::int64_t{window[0]} * window[0];
    if (b == 0) return 0;
    const std::int64_t a = n * window[2] - std::int64_t{window[0]} * sums[1];
    const auto c = static_cast<std::uint64_t>(variance);
    return correlationOf(__ll2double_rn(a), __ll2double_rn(b), __ull2double_rn(c),
                         [&] { return isWholeIn64(a, b, c); });
  }

  __device__ void add(int count) {
    const int begin = m_.known;
    for (int i = 0; i < count; ++i) {
      const Ask& ask = m_.asks[i];
      if (!ask.isNew) continue;
      const double score = m_.score[begin + i];
      const int to = m_.known++;
      m_.pose[to] = ask.pose;
      m_.x[to] = ask.x;
      m_.y[to] = ask.y;
      m_.score[to] = score;
      ++m_.asked;
      if (score != kNoScore && (!m_.best.isAny || score > m_.best.score)) {
        m_.best = {ask.pose, ask.x, ask.y, score, true};
      }
    }
    for (Task& task : m_.tasks) task.isWanted = false;
  }

  __device__ void finish(const BestAsk& at, bool isPeak, ClimbEnd& end) {
    if (threadIdx.x == 0) {
      end.isFound = true;
      end.isPeak = isPeak;
      end.pose = at.pose;
      end.x = at.x;
      end.y = at.y;
      end.asked = m_.asked;
      end.score = at.score;
    }
    const std::size_t k = threadIdx.x / 32;
    if (k >= kStraightSteps) return;
    const Ask ask = beside(at, k, 0);
    const auto lane = static_cast<int>(threadIdx.x % 32);
    if (lane == 0) end.beside[k] = __longlong_as_double(~0LL);  // not a number
    __syncwarp();
    for (int i = lane; ask.isNew && i < m_.known; i += 32) {
      const bool isIt = m_.pose[i] == ask.pose && m_.x[i] == ask.x && m_.y[i] == ask.y;
      if (isIt) end.beside[k] = m_.score[i];
    }
  }

  const Slopes& slopes_;
  ClimbMemory& m_;
};

/// A block for each start. `averaged`: pixels have several samples.
template <bool averaged>
__global__ void __launch_bounds__(kThreads)
    climbSlopes(const __grid_constant__ Slopes slopes, const ClimbStart* starts, ClimbEnd* ends) {
  __shared__ ClimbMemory memory;
  Climb<averaged>(slopes, memory).run(starts[blockIdx.x], ends[blockIdx.x]);
}

}  // namespace

GridOnGpu::GridOnGpu(const Gpu& gpu, const GridIndex& given)
    : angles(static_cast<int>(given.grid().angles)),
      scales(static_cast<int>(given.grid().scales)),
      circle(given.grid().circle),
      poses(given.grid().poses.size()),
      index(given.poses().size()) {
  const PinnedBuffer<PoseOnGpu> staged(poses.size());
  PoseOnGpu* to = staged.data();
  for (const GridPose& pose : given.grid().poses) {
    // As in pose::turnedDrift.
    constexpr double kOne = picture::Turn::kOne;
    const double angle = static_cast<double>(pose.angle) / kOne * std::numbers::pi / 180;
    *to++ = {pose, std::cos(angle), std::sin(angle), static_cast<double>(pose.scale) / kOne};
    largest = std::max(largest, pose.scale);
    smallest = std::min(smallest, pose.scale);
  }
  gpu.stream().copy(poses.data(), staged.data(), staged.bytes());
  gpu.stream().copy(index.data(), given.poses().data(), index.bytes());
  gpu.stream().wait();
}

std::vector<ClimbEnd> climb(const Gpu& gpu, const DevicePlane& scene, const NeedleCorners& needle,
                            const GridOnGpu& grid, const ClimbRule& rule,
                            std::span<const ClimbStart> starts) {
  const auto count = static_cast<int>(grid.poses.size());
  const DeviceBuffer<LevelPose> poses(grid.poses.size());
  launch("turnPoses", turnPoses, blocksFor(count, kBlockThreads), kBlockThreads, gpu.stream(),
         grid.poses.data(), count, needle.size, needle.enlarged, poses.data());
  const Slopes slopes{scene,
                      {needle.words.data(), static_cast<int>(needle.size.width),
                       static_cast<int>(needle.size.height)},
                      poses.data(),
                      grid.index.data(),
                      grid.angles,
                      grid.scales,
                      grid.circle,
                      rule};
  const PinnedBuffer<ClimbStart> staged(starts.size());
  std::copy(starts.begin(), starts.end(), staged.data());
  const DeviceBuffer<ClimbStart> begins(starts.size());
  const DeviceBuffer<ClimbEnd> ends(starts.size());
  gpu.stream().copy(begins.data(), staged.data(), staged.bytes());
  GridPose smallest;
  smallest.scale = grid.smallest;
  const bool averaged = pose::turnOf(smallest, needle.enlarged).scale < picture::Turn::kOne;
  launch("climbSlopes", averaged ? climbSlopes<true> : climbSlopes<false>,
         static_cast<unsigned>(starts.size()), kThreads, gpu.stream(), slopes, begins.data(),
         ends.data());
  const PinnedBuffer<ClimbEnd> found(starts.size());
  gpu.stream().copy(found.data(), ends.data(), ends.bytes());
  gpu.stream().wait();
  return {found.data(), found.data() + found.size()};
}

}  // namespace espy::cuda
