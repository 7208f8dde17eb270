// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Entry point of denoising: transfers, and iterations that are queued ahead of their checks.
#include <algorithm>
#include <atomic>
#include <limits>
#include <vector>

#include "base/phrase.h"
#include "cuda/base/device.h"
#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "cuda/base/transfer.h"
#include "cuda/denoise/engines.h"
#include "cuda/denoise/schedule.h"
#include "espy/error.h"

namespace espy::cuda {
namespace {

/// Iterations of a tile per launch: more read and write less memory, but overlap more. Measured by
/// `gpu_bench --only denoise`.
int defaultSteps(const DenoiseTask& task) {
  return task.isRof && task.grid.channels == 1 ? 8 : 4;
}
constexpr int kMostSteps = 8;
std::atomic<int> wantedSteps{0};
std::atomic<bool> persistent{true};

/// Iterations, times samples, that are queued at once: 6 to 25 ms on an H200, so that a stop is
/// heeded.
constexpr std::int64_t kMostWork = std::int64_t{1} << 31;
/// Iterations that are queued at once.
constexpr std::int64_t kMostQueued = 4096;

/// Copies of dense planes, large ones through pinned memory by several threads. They are pictures
/// of rows of 64 KB.
constexpr std::int64_t kRowBytes = std::int64_t{64} << 10;
constexpr std::int64_t kManyRows = 64;

void send(const float* from, std::int64_t count, float* to, const Stream& stream,
          const Control& control) {
  const std::int64_t bytes = count * static_cast<std::int64_t>(sizeof(float));
  const std::int64_t rows = bytes / kRowBytes < kManyRows ? 0 : bytes / kRowBytes;
  const auto* source = reinterpret_cast<const std::uint8_t*>(from);
  auto* target = reinterpret_cast<std::uint8_t*>(to);
  if (rows > 0) {
    upload({source, {kRowBytes, rows}, {1, Depth::u8}, kRowBytes}, 0, 1,
           {target, kRowBytes, kRowBytes, rows, 1}, stream, control);
  }
  stream.copy(target + rows * kRowBytes, source + rows * kRowBytes,
              static_cast<std::size_t>(bytes - rows * kRowBytes));
}

void fetch(const float* from, std::int64_t count, float* to, const Stream& stream,
           const Control& control) {
  const std::int64_t bytes = count * static_cast<std::int64_t>(sizeof(float));
  const std::int64_t rows = bytes / kRowBytes < kManyRows ? 0 : bytes / kRowBytes;
  auto* source = reinterpret_cast<std::uint8_t*>(const_cast<float*>(from));
  auto* target = reinterpret_cast<std::uint8_t*>(to);
  if (rows > 0) {
    download({source, kRowBytes, kRowBytes, rows, 1},
             {target, {kRowBytes, rows}, {1, Depth::u8}, kRowBytes}, stream, control);
  }
  stream.copy(target + rows * kRowBytes, source + rows * kRowBytes,
              static_cast<std::size_t>(bytes - rows * kRowBytes));
  stream.wait();
}

DenoiseGrid gridOf(const DenoiseProblem& problem) {
  constexpr std::int64_t kMostExtent = std::numeric_limits<int>::max() / 2;
  const GridSize& size = problem.size;
  if (std::max({size.width, size.height, size.depth}) > kMostExtent) {
    throw OutOfDeviceMemory(phrase("the GPU does not have enough free memory"));
  }
  // Whole sectors of 32 bytes, unless that would waste memory.
  const std::int64_t unit = size.width < 32 ? 4 : 32;
  return {static_cast<int>(size.width),         static_cast<int>(size.height),
          static_cast<int>(size.depth),         size.axes(),
          static_cast<int>(problem.channels()), (size.width + unit - 1) / unit * unit};
}

/// A problem in device memory.
class DenoiseOnGpu {
 public:
  DenoiseOnGpu(const DenoiseProblem& problem, RunReport& report)
      : problem_(problem),
        report_(report),
        lease_(report.timeline),
        stream_(lease_->stream()),
        clock_(stream_, report.timeline),
        schedule_(problem) {
    task_.grid = gridOf(problem);
    task_.isRof = problem.model == DenoiseModel::rof;
    task_.strength = static_cast<float>(problem.strength);
    for (std::size_t a = 0; a < kDenoiseAxes; ++a) {
      task_.scales[a] = static_cast<float>(1 / problem.spacing[a]);
    }
    for (std::size_t c = 0; c < problem.channels(); ++c) {
      task_.weights[c] =
          problem.weights.empty() ? 1.F : static_cast<float>(std::sqrt(problem.weights[c]));
    }
    task_.hasFloor = problem.floor.has_value();
    task_.floor = static_cast<float>(problem.floor.value_or(0));
    task_.voxels = static_cast<double>(problem.size.voxels());
    task_.gap = problem.gap;
    isTiled_ = hasTiles(task_);
    steps_ = wantedSteps == 0 ? defaultSteps(task_) : wantedSteps.load();
    allocate();
    isPersistent_ = isTiled_ && persistent && canPersist(task_, steps_, lease_->multiprocessors());
  }

