// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/wayland_session.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "support/shared_source.h"

namespace espy::test {
namespace {

constexpr const char* kDaemon =
    R"(context.properties = { core.daemon = true core.name = pipewire-0 }
context.spa-libs = { support.* = support/libspa-support }
context.modules = [
  { name = libpipewire-module-protocol-native }
  { name = libpipewire-module-spa-node-factory }
  { name = libpipewire-module-client-node }
  { name = libpipewire-module-access }
  { name = libpipewire-module-link-factory }
]
)";

std::string busOf(const std::string& socket) {
  return "<!DOCTYPE busconfig PUBLIC \"-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN\"\n"
         "\"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd\">\n"
         "<busconfig><type>session</type><listen>unix:path=" +
         socket +
         "</listen><policy context=\"default\"><allow send_destination=\"*\" eavesdrop=\"true\"/>"
         "<allow eavesdrop=\"true\"/><allow own=\"*\"/></policy></busconfig>\n";
}

/// Whether a program listens; the file is there a little earlier.
bool listens(const std::filesystem::path& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.native().copy(address.sun_path, sizeof address.sun_path - 1);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int result = ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  ::close(socket);
  return result == 0;
}

/// Starts a program and waits for its socket; -1 if it is not installed.
pid_t started(std::vector<std::string> words, const std::string& variable,
              const std::filesystem::path& socket) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::string changed = variable;
  const pid_t process = ::fork();
  if (process == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::putenv(changed.data());
    const int nothing = ::open("/dev/null", O_RDWR);
    for (const int own : {STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, own);
    ::execvp(arguments.front(), arguments.data());
    ::_exit(127);
  }
  for (int wait = 0; wait < 3000; ++wait) {
    if (listens(socket)) return process;
    if (::waitpid(process, nullptr, WNOHANG) == process) return -1;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  throw std::runtime_error(words.front() + " does not start");
}

}  // namespace

void WaylandSession::Program::end() {
  if (id <= 0) return;
  ::kill(id, SIGKILL);
  ::waitpid(id, nullptr, 0);
  id = -1;
}

struct WaylandSession::Inside {
  std::unique_ptr<SourceDaemon> daemon;
  std::vector<std::unique_ptr<SharedSource>> sources;
};

WaylandSession::WaylandSession(const std::vector<Shared>& all)
    : inside_(std::make_unique<Inside>()) {
  std::string name = (std::filesystem::temp_directory_path() / "espy-wayland-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = name;
  const std::string runtime = "XDG_RUNTIME_DIR=" + name;
  std::ofstream(folder_ / "bus.conf") << busOf(name + "/bus");
  std::ofstream(folder_ / "pipewire.conf") << kDaemon;
  bus_.id = started({"dbus-daemon", "--nofork", "--config-file=" + name + "/bus.conf"}, runtime,
                    folder_ / "bus");
  daemon_.id =
      started({"pipewire", "-c", name + "/pipewire.conf"}, runtime, folder_ / "pipewire-0");
  if (bus_.id < 0 || daemon_.id < 0) return;
  inside_->daemon = std::make_unique<SourceDaemon>(name);
  std::vector<ScreenPortal::Source> offered;
  for (const Shared& each : all) {
    auto& source =
        *inside_->sources.emplace_back(std::make_unique<SharedSource>(*inside_->daemon, each));
    offered.push_back({[&source] { return source.newNode(); }, each.window, each.x, each.y,
                       each.placed ? static_cast<int>(each.size.width) / each.scale : 0,
                       static_cast<int>(each.size.height) / each.scale});
  }
  portal_ = std::make_unique<ScreenPortal>("unix:path=" + name + "/bus");
  portal_->setSources(offered);
  portal_->setBehaviour(behaviour());
}

WaylandSession::~WaylandSession() {
  portal_.reset();
  inside_.reset();
  daemon_.end();
  bus_.end();
  std::filesystem::remove_all(folder_);
}

std::vector<std::string> WaylandSession::variables() const {
  return {"WAYLAND_DISPLAY=wayland-0",
          "XDG_SESSION_TYPE=wayland",
          "DISPLAY=",
          "DBUS_SESSION_BUS_ADDRESS=unix:path=" + (folder_ / "bus").string(),
          "XDG_RUNTIME_DIR=" + folder_.string(),
          "XDG_STATE_HOME=" + stateFolder().string()};
}

ScreenPortal::Behaviour WaylandSession::behaviour() const {
  return {.pipeWire = (folder_ / "pipewire-0").string()};
}

void WaylandSession::show(std::size_t shared, const ImageView& picture, std::int64_t x,
                          std::int64_t y) {
  inside_->sources.at(shared)->show(picture, x, y, true);
}

void WaylandSession::showSecretly(std::size_t shared, const ImageView& picture, std::int64_t x,
                                  std::int64_t y) {
  inside_->sources.at(shared)->show(picture, x, y, false);
}

void WaylandSession::resize(std::size_t shared, Size size) {
  inside_->sources.at(shared)->resize(size);
}

void WaylandSession::endPipeWire() {
  daemon_.end();
}

}  // namespace espy::test
