// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct sd_bus;
struct sd_bus_message;

namespace espy::test {

/// The ScreenCast portal of a desktop, for one test, in a thread.
class ScreenPortal {
 public:
  struct Source {
    std::function<std::uint32_t()> newNode;  ///< for a session
    bool window = false;
    int x = 0;
    int y = 0;
    int width = 0;  ///< 0: position and size are not reported
    int height = 0;
  };
  /// How it and its user behave.
  struct Behaviour {
    std::uint32_t version = 4;
    std::uint32_t kinds = 3;  ///< bits: 1 monitors, 2 windows
    bool denies = false;      ///< the user refuses
    bool silent = false;      ///< the user does not answer
    std::string pipeWire;     ///< the socket; empty: none can be reached
  };
  /// What it was asked for.
  struct Seen {
    int questions = 0;  ///< to the user
    std::uint32_t kinds = 0;
    std::uint32_t cursor = 0;
    bool persists = false;
    bool multiple = false;
    std::string token;
    int closed = 0;  ///< sessions that the client ended
  };

  /// `address`: of the bus.
  explicit ScreenPortal(const std::string& address);
  ~ScreenPortal();
  ScreenPortal(const ScreenPortal&) = delete;
  ScreenPortal& operator=(const ScreenPortal&) = delete;

  void setSources(const std::vector<Source>& sources);
  void setBehaviour(const Behaviour& behaviour);
  Seen seen() const;
  /// The user ends all sessions.
  void endSessions() { ends_ = true; }

 private:
  void serve();
  int handle(sd_bus_message* message);
  int sendProperties(sd_bus_message* message);
  int select(sd_bus_message* message);
  int start(sd_bus_message* message);
  int openRemote(sd_bus_message* message);
  void readOption(sd_bus_message* message, const std::string& name, std::string& handle);
  std::string readOptions(sd_bus_message* message);
  sd_bus_message* newResponse(sd_bus_message* message, const std::string& handle,
                              std::uint32_t code);

  sd_bus* bus_ = nullptr;
  mutable std::mutex mutex_;
  std::vector<Source> sources_;
  Behaviour behaviour_;
  Seen seen_;
  int tokens_ = 0;  ///< handed out; only the last one is valid
  std::vector<std::string> sessions_;
  std::atomic<bool> ends_ = false;
  std::atomic<bool> stops_ = false;
  std::thread thread_;
};

}  // namespace espy::test
