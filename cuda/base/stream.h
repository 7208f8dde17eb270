// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "cuda/base/calls.h"

namespace espy::cuda {

/// A CUDA stream.
class Stream {
 public:
  Stream() {
    call("cudaStreamCreate",
         [&] { return cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking); });
  }
  /// Creates a stream of the highest priority.
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

/// A CUDA event.
class Event {
 public:
  /// `timed` events are slightly more expensive.
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
  /// Makes later work in `stream` wait for this event.
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

}  // namespace espy::cuda
