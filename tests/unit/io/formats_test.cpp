// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "io/foreign.h"
#include "io/own_formats.h"
#include "io/sniff.h"
#include "io/tiff.h"
#include "unit/io/files.h"
#include "unit/io/support.h"

namespace espy {
namespace {

using namespace iotest;
using Formats = InFolder;
using namespace std::string_literals;

#define NEEDS_MODULE()                                                                   \
  if (io::formatsModulePath().empty()) {                                                 \
    GTEST_SKIP() << "the module espy_formats is not built: OpenCV was off or not found"; \
  }

#define NEEDS_TIFF()                                                 \
  if (io::tiffModulePath().empty()) {                                \
    GTEST_SKIP() << "the module espy_tiff is not built: no libtiff"; \
  }

/// The largest absolute difference of samples.
std::uint32_t farthest(const ImageView& a, const ImageView& b) {
  const SampleRow left = samplesOf(a);
  const SampleRow right = samplesOf(b);
  std::uint32_t most = 0;
  for (std::size_t i = 0; i < left.size(); ++i) {
    most = std::max(most, left[i] > right[i] ? left[i] - right[i] : right[i] - left[i]);
  }
  return most;
}

/// A smooth picture, which JPEG hardly changes; alpha is never 0, where WebP drops the colour.
Image smoothPicture(Size size, PixelFormat format) {
  return test::imageOf(size, format, [&](auto x, auto y, int c) {
    const std::int64_t value = 20 + 3 * x + 2 * y + 30 * c;
    return format.depth == Depth::u8 ? value : value * 257 - 40;
  });
}

struct FormatCase {
  const char* ending;
  io::Kind kind;
  bool words;
  bool alpha;
  bool grey;
  std::uint32_t loss;  ///< largest error of a sample
};

const FormatCase kCases[] = {{".png", io::Kind::png, true, true, true, 0},
                             {".jpg", io::Kind::jpeg, false, false, true, 6},
                             {".jpeg", io::Kind::jpeg, false, false, true, 6},
                             {".tif", io::Kind::tiff, true, true, true, 0},
                             {".TIFF", io::Kind::tiff, true, true, true, 0},
                             {".bmp", io::Kind::bmp, false, false, true, 0},
                             {".webp", io::Kind::webp, false, true, false, 0}};

TEST_F(Formats, RoundTripAndSizesAreSniffed) {
  NEEDS_MODULE();
  for (const FormatCase& c : kCases) {
    if (c.kind == io::Kind::tiff && io::tiffModulePath().empty()) continue;
    for (const Depth depth : {Depth::u8, Depth::u16}) {
      for (int channels = 1; channels <= 4; ++channels) {
        SCOPED_TRACE(testing::Message() << c.ending << ", " << channels << " channels of "
                                        << static_cast<int>(depth) << " bytes");
        const PixelFormat format{channels, depth};
        const Image picture = smoothPicture({23, 11}, format);
        const std::string path = folder / ("a"s + c.ending);
        writePicture(path, picture);

        const std::string file = load(path);
        ASSERT_EQ(io::kindOf(bytesOf(file)), c.kind);
        const auto info = io::readInfo(c.kind, bytesOf(file), "x");
        ASSERT_TRUE(info.has_value());
        EXPECT_EQ(info->width, 23);
        EXPECT_EQ(info->height, 11);

        const auto read = readPicture(path);
        EXPECT_EQ(read.note, "");
        // OpenCV writes grey with alpha as BGRA if the format supports alpha.
        const bool alpha = c.alpha && format.hasAlpha();
        const bool byOpenCv = !io::isOwn(c.kind) && c.kind != io::Kind::tiff;
        const bool widened = (alpha && byOpenCv) || !c.grey;
        const int colours = format.colourChannels() == 3 || widened ? 3 : 1;
        const PixelFormat expected{colours + (alpha ? 1 : 0), c.words ? depth : Depth::u8};
        ASSERT_EQ(read.image.format(), expected);
        EXPECT_EQ(info->bits, 8 * expected.bytesPerSample());
        if (info->channels != 0) {
          EXPECT_EQ(info->channels, expected.channels);
        }

        const Image target = test::imageOf(picture.size(), expected, [&](auto x, auto y, int s) {
          const bool isAlpha = alpha && s == expected.channels - 1;
          const int from = isAlpha ? channels - 1 : format.colourChannels() == 3 ? s : 0;
          const std::uint32_t value = sampleAt(picture, x, y, from);
          return depth == Depth::u16 && !c.words ? (value + 128) / 257 : value;
        });
        EXPECT_LE(farthest(read.image, target), c.loss);
      }
    }
  }
}

TEST_F(Formats, EveryTruncatedPrefixIsRefused) {
  NEEDS_MODULE();
  for (const FormatCase& c : kCases) {
    for (const int channels : {1, 3}) {
      SCOPED_TRACE(testing::Message() << c.ending << ", " << channels << " channels");
      const std::string path = folder / ("a"s + c.ending);
      writePicture(path, testPicture({9, 5}, {channels, Depth::u8}));
      const std::string file = load(path);
      for (std::size_t length = 0; length < file.size(); ++length) {
        EXPECT_THROW(readBytes(file.substr(0, length)), Error) << length << " of " << file.size();
      }
      EXPECT_NO_THROW(readBytes(file));
    }
  }
}

TEST_F(Formats, ContentDecidesAndNotTheEnding) {
  NEEDS_MODULE();
  const Image picture = smoothPicture({8, 8}, {3, Depth::u8});
  writePicture(folder / "a.png", picture);
  for (const char* name : {"b.ppm", "b.jpg", "b", "b.txt"}) {
    std::filesystem::copy_file(folder / "a.png", folder / name);
    EXPECT_TRUE(samePixels(readPicture(folder / name).image, picture)) << name;
  }
}

TEST_F(Formats, StandardInputToo) {
  NEEDS_MODULE();
  const Image picture = testPicture({300, 200}, {3, Depth::u8});
  for (const char* name : {"a.png", "a.tif", "a.bmp"}) {
    writePicture(folder / name, picture);
    withStandardInput(load(folder / name),
                      [&] { EXPECT_TRUE(samePixels(readPicture("-").image, picture)) << name; });
  }
}

TEST_F(Formats, PaletteGreyAlphaAndSmallDepthsOfPng) {
  NEEDS_MODULE();
  const std::string colours = pngChunk("PLTE", "abcdefghi");
  expectPicture(pngHeader(3, 1, 8, 3) + colours + pngData({"\2\0\1"s}) + pngEnd(), {3, Depth::u8},
                {'g', 'h', 'i', 'a', 'b', 'c', 'd', 'e', 'f'});

  expectPicture(
      pngHeader(2, 1, 8, 3) + colours + pngChunk("tRNS", "\x40") + pngData({"\0\1"s}) + pngEnd(),
      {4, Depth::u8}, {'a', 'b', 'c', 0x40, 'd', 'e', 'f', 255});

  const auto bits = readBytes(pngHeader(9, 1, 1, 0) + pngData({"\xa0\x80"s}) + pngEnd());
  EXPECT_EQ(samplesOf(bits.image), (SampleRow{255, 0, 255, 0, 0, 0, 0, 0, 255}));

  expectPicture(pngHeader(2, 1, 8, 4) + pngData({"abcd"}) + pngEnd(), {2, Depth::u8},
                {'a', 'b', 'c', 'd'});

  expectPicture(pngHeader(1, 1, 16, 6) + pngData({"abcdefgh"}) + pngEnd(), {4, Depth::u16},
                {'a' << 8 | 'b', 'c' << 8 | 'd', 'e' << 8 | 'f', 'g' << 8 | 'h'});
}

TEST_F(Formats, BrokenColourProfilesChangeAndPrintNothing) {
  NEEDS_MODULE();
  testing::internal::CaptureStderr();
  const auto read = readBytes(pngHeader(2, 1, 8, 0) + pngChunk("iCCP", "no profile") +
                              pngData({"AB"}) + pngEnd() + "tail");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(samplesOf(read.image), (SampleRow{'A', 'B'}));
  EXPECT_EQ(read.note, "4 bytes after the first picture were not read");
}

TEST_F(Formats, TiffInBothByteOrders) {
  NEEDS_TIFF();
  for (const bool big : {false, true}) {
    for (const bool bigTiff : {false, true}) {
      const std::string file = TiffFile{big, bigTiff, 8, 1, 3, 2, 0, "abcdef"}.bytes();
      EXPECT_EQ(samplesIn(file), (SampleRow{'a', 'b', 'c', 'd', 'e', 'f'}));
    }
    const std::string raster = number(0x1234, 2, big) + number(0xfedc, 2, big);
    EXPECT_EQ(samplesIn(TiffFile{big, false, 16, 1, 2, 1, 0, raster}.bytes()),
              (SampleRow{0x1234, 0xfedc}));
  }
}

TEST_F(Formats, BmpWithoutAlphaMaskHasNoAlpha) {
  NEEDS_MODULE();
  // The fourth byte is 0; taken for alpha, it would hide every pixel.
  const auto read = readBytes(bmpFile(2, -1, 32, "cba\0fed\0"s));
  EXPECT_EQ(samplesOf(read.image), (SampleRow{'a', 'b', 'c', 'd', 'e', 'f'}));
}

TEST_F(Formats, SidesThatAFormatCannotHoldAreRefused) {
  NEEDS_MODULE();
  const Image wide({70000, 1}, {1, Depth::u8});
  expectUnwritable(ErrorCode::unsupported, folder / "a.jpg", {"65500", "70000 x 1"}, wide);
  expectUnwritable(ErrorCode::unsupported, folder / "a.webp", {"16383"}, wide);
  EXPECT_EQ(folder.files(), 0U);
}

TEST_F(Formats, AFailedWriteLeavesTheOldFile) {
  NEEDS_MODULE();
  store(folder / "a.jpg", "old");
  EXPECT_THROW(writePicture(folder / "a.jpg", Image({70000, 1}, {1, Depth::u8})), Error);
  EXPECT_EQ(load(folder / "a.jpg"), "old");
  expectUnwritable(ErrorCode::system, folder / "no/a.png", {"No such file"},
                   smoothPicture({2, 2}, {1, Depth::u8}));
  EXPECT_EQ(folder.files(), 1U);
}

TEST_F(Formats, WrongDataBehindAGoodHeaderAreRefused) {
  NEEDS_MODULE();
  testing::internal::CaptureStderr();
  // Checksums are valid, but two rows are missing.
  expectBadPicture(pngHeader(2, 3, 8, 0) + pngData({"AB"}) + pngEnd(),
                   {"is a PNG picture that cannot be decoded"});
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << "the core never prints";
}

TEST_F(Formats, WhatTheDecoderComplainsOfIsANote) {
  NEEDS_MODULE();
  const std::string path = folder / "a.jpg";
  writePicture(path, smoothPicture({16, 16}, {1, Depth::u8}));
  EXPECT_EQ(readPicture(path).note, "");
  const std::string file = load(path);
  store(path, file.substr(0, file.size() - 2) + "surplus" + file.substr(file.size() - 2));
  testing::internal::CaptureStderr();
  const std::string note = readPicture(path).note;
  std::fputs("still here", stderr);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "still here");
  EXPECT_TRUE(note.starts_with("the decoder says: Corrupt JPEG data")) << note;
}

TEST_F(Formats, LoadingTheModuleLeavesTheEnvironmentToOtherThreads) {
  NEEDS_MODULE();
  // Only effective if this test loads the plug-in, as CTest runs each in a process of its own.
  char** const before = environ;
  std::vector<const char*> entries;
  for (char** entry = environ; *entry != nullptr; ++entry) entries.push_back(*entry);
  writePicture(folder / "a.webp", testPicture({3, 3}, {3, Depth::u8}));
  EXPECT_EQ(environ, before);
  std::size_t i = 0;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    ASSERT_LT(i, entries.size());
    EXPECT_EQ(*entry, entries[i++]);
  }
}

