// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>

#include "files/output_file.h"
#include "unit/io/support.h"

namespace espy {
namespace {

using namespace iotest;
using WritePicture = InFolder;
using WritePictureDeathTest = InFolder;

const std::vector<PixelFormat> kFormats{{1, Depth::u8},  {2, Depth::u8},  {3, Depth::u8},
                                        {4, Depth::u8},  {1, Depth::u16}, {2, Depth::u16},
                                        {3, Depth::u16}, {4, Depth::u16}};

/// The expected result of writing with these channels and reading back; computed sample by sample,
/// independently of the writer.
Image expectedAs(const ImageView& image, int channels) {
  const PixelFormat from = image.format();
  const PixelFormat to{channels, from.depth};
  const auto top = static_cast<std::uint32_t>(from.maxValue());
  return test::imageOf(image.size(), to, [&](auto x, auto y, int c) {
    if (c == to.colourChannels()) {
      return from.hasAlpha() ? sampleAt(image, x, y, from.channels - 1) : top;
    }
    if (from.colourChannels() == 1) return sampleAt(image, x, y, 0);
    if (to.colourChannels() == 3) return sampleAt(image, x, y, c);
    const double luma = 0.299 * sampleAt(image, x, y, 0) + 0.587 * sampleAt(image, x, y, 1) +
                        0.114 * sampleAt(image, x, y, 2);
    return static_cast<std::uint32_t>(luma + 0.5000001);
  });
}

TEST_F(WritePicture, RoundTripsEveryFormatInEveryEnding) {
  for (const PixelFormat format : kFormats) {
    const Image picture = testPicture({13, 7}, format);
    const int colours = format.colourChannels();
    const struct {
      const char* ending;
      int channels;
      const char* magic;
    } cases[] = {{".pgm", 1, "P5"},
                 {".ppm", 3, "P6"},
                 {".pam", format.channels, "P7"},
                 {".pnm", colours, colours == 1 ? "P5" : "P6"},
                 {".PPM", 3, "P6"}};
    for (const auto& c : cases) {
      SCOPED_TRACE(testing::Message() << format.channels << " channels of "
                                      << format.bytesPerSample() << " bytes to " << c.ending);
      const std::string path = folder / (std::string("a") + c.ending);
      writePicture(path, picture);
      EXPECT_TRUE(load(path).starts_with(c.magic));
      const auto read = readPicture(path);
      EXPECT_EQ(read.note, "");
      EXPECT_TRUE(samePixels(read.image, expectedAs(picture, c.channels)));
    }
  }
  EXPECT_EQ(folder.files(), 5U);
}

TEST_F(WritePicture, HeadersFollowTheSpecification) {
  const Image grey = testPicture({3, 2}, {1, Depth::u8});
  writePicture(folder / "a.pgm", grey);
  EXPECT_TRUE(load(folder / "a.pgm").starts_with("P5\n3 2\n255\n"));
  writePicture(folder / "a.pam", testPicture({3, 2}, {4, Depth::u16}));
  EXPECT_TRUE(load(folder / "a.pam")
                  .starts_with("P7\nWIDTH 3\nHEIGHT 2\nDEPTH 4\nMAXVAL 65535\n"
                               "TUPLTYPE RGB_ALPHA\nENDHDR\n"));
  writePicture(folder / "a.pam", testPicture({3, 2}, {2, Depth::u8}));
  EXPECT_NE(load(folder / "a.pam").find("\nTUPLTYPE GRAYSCALE_ALPHA\n"), std::string::npos);
}

TEST_F(WritePicture, AnyStride) {
  for (const PixelFormat format : kFormats) {
    const Image large = testPicture({20, 9}, format);
    const ImageView part = large.view().crop(3, 2, {7, 5});
    const ImageView upsideDown(part.row(4), part.size(), format, -part.stride());
    for (const ImageView& view : {part, upsideDown}) {
      writePicture(folder / "a.pam", view);
      EXPECT_TRUE(samePixels(readPicture(folder / "a.pam").image, view));
    }
  }
}

TEST_F(WritePicture, LargePicturesInManyParts) {
  const Image large = testPicture({1500, 700}, {3, Depth::u8});
  writePicture(folder / "a.ppm", large);
  EXPECT_TRUE(samePixels(readPicture(folder / "a.ppm").image, large));
  const ImageView part = large.view().crop(1, 1, {1400, 600});
  writePicture(folder / "b.ppm", part);
  EXPECT_TRUE(samePixels(readPicture(folder / "b.ppm").image, part));
}

TEST_F(WritePicture, LumaIsRounded) {
  Image picture({4, 1}, {3, Depth::u8});
  const std::uint8_t samples[] = {255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255};
  std::copy(std::begin(samples), std::end(samples), picture.pixels().row(0));
  writePicture(folder / "a.pgm", picture);
  EXPECT_EQ(samplesOf(readPicture(folder / "a.pgm").image), (SampleRow{76, 150, 29, 255}));
}

TEST_F(WritePicture, BitmapsRoundTrip) {
  for (const PixelFormat format : kFormats) {
    for (const std::int64_t width : {1, 7, 8, 9, 17}) {
      Image picture = testPicture({width, 3}, format);
      const MutableImageView pixels = picture.pixels();
      SampleRow expected;
      for (std::int64_t y = 0; y < 3; ++y) {
        for (std::int64_t x = 0; x < width; ++x) {
          const bool white = (x * 5 + y * 3) % 7 < 3;
          expected.push_back(white ? 255 : 0);
          for (int c = 0; c < format.colourChannels(); ++c) {
            setSample(pixels, x, y, c, white ? static_cast<std::uint32_t>(format.maxValue()) : 0);
          }
        }
      }
      writePicture(folder / "a.pbm", picture);
      const auto read = readPicture(folder / "a.pbm");
      EXPECT_EQ(samplesOf(read.image), expected);
      EXPECT_EQ(read.note, "");
    }
  }
}

TEST_F(WritePicture, BitmapsTakeOnlyBlackAndWhite) {
  const std::string path = folder / "a.pbm";
  Image picture({3, 2}, {3, Depth::u8});
  setSample(picture.pixels(), 1, 1, 2, 255);  // each sample is black or white, the colour is not
  expectUnwritable(ErrorCode::unsupported, path, {"black and white", "pixel 1,1"}, picture);
  Image grey({3, 2}, {1, Depth::u16});
  setSample(grey.pixels(), 2, 0, 0, 255);
  expectUnwritable(ErrorCode::unsupported, path, {"pixel 2,0"}, grey);
  EXPECT_EQ(folder.files(), 0U);
}

TEST_F(WritePicture, UnknownEndingsAreRefusedBeforeAnything) {
  const Image picture = testPicture({2, 2}, {1, Depth::u8});
  for (const char* name : {"a.xyz", "a", "png", ".ppm", "a.ppm.gz", "a.pp"}) {
    const std::string path = folder / name;
    expectUnwritable(ErrorCode::unsupported, path, {"ending", ".pbm .pgm .ppm"}, picture);
    expectRefused(ErrorCode::unsupported, path, {"ending"}, [&] { checkWritable(path); });
  }
  EXPECT_EQ(folder.files(), 0U);
  for (const char* good : {"-", "a.pbm", "a.pgm", "no/such/a.PPM", "a.b.pam", "a.pnm"}) {
    EXPECT_NO_THROW(checkWritable(good)) << good;
  }
}

TEST_F(WritePicture, PicturesWithoutPixelsAreRefused) {
  const std::string path = folder / "a.ppm";
  expectUnwritable(ErrorCode::badUse, path, {"without pixels"}, Image({0, 3}, {3, Depth::u8}));
  EXPECT_EQ(folder.files(), 0U);
}

TEST_F(WritePicture, FailuresLeaveNothingBehind) {
  const Image picture = testPicture({2, 2}, {3, Depth::u8});
  const std::string missing = folder / "no/such/a.ppm";
  expectUnwritable(ErrorCode::system, missing, {"cannot be written", "No such file"}, picture);
  store(folder / "file", "");
  const std::string below = folder / "file/a.ppm";
  expectUnwritable(ErrorCode::system, below, {"Not a directory"}, picture);
  std::filesystem::create_directory(folder / "dir.ppm");
  expectUnwritable(ErrorCode::system, folder / "dir.ppm", {"Is a directory"}, picture);
  EXPECT_EQ(folder.files(), 2U);
}

TEST_F(WritePicture, ARefusedPictureLeavesTheOldFile) {
  const std::string path = folder / "a.pbm";
  store(path, "old");
  EXPECT_THROW(writePicture(path, testPicture({4, 4}, {3, Depth::u8})), Error);
  EXPECT_EQ(load(path), "old");
  EXPECT_EQ(folder.files(), 1U);
}

TEST_F(WritePicture, AFullDiskLeavesTheOldFile) {
  // A file size limit simulates a full disk: both fail in the middle of writing.
  const std::string path = folder / "a.ppm";
  store(path, "old");
  const Image picture = testPicture({500, 500}, {3, Depth::u8});
  const auto work = [&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{400000, 400000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      writePicture(path, picture);
    } catch (const Error& error) {
      const std::string sentence = error.what();
      const bool good = error.code() == ErrorCode::system && sentence.starts_with(path + ": ") &&
                        load(path) == "old" && folder.files() == 1;
      ::_exit(good ? 7 : 8);
    }
    ::_exit(9);
  };
  EXPECT_EXIT(work(), testing::ExitedWithCode(7), "");
}

TEST_F(WritePicture, TheOldFileStaysWholeForItsReaders) {
  const std::string path = folder / "a.ppm";
  const Image first = testPicture({40, 30}, {3, Depth::u8}, 1);
  const Image second = testPicture({40, 30}, {3, Depth::u8}, 2);
  writePicture(path, first);
  const auto mapped = readPicture(path);
  writePicture(path, second);
  EXPECT_TRUE(samePixels(mapped.image, first)) << "the mapped picture must not change";
  EXPECT_TRUE(samePixels(readPicture(path).image, second));
  // A picture that is mapped from a file may overwrite that file.
  const auto again = readPicture(path);
  writePicture(path, again.image);
  EXPECT_TRUE(samePixels(readPicture(path).image, second));
  EXPECT_EQ(folder.files(), 1U);
}

TEST_F(WritePicture, RightsAreThoseOfTheOldFileOrTheUmask) {
  const Image picture = testPicture({2, 2}, {1, Depth::u8});
  const auto rightsOf = [](const std::string& path) {
    struct stat status {};
    ::stat(path.c_str(), &status);
    return static_cast<int>(status.st_mode & 07777);
  };
  const mode_t before = ::umask(027);
  writePicture(folder / "new.pgm", picture);
  ::umask(before);
  EXPECT_EQ(rightsOf(folder / "new.pgm"), 0640);
  store(folder / "old.pgm", "old");
  ::chmod((folder / "old.pgm").c_str(), 0604);
  writePicture(folder / "old.pgm", picture);
  EXPECT_EQ(rightsOf(folder / "old.pgm"), 0604);
}

TEST_F(WritePicture, ReadOnlyFilesAreNotReplaced) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everything";
  store(folder / "a.pgm", "old");
  ::chmod((folder / "a.pgm").c_str(), 0444);
  expectUnwritable(ErrorCode::system, folder / "a.pgm", {"Permission denied"},
                   testPicture({2, 2}, {1, Depth::u8}));
  EXPECT_EQ(load(folder / "a.pgm"), "old");
}

TEST_F(WritePicture, SymbolicLinksAreFollowed) {
  const Image picture = testPicture({2, 2}, {1, Depth::u8});
  std::filesystem::create_directory(folder / "real");
  store(folder / "real/a.pgm", "old");
  std::filesystem::create_symlink("real/a.pgm", folder / "link.pgm");
  std::filesystem::create_symlink("link.pgm", folder / "second.pgm");
  std::filesystem::create_symlink("real/new.pgm", folder / "dangling.pgm");
  for (const char* name : {"second.pgm", "dangling.pgm"}) {
    writePicture(folder / name, picture);
    EXPECT_TRUE(std::filesystem::is_symlink(folder / name));
  }
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.pgm"));
  EXPECT_TRUE(samePixels(readPicture(folder / "real/a.pgm").image, picture));
  EXPECT_TRUE(samePixels(readPicture(folder / "real/new.pgm").image, picture));
}

TEST_F(WritePicture, DevicesAndPipesAreWrittenDirectly) {
  const Image picture = testPicture({2, 2}, {1, Depth::u8});
  std::filesystem::create_symlink("/dev/null", folder / "null.pgm");
  EXPECT_NO_THROW(writePicture(folder / "null.pgm", picture));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  std::filesystem::create_symlink("/dev/full", folder / "full.pgm");
  expectUnwritable(ErrorCode::system, folder / "full.pgm", {"No space left"}, picture);

  const std::string pipe = folder / "pipe.pgm";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = load(pipe); });
  writePicture(pipe, picture);
  reader.join();
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  EXPECT_TRUE(samePixels(readBytes(got).image, picture));
}

