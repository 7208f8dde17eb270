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
class SamplesOf {
 public:
  /// Throws `badUse` for other sample types; `_numbers` in recordings.py converts these to double.
  explicit SamplesOf(nanobind::handle array);
  ~SamplesOf();
  SamplesOf(const SamplesOf&) = delete;
  SamplesOf& operator=(const SamplesOf&) = delete;

  const Samples& samples() const { return samples_; }

 private:
  Py_buffer buffer_{};
  Samples samples_;
};

/// A recording that was read; shared by Python objects.
using RecordingKept = std::shared_ptr<const ReadRecording>;

/// Channels from a caller: of a recording that was read, or a list of arrays. Keeps them alive.
class ChannelsGiven {
 public:
  explicit ChannelsGiven(nanobind::handle given);
  ChannelsGiven(const ChannelsGiven&) = delete;
  ChannelsGiven& operator=(const ChannelsGiven&) = delete;

  const std::vector<Samples>& all() const { return all_; }
  /// Throws if a mapped file was truncated in the meantime.
  void checkUncut() const;

 private:
  std::deque<SamplesOf> arrays_;
  RecordingKept recording_;
  std::vector<Samples> all_;
};

}  // namespace espy::python
