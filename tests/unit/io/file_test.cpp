// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include "support/peak_memory.h"
#include "unit/io/support.h"

namespace espy {
namespace {

using namespace iotest;
using PictureFile = InFolder;

/// Peak virtual memory of the process, in bytes.
std::uint64_t peakMemory() {
  return static_cast<std::uint64_t>(test::statusBytes("VmPeak:"));
}

TEST_F(PictureFile, RawByteFilesAreMappedAndNotCopied) {
  store(folder / "a.ppm", "P6 2 1 255\nABCDEF");
  ReadPicture read = readPicture(folder / "a.ppm");
  EXPECT_EQ(samplesOf(read.image), (SampleRow{'A', 'B', 'C', 'D', 'E', 'F'}));
  EXPECT_THROW(read.image.pixels(), Error) << "a mapped picture is read only";
  // The picture stays valid after the file is deleted.
  std::filesystem::remove(folder / "a.ppm");
  EXPECT_EQ(sampleAt(read.image, 1, 0, 2), 'F');
}

TEST_F(PictureFile, MappedPicturesTakeNoMemoryOfTheirOwn) {
  const std::string path = folder / "large.pgm";
  store(path, "P5 65536 65536 255\n");
  // A sparse file of four gigapixels.
  std::filesystem::resize_file(path, 19 + (std::uint64_t{1} << 32));
  const auto read = readPicture(path);
  EXPECT_EQ(read.image.size(), (Size{65536, 65536}));
  EXPECT_EQ(sampleAt(read.image, 65535, 65535, 0), 0U);
  EXPECT_EQ(read.note, "");
}

TEST_F(PictureFile, SixteenBitsAndPaletteOfMaxvalsAreCopied) {
  store(folder / "a.pgm", "P5 1 1 65535\nAB");
  store(folder / "b.pgm", "P5 1 1 100\nA");
  EXPECT_NO_THROW(readPicture(folder / "a.pgm").image.pixels());
  EXPECT_EQ(samplesOf(readPicture(folder / "b.pgm").image), (SampleRow{166}));
}

TEST_F(PictureFile, EachReasonHasItsOwnSentence) {
  const std::string missing = folder / "missing.ppm";
  expectUnreadable(ErrorCode::system, missing, {"cannot be opened", "No such file"});
  expectUnreadable(ErrorCode::system, folder.path(), {"is a folder"});
  store(folder / "empty.ppm", "");
  expectUnreadable(ErrorCode::badPicture, folder / "empty.ppm", {"is empty"});
  store(folder / "notes.txt", "Dear diary");
  expectUnreadable(ErrorCode::unsupported, folder / "notes.txt",
                   {"not a picture in a known format"});
  store(folder / "a.gif", "GIF89a....");
  expectUnreadable(ErrorCode::unsupported, folder / "a.gif", {"is a GIF picture"});
  store(folder / "P3rhaps.txt", "P3rhaps a poem");
  expectUnreadable(ErrorCode::unsupported, folder / "P3rhaps.txt", {"not a picture"});
}

TEST_F(PictureFile, UnreadableFilesAreRefused) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  store(folder / "a.ppm", "P6 1 1 255\nABC");
  ::chmod((folder / "a.ppm").c_str(), 0);
  expectUnreadable(ErrorCode::system, folder / "a.ppm", {"Permission denied"});
}

TEST_F(PictureFile, ContentDecidesAndNotTheEnding) {
  store(folder / "a.png", "P5 1 1 255\nA");
  EXPECT_EQ(samplesOf(readPicture(folder / "a.png").image), (SampleRow{'A'}));
}

TEST_F(PictureFile, ShortFilesAreRefusedByTheirSizeAlone) {
  const std::string path = folder / "short.pgm";
  store(path, "P5 100000 100000 255\n");
  std::filesystem::resize_file(path, std::uint64_t{1} << 33);
  const std::uint64_t before = peakMemory();
  expectUnreadable(ErrorCode::badPicture, path, {"8589934571 of 10000000000 bytes"});
  EXPECT_LT(peakMemory() - before, (std::uint64_t{1} << 33) + (std::uint64_t{1} << 28));
}

TEST_F(PictureFile, HugeSizesInTinyFilesTakeNoMemoryOnAnyEntry) {
  const std::uint64_t before = peakMemory();
  for (const char* kind : {"P1", "P2", "P3", "P4", "P5", "P6"}) {
    for (const char* maxval : {"200", "65535"}) {
      const bool bitmap = kind[1] == '1' || kind[1] == '4';
      const std::string file = std::string(kind) + " 120000 120000" +
                               (bitmap ? "" : std::string(" ") + maxval) + "\n1 1 1 1 ";
      SCOPED_TRACE(file);
      const std::string path = folder / "tiny.pnm";
      store(path, file);
      expectUnreadable(ErrorCode::badPicture, path, {"bytes"});
      expectBadPicture(file, {"bytes"});
      expectInputRefused(ErrorCode::badPicture, file, {"bytes"});

      const std::string huge = std::string(kind) + " 3000000000 3000000000 255\n1 ";
      store(path, huge);
      expectUnreadable(ErrorCode::tooLarge, path, {"allowed"});
      expectBytesRefused(ErrorCode::tooLarge, huge, {"allowed"});
      expectInputRefused(ErrorCode::tooLarge, huge, {"allowed"});
    }
  }
  // Writer threads reserve memory too, but the smallest picture would take 14 GB.
  EXPECT_LT(peakMemory() - before, std::uint64_t{1} << 30);
}

TEST(StandardInput, ReadsEveryKindFromAPipe) {
  for (const std::string& file :
       {std::string("P6 1 1 255\nABC"), std::string("P3 1 1 255\n65 66 67\n"),
        std::string("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 3\nMAXVAL 255\nENDHDR\nABC")}) {
    withStandardInput(file, [&] {
      const auto read = readPicture("-");
      EXPECT_EQ(samplesOf(read.image), (SampleRow{'A', 'B', 'C'}));
      EXPECT_EQ(read.note, "");
    });
  }
}

TEST(StandardInput, ReadsMoreThanOneBlock) {
  const Image picture = testPicture({2000, 1500}, {3, Depth::u8});
  std::string file = "P6 2000 1500 255\n";
  file.append(reinterpret_cast<const char*>(picture.view().row(0)), 2000 * 1500 * 3);
  withStandardInput(file, [&] { EXPECT_TRUE(samePixels(readPicture("-").image, picture)); });
  withStandardInput(file + "more", [&] {
    const auto read = readPicture("-");
    EXPECT_TRUE(samePixels(read.image, picture));
    EXPECT_EQ(read.note, "4 bytes after the first picture were not read");
  });
  expectInputRefused(ErrorCode::badPicture, file.substr(0, file.size() - 1),
                     {"8999999 of 9000000"});
}

TEST(StandardInput, TruncatedAndForeignStreamsAreRefused) {
  expectInputRefused(ErrorCode::badPicture, "", {"is empty"});
  expectInputRefused(ErrorCode::badPicture, "P5 2 2 255\nABC", {"3 of 4"});
  expectInputRefused(ErrorCode::unsupported, std::string(3 << 20, 'x'), {"not a picture"});
}

TEST(StandardInput, ManyTrailingBytesAreCountedUpToALimit) {
  withStandardInput("P5 1 1 255\nA" + std::string(3 << 20, 'x'), [] {
    EXPECT_EQ(readPicture("-").note, "3145728 bytes after the first picture were not read");
  });
  withStandardInput("P5 1 1 255\nA" + std::string(80 << 20, 'x'), [] {
    const std::string note = readPicture("-").note;
    EXPECT_TRUE(note.starts_with("more than ")) << note;
  });
}

/// A JPEG of 8 x 8 pixels with `talk` bytes of other segments before its frame header.
std::string lateHeader(std::size_t talk) {
  std::string file = "\xff\xd8";
  const std::string segment = "\xff\xe5\xff\xff" + std::string(0xfffd, 'x');
  while (file.size() < talk) file += segment;
  return file + std::string("\xff\xc0\x00\x0b\x08\x00\x08\x00\x08\x01\x01\x11\x00", 13);
}

TEST(StandardInput, HeadersThatComeLateStillBoundTheBytes) {
  [[maybe_unused]] const std::uint64_t before = peakMemory();
  // The header follows after 3 MB, then endless data: more than 64 pixels can need.
  expectInputRefused(ErrorCode::tooLarge, lateHeader(3 << 20) + std::string(300 << 20, 'x'),
                     {"is longer than"});
  // No header within the limit.
  expectInputRefused(ErrorCode::tooLarge, lateHeader(300 << 20),
                     {"does not state its size in the first 256 MiB"});
  // A directory far behind.
  expectInputRefused(ErrorCode::tooLarge,
                     text("II*\0\xff\xff\xff\x7f") + std::string(300 << 20, 'x'),
                     {"does not state its size in the first 256 MiB"});
#if !defined(__SANITIZE_ADDRESS__)  // AddressSanitizer quarantines freed memory.
  EXPECT_LT(peakMemory() - before, std::uint64_t{1} << 30);
#endif
  // A late header is accepted; the truncated data are not.
  expectInputRefused(ErrorCode::badPicture, lateHeader(3 << 20), {"cut short"});
}

TEST(StandardInput, ARegularFileIsReadFromWhereItStands) {
  const Folder folder;
  store(folder / "a.pgm", "skip me\nP5 2 1 255\nAB");
  const int before = ::dup(STDIN_FILENO);
  const int file = ::open((folder / "a.pgm").c_str(), O_RDONLY);
  ::lseek(file, 8, SEEK_SET);
  ::dup2(file, STDIN_FILENO);
  ::close(file);
  SampleRow samples;
  EXPECT_NO_THROW(samples = samplesOf(readPicture("-").image));
  ::dup2(before, STDIN_FILENO);
  ::close(before);
  EXPECT_EQ(samples, (SampleRow{'A', 'B'}));
}

TEST_F(PictureFile, NamedPipesAreRead) {
  const std::string path = folder / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] { store(path, "P5 2 1 255\nAB"); });
  EXPECT_EQ(samplesOf(readPicture(path).image), (SampleRow{'A', 'B'}));
  writer.join();
}

