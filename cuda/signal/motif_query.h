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
DeviceBuffer<Value> onCard(const std::vector<Value>& values, const Stream& stream) {
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

/// A channel of the query at one length, as kernels read it where it meets one of the data's that
/// was brought to the card with this scale.
class CardQuery {
 public:
  CardQuery(const MotifTask& task, const signal::QueryRows& rows, std::int64_t query,
            std::int64_t data, const SampleScale& scale, const Stream& stream);

  std::int64_t length() const { return length_; }
  double rms() const { return rms_; }
  /// Whether samples are farther off than what is told here, so that sums say only what distances
  /// are at least.
  bool isHeld() const { return isHeld_; }
  /// Whether sums are bounds, and distances are found along paths.
  bool warps() const { return band_ > 0; }
  Sum kind() const;
  bool narrow() const { return band_ <= kMostNarrow && length_ <= kMostNarrowLength; }
  std::int64_t band() const { return band_; }
  const Range* ranges() const { return ranges_.data(); }
  const std::int32_t* order() const { return order_.data(); }
  const float* columns() const { return columns_.data(); }
  /// A distance of the card in those of the answer.
  double unit() const { return unit_; }

  /// What sums may matter if distances up to `limit` do.
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

/// Queues the paths of the windows that `task` lists, in launches that are short enough to be
/// waited for; the query and its band are filled in. `between` grows to what they need.
void warpListed(const CardQuery& query, WarpTask task, DeviceBuffer<float4>& between,
                const Gpu& gpu, const Control& control);

}  // namespace espy::cuda::motif
