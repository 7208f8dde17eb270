// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Entry point of tensor-descent on a GPU: transfers, and the launches of each step.
#include "base/phrase.h"
#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "cuda/lab/engines.h"
#include "cuda/lab/tensor_kernels.h"
#include "espy/error.h"

namespace espy::cuda {
namespace {

using lab::DescentTask;
using lab::DescentVersion;
using lab::kTensorParts;
using lab::TensorField;

constexpr int kStepsAtOnce = 20;  ///< queued before the host waits

class DescentOnGpu {
 public:
  DescentOnGpu(const DescentTask& task, DescentVersion version, int side, Timeline& timeline)
      : task_(task),
        version_(version),
        side_(side),
        lease_(timeline),
        stream_(lease_->stream()),
        clock_(stream_, timeline) {
    const bool isGlobal = version == DescentVersion::globalSync;
    noisy_ = allocate(0);
    factors_ = allocate(1);
    if (version != DescentVersion::unSync) tensors_ = allocate(2);
    if (version != DescentVersion::unSync) steps_ = allocate(3);
    if (isGlobal) next_ = allocate(4);
    blocks_ = isGlobal ? variationBlocks(task.noisy.size, side) : 0;
    sums_ = DeviceBuffer<float>(static_cast<std::size_t>(
        isGlobal ? kTensorParts * blocks_ : regionThreads(version, task.noisy.size, side)));
    shares_ = DeviceBuffer<float>(kTensorParts);
  }

  TensorField run(const Control& control) {
    clock_.begin("upload");
    send(task_.noisy, noisy_);
    send(task_.factors, factors_);
    clock_.end();
    stream_.wait();
    for (int i = 0; i < task_.rules.iterations; ++i) {
      if (version_ == DescentVersion::globalSync) {
        queueGlobalStep();
      } else {
        clock_.begin("Solver");
        queueRegions(version_, side_, noisy_, factors_, task_.rules.step,
                     {tensors_, steps_, sums_.data()}, stream_);
      }
      if (i % kStepsAtOnce != kStepsAtOnce - 1) continue;
      clock_.finish();
      control.check();
    }
    return result();
  }

 private:
  DeviceTensors allocate(std::size_t which) {
    const std::size_t voxels = task_.noisy.size.voxels();
    memory_[which] = DeviceBuffer<float>(kTensorParts * voxels);
    return {memory_[which].data(), task_.noisy.size};
  }

  void send(const TensorField& field, const DeviceTensors& to) const {
    for (int k = 0; k < kTensorParts; ++k) {
      const std::vector<float>& part = field.parts[static_cast<std::size_t>(k)];
      stream_.copy(to.part(k), part.data(), part.size() * sizeof(float));
    }
  }

  void queueGlobalStep() {
    clock_.begin("LLT");
    queueSquares(factors_, tensors_, stream_);
    clock_.begin("TVnorm");
    for (int k = 0; k < kTensorParts; ++k) {
      queueVariation(tensors_, k, side_, sums_.data() + k * blocks_, stream_);
    }
    clock_.begin("Reduction");
    queueShares(sums_.data(), blocks_, shares_.data(), stream_);
    clock_.begin("P");
    for (int k = 0; k < kTensorParts; ++k) {
      queueCurvature(tensors_, k, side_, shares_.data(), steps_, stream_);
    }
    clock_.begin("Solver");
    for (int k = 0; k < kTensorParts; ++k) {
      queueSolver(noisy_, steps_, factors_, k, task_.rules.step, next_, stream_);
    }
    std::swap(factors_, next_);
  }

  TensorField result() {
    TensorField tensors(task_.noisy.size);
    const DeviceTensors to = version_ == DescentVersion::unSync ? noisy_ : tensors_;
    clock_.begin("LLT");
    queueSquares(factors_, to, stream_);
    clock_.begin("download");
    for (int k = 0; k < kTensorParts; ++k) {
      std::vector<float>& part = tensors.parts[static_cast<std::size_t>(k)];
      stream_.copy(part.data(), to.part(k), part.size() * sizeof(float));
    }
    clock_.finish();
    return tensors;
  }

  const DescentTask& task_;
  DescentVersion version_;
  int side_;
  GpuLease lease_;
  const Stream& stream_;
  StageClock clock_;
  std::array<DeviceBuffer<float>, 5> memory_;
  DeviceTensors noisy_;
  DeviceTensors factors_;
  DeviceTensors tensors_;
  DeviceTensors steps_;
  DeviceTensors next_;
  std::int64_t blocks_ = 0;
  DeviceBuffer<float> sums_;
  DeviceBuffer<float> shares_;
};

}  // namespace

TensorField descendOnGpu(const DescentTask& task, DescentVersion version, int side,
                         const Control& control, Timeline& timeline) {
  if (side != 8 && side != 16) {
    throw Error(ErrorCode::badUse, phrase("a block must have an edge of 8 or 16, not {}", side));
  }
  if (task.rules.printedIndices) {
    throw Error(ErrorCode::unsupported, phrase("the kernels have the consistent indices only"));
  }
  control.check();
  return DescentOnGpu(task, version, side, timeline).run(control);
}

}  // namespace espy::cuda
