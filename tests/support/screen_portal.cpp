// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/screen_portal.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace espy::test {
namespace {

constexpr const char* kPath = "/org/freedesktop/portal/desktop";
constexpr const char* kCast = "org.freedesktop.portal.ScreenCast";
constexpr std::uint64_t kSlice = 10'000;  // microseconds

void check(int result) {
  if (result < 0) throw std::runtime_error(std::string("D-Bus: ") + std::strerror(-result));
}

bool isCall(sd_bus_message* message, const char* interface, const char* member) {
  return sd_bus_message_is_method_call(message, interface, member) > 0;
}

int connectTo(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    return socket;
  }
  ::close(socket);
  return -1;
}

}  // namespace

ScreenPortal::ScreenPortal(const std::string& address) {
  check(sd_bus_new(&bus_));
  check(sd_bus_set_address(bus_, address.c_str()));
  check(sd_bus_set_bus_client(bus_, 1));
  check(sd_bus_negotiate_fds(bus_, 1));
  check(sd_bus_start(bus_));
  const sd_bus_message_handler_t handler = [](sd_bus_message* message, void* self, sd_bus_error*) {
    return static_cast<ScreenPortal*>(self)->handle(message);
  };
  check(sd_bus_add_fallback(bus_, nullptr, kPath, handler, this));
  check(sd_bus_request_name(bus_, "org.freedesktop.portal.Desktop", 0));
  thread_ = std::thread([this] { serve(); });
}

ScreenPortal::~ScreenPortal() {
  stops_ = true;
  thread_.join();
  sd_bus_flush_close_unref(bus_);
}

void ScreenPortal::setSources(const std::vector<Source>& sources) {
  const std::lock_guard lock(mutex_);
  sources_ = sources;
}

void ScreenPortal::setBehaviour(const Behaviour& behaviour) {
  const std::lock_guard lock(mutex_);
  behaviour_ = behaviour;
}

ScreenPortal::Seen ScreenPortal::seen() const {
  const std::lock_guard lock(mutex_);
  return seen_;
}

void ScreenPortal::serve() {
  while (!stops_) {
    while (sd_bus_process(bus_, nullptr) > 0) {
    }
    if (ends_.exchange(false)) {
      const std::lock_guard lock(mutex_);
      for (const std::string& session : sessions_) {
        sd_bus_emit_signal(bus_, session.c_str(), "org.freedesktop.portal.Session", "Closed",
                           "a{sv}", 0);
      }
      sessions_.clear();
    }
    sd_bus_wait(bus_, kSlice);
  }
}

int ScreenPortal::handle(sd_bus_message* message) {
  const std::lock_guard lock(mutex_);
  if (isCall(message, "org.freedesktop.DBus.Properties", "GetAll")) return sendProperties(message);
  if (isCall(message, kCast, "SelectSources")) return select(message);
  if (isCall(message, kCast, "Start")) return start(message);
  if (isCall(message, kCast, "OpenPipeWireRemote")) return openRemote(message);
  if (isCall(message, kCast, "CreateSession")) {
    const std::string handle = readOptions(message);
    sessions_.push_back(std::string(kPath) + "/session/test/s" + handle);
    sd_bus_message* const response = newResponse(message, handle, 0);
    check(sd_bus_message_append(response, "a{sv}", 1, "session_handle", "s",
                                sessions_.back().c_str()));
    sd_bus_send(bus_, response, nullptr);
    sd_bus_message_unref(response);
    return 1;
  }
  if (isCall(message, "org.freedesktop.portal.Session", "Close")) {
    ++seen_.closed;
    std::erase(sessions_, sd_bus_message_get_path(message));
    return 1;
  }
  return 0;
}

int ScreenPortal::sendProperties(sd_bus_message* message) {
  if (behaviour_.version == 0) return 0;  // no such interface
  return sd_bus_reply_method_return(message, "a{sv}", 3, "version", "u", behaviour_.version,
                                    "AvailableSourceTypes", "u", behaviour_.kinds,
                                    "AvailableCursorModes", "u", 7U);
}