  /// What is queued still writes to pinned memory.
  ~DenoiseOnGpu() {
    callQuietly([&] { return cudaStreamSynchronize(stream_.get()); });
  }
  DenoiseOnGpu(const DenoiseOnGpu&) = delete;
  DenoiseOnGpu& operator=(const DenoiseOnGpu&) = delete;

  DenoiseSolution solve(const Control& control) {
    clock_.begin("upload");
    prepare(control);
    clock_.begin("iterate");
    queueGap(task_, 0, 0, stream_);
    iterate(control);
    clock_.begin("download");
    DenoiseSolution solution = result(control);
    clock_.finish();
    return solution;
  }

 private:
  std::int64_t channels() const { return task_.grid.channels; }
  std::int64_t voxels() const { return problem_.size.voxels(); }

  /// Of `planes` planes, zero.
  float* take(std::int64_t planes) {
    memory_.emplace_back(static_cast<std::size_t>(planes * task_.grid.plane()));
    stream_.set(memory_.back().data(), 0, memory_.back().bytes());
    return memory_.back().data();
  }

  void allocate() {
    f_ = take(channels());
    task_.f = f_;
    for (DenoiseState& state : task_.states) {
      // Tiles read what their neighbours replace; in steps each voxel is its own.
      state.u = isTiled_ || &state == task_.states ? take(channels()) : task_.states[0].u;
      state.bar = take(channels());
      state.p = take(channels() * task_.grid.axes);
    }
    if (!task_.isRof) {
      ranges_ = DeviceBuffer<float>(2 * kDenoiseChannels);
      task_.ranges = ranges_.data();
    }
    progress_ = DeviceBuffer<DenoiseProgress>(1);
    partials_ = DeviceBuffer<double>(kGapBlocks);
    stream_.set(progress_.data(), 0, progress_.bytes());
    task_.progress = progress_.data();
    task_.partials = partials_.data();
    for (Slice& slice : slices_) {
      slice.numbers = PinnedBuffer<StepNumbers>(kMostQueued);
      slice.onDevice = DeviceBuffer<StepNumbers>(kMostQueued);
      slice.progress = PinnedBuffer<DenoiseProgress>(1);
    }
  }

  /// Dense planes pass through the dual variables of the other state, which has room for all.
  void prepare(const Control& control) {
    const DenoiseGrid& grid = task_.grid;
    float* dense = task_.states[1].p;
    const auto spread = [&](const float* from, float factor, float* to) {
      send(from, voxels(), dense, stream_, control);
      queueSpread(dense, grid, factor, to, stream_);
    };
    for (std::int64_t c = 0; c < channels(); ++c) {
      const auto i = static_cast<std::size_t>(c);
      spread(problem_.planes[i], task_.weights[i], f_ + c * grid.plane());
    }
    const DenoiseState& state = task_.states[0];
    const DenoiseSolution* start = problem_.start;
    const std::size_t bytes = static_cast<std::size_t>(channels() * grid.plane()) * sizeof(float);
    if (start == nullptr) {
      stream_.copy(state.u, f_, bytes);
    } else {
      for (std::int64_t c = 0; c < channels(); ++c) {
        spread(start->samples.data() + c * voxels(), task_.weights[static_cast<std::size_t>(c)],
               state.u + c * grid.plane());
      }
      for (std::int64_t k = 0; k < channels() * grid.axes; ++k) {
        spread(start->dual.data() + k * voxels(), 1, state.p + k * grid.plane());
      }
      queueKeepWithinUnit(grid, state.p, stream_);
    }
    stream_.copy(state.bar, state.u, bytes);
    if (!task_.isRof) queueRanges(task_, ranges_.data(), stream_);
    // The planes' padding must be finite.
    stream_.set(dense, 0,
                static_cast<std::size_t>(channels() * grid.axes * grid.plane()) * sizeof(float));
  }

  /// Iterations that are queued together, and what is known after them.
  struct Slice {
    PinnedBuffer<StepNumbers> numbers;
    DeviceBuffer<StepNumbers> onDevice;
    PinnedBuffer<DenoiseProgress> progress;
    Event end;
    bool isQueued = false;
  };

  /// Keeps at most two slices queued. The gap is checked on the GPU, which skips what is queued
  /// behind the check that reaches it.
  void iterate(const Control& control) {
    std::size_t turn = 0;
    while (true) {
      Slice& slice = slices_[turn];
      if (slice.isQueued) {
        slice.end.wait();
        if (slice.progress.data()->done != 0) break;
      }
      control.check();
      if (queued_ >= problem_.iterations) break;
      queue(slice);
      turn = 1 - turn;
    }
    stream_.copy(slices_[0].progress.data(), progress_.data(), sizeof(DenoiseProgress));
    stream_.wait();
  }