TEST_F(Formats, PicturesAreAsWideAsTheirFormatAllows) {
  NEEDS_TIFF();
  TiffFile file;
  file.width = 1100000;
  file.height = 1;
  file.raster = std::string(1100000, 'A');
  EXPECT_EQ(readBytes(file.bytes()).image.size(), (Size{1100000, 1}));
}

TEST_F(Formats, TiffsAreDecodedWithTheProgramsOwnStderr) {
  NEEDS_TIFF();
  FILE* const own = stderr;
  std::atomic<bool> others = false;
  std::jthread watcher([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      FILE* volatile* const now = &stderr;
      if (*now != own) others = true;
    }
  });
  TiffFile file;
  file.width = 900;
  file.height = 900;
  file.raster = std::string(900 * 900, 'A');
  const std::string bytes = file.bytes();
  for (int i = 0; i < 100; ++i) readBytes(bytes);
  EXPECT_FALSE(others);
}

TEST_F(Formats, OtherThreadsMayPrintDuringDecoding) {
  NEEDS_MODULE();
  const std::string path = folder / "a.png";
  writePicture(path, testPicture({200, 200}, {3, Depth::u8}));
  testing::internal::CaptureStderr();
  std::vector<std::thread> readers;
  for (int i = 0; i < 2; ++i) {
    readers.emplace_back([&] {
      for (int n = 0; n < 20; ++n) readPicture(path);
    });
  }
  std::string printed;
  for (int n = 0; n < 200; ++n) {
    std::fputs("a", stderr);
    printed += "a";
  }
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), printed);
}

