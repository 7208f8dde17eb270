// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "live/without_sigpipe.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

namespace espy::live {
namespace {

/// A pipe without a reader.
class BrokenPipe {
 public:
  BrokenPipe() {
    EXPECT_EQ(::pipe(ends_), 0);
    ::close(ends_[0]);
  }
  ~BrokenPipe() { ::close(ends_[1]); }
  /// The error of writing a byte; 0 if it was written.
  int write() const { return ::write(ends_[1], "x", 1) == 1 ? 0 : errno; }

 private:
  int ends_[2] = {};
};

bool isPending() {
  sigset_t pending;
  ::sigpending(&pending);
  return ::sigismember(&pending, SIGPIPE) == 1;
}

bool isBlocked() {
  sigset_t mask;
  ::pthread_sigmask(SIG_BLOCK, nullptr, &mask);
  return ::sigismember(&mask, SIGPIPE) == 1;
}

TEST(WithoutSigpipe, AWriteFailsAndTheProcessLives) {
  const BrokenPipe pipe;
  {
    const WithoutSigpipe alive;
    EXPECT_EQ(pipe.write(), EPIPE);
    EXPECT_EQ(pipe.write(), EPIPE);
  }
  EXPECT_FALSE(isPending());
  EXPECT_FALSE(isBlocked());
}

TEST(WithoutSigpipeDeathTest, WithoutItTheProcessEnds) {
  EXPECT_EXIT(BrokenPipe().write(), ::testing::KilledBySignal(SIGPIPE), "");
}

TEST(WithoutSigpipe, ASignalOfBeforeIsTheCallers) {
  const BrokenPipe pipe;
  const auto callers = std::make_unique<WithoutSigpipe>();
  EXPECT_EQ(pipe.write(), EPIPE);
  {
    const WithoutSigpipe alive;
    EXPECT_EQ(pipe.write(), EPIPE);
  }
  EXPECT_TRUE(isPending());
  EXPECT_TRUE(isBlocked());
}

}  // namespace
}  // namespace espy::live
