// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "espy/recordings.h"

/// Recordings of Espy and arrays of Python, without a copy either way where that can be.
namespace espy::python {

/// An array of one dimension that is looked at as a channel, for as long as this lives. Made and
/// destroyed with the interpreter's lock held.
class SamplesOf {
 public:
  /// Throws `badUse` for numbers that are not stored as a file's may be: whoever calls has made
  /// doubles of these.
  explicit SamplesOf(nanobind::handle array);
  ~SamplesOf();
  SamplesOf(const SamplesOf&) = delete;
  SamplesOf& operator=(const SamplesOf&) = delete;

  const Samples& samples() const { return samples_; }

 private:
  Py_buffer buffer_{};
  Samples samples_;
};

/// A recording that was read, which Python's objects share.
using RecordingKept = std::shared_ptr<const ReadRecording>;

/// Channels that a caller hands over: a recording that was read, or a list of arrays. Keeps them.
class ChannelsGiven {
 public:
  explicit ChannelsGiven(nanobind::handle given);
  ChannelsGiven(const ChannelsGiven&) = delete;
  ChannelsGiven& operator=(const ChannelsGiven&) = delete;

  const std::vector<Samples>& all() const { return all_; }
  /// Throws where a file was cut short meanwhile.
  void checkUncut() const;

 private:
  std::deque<SamplesOf> arrays_;
  RecordingKept recording_;
  std::vector<Samples> all_;
};

}  // namespace espy::python