/// Runs `work` in a child process in which no plug-in was loaded yet.
#define IN_FRESH_PROCESS(work)                    \
  GTEST_FLAG_SET(death_test_style, "threadsafe"); \
  EXPECT_EXIT({ work(); }, testing::ExitedWithCode(0), "")

io::Kind kindOfEnding(const std::string& ending) {
  return ending == ".png" ? io::Kind::png : ending == ".jpg" ? io::Kind::jpeg : io::Kind::bmp;
}

/// The header of a WebP picture of 2 x 1 pixels.
std::string webpFile() {
  const std::string chunk = "VP8L" + little32(6) + "\x2f" + little32(1) + "\0"s;
  return "RIFF" + little32(4 + chunk.size()) + "WEBP" + chunk;
}

bool opencvIsLoaded() {
  return load("/proc/self/maps").find("libopencv") != std::string::npos;
}

TEST_F(Formats, OpenCvIsLoadedOnlyWhenAPictureNeedsIt) {
  const auto work = [] {
    const Folder own;
    writePicture(own / "a.ppm", testPicture({3, 3}, {3, Depth::u8}));
    readPicture(own / "a.ppm");
    checkWritable("a.pgm");
    for (const char* ending : {".png", ".jpg", ".bmp"}) {
      const std::string path = own / ("a"s + ending);
      if (!io::isOwn(kindOfEnding(ending))) continue;
      checkWritable(path);
      writePicture(path, testPicture({3, 3}, {3, Depth::u8}));
      readPicture(path);
    }
    bool good = !opencvIsLoaded();
    if (!io::tiffModulePath().empty()) {
      checkWritable("a.tif");
      writePicture(own / "a.tif", testPicture({3, 3}, {3, Depth::u8}));
      readPicture(own / "a.tif");
      good = good && !opencvIsLoaded();
    }
    if (!io::formatsModulePath().empty()) {
      checkWritable("a.webp");
      good = good && !opencvIsLoaded();
      writePicture(own / "a.webp", testPicture({3, 3}, {3, Depth::u8}));
      good = good && opencvIsLoaded();
      // The environment variables that set OpenCV's limits are removed again.
      good = good && std::getenv("OPENCV_IO_MAX_IMAGE_PIXELS") == nullptr;
    }
    std::exit(good ? 0 : 1);
  };
  IN_FRESH_PROCESS(work);
}