TEST_F(WritePictureDeathTest, AbandonedWritesLeaveNothing) {
  using TemporaryKind = files::OutputFile::TemporaryKind;
  store(folder / "a.pgm", "old");
  const auto count = [&] { return static_cast<int>(folder.files()); };
  const auto abandon = [&](TemporaryKind kind) {
    files::OutputFile first(folder / "a.pgm", Existing::replaced, kind);
    files::OutputFile second(folder / "b.pgm", Existing::replaced, kind);
    first.write(std::vector<std::uint8_t>(1 << 20));
    const int files = count();
    abandonWrites();
    ::_exit(files);
  };
  // The old file and two temporary ones.
  EXPECT_EXIT(abandon(TemporaryKind::named), ::testing::ExitedWithCode(3), "");
  EXPECT_EQ(count(), 1);
  EXPECT_EXIT(abandon(TemporaryKind::nameless), ::testing::ExitedWithCode(1), "");
  EXPECT_EQ(count(), 1);
  EXPECT_EQ(load(folder / "a.pgm"), "old");
}

TEST_F(WritePicture, StandardOutputTakesPnmOrPam) {
  for (const PixelFormat format : kFormats) {
    const Image picture = testPicture({5, 3}, format);
    const std::string path = folder / "out";
    std::fflush(stdout);
    const int before = ::dup(STDOUT_FILENO);
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(file, STDOUT_FILENO);
    ::close(file);
    EXPECT_NO_THROW(writePicture("-", picture));
    // Standard output must stay open.
    EXPECT_EQ(::write(STDOUT_FILENO, "!", 1), 1);
    ::dup2(before, STDOUT_FILENO);
    ::close(before);
    const auto read = readPicture(path);
    EXPECT_TRUE(samePixels(read.image, picture));
    EXPECT_EQ(read.note, "1 byte after the first picture was not read");
  }
}

