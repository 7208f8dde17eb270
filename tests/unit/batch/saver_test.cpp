// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <optional>

#include "batch/saver.h"
#include "unit/batch/support.h"

namespace espy::batchtest {
namespace {

using batch::Saver;

Image grey(Size size) {
  return Image(size, {1, Depth::u8});
}

TEST(BatchSaver, SavesAndMakesTheFolder) {
  Folder folder;
  Saver saver(folder / "a/b/c.pgm", grey({3, 3}), false);
  saver.wait({});
  EXPECT_EQ(readPicture(folder / "a/b/c.pgm").image.size(), (Size{3, 3}));
}

TEST(BatchSaver, ThrowsWhatWentWrong) {
  Folder folder;
  store(folder / "a.pgm", "mine");
  Saver existing(folder / "a.pgm", grey({3, 3}), false);
  EXPECT_THROW(existing.wait({}), Error);
  EXPECT_EQ(load(folder / "a.pgm"), "mine");
  Saver unknown(folder / "a.xyz", grey({3, 3}), false);
  EXPECT_THROW(unknown.wait({}), Error);
}

/// Whenever the stop comes, there is either no exception and the file, or `cancelled` and nothing.
TEST(BatchSaver, AStoppedSaveLeavesAllOrNothing) {
  int cancelled = 0;
  for (int i = 0; i < 40; ++i) {
    Folder folder;
    bool saved = true;
    {
      std::optional<Saver> saver(std::in_place, folder / "a.pgm", grey({700, 700}), false);
      std::stop_source source;
      std::this_thread::sleep_for(std::chrono::microseconds(100 * i));
      source.request_stop();
      try {
        saver->wait(source.get_token());
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::cancelled);
        saved = false;
        ++cancelled;
      }
      EXPECT_EQ(std::filesystem::exists(folder / "a.pgm"), saved);
    }
    EXPECT_EQ(folder.files(), saved ? 1U : 0U) << "nothing else may be left, nor appear later";
  }
  EXPECT_GT(cancelled, 0);
}

}  // namespace
}  // namespace espy::batchtest
