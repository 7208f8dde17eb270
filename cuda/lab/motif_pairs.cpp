// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Entry point of the engine: transfers, and launches for as many pairs as fit the scratch memory.
#include "cuda/lab/motif_pairs.h"

#include <algorithm>

#include "base/phrase.h"
#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "cuda/lab/engines.h"
#include "espy/error.h"

namespace espy::cuda {
namespace {

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
