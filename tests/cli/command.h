// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace espy::test {

/// Exit and output of one run of the command.
struct Outcome {
  int status = -1;  ///< exit status, or -1 if a signal terminated it
  int signal = 0;
  std::string out;
  std::string err;
};

/// Environment of a run; by default an empty standard input and captured output.
struct RunEnvironment {
  std::string input = {};               ///< written to standard input, a pipe
  bool keepInputOpen = false;           ///< the pipe stays open after `input`
  std::string outputPath = {};          ///< file for standard output, not captured
  bool closeOutput = false;             ///< standard output is closed
  std::uint64_t fileSizeLimit = 0;      ///< RLIMIT_FSIZE, in bytes; 0: none
  std::uint64_t addressSpaceLimit = 0;  ///< RLIMIT_AS, in bytes; 0: none
  std::uint64_t processLimit = 0;  ///< RLIMIT_NPROC, as a user without other processes; 0: none
  bool withoutRights = false;      ///< root, too, needs the permissions of files and folders
  std::vector<std::string> variables = {};  ///< NAME=VALUE, added to the inherited ones
};

/// A running command. The destructor kills it.
class Running {
 public:
  Running(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
          const RunEnvironment& surroundings);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  void send(int signal) const;
  /// Waits, at most about 20 s, until the command has mapped a file whose path starts with
  /// `folder`; with `access` O_WRONLY, O_RDWR or both, until it has one open in such a mode.
  void waitForFile(const std::string& folder, int access = 0) const;
  /// Waits, at most about 20 s, until something was printed on standard error.
  void waitForMessage() const { waitForText("err"); }
  /// The same for captured standard output.
  void waitForOutput() const { waitForText("out"); }
  Outcome wait();

 private:
  void waitForText(const char* catcher) const;

  std::filesystem::path catchers_;
  std::thread feeder_;
  int inputEnd_ = -1;
  pid_t process_ = -1;
  bool ownOutput_ = true;
};

/// Test with a temporary folder in which the command runs.
class CommandTest : public ::testing::Test {
 protected:
  CommandTest();
  ~CommandTest() override;

  /// Runs `espy ARGUMENTS` in the folder.
  Outcome espy(const std::vector<std::string>& arguments, const RunEnvironment& around = {}) const;

  std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  void write(const std::string& name, const std::string& bytes) const;
  std::string read(const std::string& name) const;
  /// Waits, at most about 20 s, until this file of the folder exists.
  void waitFor(const std::string& name) const;
  /// Sorted relative paths of everything in the folder.
  std::vector<std::string> list() const;

 private:
  std::filesystem::path folder_;
};

/// Whether the run failed with this status, no standard output and one line "espy: ..." on standard
/// error that contains `fact`.
::testing::AssertionResult refuses(const Outcome& outcome, const std::string& fact, int status = 2);

}  // namespace espy::test
