// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// motif-steps on a GPU: a thread for each window, the query in shared memory, complete tables.
// Every operation is rounded as in core/lab/motif_loops.cpp. Launches have as many pairs as fit the
// scratch memory.
#include <algorithm>

#include "base/phrase.h"
#include "cuda/base/gpu.h"
#include "cuda/base/launch.cuh"
#include "cuda/base/memory.h"
#include "cuda/lab/engines.h"
#include "espy/error.h"
#include "lab/motif_gpu.h"

namespace espy::cuda {
namespace {

struct PairIds {
  std::int64_t query;
  std::int64_t data;
};

/// Windows of some pairs of channels that begin in a range. Scratch memory has `starts` numbers for
/// each sample of a window and each pair: neighbouring threads use neighbouring numbers.
struct PairWindows {
  const double* data;  ///< by channel
  std::int64_t samples;
  const double* query;  ///< by channel, `length` numbers each
  std::int64_t length;
  double scale;
  const PairIds* pairs;
  std::int64_t pairCount;
  std::int64_t first;  ///< start of the first window
  std::int64_t starts;
  double* windows;  ///< scratch
  double* sums;     ///< scratch
  double* costs;    ///< by pair, `places` numbers each
  std::int64_t places;
  bool fresh;  ///< whether costs are set; otherwise the least is kept
};

/// The best of every `cell` costs, of each pair.
struct PairCells {
  const double* costs;
  std::int64_t places;
  std::int64_t cell;
  std::int64_t cells;  ///< of a pair
  std::int64_t pairCount;
  lab::CellBest* best;
};

constexpr int kWindowThreads = 128;
/// As in core/lab/motif_loops.cpp.
constexpr double kStill = 1e-10;

__device__ inline double infinite() {
  return __longlong_as_double(0x7ff0000000000000LL);
}

/// Writes the window's normalised samples, `pitch` apart.
__device__ void normaliseWindow(const double* samples, std::int64_t length, double* to,
                                std::int64_t pitch) {
  double sum = 0;
  for (std::int64_t k = 0; k < length; ++k) sum = __dadd_rn(sum, samples[k]);
  const auto size = static_cast<double>(length);
  const double mean = __ddiv_rn(sum, size);
  double squares = 0;
  double largest = 0;
  for (std::int64_t k = 0; k < length; ++k) {
    const double off = __dsub_rn(samples[k], mean);
    squares = __dadd_rn(squares, __dmul_rn(off, off));
    largest = fmax(largest, fabs(samples[k]));
  }
  const double deviation = __dsqrt_rn(__ddiv_rn(squares, size));
  const bool still = !(deviation > __dmul_rn(kStill, largest));
  for (std::int64_t k = 0; k < length; ++k) {
    to[k * pitch] = still ? 0 : __ddiv_rn(__dsub_rn(samples[k], mean), deviation);
  }
}

__global__ void warpWindows(PairWindows of) {
  extern __shared__ double query[];
  const PairIds pair = of.pairs[blockIdx.y];
  for (std::int64_t k = threadIdx.x; k < of.length; k += blockDim.x) {
    query[k] = of.query[pair.query * of.length + k];
  }
  __syncthreads();
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (thread >= of.starts) return;
  const std::int64_t start = of.first + thread;
  const std::int64_t pitch = of.starts;
  const std::int64_t own = std::int64_t{blockIdx.y} * of.length * pitch + thread;
  double* const window = of.windows + own;
  double* const sums = of.sums + own;
  normaliseWindow(of.data + pair.data * of.samples + start, of.length, window, pitch);
  double last = infinite();
  for (std::int64_t i = 0; i < of.length; ++i) {
    double diagonal = i == 0 ? 0 : infinite();
    double left = infinite();
    for (std::int64_t j = 0; j < of.length; ++j) {
      const double up = i == 0 ? infinite() : sums[j * pitch];
      const double apart = __dsub_rn(query[i], window[j * pitch]);
      left = __dadd_rn(__dmul_rn(apart, apart), fmin(fmin(up, diagonal), left));
      sums[j * pitch] = left;
      diagonal = up;
    }
    last = left;
  }
  double& cost = of.costs[std::int64_t{blockIdx.y} * of.places + start];
  const double scaled = __dmul_rn(of.scale, last);
  cost = of.fresh ? scaled : fmin(cost, scaled);
}

__global__ void bestOfCells(PairCells of) {
  const std::int64_t index = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (index >= of.cells * of.pairCount) return;
  const std::int64_t pair = index / of.cells;
  const std::int64_t from = index % of.cells * of.cell;
  const std::int64_t end = min(of.places, from + of.cell);
  lab::CellBest best{infinite(), -1};
  for (std::int64_t start = from; start < end; ++start) {
    const double cost = of.costs[pair * of.places + start];
    if (cost < best.cost) best = {cost, start};
  }
  of.best[index] = best;
}

/// A thread for each window and pair: `costs` become those of the best path through its table.
void queueWarpWindows(const PairWindows& windows, const Stream& stream) {
  const dim3 grid(blocksFor(windows.starts, kWindowThreads),
                  static_cast<unsigned>(windows.pairCount));
  launchShared("warpWindows", warpWindows, grid, kWindowThreads,
               static_cast<std::size_t>(windows.length) * sizeof(double), stream, windows);
}

void queueBestOfCells(const PairCells& cells, const Stream& stream) {
  launch("bestOfCells", bestOfCells, blocksFor(cells.cells * cells.pairCount, kBlockThreads),
         kBlockThreads, stream, cells);
}

/// Windows and sums of all threads of a launch.
constexpr std::int64_t kScratchNumbers = std::int64_t{1} << 26;
constexpr std::int64_t kMostPairs = 65'535;  ///< height of a grid

/// The rows, one after another.
DeviceBuffer<double> uploaded(const lab::Rows& rows, const Stream& stream) {
  DeviceBuffer<double> made(rows.size() * rows.front().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    stream.copy(made.data() + i * rows.front().size(), rows[i].data(),
                rows[i].size() * sizeof(double));
  }
  return made;
}

class PairSearchOnGpu {
 public:
  PairSearchOnGpu(const lab::PairsRequest& request, const Stream& stream, const Control& control)
      : request_(request),
        stream_(stream),
        control_(control),
        samples_(std::ssize(request.data.front())),
        places_(samples_ - request.shapes.front().length + 1),
        threads_(std::max<std::int64_t>(1, kScratchNumbers / 2 / request.shapes.back().length)),
        starts_(std::min(places_, threads_)),
        together_(std::clamp<std::int64_t>(threads_ / starts_, 1,
                                           std::min(kMostPairs, std::ssize(request.pairs)))) {}

