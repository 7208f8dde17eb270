// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pipewire/pipewire.h>

#include <cstdint>
#include <string>
#include <vector>

#include "live/screen_abi.h"

namespace espy::live {

/// A connection to PipeWire with a thread for its callbacks. Members throw std::runtime_error.
class PipeWire {
 public:
  /// Holds back the callbacks.
  class Lock {
   public:
    explicit Lock(const PipeWire& pipeWire) : loop_(pipeWire.loop_) { pw_thread_loop_lock(loop_); }
    ~Lock() { pw_thread_loop_unlock(loop_); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

   private:
    pw_thread_loop* loop_;
  };

  /// Takes the descriptor of a connection.
  explicit PipeWire(int descriptor);
  ~PipeWire();
  PipeWire(const PipeWire&) = delete;
  PipeWire& operator=(const PipeWire&) = delete;

  pw_core* core() const { return core_; }
  /// Readable after `notify`, which callbacks call, until `clear`.
  int event() const { return event_; }
  void notify() const;
  void clear() const;
  /// The first failure counts.
  void setError(const std::string& error);
  /// Throws it. Needs the lock.
  void checkError() const;

 private:
  void close();

  pw_thread_loop* loop_ = nullptr;
  pw_context* context_ = nullptr;
  pw_core* core_ = nullptr;
  spa_hook listener_{};
  int event_ = -1;
  std::string error_;
};

/// The frames of one source in memory, of which the newest is kept. All members need the lock, but
/// constructor and destructor.
class Frames {
 public:
  /// Asks for 8-bit RGB of 32 bits a pixel in shared memory; frames on a GPU are not asked for.
  Frames(PipeWire& pipeWire, std::uint32_t node, bool useDamage);
  ~Frames();
  Frames(const Frames&) = delete;
  Frames& operator=(const Frames&) = delete;

  /// Whether there was a frame: then its size is known.
  bool started() const { return size_.width > 0; }
  /// At (0, 0).
  const EspyScreenArea& size() const { return size_; }
  bool changed() const { return newest_ != nullptr && !damage_.empty(); }
  /// Copies what has changed since the last call, or everything, within `wanted`, whose upper left
  /// pixel is at `to`; bytes become blue, green, red, any. Returns the areas, relative to `wanted`.
  std::vector<EspyScreenArea> copy(bool all, const EspyScreenArea& wanted, std::uint8_t* to,
                                   std::int64_t stride);

 private:
  static pw_stream_events events();
  void connect(std::uint32_t node);
  void onState(pw_stream_state now, const char* error);
  void onFormat(const spa_pod* format);
  void onFrames();
  void onRemoved(const pw_buffer* buffer);
  bool take(pw_buffer* buffer);
  EspyScreenArea cropOf(const spa_buffer& buffer) const;
  void addDamage(const spa_buffer& buffer);
  void copyArea(const EspyScreenArea& area, std::uint8_t* to, std::int64_t stride) const;

  PipeWire& pipeWire_;
  bool useDamage_;
  pw_stream* stream_ = nullptr;
  pw_stream_events events_;
  spa_hook listener_{};
  EspyScreenArea picture_{};  ///< that buffers hold, at (0, 0)
  bool redFirst_ = false;
  EspyScreenArea size_{};
  EspyScreenArea crop_{};  ///< the part of the newest picture that is the frame
  pw_buffer* newest_ = nullptr;
  const std::uint8_t* pixels_ = nullptr;  ///< of its frame
  std::int64_t stride_ = 0;
  bool inOrder_ = false;  ///< whether `number_` is that of the newest
  std::uint64_t number_ = 0;
  std::vector<EspyScreenArea> damage_;
};

}  // namespace espy::live