  /// A check, unless that is too far away.
  std::int64_t endOfSlice() const {
    const std::int64_t most =
        std::clamp<std::int64_t>(kMostWork / (channels() * task_.grid.plane()), 1, kMostQueued);
    const std::int64_t last = std::min(queued_ + most, problem_.iterations);
    std::int64_t end = check_;
    while (isPersistent_ && nextCheck(end) <= last) end = nextCheck(end);
    return std::min(end, last);
  }

  void queue(Slice& slice) {
    const std::int64_t end = endOfSlice();
    const auto count = static_cast<std::size_t>(end - queued_);
    std::generate_n(slice.numbers.data(), count, [&] { return schedule_.next(); });
    if (isTiled_) {
      stream_.copy(slice.onDevice.data(), slice.numbers.data(), count * sizeof(StepNumbers));
    }
    if (isPersistent_) {
      queuePersistent(task_, slice.onDevice.data(), queued_, end, steps_, lease_->multiprocessors(),
                      stream_);
    } else {
      queueSteps(slice, count);
      if (end == check_ || end == problem_.iterations) queueGap(task_, buffer_, end, stream_);
    }
    queued_ = end;
    if (isPersistent_ || end == check_) check_ = nextCheck(end);
    stream_.copy(slice.progress.data(), progress_.data(), sizeof(DenoiseProgress));
    slice.end.record(stream_);
    slice.isQueued = true;
  }

  void queueSteps(const Slice& slice, std::size_t count) {
    for (std::size_t i = 0; i < count;) {
      std::size_t here = 1;
      if (isTiled_) {
        here = std::min(count - i, static_cast<std::size_t>(steps_));
        queueTiles(task_, buffer_, slice.onDevice.data() + i, static_cast<int>(here), steps_,
                   stream_);
      } else {
        queueStep(task_, buffer_, slice.numbers.data()[i], before_, lease_->multiprocessors(),
                  stream_);
        before_ = slice.numbers.data()[i];
      }
      buffer_ = 1 - buffer_;
      i += here;
    }
  }

  DenoiseSolution result(const Control& control) {
    const DenoiseProgress progress = *slices_[0].progress.data();
    DenoiseSolution solution;
    solution.gap = progress.gap;
    solution.iterations = progress.iterations;
    // The extrapolated planes are not needed any more, nor the other dual variables.
    float* dense = task_.states[1 - progress.buffer].p;
    queueAnswer(task_, progress.buffer, dense, stream_);
    solution.samples.resize(static_cast<std::size_t>(channels() * voxels()));
    fetch(dense, channels() * voxels(), solution.samples.data(), stream_, control);
    if (problem_.wantDual) {
      const std::int64_t planes = channels() * task_.grid.axes;
      solution.dual.resize(static_cast<std::size_t>(planes * voxels()));
      for (std::int64_t k = 0; k < planes; ++k) {
        queueGather(task_.states[progress.buffer].p + k * task_.grid.plane(), task_.grid, 1, dense,
                    stream_);
        fetch(dense, voxels(), solution.dual.data() + k * voxels(), stream_, control);
      }
    }
    return solution;
  }

  const DenoiseProblem& problem_;
  RunReport& report_;
  GpuLease lease_;
  const Stream& stream_;
  StageClock clock_;
  StepSchedule schedule_;
  int steps_ = 1;  ///< of tiles, per launch
  DenoiseTask task_;
  bool isTiled_ = false;
  bool isPersistent_ = false;
  std::vector<DeviceBuffer<float>> memory_;
  float* f_ = nullptr;
  DeviceBuffer<float> ranges_;
  DeviceBuffer<DenoiseProgress> progress_;
  DeviceBuffer<double> partials_;
  Slice slices_[2];
  std::int64_t queued_ = 0;              ///< iterations
  std::int64_t check_ = nextCheck(0);    ///< the next that is not queued
  int buffer_ = 0;                       ///< the state after them
  StepNumbers before_ = {{}, {}, 1, 0};  ///< of the step before
};

}  // namespace

void setDenoiseSteps(int perLaunch) {
  wantedSteps = std::clamp(perLaunch, 0, kMostSteps);
}

void setDenoisePersistent(bool is) {
  persistent = is;
}

DenoiseSolution denoiseOnGpu(const DenoiseProblem& problem, const Control& control,
                             RunReport& report) {
  control.check();
  report.engine = currentEngine();
  report.threads = 1;
  return DenoiseOnGpu(problem, report).solve(control);
}

}  // namespace espy::cuda
