// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pipewire/pipewire.h>
#include <spa/pod/builder.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "espy/image.h"
#include "support/wayland_session.h"

namespace espy::test {

/// A client of a PipeWire daemon that links readers to the source that they ask for, as a session
/// manager does.
class SourceDaemon {
 public:
  /// `folder`: of the daemon's socket.
  explicit SourceDaemon(const std::string& folder);
  ~SourceDaemon();
  SourceDaemon(const SourceDaemon&) = delete;
  SourceDaemon& operator=(const SourceDaemon&) = delete;

  pw_core* core() const { return core_; }
  pw_thread_loop* loop() const { return loop_; }

 private:
  /// A node that reads, from when it appears.
  struct Reader {
    SourceDaemon* daemon = nullptr;
    std::uint32_t id = 0;
    pw_proxy* node = nullptr;
    spa_hook listener{};
    std::uint32_t target = PW_ID_ANY;
    bool hasPort = false;
    pw_proxy* link = nullptr;
  };

  void onGlobal(std::uint32_t id, const char* type, const spa_dict* facts);
  void onRemoved(std::uint32_t id);
  void link(Reader& reader);

  pw_thread_loop* loop_ = nullptr;
  pw_context* context_ = nullptr;
  pw_core* core_ = nullptr;
  pw_registry* registry_ = nullptr;
  spa_hook listener_{};
  pw_registry_events events_{};
  pw_node_events nodeEvents_{};
  std::map<std::uint32_t, std::unique_ptr<Reader>> readers_;
};

/// One monitor or window: a stream into PipeWire.
class SharedSource {
 public:
  SharedSource(SourceDaemon& daemon, const WaylandSession::Shared& shared);
  ~SharedSource();
  SharedSource(const SharedSource&) = delete;
  SharedSource& operator=(const SharedSource&) = delete;

  /// Ends the session before, if any, and begins one. As on a desktop, each has its own node: a
  /// node does not get back the buffers that its readers held at their end.
  std::uint32_t newNode();
  void show(const ImageView& picture, std::int64_t x, std::int64_t y, bool reported);
  void resize(Size size);

 private:
  struct Area {
    std::int64_t x, y, width, height;
  };

  void startTimer();
  void onState(pw_stream_state now);
  void onFormat();
  const spa_pod* format(spa_pod_builder& builder) const;
  void paint(const ImageView& picture, std::int64_t left, std::int64_t top);
  bool send(const Area& damage);
  void fill(spa_buffer& buffer, const Area& damage);
  Size bufferSize() const { return shared_.buffer.value_or(shared_.size); }

  SourceDaemon& daemon_;
  WaylandSession::Shared shared_;
  pw_stream* stream_ = nullptr;
  spa_hook listener_{};
  pw_stream_events events_{};
  spa_source* timer_ = nullptr;  ///< repeats frames: the first one may be lost
  bool running_ = false;
  bool resizing_ = false;  ///< buffers have the old size
  std::uint64_t number_ = 0;
  std::vector<std::uint8_t> pixels_;  ///< of the buffer, 4 bytes each, in its format
};

}  // namespace espy::test
