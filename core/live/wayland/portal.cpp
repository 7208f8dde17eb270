// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "live/wayland/portal.h"

#include <fcntl.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "live/screen_module.h"

namespace espy::live {
namespace {

constexpr const char* kName = "org.freedesktop.portal.Desktop";
constexpr const char* kPath = "/org/freedesktop/portal/desktop";
constexpr const char* kCast = "org.freedesktop.portal.ScreenCast";
constexpr const char* kRequest = "org.freedesktop.portal.Request";
constexpr const char* kSession = "org.freedesktop.portal.Session";
constexpr std::uint64_t kSlice = 20'000;  // microseconds
constexpr const char* kNoBus = "no session bus (D-Bus) answers, over which the desktop is asked";

// The interface's numbers.
constexpr std::uint32_t kMonitors = 1;
constexpr std::uint32_t kWindows = 2;
constexpr std::uint32_t kHiddenCursor = 1;
constexpr std::uint32_t kUntilRevoked = 2;
constexpr std::uint32_t kRestores = 4;  ///< first version of the interface with tokens

void check(int result) {
  if (result < 0) {
    fail(std::string("D-Bus does not work: ") + std::strerror(-result));
  }
}

void appendOption(sd_bus_message* message, const char* name, const char* type, auto value) {
  check(sd_bus_message_append(message, "{sv}", name, type, value));
}

/// Calls `each` with the name of every entry of the dictionary a{sv}; it reads the variant, or
/// returns false.
void forEachEntry(sd_bus_message* message, const std::function<bool(const std::string&)>& each) {
  check(sd_bus_message_enter_container(message, 'a', "{sv}"));
  while (sd_bus_message_enter_container(message, 'e', "sv") > 0) {
    const char* name = nullptr;
    check(sd_bus_message_read(message, "s", &name));
    if (!each(name)) check(sd_bus_message_skip(message, "v"));
    check(sd_bus_message_exit_container(message));
  }
  check(sd_bus_message_exit_container(message));
}

/// The string in a variant, which some portals send as a path.
std::string textOf(sd_bus_message* message) {
  const char* type = nullptr;
  char kind = 0;
  check(sd_bus_message_peek_type(message, &kind, &type));
  check(sd_bus_message_enter_container(message, 'v', type));
  if (*type != 's' && *type != 'o') fail("the desktop's portal does not keep to its interface");
  const char* text = nullptr;
  check(sd_bus_message_read_basic(message, *type, &text));
  check(sd_bus_message_exit_container(message));
  return text;
}

int keep(sd_bus_message* message, void* place, sd_bus_error*) {
  static_cast<BusMessage*>(place)->reset(sd_bus_message_ref(message));
  return 0;
}

[[noreturn]] void refuse(const sd_bus_error& error) {
  const std::string name = error.name != nullptr ? error.name : "";
  const auto is = [&](const char* kind) { return name.find(kind) != std::string::npos; };
  if (is("ServiceUnknown") || is("NameHasNoOwner") || is("UnknownInterface") ||
      is("UnknownMethod") || is("UnknownObject") || is("Spawn") || is("InvalidArgs")) {
    fail("the desktop has no portal for it (xdg-desktop-portal with ScreenCast)");
  }
  if (is("AccessDenied") || is("NotAllowed")) fail("permission was denied");
  fail("the desktop's portal refuses: " + (error.message != nullptr ? error.message : name));
}

}  // namespace

Portal::Portal(Asked asked) : asked_(std::move(asked)) {
  sd_bus* bus = nullptr;
  if (sd_bus_open_user(&bus) < 0) fail(kNoBus);
  bus_.reset(bus);
  waitUntil([&] { return sd_bus_is_ready(bus) > 0; });
  readProperties();
  createSession();
  selectSources();
  start();
}

Portal::~Portal() {
  if (session_.empty()) return;
  sd_bus_message* message = nullptr;
  if (sd_bus_message_new_method_call(bus_.get(), &message, kName, session_.c_str(), kSession,
                                     "Close") < 0) {
    return;
  }
  const BusMessage close(message);
  sd_bus_message_set_expect_reply(message, 0);
  sd_bus_send(bus_.get(), message, nullptr);
}

void Portal::waitUntil(const std::function<bool()>& done) {
  while (!done()) {
    if (asked_.stopped && asked_.stopped()) fail("cancelled");
    if (closed_ != nullptr) fail("permission was denied");
    const int processed = sd_bus_process(bus_.get(), nullptr);
    if (processed < 0 || sd_bus_is_open(bus_.get()) <= 0) fail(kNoBus);
    if (processed == 0) sd_bus_wait(bus_.get(), kSlice);
  }
}

void Portal::process() {
  int processed = 0;
  do {
    processed = sd_bus_process(bus_.get(), nullptr);
  } while (processed > 0);
  if (processed < 0 || closed_ != nullptr) fail("the desktop no longer shares it");
}

BusMessage Portal::newCall(const char* interface, const char* method) const {
  sd_bus_message* message = nullptr;
  check(sd_bus_message_new_method_call(bus_.get(), &message, kName, kPath, interface, method));
  return BusMessage(message);
}

/// Sends a method call and returns its reply.
BusMessage Portal::call(sd_bus_message* method) {
  BusMessage reply;
  sd_bus_slot* slot = nullptr;
  check(sd_bus_call_async(bus_.get(), &slot, method, keep, &reply, 0));
  const Slot owned(slot);
  waitUntil([&] { return reply != nullptr; });
  if (sd_bus_message_is_method_error(reply.get(), nullptr) > 0) {
    refuse(*sd_bus_message_get_error(reply.get()));
  }
  return reply;
}

Portal::Slot Portal::onSignal(const std::string& path, const char* interface, const char* member,
                              BusMessage& received) {
  sd_bus_slot* slot = nullptr;
  check(sd_bus_match_signal_async(bus_.get(), &slot, kName, path.c_str(), interface, member, keep,
                                  nullptr, &received));
  return Slot(slot);
}

/// Calls a method that is answered by a signal, perhaps after a question to the user; returns that
/// signal, of which the results are to be read.
BusMessage Portal::request(const char* method, const Append& arguments, const Append& options) {
  const char* name = nullptr;
  check(sd_bus_get_unique_name(bus_.get(), &name));
  std::string sender(name + 1);  // without the colon
  std::replace(sender.begin(), sender.end(), '.', '_');
  const std::string token = "espy" + std::to_string(++requests_);
  BusMessage response;
  const Slot slot = onSignal(std::string(kPath) + "/request/" + sender + "/" + token, kRequest,
                             "Response", response);
  const BusMessage message = newCall(kCast, method);
  arguments(message.get());
  check(sd_bus_message_open_container(message.get(), 'a', "{sv}"));
  appendOption(message.get(), "handle_token", "s", token.c_str());
  if (options) options(message.get());
  check(sd_bus_message_close_container(message.get()));
  call(message.get());
  waitUntil([&] { return response != nullptr; });
  std::uint32_t code = 0;
  check(sd_bus_message_read(response.get(), "u", &code));
  if (code == 1) fail("permission was denied");
  if (code != 0) fail("the desktop's portal could not share it");
  return response;
}

void Portal::readProperties() {
  const BusMessage message = newCall("org.freedesktop.DBus.Properties", "GetAll");
  check(sd_bus_message_append(message.get(), "s", kCast));
  const BusMessage reply = call(message.get());
  forEachEntry(reply.get(), [&](const std::string& name) {
    std::uint32_t* const number = name == "version"                ? &version_
                                  : name == "AvailableSourceTypes" ? &kinds_
                                  : name == "AvailableCursorModes" ? &cursors_
                                                                   : nullptr;
    if (number != nullptr) check(sd_bus_message_read(reply.get(), "v", "u", number));
    return number != nullptr;
  });
  if (version_ == 0) fail("the desktop has no portal for it (xdg-desktop-portal with ScreenCast)");
  if (asked_.window && (kinds_ & kWindows) == 0) fail("the desktop does not share single windows");
}

void Portal::createSession() {
  const BusMessage response = request(
      "CreateSession", [](sd_bus_message*) {},
      [](sd_bus_message* message) { appendOption(message, "session_handle_token", "s", "espy"); });
  forEachEntry(response.get(), [&](const std::string& name) {
    if (name != "session_handle") return false;
    session_ = textOf(response.get());
    return true;
  });
  if (session_.empty()) fail("the desktop's portal opened no session");
  closes_ = onSignal(session_, kSession, "Closed", closed_);
}

void Portal::selectSources() {
  request(
      "SelectSources",
      [&](sd_bus_message* message) {
        check(sd_bus_message_append(message, "o", session_.c_str()));
      },
      [&](sd_bus_message* message) {
        appendOption(message, "types", "u", asked_.window ? kWindows : kMonitors);
        appendOption(message, "multiple", "b", asked_.window ? 0 : 1);
        if ((cursors_ & kHiddenCursor) != 0) {
          appendOption(message, "cursor_mode", "u", kHiddenCursor);
        }
        if (version_ < kRestores) return;
        appendOption(message, "persist_mode", "u", kUntilRevoked);
        if (!asked_.token.empty()) {
          appendOption(message, "restore_token", "s", asked_.token.c_str());
        }
      });
}

void Portal::start() {
  const BusMessage response = request("Start", [&](sd_bus_message* message) {
    check(sd_bus_message_append(message, "os", session_.c_str(), ""));
  });
  forEachEntry(response.get(), [&](const std::string& name) {
    if (name == "restore_token") {
      token_ = textOf(response.get());
    } else if (name == "streams") {
      readSources(response.get());
    } else {
      return false;
    }
    return true;
  });
  if (sources_.empty()) fail("the desktop shares nothing");
}

void Portal::readSources(sd_bus_message* results) {
  check(sd_bus_message_enter_container(results, 'v', "a(ua{sv})"));
  check(sd_bus_message_enter_container(results, 'a', "(ua{sv})"));
  while (sd_bus_message_enter_container(results, 'r', "ua{sv}") > 0) {
    readSource(results);
    check(sd_bus_message_exit_container(results));
  }
  check(sd_bus_message_exit_container(results));
  check(sd_bus_message_exit_container(results));
}

void Portal::readSource(sd_bus_message* stream) {
  Source source;
  check(sd_bus_message_read(stream, "u", &source.node));
  bool placed = false;
  forEachEntry(stream, [&](const std::string& name) {
    if (name == "position") {
      check(sd_bus_message_read(stream, "v", "(ii)", &source.x, &source.y));
      placed = true;
    } else if (name == "size") {
      check(sd_bus_message_read(stream, "v", "(ii)", &source.width, &source.height));
    } else {
      return false;
    }
    return true;
  });
  if (!placed) source.width = 0;
  sources_.push_back(source);
}

int Portal::openPipeWire() {
  const BusMessage message = newCall(kCast, "OpenPipeWireRemote");
  check(sd_bus_message_append(message.get(), "oa{sv}", session_.c_str(), 0));
  const BusMessage reply = call(message.get());
  int descriptor = -1;
  check(sd_bus_message_read(reply.get(), "h", &descriptor));
  const int own = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (own < 0) fail("PipeWire cannot be reached: too many open files");
  return own;
}

}  // namespace espy::live
