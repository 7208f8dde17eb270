// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Entry points of chain-blocks on a GPU: transfers, and the calls of each order.
#include <limits>

#include "base/phrase.h"
#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "cuda/lab/chain_kernels.h"
#include "cuda/lab/engines.h"
#include "espy/error.h"

namespace espy::cuda {
namespace {

using lab::ChainCall;
using lab::ChainKernels;
using lab::ChainRun;
using lab::ChainTask;

constexpr int kCallsAtOnce = 64;  ///< queued before the host waits

class ChainOnGpu {
 public:
  ChainOnGpu(const ChainTask& task, const ChainKernels& kernels, const Control& control,
             Timeline& timeline)
      : task_(task),
        kernels_(kernels),
        control_(control),
        lease_(timeline),
        stream_(lease_->stream()),
        clock_(stream_, timeline) {}

  ChainRun run() {
    clock_.begin("upload");
    run_.table = lab::startOfChain(task_);
    const DeviceBuffer<float> table(run_.table.size());
    const DeviceBuffer<float> factors(task_.factors.size());
    stream_.copy(table.data(), run_.table.data(), table.bytes());
    stream_.copy(factors.data(), task_.factors.data(), factors.bytes());
    chain_ = {table.data(), task_.points, factors.data()};
    lab::runSchedule(
        task_, kernels_.order, [this](const ChainCall& call) { triangular(call); },
        [this](const ChainCall& call) { rectangular(call); });
    clock_.begin("download");
    stream_.copy(run_.table.data(), table.data(), table.bytes());
    clock_.finish();
    return std::move(run_);
  }

 private:
  void triangular(const ChainCall& call) {
    if (call.row != call.column) run_.triangular += call.count;
    enter("triangular");
    each(call,
         [this](const ChainCall& one) { queueTriangular(chain_, one, kernels_.merged, stream_); });
  }
  void rectangular(const ChainCall& call) {
    run_.rectangular += call.count;
    enter("rectangular");
    each(call, [this](const ChainCall& one) { queueRectangular(chain_, one, stream_); });
  }

  /// A launch for all of a call, or one for each block.
  template <class Queue>
  void each(const ChainCall& call, const Queue& queue) {
    if (!kernels_.eachBlock) return queue(call);
    for (std::int64_t index = 0; index < call.count; ++index) queue(call.at(index));
  }

  /// Begins a stage, unless the last one goes on.
  void enter(const char* stage) {
    const bool isFull = ++calls_ % kCallsAtOnce == 0;
    if (isFull) {
      clock_.finish();
      control_.check();
    }
    if (isFull || stage != stage_) clock_.begin(stage);
    stage_ = stage;
  }

  const ChainTask& task_;
  const ChainKernels& kernels_;
  const Control& control_;
  GpuLease lease_;
  const Stream& stream_;
  StageClock clock_;
  ChainRun run_;
  DeviceChain chain_;
  const char* stage_ = nullptr;
  int calls_ = 0;
};

}  // namespace

ChainRun runChainOnGpu(const ChainTask& task, const ChainKernels& kernels, const Control& control,
                       Timeline& timeline) {
  control.check();
  if (kernels.merged && task.block > lab::kMostMerged) {
    throw Error(
        ErrorCode::badUse,
        phrase("blocks that are merged in shared memory have at most {} points", lab::kMostMerged));
  }
  return ChainOnGpu(task, kernels, control, timeline).run();
}

std::vector<float> multiplyOnGpu(const lab::ChainProduct& task, const Control& control,
                                 Timeline& timeline) {
  control.check();
  constexpr std::int64_t kSide = 16;
  const GpuLease gpu(timeline);
  const Stream& stream = gpu->stream();
  StageClock clock(stream, timeline);
  const std::int64_t padded = (task.size + kSide - 1) / kSide * kSide;
  const auto count = static_cast<std::size_t>(padded * padded);
  // Rows and columns are added that change nothing.
  const float nothing = task.isSum ? 0 : std::numeric_limits<float>::infinity();
  const auto widened = [&](const std::vector<float>& from) {
    std::vector<float> to(count, nothing);
    for (std::int64_t i = 0; i < task.size; ++i) {
      std::copy_n(from.begin() + i * task.size, task.size, to.begin() + i * padded);
    }
    return to;
  };
  const std::vector<float> a = widened(task.a);
  const std::vector<float> b = widened(task.b);
  std::vector<float> c(count, nothing);
  const DeviceBuffer<float> onDevice[3] = {DeviceBuffer<float>(count), DeviceBuffer<float>(count),
                                           DeviceBuffer<float>(count)};
  clock.begin("upload");
  stream.copy(onDevice[0].data(), a.data(), onDevice[0].bytes());
  stream.copy(onDevice[1].data(), b.data(), onDevice[1].bytes());
  stream.copy(onDevice[2].data(), c.data(), onDevice[2].bytes());
  clock.begin("product");
  queueProduct(onDevice[0].data(), onDevice[1].data(), onDevice[2].data(), padded, task.isSum,
               stream);
  clock.begin("download");
  stream.copy(c.data(), onDevice[2].data(), onDevice[2].bytes());
  clock.finish();
  std::vector<float> product;
  for (std::int64_t i = 0; i < task.size; ++i) {
    product.insert(product.end(), c.begin() + i * padded, c.begin() + i * padded + task.size);
  }
  return product;
}

}  // namespace espy::cuda