  void upload() {
    data_ = uploaded(request_.data, stream_);
    for (const lab::PairShapes& shape : request_.shapes) {
      queries_.push_back(uploaded(shape.rows, stream_));
    }
    std::vector<PairIds> ids;
    for (const auto& [query, data] : request_.pairs) ids.push_back({query, data});
    pairs_ = DeviceBuffer<PairIds>(ids.size());
    stream_.copy(pairs_.data(), ids.data(), pairs_.bytes());
    stream_.wait();  // ids end here
    const auto numbers =
        static_cast<std::size_t>(together_ * starts_ * request_.shapes.back().length);
    windows_ = DeviceBuffer<double>(numbers);
    sums_ = DeviceBuffer<double>(numbers);
    costs_ = DeviceBuffer<double>(static_cast<std::size_t>(together_ * places_));
    best_ = DeviceBuffer<lab::CellBest>(static_cast<std::size_t>(cells()) * request_.pairs.size());
  }

  void search() {
    const std::int64_t all = std::ssize(request_.pairs);
    for (std::int64_t from = 0; from < all; from += together_) {
      const std::int64_t count = std::min(together_, all - from);
      for (std::size_t i = 0; i < queries_.size(); ++i) searchAt(i, from, count);
      queueBestOfCells(
          {costs_.data(), places_, request_.cell, cells(), count, best_.data() + from * cells()},
          stream_);
    }
  }

  void download(std::span<lab::CellBest> to) const {
    stream_.copy(to.data(), best_.data(), best_.bytes());
  }

  std::int64_t cells() const { return (places_ + request_.cell - 1) / request_.cell; }

 private:
  void searchAt(std::size_t shape, std::int64_t from, std::int64_t count) {
    const std::int64_t length = request_.shapes[shape].length;
    const std::int64_t end = samples_ - length + 1;
    for (std::int64_t first = 0; first < end; first += starts_) {
      queueWarpWindows(
          {data_.data(), samples_, queries_[shape].data(), length, request_.shapes[shape].scale,
           pairs_.data() + from, count, first, std::min(starts_, end - first), windows_.data(),
           sums_.data(), costs_.data(), places_, shape == 0},
          stream_);
      stream_.wait();
      control_.check();
    }
  }

  const lab::PairsRequest& request_;
  const Stream& stream_;
  const Control& control_;
  std::int64_t samples_;
  std::int64_t places_;    ///< of the shortest windows
  std::int64_t threads_;   ///< that the scratch memory suffices for
  std::int64_t starts_;    ///< of a launch
  std::int64_t together_;  ///< pairs of a launch
  DeviceBuffer<double> data_;
  std::vector<DeviceBuffer<double>> queries_;  ///< by shape
  DeviceBuffer<PairIds> pairs_;
  DeviceBuffer<double> windows_;
  DeviceBuffer<double> sums_;
  DeviceBuffer<double> costs_;
  DeviceBuffer<lab::CellBest> best_;
};

}  // namespace

void searchPairsOnGpu(const lab::PairsRequest& request, std::span<lab::CellBest> cells,
                      const Control& control, Timeline& timeline) {
  control.check();
  if (request.shapes.back().length > lab::kMostPairWindow) {
    throw Error(ErrorCode::unsupported,
                phrase("windows of {} samples do not fit the shared memory; at most {} do",
                       request.shapes.back().length, lab::kMostPairWindow));
  }
  const GpuLease gpu(timeline);
  const Stream& stream = gpu->stream();
  StageClock clock(stream, timeline);
  PairSearchOnGpu search(request, stream, control);
  clock.begin("upload");
  search.upload();
  clock.begin("search");
  search.search();
  clock.begin("download");
  search.download(cells);
  clock.finish();
}

}  // namespace espy::cuda