void ScreenPortal::readOption(sd_bus_message* message, const std::string& name,
                              std::string& handle) {
  const char* text = nullptr;
  std::uint32_t number = 0;
  int truth = 0;
  if (name == "handle_token") {
    check(sd_bus_message_read(message, "v", "s", &text));
    handle = text;
  } else if (name == "restore_token") {
    check(sd_bus_message_read(message, "v", "s", &text));
    seen_.token = text;
  } else if (name == "multiple") {
    check(sd_bus_message_read(message, "v", "b", &truth));
    seen_.multiple = truth != 0;
  } else if (name == "types" || name == "cursor_mode" || name == "persist_mode") {
    check(sd_bus_message_read(message, "v", "u", &number));
    if (name == "types") seen_.kinds = number;
    if (name == "cursor_mode") seen_.cursor = number;
    if (name == "persist_mode") seen_.persists = number == 2;
  } else {
    check(sd_bus_message_skip(message, "v"));
  }
}

/// Reads the options that end the arguments; returns the token of the request.
std::string ScreenPortal::readOptions(sd_bus_message* message) {
  std::string handle;
  check(sd_bus_message_enter_container(message, 'a', "{sv}"));
  while (sd_bus_message_enter_container(message, 'e', "sv") > 0) {
    const char* name = nullptr;
    check(sd_bus_message_read(message, "s", &name));
    readOption(message, name, handle);
    check(sd_bus_message_exit_container(message));
  }
  check(sd_bus_message_exit_container(message));
  return handle;
}

/// Answers the method call, and begins the signal that carries the results.
sd_bus_message* ScreenPortal::newResponse(sd_bus_message* message, const std::string& handle,
                                          std::uint32_t code) {
  std::string sender(sd_bus_message_get_sender(message) + 1);
  std::replace(sender.begin(), sender.end(), '.', '_');
  const std::string path = std::string(kPath) + "/request/" + sender + "/" + handle;
  check(sd_bus_reply_method_return(message, "o", path.c_str()));
  sd_bus_message* response = nullptr;
  check(sd_bus_message_new_signal(bus_, &response, path.c_str(), "org.freedesktop.portal.Request",
                                  "Response"));
  check(sd_bus_message_append(response, "u", code));
  return response;
}

int ScreenPortal::select(sd_bus_message* message) {
  seen_.token.clear();
  check(sd_bus_message_skip(message, "o"));
  const std::string handle = readOptions(message);
  sd_bus_message* const response = newResponse(message, handle, 0);
  check(sd_bus_message_append(response, "a{sv}", 0));
  sd_bus_send(bus_, response, nullptr);
  sd_bus_message_unref(response);
  return 1;
}

int ScreenPortal::start(sd_bus_message* message) {
  check(sd_bus_message_skip(message, "os"));
  const std::string handle = readOptions(message);
  const bool known = tokens_ > 0 && seen_.token == "token-" + std::to_string(tokens_);
  if (!known) ++seen_.questions;
  const bool denied = behaviour_.denies && !known;
  sd_bus_message* const response = newResponse(message, handle, denied ? 1 : 0);
  check(sd_bus_message_open_container(response, 'a', "{sv}"));
  if (!denied && behaviour_.version >= 4) {
    check(sd_bus_message_append(response, "{sv}", "restore_token", "s",
                                ("token-" + std::to_string(++tokens_)).c_str()));
  }
  check(sd_bus_message_open_container(response, 'e', "sv"));
  check(sd_bus_message_append(response, "s", "streams"));
  check(sd_bus_message_open_container(response, 'v', "a(ua{sv})"));
  check(sd_bus_message_open_container(response, 'a', "(ua{sv})"));
  for (const Source& each : sources_) {
    if (denied || each.window != (seen_.kinds == 2)) continue;
    const std::uint32_t node = each.newNode();
    if (each.width > 0) {
      check(sd_bus_message_append(response, "(ua{sv})", node, 2, "position", "(ii)", each.x, each.y,
                                  "size", "(ii)", each.width, each.height));
    } else {
      check(sd_bus_message_append(response, "(ua{sv})", node, 0));
    }
  }
  for (int i = 0; i < 4; ++i) check(sd_bus_message_close_container(response));
  if (!behaviour_.silent || known) sd_bus_send(bus_, response, nullptr);
  sd_bus_message_unref(response);
  return 1;
}

int ScreenPortal::openRemote(sd_bus_message* message) {
  const int socket = connectTo(behaviour_.pipeWire);
  if (socket < 0) {
    return sd_bus_reply_method_errorf(message, "org.freedesktop.portal.Error.Failed",
                                      "PipeWire does not run");
  }
  const int sent = sd_bus_reply_method_return(message, "h", socket);
  ::close(socket);
  return sent;
}

}  // namespace espy::test
