// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "espy/recordings.h"

/// Conversions between recordings and Python arrays, without copies where the types allow it.
namespace espy::python {

/// A view of a one-dimensional Python buffer as samples. Holds the buffer while it lives. Construct
/// and destroy with the GIL held.
class SampleBuffer {
 public:
  /// Throws `badUse` for other sample types; `_numbers` in recordings.py converts these to double.
  explicit SampleBuffer(nanobind::handle array);
  ~SampleBuffer();
  SampleBuffer(const SampleBuffer&) = delete;
  SampleBuffer& operator=(const SampleBuffer&) = delete;

  const Samples& samples() const { return samples_; }

 private:
  Py_buffer buffer_{};
  Samples samples_;
};

/// A recording that was read; shared by Python objects.
using RecordingKept = std::shared_ptr<const ReadRecording>;

/// Channels from a caller: of a recording that was read, or a list of arrays. Keeps them alive.
class ChannelsArgument {
 public:
  explicit ChannelsArgument(nanobind::handle given);
  ChannelsArgument(const ChannelsArgument&) = delete;
  ChannelsArgument& operator=(const ChannelsArgument&) = delete;

  const std::vector<Samples>& all() const { return all_; }
  /// Throws if a mapped file was truncated in the meantime.
  void checkUncut() const;

 private:
  std::deque<SampleBuffer> arrays_;
  RecordingKept recording_;
  std::vector<Samples> all_;
};

}  // namespace espy::python