TEST_F(Formats, WithoutTheModuleTheSentenceNamesFormatAndModule) {
  const auto work = [] {
    const Folder own;
    ::setenv("ESPY_MODULE_DIR", own.path().c_str(), 1);
    store(own / "a.webp", webpFile());
    expectUnreadable(ErrorCode::unsupported, own / "a.webp", {"is a WebP picture", "module"});
    expectUnwritable(ErrorCode::unsupported, own / "b.webp", {"is to be a WebP", "module"},
                     testPicture({2, 2}, {1, Depth::u8}));
    expectRefused(ErrorCode::unsupported, "c.tif", {"is to be a TIFF", "module"},
                  [&] { checkWritable("c.tif"); });
    // Limits and damage are checked before the plug-in is loaded.
    expectUnreadable(ErrorCode::tooLarge, own / "a.webp", {"2 x 1"}, ReadOptions{1});
    store(own / "espy_formats.so", "no library");
    expectRefused(ErrorCode::unsupported, own / "a.webp", {"cannot be loaded", "espy_formats.so"},
                  [&] { readPicture(own / "a.webp"); });
    std::exit(testing::Test::HasFailure() ? 1 : 0);
  };
  IN_FRESH_PROCESS(work);
}

TEST_F(Formats, RealPictures) {
  NEEDS_MODULE();
  const std::filesystem::path shared =
      std::filesystem::path(ESPY_SOURCE_DIR) / "../shared/pictures";
  if (!std::filesystem::is_directory(shared)) GTEST_SKIP() << shared << " is not here";
  int pictures = 0;
  for (const auto& entry : std::filesystem::directory_iterator(shared)) {
    const std::string path = entry.path().string();
    if (!path.ends_with(".png") && !path.ends_with(".jpg")) continue;
    SCOPED_TRACE(path);
    const auto read = readPicture(path);
    EXPECT_GE(read.image.view().width(), 100);
    const std::string copy = folder / "copy.pam";
    writePicture(copy, read.image);
    EXPECT_TRUE(samePixels(readPicture(copy).image, read.image));
    ++pictures;
  }
  EXPECT_GT(pictures, 0);
}

}  // namespace
}  // namespace espy
