// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cuda/base/calls.h"
#include "espy/control.h"
#include "espy/timeline.h"

namespace espy::cuda {

/// A queue of work on the device, in order.
class Stream {
 public:
  Stream() {
    call("cudaStreamCreate",
         [&] { return cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking); });
  }
  /// One whose work goes before that of others, where the device could do either.
  static Stream urgent() {
    int least = 0;
    int greatest = 0;
    call("cudaDeviceGetStreamPriorityRange",
         [&] { return cudaDeviceGetStreamPriorityRange(&least, &greatest); });
    return Stream(greatest);
  }
  ~Stream() {
    callQuietly([&] { return cudaStreamDestroy(stream_); });
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  cudaStream_t get() const { return stream_; }
  void wait() const {
    call("cudaStreamSynchronize", [&] { return cudaStreamSynchronize(stream_); });
  }
  void copy(void* to, const void* from, std::size_t bytes) const {
    if (bytes == 0) return;
    call("cudaMemcpyAsync",
         [&] { return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream_); });
  }
  void set(void* memory, int value, std::size_t bytes) const {
    if (bytes == 0) return;
    call("cudaMemsetAsync", [&] { return cudaMemsetAsync(memory, value, bytes, stream_); });
  }

 private:
  explicit Stream(int priority) {
    call("cudaStreamCreateWithPriority",
         [&] { return cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, priority); });
  }

  cudaStream_t stream_ = nullptr;
};

/// A moment in a stream.
class Event {
 public:
  /// `timed` ones cost a little more.
  explicit Event(bool timed = false) {
    call("cudaEventCreate", [&] {
      return cudaEventCreateWithFlags(&event_, timed ? cudaEventDefault : cudaEventDisableTiming);
    });
  }
  ~Event() {
    if (event_ != nullptr) callQuietly([&] { return cudaEventDestroy(event_); });
  }
  Event(Event&& other) noexcept : event_(other.event_) { other.event_ = nullptr; }
  Event& operator=(Event&&) = delete;

  void record(const Stream& stream) const {
    call("cudaEventRecord", [&] { return cudaEventRecord(event_, stream.get()); });
  }
  void wait() const {
    call("cudaEventSynchronize", [&] { return cudaEventSynchronize(event_); });
  }
  /// What is queued in `stream` from now on waits for this moment.
  void holdBack(const Stream& stream) const {
    call("cudaStreamWaitEvent", [&] { return cudaStreamWaitEvent(stream.get(), event_, 0); });
  }
  double millisecondsSince(const Event& earlier) const {
    float milliseconds = 0;
    call("cudaEventElapsedTime",
         [&] { return cudaEventElapsedTime(&milliseconds, earlier.event_, event_); });
    return milliseconds;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

/// Times stages on the device, by events in the stream, so that nothing waits for the clock.
class StageClock {
 public:
  StageClock(const Stream& stream, Timeline& timeline) : stream_(stream), timeline_(timeline) {}

  /// The stage before, if it has not ended, ends here; this one begins.
  void begin(const char* name) {
    end();
    stages_.push_back({name, Event(true), Event(true)});
    stages_.back().from.record(stream_);
    open_ = true;
  }
  /// The stage ends with what has been queued so far. Does not wait for that.
  void end() {
    if (open_) stages_.back().to.record(stream_);
    open_ = false;
  }
  /// Waits for the last stage and writes all of them down.
  void finish();

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
