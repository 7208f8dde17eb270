// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "command.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace espy::test {
namespace fs = std::filesystem;
namespace {

/// Timeout after which a hanging command is killed.
constexpr std::chrono::seconds kLongest{60};

/// A user id without other processes, for RLIMIT_NPROC; another one in each test program that runs.
int testUser() {
  return 40000 + ::getpid() % 20000;
}

std::string readAll(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

fs::path newFolder() {
  std::string pattern = (fs::temp_directory_path() / "espy-cli-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder for the test");
  return pattern;
}

void writeAll(int stream, std::string bytes) {
  // A command that fails early does not read its input; ignore SIGPIPE.
  sigset_t pipe;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
  while (!bytes.empty()) {
    const ssize_t written = ::write(stream, bytes.data(), bytes.size());
    if (written <= 0) return;
    bytes.erase(0, static_cast<std::size_t>(written));
  }
}

/// Wrapper commands that apply limits, variables and user; empty if there are none.
std::vector<std::string> limitsOf(const RunEnvironment& surroundings) {
  std::vector<std::string> words;
  const auto limit = [&](const char* name, std::uint64_t value) {
    if (value > 0) words.push_back(std::string("--") + name + "=" + std::to_string(value));
  };
  limit("fsize", surroundings.fileSizeLimit);
  limit("as", surroundings.addressSpaceLimit);
  limit("nproc", surroundings.processLimit);
  if (!words.empty()) words.insert(words.begin(), "prlimit");
  if (!surroundings.variables.empty()) {
    words.push_back("env");
    words.insert(words.end(), surroundings.variables.begin(), surroundings.variables.end());
  }
  if (surroundings.processLimit > 0) {
    const std::string user = std::to_string(testUser());
    words.insert(words.end(), {"setpriv", "--reuid", user, "--regid", user, "--clear-groups"});
  }
  if (surroundings.withoutRights && ::geteuid() == 0) {
    words.insert(words.end(), {"setpriv", "--bounding-set", "-dac_override,-dac_read_search"});
  }
  return words;
}

}  // namespace

Running::Running(const fs::path& folder, const std::vector<std::string>& arguments,
                 const RunEnvironment& surroundings)
    : catchers_(newFolder()),
      ownOutput_(surroundings.outputPath.empty() && !surroundings.closeOutput) {
  int input[2];
  if (::pipe2(input, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addchdir_np(&files, folder.c_str());
  posix_spawn_file_actions_adddup2(&files, input[0], STDIN_FILENO);
  const std::string out = ownOutput_ ? (catchers_ / "out").string() : surroundings.outputPath;
  const std::string err = (catchers_ / "err").string();
  if (surroundings.closeOutput) {
    posix_spawn_file_actions_addclose(&files, STDOUT_FILENO);
  } else {
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT, 0600);
  }
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, err.c_str(),
                                   O_WRONLY | O_CREAT | O_APPEND, 0600);

  // Reset signals: the parent of the tests may ignore or block them.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigemptyset(&all);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ}) sigaddset(&all, signal);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  std::vector<std::string> words = arguments;
  const std::vector<std::string> limits = limitsOf(surroundings);
  const std::string program = limits.empty() ? ESPY_COMMAND : limits.front();
  words.insert(words.begin(), limits.empty() ? "espy" : ESPY_COMMAND);
  words.insert(words.begin(), limits.begin(), limits.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const int error =
      ::posix_spawnp(&process_, program.c_str(), &files, &attributes, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  ::close(input[0]);
  inputEnd_ = input[1];
  if (error != 0) throw std::runtime_error("cannot start " ESPY_COMMAND);

  const bool closing = !surroundings.keepInputOpen;
  feeder_ = std::thread([end = inputEnd_, bytes = surroundings.input, closing] {
    writeAll(end, bytes);
    if (closing) ::close(end);
  });
  if (closing) inputEnd_ = -1;
}

Running::~Running() {
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    wait();
  }
  if (feeder_.joinable()) feeder_.join();
  if (inputEnd_ >= 0) ::close(inputEnd_);
  std::error_code ignored;
  fs::remove_all(catchers_, ignored);
}

void Running::send(int signal) const {
  ::kill(process_, signal);
}

void Running::waitForFile(const std::string& folder, int access) const {
  const fs::path self = fs::path("/proc") / std::to_string(process_);
  const auto holds = [&] {
    if (access == 0) return readAll(self / "maps").find(' ' + folder) != std::string::npos;
    std::error_code gone;
    for (const auto& entry : fs::directory_iterator(self / "fd", gone)) {
      const std::string file = fs::read_symlink(entry.path(), gone).string();
      if (gone || !file.starts_with(folder)) continue;
      std::ifstream info(self / "fdinfo" / entry.path().filename());
      for (std::string word; info >> word;) {
        int flags = 0;
        if (word == "flags:" && info >> std::oct >> flags && (flags & access) != 0) return true;
      }
    }
    return false;
  };
  for (int i = 0; i < 20000 && !holds(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void Running::waitForText(const char* catcher) const {
  for (int i = 0; i < 2000 && readAll(catchers_ / catcher).empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

Outcome Running::wait() {
  Outcome outcome;
  int state = 0;
  const auto end = std::chrono::steady_clock::now() + kLongest;
  while (::waitpid(process_, &state, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > end) ::kill(process_, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  process_ = -1;
  if (feeder_.joinable()) feeder_.join();
  if (WIFEXITED(state)) outcome.status = WEXITSTATUS(state);
  if (WIFSIGNALED(state)) outcome.signal = WTERMSIG(state);
  if (ownOutput_) outcome.out = readAll(catchers_ / "out");
  outcome.err = readAll(catchers_ / "err");
  return outcome;
}

CommandTest::CommandTest() : folder_(newFolder()) {}

CommandTest::~CommandTest() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

Outcome CommandTest::espy(const std::vector<std::string>& arguments,
                          const RunEnvironment& around) const {
  return Running(folder_, arguments, around).wait();
}

void CommandTest::write(const std::string& name, const std::string& bytes) const {
  fs::create_directories(path(name).parent_path());
  std::ofstream(path(name), std::ios::binary) << bytes;
}

std::string CommandTest::read(const std::string& name) const {
  return readAll(path(name));
}

void CommandTest::waitFor(const std::string& name) const {
  for (int wait = 0; wait < 1000 && !fs::exists(path(name)); ++wait) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_TRUE(fs::exists(path(name))) << name;
}

std::vector<std::string> CommandTest::list() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
    names.push_back(fs::relative(entry.path(), folder_).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

::testing::AssertionResult refuses(const Outcome& outcome, const std::string& fact, int status) {
  const auto lines = std::count(outcome.err.begin(), outcome.err.end(), '\n');
  if (outcome.status == status && outcome.out.empty() && lines == 1 &&
      outcome.err.starts_with("espy: ") && outcome.err.ends_with("\n") &&
      outcome.err.find(fact) != std::string::npos) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure()
         << "status " << outcome.status << " (signal " << outcome.signal << ") instead of "
         << status << ", looking for '" << fact << "'\nstdout: " << outcome.out
         << "\nstderr: " << outcome.err;
}

}  // namespace espy::test
