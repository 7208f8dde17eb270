// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/image_list.h"

#include <gtest/gtest.h>

#include <memory>
#include <sstream>

#include "espy/error.h"
#include "unit/io/support.h"

namespace espy::batch {
namespace {

using Names = std::vector<std::string>;

class BatchImageList : public ::testing::Test {
 protected:
  BatchImageList() {
    for (const char* name :
         {"b.png", "a.PNG", "c.txt", ".hidden.png", "sub/d.jpg", "sub/e.png", "sub/deep/f.png",
          "sub/deep/g.pgm", "sub/.secret/h.png", "x[1].png", "empty/readme"}) {
      const std::filesystem::path file(folder_ / name);
      std::filesystem::create_directories(file.parent_path());
      iotest::store(file.string(), "");
    }
    std::filesystem::create_symlink("..", folder_ / "sub/deep/around");
  }

  Names of(const Names& sources, const std::string& input = "") const {
    std::istringstream standardInput(input);
    return imagesOf(sources, folder_ / "", standardInput);
  }

  iotest::Folder folder_;
};

TEST_F(BatchImageList, FilesAreTakenAsTheyAreOnce) {
  EXPECT_EQ(of({"b.png", "missing.png", "./b.png", "/etc/x", "sub/../b.png"}),
            (Names{"b.png", "missing.png", "/etc/x"}));
}

TEST_F(BatchImageList, AFolderIsItsPictures) {
  EXPECT_EQ(of({"."}), (Names{"./a.PNG", "./b.png", "./x[1].png"}));
  EXPECT_EQ(of({"sub/"}), (Names{"sub/d.jpg", "sub/e.png"}));
  EXPECT_EQ(of({"sub"}), (Names{"sub/d.jpg", "sub/e.png"}));
  EXPECT_THROW(of({"empty"}), Error);
  EXPECT_THROW(of({"nowhere/"}), Error) << "it cannot be an image that comes later";
  EXPECT_THROW(of({"b.png/"}), Error);
}

TEST_F(BatchImageList, Patterns) {
  EXPECT_EQ(of({"*.png"}), (Names{"b.png", "x[1].png"}));
  EXPECT_EQ(of({"[ab].*"}), (Names{"a.PNG", "b.png"}));
  EXPECT_EQ(of({"?.txt"}), (Names{"c.txt"}));
  EXPECT_EQ(of({"s*/e.png"}), (Names{"sub/e.png"}));
  EXPECT_EQ(of({"**/*.png"}), (Names{"b.png", "x[1].png", "sub/e.png", "sub/deep/f.png"}));
  EXPECT_EQ(of({"sub/**/g.pgm"}), (Names{"sub/deep/g.pgm"}));
  EXPECT_EQ(of({"sub/**"}), (Names{"sub/d.jpg", "sub/e.png", "sub/deep/f.png", "sub/deep/g.pgm"}));
  EXPECT_EQ(of({folder_ / "*.txt"}), (Names{folder_ / "c.txt"}));
  EXPECT_EQ(of({"x[1].png"}), (Names{"x[1].png"})) << "just this name before what matches";
  EXPECT_THROW(of({"*.tif"}), Error);
  EXPECT_THROW(of({"nowhere/*.png"}), Error);
}

TEST_F(BatchImageList, Lists) {
  iotest::store(folder_ / "lines", "b.png\r\n\nwith space.png\n@odd");
  EXPECT_EQ(of({"@lines"}), (Names{"b.png", "with space.png", "@odd"}));
  iotest::store(folder_ / "zeros", std::string("two\nlines.png\0b.png\0", 20));
  EXPECT_EQ(of({"@zeros", "b.png"}), (Names{"two\nlines.png", "b.png"}));
  const std::string current = std::filesystem::current_path().string();
  EXPECT_EQ(of({"@-"}, "a\n/b\n"), (Names{current + "/a", "/b"}));
  std::istringstream atHand("a\n/b\n");
  EXPECT_EQ(imagesOf(Names{"@-"}, "", atHand), (Names{"a", "/b"})) << "as they were said";
  EXPECT_THROW(of({"@missing"}), Error);
  EXPECT_THROW(of({"@sub"}), Error);
  EXPECT_THROW(of({""}), Error);
}

/// An endless stream.
struct Endless : std::streambuf {
  explicit Endless(char byte) : bytes(1 << 12, byte) {}
  int_type underflow() override {
    handedOut += bytes.size();
    setg(bytes.data(), bytes.data(), bytes.data() + bytes.size());
    return traits_type::to_int_type(bytes[0]);
  }
  std::string bytes;
  std::size_t handedOut = 0;
};

TEST_F(BatchImageList, ANameWithoutEndIsRefusedAtOnce) {
  for (const char byte : {'\0', 'x', ' '}) {
    Endless endless(byte);
    std::istream from(&endless);
    EXPECT_THROW(imagesOf(Names{"@-"}, "", from), Error);
    EXPECT_THROW(recordingsOf(Names{"@-"}, from), Error);
    EXPECT_LE(endless.handedOut, std::size_t{1} << 19);
  }
  const std::string longest(1 << 16, 'x');
  EXPECT_EQ(imagesOf(Names{"@-"}, "", *std::make_unique<std::istringstream>("a\n" + longest)),
            (Names{"a", longest}));
  std::string many;
  for (int i = 0; i < 100'000; ++i) many += std::to_string(i) + '\0';
  EXPECT_EQ(of({"@-"}, many).size(), 100'000U);
}

TEST_F(BatchImageList, RecordingsAreNamedLikewise) {
  for (const char* name : {"r/b.csv", "r/a.NPY", "r/c.hea", "r/c.dat", "r/d.png", "r/.e.wav"}) {
    const std::filesystem::path file(folder_ / name);
    std::filesystem::create_directories(file.parent_path());
    iotest::store(file.string(), "");
  }
  std::istringstream none;
  const auto found = [&](const std::string& source) {
    Names names = recordingsOf(Names{source}, none);
    for (std::string& name : names) name = std::filesystem::path(name).filename().string();
    return names;
  };
  EXPECT_EQ(found(folder_ / "r"), (Names{"a.NPY", "b.csv", "c.hea"}));
  EXPECT_EQ(found(folder_ / "r/*.dat"), Names{"c.dat"});
  EXPECT_EQ(recordingsOf(Names{"-", "clip.mp4#0"}, none), (Names{"-", "clip.mp4#0"}))
      << "no frames, and standard input is a file";
  iotest::store(folder_ / "r/list", "x.csv\ny.csv\n");
  EXPECT_EQ(found("@" + (folder_ / "r/list")), (Names{"x.csv", "y.csv"}));
  EXPECT_THROW(found(folder_ / "empty"), Error);
  EXPECT_THROW(found("@" + (folder_ / "missing")), Error);
}

}  // namespace
}  // namespace espy::batch
