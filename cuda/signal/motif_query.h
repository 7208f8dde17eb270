// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "cuda/signal/motif_kernels.h"
#include "cuda/signal/motif_samples.h"
#include "espy/engine/motif.h"
#include "signal/rows.h"

namespace espy::cuda::motif {

template <class Value>
DeviceBuffer<Value> onGpu(const std::vector<Value>& values, const Stream& stream) {
  DeviceBuffer<Value> buffer(values.size());
  stream.copy(buffer.data(), values.data(), buffer.bytes());
  return buffer;
}

template <class Value>
std::vector<Value> fetched(const Value* from, std::size_t count, const Stream& stream) {
  std::vector<Value> values(count);
  stream.copy(values.data(), from, count * sizeof(Value));
  stream.wait();
  return values;
}

/// A query channel at one length, in the kernels' layout, for a data channel uploaded with this
/// scale.
class GpuQuery {
 public:
  GpuQuery(const MotifTask& task, const signal::QueryRows& rows, std::int64_t query,
           std::int64_t data, const SampleScale& scale, const Stream& stream);

  std::int64_t length() const { return length_; }
  double rms() const { return rms_; }
  /// Whether samples were clamped, so that sums are only lower bounds.
  bool isHeld() const { return isHeld_; }
  /// Whether sums are lower bounds and distances come from DTW.
  bool warps() const { return band_ > 0; }
  Sum kind() const;
  bool narrow() const { return band_ <= kMostNarrow && length_ <= kMostNarrowLength; }
  std::int64_t band() const { return band_; }
  const Range* ranges() const { return ranges_.data(); }
  const std::int32_t* order() const { return order_.data(); }
  const float* columns() const { return columns_.data(); }
  /// From device to result distances.
  double unit() const { return unit_; }

  /// The sums that may matter for distances up to `limit`.
  Allowance allowance(double limit) const;

 private:
  void layRanges(const std::vector<float>& samples, const Stream& stream);
  void layColumns(const std::vector<float>& samples, const Stream& stream);

  std::int64_t length_;
  MotifMethod method_;
  std::int64_t band_ = 0;
  double rms_ = 1;
  bool isHeld_ = false;
  double unit_ = 1;
  DeviceBuffer<Range> ranges_;
  DeviceBuffer<std::int32_t> order_;
  DeviceBuffer<float> columns_;
};

/// Queues DTW of the windows in `task`, in short launches; query and band are filled in. `between`
/// grows as needed.
void warpListed(const GpuQuery& query, WarpTask task, DeviceBuffer<float4>& between, const Gpu& gpu,
                const Control& control);

}  // namespace espy::cuda::motif
