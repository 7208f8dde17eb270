// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cuda/base/stream.h"
#include "espy/timeline.h"

namespace espy::cuda {

/// Times stages on the device by events, without synchronising.
class StageClock {
 public:
  StageClock(const Stream& stream, Timeline& timeline) : stream_(stream), timeline_(timeline) {}

  /// Ends the previous stage, if any, and begins this one.
  void begin(const char* name) {
    end();
    stages_.push_back({name, Event(true), Event(true)});
    stages_.back().from.record(stream_);
    open_ = true;
  }
  /// Ends the stage after the work queued so far, without waiting for it.
  void end() {
    if (open_) stages_.back().to.record(stream_);
    open_ = false;
  }
  /// Waits for the last stage and adds all to the timeline.
  void finish() {
    end();
    for (const Stage& stage : stages_) {
      stage.to.wait();
      timeline_.add(stage.name, stage.to.millisecondsSince(stage.from));
    }
    stages_.clear();
  }

 private:
  struct Stage {
    const char* name;
    Event from;
    Event to;
  };

  const Stream& stream_;
  Timeline& timeline_;
  std::vector<Stage> stages_;
  bool open_ = false;
};

}  // namespace espy::cuda