TEST_F(PictureFile, WaitingForAPipeEndsOnRequest) {
  const std::string path = folder / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const auto readUntilStopped = [&](const std::function<void()>& meanwhile) {
    std::stop_source source;
    ReadOptions options;
    options.stop = source.get_token();
    std::jthread stopper([&] {
      meanwhile();
      source.request_stop();
    });
    test::expectError(ErrorCode::cancelled, [&] { readPicture(path, options); });
  };
  readUntilStopped([] {});  // no writer
  const int end = ::open(path.c_str(), O_RDWR);
  ASSERT_EQ(::write(end, "P5 9 9 255\nfew", 14), 14);
  readUntilStopped([&] {
    int waiting = 14;  // until all of it was read
    while (waiting > 0) ::ioctl(end, FIONREAD, &waiting);
  });
  ::close(end);
}

TEST_F(PictureFile, APipesWriterMayComeLate) {
  const std::string path = folder / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::jthread writer([&] {
    const int end = ::open(path.c_str(), O_WRONLY);  // blocks until the reader opens it
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(::write(end, "P5 2 1 255\nA", 12), 12);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(::write(end, "B", 1), 1);
    ::close(end);
  });
  EXPECT_EQ(samplesOf(readPicture(path).image), (SampleRow{'A', 'B'}));
}

TEST_F(PictureFile, FilesWithoutASizeAndEndlessDevicesAreRefusedSoon) {
  expectUnreadable(ErrorCode::unsupported, "/proc/self/status", {"not a picture"});
  expectUnreadable(ErrorCode::unsupported, "/dev/zero", {"not a picture"});
  expectUnreadable(ErrorCode::badPicture, "/dev/null", {"is empty"});
}

}  // namespace
}  // namespace espy
