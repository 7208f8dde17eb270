// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Entry point of the engine: uploads the library, then runs each batch step by step.
#include <cuda_fp16.h>

#include <algorithm>
#include <vector>

#include "base/phrase.h"
#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "cuda/lab/engines.h"
#include "cuda/lab/texture_kernels.h"
#include "cuda/lab/texture_products.h"
#include "espy/error.h"

namespace espy::cuda {
namespace {

using lab::TextureNumbers;
using lab::TextureSteps;
using lab::TextureTask;

float numberOf(const std::uint8_t* numbers, bool halves, std::int64_t at) {
  if (halves) return __half2float(reinterpret_cast<const __half*>(numbers)[at]);
  return reinterpret_cast<const float*>(numbers)[at];
}

class StepsOnGpu {
 public:
  StepsOnGpu(const lab::TextureStepsRequest& request, Timeline& timeline)
      : request_(request),
        task_(request.task),
        halves_(request.steps == TextureSteps::half || request.steps == TextureSteps::rootSift),
        bytes_(halves_ ? sizeof(__half) : sizeof(float)),
        queryRows_(std::ssize(task_.queries.front()) / kFeatureBytes),
        lease_(timeline),
        stream_(lease_->stream()),
        multiplier_(stream_),
        clock_(stream_, timeline),
        timeline_(timeline) {}

  void count(std::span<std::int32_t> counts, const Control& control) {
    upload();
    const std::int64_t references = task_.references();
    const std::int64_t batch = std::min(request_.batch, references);
    matrix_ = DeviceBuffer<std::uint8_t>(bytesOf(batch * task_.rows * queryRows_));
    two_ = DeviceBuffer<std::uint8_t>(bytesOf(2 * batch * queryRows_));
    rows_ = DeviceBuffer<std::int32_t>(static_cast<std::size_t>(2 * batch * queryRows_));
    copiedTwo_ = PinnedBuffer<std::uint8_t>(two_.size());
    copiedRows_ = PinnedBuffer<std::int32_t>(rows_.size());
    for (std::int64_t first = 0; first < references; first += batch) {
      control.check();
      const std::int64_t here = std::min(batch, references - first);
      queue(first, here);
      clock_.end();
      stream_.wait();
      test(counts.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(here)));
    }
    clock_.finish();
  }

 private:
  std::size_t bytesOf(std::int64_t numbers) const {
    return static_cast<std::size_t>(numbers) * bytes_;
  }

  void upload() {
    const bool unit = request_.steps == TextureSteps::rootSift;
    const float scale = request_.steps == TextureSteps::half ? request_.scale : 1;
    const std::int64_t features = std::ssize(task_.library) / kFeatureBytes;
    const auto query = task_.queries.front();
    clock_.begin("upload");
    const DeviceBuffer<std::uint8_t> libraryBytes(task_.library.size());
    const DeviceBuffer<std::uint8_t> queryBytes(query.size());
    library_ = DeviceBuffer<std::uint8_t>(bytesOf(std::ssize(task_.library)));
    query_ = DeviceBuffer<std::uint8_t>(bytesOf(std::ssize(query)));
    norms_ = DeviceBuffer<float>(static_cast<std::size_t>(features));
    queryNorms_ = DeviceBuffer<float>(static_cast<std::size_t>(queryRows_));
    stream_.copy(libraryBytes.data(), task_.library.data(), task_.library.size());
    stream_.copy(queryBytes.data(), query.data(), query.size());
    queueStepFeatures(libraryBytes.data(), features, unit, scale, halves_, library_.data(),
                      stream_);
    queueStepFeatures(queryBytes.data(), queryRows_, unit, scale, halves_, query_.data(), stream_);
    queueStepNorms(libraryBytes.data(), features, scale, norms_.data(), stream_);
    if (!unit) {
      clock_.begin("norms");
      queueStepNorms(queryBytes.data(), queryRows_, scale, queryNorms_.data(), stream_);
    }
    clock_.end();
    stream_.wait();  // before the bytes are freed
  }

  void queue(std::int64_t first, std::int64_t references) {
    const StepMatrix matrix{matrix_.data(), halves_, queryRows_, task_.rows, references};
    const StepTwo two{two_.data(), rows_.data()};
    const bool unit = request_.steps == TextureSteps::rootSift;
    clock_.begin("products");
    multiplier_.queue({halves_ ? TextureNumbers::fp16 : TextureNumbers::fp32, query_.data(),
                       queryRows_, library_.data() + bytesOf(first * task_.rows * kFeatureBytes),
                       references * task_.rows, matrix_.data()});
    if (!unit) {
      clock_.begin("add norms");
      queueAddNorms(matrix, norms_.data() + first * task_.rows, stream_);
    }
    clock_.begin("sort");
    queueSort(matrix, request_.steps == TextureSteps::insertionSort, unit, two, stream_);
    if (!unit) {
      clock_.begin("roots");
      queueRoots(matrix, queryNorms_.data(), two, stream_);
    }
    clock_.begin("copy");
    stream_.copy(copiedTwo_.data(), two_.data(), bytesOf(2 * references * queryRows_));
    stream_.copy(copiedRows_.data(), rows_.data(),
                 static_cast<std::size_t>(2 * references * queryRows_) * sizeof(std::int32_t));
  }

  /// The ratio test, on the CPU.
  void test(std::span<std::int32_t> counts) {
    const StageTimer timer(timeline_, "ratio");
    const auto under = static_cast<float>(task_.ratio.under);
    const auto over = static_cast<float>(task_.ratio.over);
    std::int64_t at = 0;
    for (std::int32_t& count : counts) {
      count = 0;
      for (std::int64_t q = 0; q < queryRows_; ++q) {
        const float nearest = numberOf(copiedTwo_.data(), halves_, at + q);
        const float second = numberOf(copiedTwo_.data(), halves_, at + queryRows_ + q);
        count += nearest * under < second * over ? 1 : 0;
      }
      at += 2 * queryRows_;
    }
  }

  const lab::TextureStepsRequest& request_;
  const TextureTask& task_;
  bool halves_;
  std::size_t bytes_;  ///< of a number
  std::int64_t queryRows_;
  GpuLease lease_;
  const Stream& stream_;
  MatrixMultiplier multiplier_;
  StageClock clock_;
  Timeline& timeline_;
  DeviceBuffer<std::uint8_t> library_;
  DeviceBuffer<std::uint8_t> query_;
  DeviceBuffer<float> norms_;
  DeviceBuffer<float> queryNorms_;
  DeviceBuffer<std::uint8_t> matrix_;
  DeviceBuffer<std::uint8_t> two_;
  DeviceBuffer<std::int32_t> rows_;
  PinnedBuffer<std::uint8_t> copiedTwo_;
  PinnedBuffer<std::int32_t> copiedRows_;
};

}  // namespace

void countTextureStepsOnGpu(const lab::TextureStepsRequest& request, std::span<std::int32_t> counts,
                            const Control& control, Timeline& timeline) {
  if (request.batch < 1 || request.batch > 4096 || request.task.rows < 2 ||
      request.task.queries.size() != 1 || std::ssize(counts) != request.task.references()) {
    throw Error(ErrorCode::badUse,
                phrase("a batch must have 1 to 4096 references of two features, for one query"));
  }
  control.check();
  StepsOnGpu(request, timeline).count(counts, control);
}

}  // namespace espy::cuda
