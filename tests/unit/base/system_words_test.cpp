// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/system_words.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <string>

namespace espy {
namespace {

TEST(SystemWords, AreTheSystemsOwn) {
  for (int error = 1; error < 134; ++error) {
    EXPECT_EQ(systemWords(error).text(), std::generic_category().message(error)) << error;
  }
}

TEST(SystemWords, AreWordsThatCanBeTranslated) {
  for (const int error : {ENOENT, EACCES, EPERM, ENOSPC, EROFS, EISDIR, ENOTDIR, EEXIST,
                          ENAMETOOLONG, ELOOP, EMFILE, EIO, EFBIG, ETXTBSY, ENOMEM, EAGAIN}) {
    EXPECT_FALSE(systemWords(error).pattern().empty()) << error;
  }
  EXPECT_TRUE(systemWords(ENOTRECOVERABLE).pattern().empty());
}

}  // namespace
}  // namespace espy
