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

/// How one run of the command ended and what it printed.
struct Outcome {
  int status = -1;  ///< exit status, or -1 when a signal ended it
  int signal = 0;
  std::string out;
  std::string err;
};

/// What the command finds around it; by default an empty standard input and files that catch what
/// it prints.
struct Surroundings {
  std::string input = {};               ///< what standard input, a pipe, gives
  bool keepInputOpen = false;           ///< the pipe's other end is not closed after that
  std::string outputPath = {};          ///< standard output goes here instead
  bool closeOutput = false;             ///< standard output is closed
  std::uint64_t fileSizeLimit = 0;      ///< RLIMIT_FSIZE, in bytes; 0: none
  std::uint64_t addressSpaceLimit = 0;  ///< RLIMIT_AS, in bytes; 0: none
  std::uint64_t processLimit = 0;  ///< RLIMIT_NPROC, as a user who has no other process; 0: none
  std::vector<std::string> variables = {};  ///< NAME=VALUE, besides our own
};

/// A run of the command that has begun.
class Running {
 public:
  Running(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
          const Surroundings& surroundings);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  void send(int signal) const;
  /// Waits until the command holds a file below `folder` open, for writing if `access` is
  /// O_WRONLY or O_RDWR or both, or has it mapped.
  void waitForFile(const std::string& folder, int access = 0) const;
  /// Waits until something has been printed on standard error.
  void waitForTalk() const;
  Outcome wait();

 private:
  std::filesystem::path catchers_;
  std::thread feeder_;
  int inputEnd_ = -1;
  pid_t process_ = -1;
  bool ownOutput_ = true;
};

/// A test with an empty folder of its own, in which the command runs.
class CommandTest : public ::testing::Test {
 protected:
  CommandTest();
  ~CommandTest() override;

  /// Runs `espy ARGUMENTS` in the folder.
  Outcome espy(const std::vector<std::string>& arguments, const Surroundings& around = {}) const;

  std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  void write(const std::string& name, const std::string& bytes) const;
  std::string read(const std::string& name) const;
  /// The names of everything in the folder and below, sorted.
  std::vector<std::string> list() const;

 private:
  std::filesystem::path folder_;
};

/// The outcome of a refusal: this status, nothing on standard output, one line on standard error
/// that begins with "espy: " and contains `fact`.
::testing::AssertionResult refuses(const Outcome& outcome, const std::string& fact, int status = 2);

}  // namespace espy::test
