// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include "unit/identify/library_support.h"

namespace espy {
namespace {

using namespace identifytest;

TEST(SurfaceNotes, AreCommittedWithTheSurfaces) {
  const SmallLibrary small(1);
  const SurfaceLibrary library(small.folder);
  {
    SurfaceWriter writer(small.folder);
    EXPECT_EQ(writer.note("v"), "");
    writer.setNote("v", "5");
    writer.setNote("w", "ä 7");
    EXPECT_EQ(writer.note("v"), "5");
    EXPECT_EQ(library.note("v"), "") << "not committed yet";
    writer.commit();
    EXPECT_EQ(writer.facts().change, 2);
    EXPECT_EQ(library.note("v"), "5");
    EXPECT_EQ(library.note("w"), "ä 7");
    writer.setNote("v", "6");
    writer.setNote("w", "");
  }
  EXPECT_EQ(library.note("v"), "5") << "the writer has not committed";
  EXPECT_EQ(library.note("w"), "ä 7");
  SurfaceWriter writer(small.folder);
  writer.setNote("w", "");
  writer.commit();
  EXPECT_EQ(library.note("w"), "");
}

TEST(SurfaceNotes, SurviveCompaction) {
  const SmallLibrary small(9);
  SurfaceWriter writer(small.folder);
  for (int i = 0; i < 300; ++i) writer.setNote("n" + std::to_string(i), std::to_string(i));
  writer.remove("s3");
  writer.compact();
  EXPECT_EQ(writer.note("n299"), "299");
  EXPECT_EQ(SurfaceLibrary(small.folder).note("n7"), "7");
}

TEST(SurfaceNotes, CanBeAddedToALibraryThatHadNone) {
  const SmallLibrary small(1);
  identify::Database(small.file("surfaces-1.db"), "it", identify::Database::Use::write)
      .run("DROP TABLE notes");
  const SurfaceLibrary library(small.folder);
  EXPECT_EQ(library.note("v"), "");
  {
    SurfaceWriter writer(small.folder);
    writer.setNote("v", "5");
    EXPECT_EQ(writer.note("v"), "5");
  }
  EXPECT_EQ(library.note("v"), "") << "the writer has not committed";
  SurfaceWriter writer(small.folder);
  writer.setNote("v", "5");
  writer.commit();
  EXPECT_EQ(library.note("v"), "5");
  EXPECT_TRUE(verifyLibrary(small.folder).empty());
}

/// A writer whose lock is lost: `lock` is another file now.
struct Overtaken {
  SmallLibrary small{4};
  SurfaceWriter late{small.folder};

  Overtaken() {
    late.remove("s3");
    late.commit();
    ::unlink(small.file("lock").c_str());
  }
  void expectRefusal(const std::function<void()>& work) const {
    expectRefused(ErrorCode::system, small.folder, {"another process has written to it"}, work);
  }
};

TEST(SurfaceFence, AWriterThatLostItsLockChangesNothing) {
  Overtaken them;
  {
    SurfaceWriter writer(them.small.folder);
    addSmall(writer, "new", 4);
    writer.remove("s0");
    writer.commit();
  }
  them.expectRefusal([&] { addSmall(them.late, "other", 5); });
  them.expectRefusal([&] { them.late.remove("s1"); });
  them.expectRefusal([&] { them.late.setNote("v", "1"); });
  them.expectRefusal([&] { them.late.compact(); });
  EXPECT_EQ(contentOf(SurfaceLibrary(them.small.folder)),
            (Model{{"new", 4}, {"s1", 1}, {"s2", 2}}));
  EXPECT_TRUE(verifyLibrary(them.small.folder).empty());
}

TEST(SurfaceFence, ACompactionIsACommitToo) {
  Overtaken them;
  {
    SurfaceWriter writer(them.small.folder);
    writer.remove("s0");
    writer.compact();
  }
  them.expectRefusal([&] { addSmall(them.late, "other", 5); });
  EXPECT_EQ(contentOf(SurfaceLibrary(them.small.folder)), (Model{{"s1", 1}, {"s2", 2}}));
}

TEST(SurfaceFence, WithoutALaterCommitTheWriterContinues) {
  Overtaken them;
  { const SurfaceWriter idle(them.small.folder); }
  addSmall(them.late, "other", 5);
  them.late.commit();
  addSmall(them.late, "more", 6);
  them.late.commit();
  EXPECT_EQ(SurfaceLibrary(them.small.folder).facts().references, 5);
  them.late.compact();
  EXPECT_EQ(SurfaceLibrary(them.small.folder).facts().removed, 0);
}

}  // namespace
}  // namespace espy