/// The number of non-empty files of this folder that the process holds open, named or not.
std::size_t heldOpen(const Folder& folder) {
  std::size_t held = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    const std::string file = std::filesystem::read_symlink(entry.path(), gone).string();
    struct stat status {};
    if (!gone && file.starts_with(folder.path()) && ::stat(entry.path().c_str(), &status) == 0 &&
        S_ISREG(status.st_mode) && status.st_size > 0) {
      ++held;
    }
  }
  return held;
}

TEST_F(WritePicture, TheLastWordMayBeNo) {
  const Image picture = testPicture({5, 3}, {1, Depth::u8});
  for (const char* name : {"a.pgm", "a.png"}) {
    const std::string path = folder / name;
    store(path, "old");
    const auto refuse = [&] {
      EXPECT_EQ(load(path), "old");
      // All data are on disk, under a temporary name or none.
      EXPECT_EQ(folder.files() + heldOpen(folder), 2U);
      throw Error(ErrorCode::cancelled, "no");
    };
    EXPECT_THROW(writePicture(path, picture, refuse), Error);
    EXPECT_THROW(writeFile(path, "new", refuse), Error);
    EXPECT_EQ(load(path), "old");
    writeFile(path, "new");
    EXPECT_EQ(load(path), "new");
    EXPECT_EQ(folder.files(), 1U);
    std::filesystem::remove(path);
  }
}

}  // namespace
}  // namespace espy
