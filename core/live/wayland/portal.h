// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemd/sd-bus.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace espy::live {

template <auto free>
struct FreedBy {
  template <class Object>
  void operator()(Object* object) const {
    free(object);
  }
};
using BusMessage = std::unique_ptr<sd_bus_message, FreedBy<sd_bus_message_unref>>;

/// A session of org.freedesktop.portal.ScreenCast: the desktop asks which monitors or which window
/// are shared, and PipeWire sends their frames. The destructor ends it. Members throw
/// std::runtime_error with a reason for people.
class Portal {
 public:
  struct Asked {
    bool window = false;  ///< one window, else monitors
    std::string token;    ///< of an earlier session; valid ones restore it without a question
    std::function<bool()> stopped;  ///< whether to give up; called every 20 ms
  };
  /// What is shared, by the node of its stream.
  struct Source {
    std::uint32_t node = 0;
    /// On the desktop, in its units, which on scaled monitors are no pixels.
    std::int32_t x = 0;
    std::int32_t y = 0;
    std::int32_t width = 0;  ///< 0: the position is unknown
    std::int32_t height = 0;
  };

  explicit Portal(Asked asked);
  ~Portal();
  Portal(const Portal&) = delete;
  Portal& operator=(const Portal&) = delete;

  const std::vector<Source>& sources() const { return sources_; }
  /// For the next session; empty if the desktop keeps no permissions.
  const std::string& token() const { return token_; }
  /// Opens the connection to PipeWire; the caller owns the descriptor.
  int openPipeWire();

  /// Readable when `process` has something to do.
  int descriptor() const { return sd_bus_get_fd(bus_.get()); }
  /// Throws if the session has ended.
  void process();

 private:
  using Bus = std::unique_ptr<sd_bus, FreedBy<sd_bus_flush_close_unref>>;
  using Slot = std::unique_ptr<sd_bus_slot, FreedBy<sd_bus_slot_unref>>;
  using Append = std::function<void(sd_bus_message*)>;

  void readProperties();
  void createSession();
  void selectSources();
  void start();
  void readSources(sd_bus_message* results);
  void readSource(sd_bus_message* stream);
  BusMessage newCall(const char* interface, const char* method) const;
  BusMessage call(sd_bus_message* method);
  BusMessage request(const char* method, const Append& arguments, const Append& options = {});
  Slot onSignal(const std::string& path, const char* interface, const char* member,
                BusMessage& received);
  void waitUntil(const std::function<bool()>& done);

  Asked asked_;
  Bus bus_;
  Slot closes_;
  BusMessage closed_;
  std::string session_;
  std::uint32_t version_ = 0;
  std::uint32_t kinds_ = 0;    ///< that can be shared
  std::uint32_t cursors_ = 0;  ///< how the pointer can be shown
  std::vector<Source> sources_;
  std::string token_;
  int requests_ = 0;
};

}  // namespace espy::live
