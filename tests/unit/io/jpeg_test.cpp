// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/foreign.h"
#include "io/own_formats.h"
#include "io/sniff.h"
#include "unit/io/files.h"
#include "unit/io/support.h"

namespace espy {
namespace {

using namespace iotest;
using namespace std::string_literals;

#define NEEDS_JPEG()                                                       \
  if (!io::isOwn(io::Kind::jpeg) && io::formatsModulePath().empty()) {     \
    GTEST_SKIP() << "built without libjpeg-turbo, and without the module"; \
  }

std::string jpegOf(Size size, int channels) {
  const Folder folder;
  writePicture(folder / "a.jpg", testPicture(size, {channels, Depth::u8}));
  return load(folder / "a.jpg");
}

/// The file with another size in its header.
std::string patched(std::string file, int width, int height) {
  const std::size_t frame = file.find("\xff\xc0"s);
  EXPECT_NE(frame, std::string::npos);
  return file.replace(frame + 5, 4,
                      number(static_cast<std::uint64_t>(height), 2, true) +
                          number(static_cast<std::uint64_t>(width), 2, true));
}

/// Offset of the compressed data of the first scan.
std::size_t dataOf(const std::string& file) {
  const std::size_t scan = file.find("\xff\xda"s);
  const auto high = static_cast<std::uint8_t>(file[scan + 2]);
  const auto low = static_cast<std::uint8_t>(file[scan + 3]);
  return scan + 2 + (high << 8 | low);
}

TEST(Jpeg, SizesThatTheDataCannotHoldAreRefusedBeforehand) {
  NEEDS_JPEG();
  for (const int channels : {1, 3}) {
    const std::string file = jpegOf({40, 30}, channels);
    expectBadPicture(patched(file, 65500, 65500),
                     {"is a JPEG picture that cannot be decoded", "cannot hold 65500 x 65500"});
    // Also if the data are long enough but end early.
    expectBadPicture(patched(file, 80, 30), {"is a JPEG picture that cannot be decoded"});
  }
}

TEST(Jpeg, PrematureEndsAreRefused) {
  NEEDS_JPEG();
  for (const int channels : {1, 3}) {
    const std::string file = jpegOf({64, 48}, channels);
    EXPECT_NO_THROW(readBytes(file));
    const std::size_t data = dataOf(file);
    for (std::size_t end = data; end + 3 < file.size(); end += 7) {
      if (file[end - 1] == '\xff') continue;
      SCOPED_TRACE(end);
      expectBadPicture(file.substr(0, end) + "\xff\xd9",
                       {"is a JPEG picture that cannot be decoded"});
    }
  }
}

TEST(Jpeg, SurplusBytesAreANote) {
  NEEDS_JPEG();
  const std::string file = jpegOf({16, 16}, 1);
  const auto plain = readBytes(file);
  const auto read = readBytes(file.substr(0, file.size() - 2) + "surplus" + "\xff\xd9");
  EXPECT_TRUE(samePixels(read.image, plain.image));
  // The decoder took some of them for codes.
  EXPECT_NE(read.note.text().find("extraneous bytes"), std::string::npos);
  EXPECT_TRUE(read.note.text().starts_with("the decoder says: Corrupt JPEG data: "))
      << read.note.text();
}

/// Frame and scans with filler as data, for `checkJpegScans`.
std::string skeleton(const std::string& frame, const std::vector<std::string>& scans,
                     std::size_t dataBytes = 100) {
  std::string file = "\xff\xd8" + frame;
  for (const std::string& scan : scans) file += scan + std::string(dataBytes, 'd');
  return file + "\xff\xd9";
}
std::string frameOf(char marker, int width, int height) {
  return "\xff"s + marker + "\x00\x0b\x08"s + number(static_cast<std::uint64_t>(height), 2, true) +
         number(static_cast<std::uint64_t>(width), 2, true) + "\x01\x01\x11\x00"s;
}
std::string scanOf(char first, char last, char bits) {
  return "\xff\xda\x00\x08\x01\x01\x00"s + first + last + bits;
}
void expectScansRefused(const std::string& file, const std::string& fact,
                        ErrorCode code = ErrorCode::badPicture) {
  expectRefused(code, "x", {fact}, [&] { io::checkJpegScans(bytesOf(file), "x"); });
}

TEST(Jpeg, ProgressiveFilesMustBringAllScans) {
  const std::string frame = frameOf('\xc2', 16, 16);
  const std::vector<std::string> all{scanOf(0, 0, 1), scanOf(1, 63, 2), scanOf(1, 63, 0x21),
                                     scanOf(1, 63, 0x10), scanOf(0, 0, 0x10)};
  EXPECT_NO_THROW(io::checkJpegScans(bytesOf(skeleton(frame, all)), "x"));
  for (std::size_t count = 0; count < all.size(); ++count) {
    SCOPED_TRACE(count);
    expectScansRefused(skeleton(frame, {all.begin(), all.begin() + count}),
                       "ends before all of its scans");
  }
  // Every scan costs a decoding pass, even without data.
  expectScansRefused(skeleton(frame, std::vector<std::string>(201, scanOf(0, 0, 0)), 1),
                     "more than 200 scans", ErrorCode::unsupported);
}

TEST(Jpeg, BlocksNeedBits) {
  // 128 x 128 blocks: at least two bits each if one scan has all coefficients, one if DC has its
  // own scan, and almost none with arithmetic coding.
  const std::string one = scanOf(0, 63, 0);
  const auto check = [](const std::string& file) { io::checkJpegScans(bytesOf(file), "x"); };
  const std::string plain = frameOf('\xc0', 1024, 1024);
  EXPECT_NO_THROW(check(skeleton(plain, {one}, 128 * 128 / 4)));
  expectScansRefused(skeleton(plain, {one}, 128 * 128 / 4 - 1), "cannot hold 1024 x 1024");
  const std::string progressive = frameOf('\xc2', 1024, 1024);
  const std::vector<std::string> two{scanOf(0, 0, 0), scanOf(1, 63, 0)};
  EXPECT_NO_THROW(check(skeleton(progressive, two, 128 * 128 / 16)));
  expectScansRefused(skeleton(progressive, two, 128 * 128 / 16 - 1), "cannot hold");
  EXPECT_NO_THROW(check(skeleton(frameOf('\xc9', 1024, 1024), {one}, 1)));
  expectScansRefused(skeleton(frameOf('\xc9', 65500, 65500), {one}, 1), "cannot hold");
}

TEST(Jpeg, UnknownComponents) {
  const std::string two = "\xff\xc0\x00\x0e\x08\x00\x08\x00\x08\x02\x01\x11\x00\x02\x11\x00"s;
  expectScansRefused(skeleton(two, {scanOf(0, 63, 0)}), "2 components", ErrorCode::unsupported);
  expectScansRefused("\xff\xd8\xff\xc0\x00\x08\x08\x00\x08\x00\x08\x03\xff\xd9"s,
                     "sampling factors");
}

}  // namespace
}  // namespace espy
