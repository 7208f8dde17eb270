// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/signal/motif_samples.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/parallel.h"
#include "cuda/signal/motif_kernels.h"
#include "signal/motif_plan.h"

namespace espy::cuda::motif {
namespace {

using signal::isGap;

constexpr std::int64_t kPiece = std::int64_t{1} << 14;
constexpr std::int64_t kLoad = std::int64_t{1} << 22;
static_assert(kPiece % kMergedPiece == 0 && kLoad % kPiece == 0);

/// Converts one piece; `before` is the sample before its first, or a gap.
void bringPiece(std::span<const double> samples, double before, const SampleScale& scale, float* to,
                std::uint8_t* merged) {
  float last = scale.bring(before);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double sample = samples[i];
    float brought = std::numeric_limits<float>::quiet_NaN();
    if (!isGap(sample)) {
      brought = scale.bring(sample);
      if (!(std::abs(brought) <= kMostOnGpu)) brought = std::numeric_limits<float>::infinity();
    }
    if (brought == last && sample != before) merged[i / kMergedPiece] = 1;
    before = sample;
    last = brought;
    to[i] = brought;
  }
}

/// Converts an upload, on all threads.
void bringLoad(const Samples& samples, std::int64_t from, std::int64_t count,
               const SampleScale& scale, float* to, std::uint8_t* merged, const Control& control) {
  const std::span<const double> plain = samples.asDoubles();
  const std::int64_t pieces = (count + kPiece - 1) / kPiece;
  parallelFor(
      pieces, threadsFor(control), {0, control.stop, {}}, [&](std::int64_t piece, int /*thread*/) {
        const std::int64_t first = piece * kPiece;
        const std::int64_t size = std::min(kPiece, count - first);
        const double before =
            from + first > 0 ? samples[from + first - 1] : std::numeric_limits<double>::quiet_NaN();
        thread_local std::vector<double> read;
        std::span<const double> own;
        if (plain.empty()) {
          read.resize(static_cast<std::size_t>(size));
          samples.read(from + first, read);
          own = read;
        } else {
          own =
              plain.subspan(static_cast<std::size_t>(from + first), static_cast<std::size_t>(size));
        }
        bringPiece(own, before, scale, to + first, merged + first / kMergedPiece);
      });
}

}  // namespace

SampleScale scaleOf(const Samples& samples) {
  constexpr std::int64_t kSome = 4096;
  const std::int64_t step = std::max<std::int64_t>(1, samples.size() / kSome);
  std::vector<double> some;
  for (std::int64_t i = 0; i < samples.size(); i += step) {
    const double sample = samples[i];
    if (!isGap(sample)) some.push_back(sample);
  }
  SampleScale scale;
  if (some.empty()) return scale;
  const auto middle = some.begin() + std::ssize(some) / 2;
  std::nth_element(some.begin(), middle, some.end());
  scale.centre = *middle;
  // Robust spread: ignores outliers, and a large minority of another magnitude.
  constexpr double kWild = 1e6;
  for (double& sample : some) sample = std::abs(sample - scale.centre);
  std::sort(some.begin(), some.end());
  const double usual = some[some.size() / 2];
  const double most = some[some.size() * 9 / 10];
  const double spread = usual > 0 ? std::min(most, kWild * usual) : most;
  if (signal::isUsable(spread)) scale.gain = 1 / spread;
  return scale;
}

std::vector<std::uint8_t> sendSamples(const Samples& samples, std::int64_t from, std::int64_t count,
                                      const SampleScale& scale, float* to, const Stream& stream,
                                      const Control& control) {
  std::vector<std::uint8_t> merged(static_cast<std::size_t>(mergedPieces(count)), 0);
  const auto room = static_cast<std::size_t>(std::min(count, kLoad));
  const PinnedBuffer<float> buffers[2] = {PinnedBuffer<float>(room), PinnedBuffer<float>(room)};
  const Event sent[2];
  // The buffers and device memory must outlive pending copies.
  struct SyncOnExit {
    const Stream& stream;
    ~SyncOnExit() {
      callQuietly([&] { return cudaStreamSynchronize(stream.get()); });
    }
  } const syncOnExit{stream};
  unsigned turn = 0;
  for (std::int64_t done = 0; done < count; done += kLoad, turn ^= 1U) {
    control.check();
    if (done >= 2 * kLoad) sent[turn].wait();
    const std::int64_t size = std::min(kLoad, count - done);
    bringLoad(samples, from + done, size, scale, buffers[turn].data(),
              merged.data() + done / kMergedPiece, control);
    stream.copy(to + done, buffers[turn].data(), static_cast<std::size_t>(size) * sizeof(float));
    sent[turn].record(stream);
  }
  stream.wait();
  return merged;
}

}  // namespace espy::cuda::motif
