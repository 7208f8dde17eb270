// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/sniff.h"

#include "unit/io/files.h"
#include "unit/io/support.h"

namespace espy {
namespace {

using namespace iotest;
using io::Kind;
using namespace std::string_literals;

std::optional<io::PictureInfo> infoOf(const std::string& file) {
  const auto kind = io::kindOf(bytesOf(file));
  return kind ? io::readInfo(*kind, bytesOf(file), "x.pnm") : std::nullopt;
}

void expectInfo(const std::string& file, Kind kind, std::int64_t width, std::int64_t height,
                int channels, int bits = 8) {
  ASSERT_EQ(io::kindOf(bytesOf(file)), kind);
  const auto info = infoOf(file);
  ASSERT_TRUE(info.has_value());
  EXPECT_EQ(info->width, width);
  EXPECT_EQ(info->height, height);
  EXPECT_EQ(info->channels, channels);
  EXPECT_EQ(info->bits, bits);
}

TEST(Sniff, Png) {
  expectInfo(pngHeader(100000, 99999, 8, 2), Kind::png, 100000, 99999, 3);
  expectInfo(pngHeader(1, 2, 16, 6), Kind::png, 1, 2, 4, 16);
  expectInfo(pngHeader(1, 2, 1, 0), Kind::png, 1, 2, 1);
  expectInfo(pngHeader(1, 2, 4, 3), Kind::png, 1, 2, 0);
  expectInfo(pngHeader(1, 2, 16, 4), Kind::png, 1, 2, 2, 16);
  for (const auto& [bits, type] :
       {std::pair{3, 0}, {16, 3}, {4, 2}, {8, 1}, {8, 5}, {8, 7}, {32, 0}, {0, 0}, {255, 255}}) {
    SCOPED_TRACE(testing::Message() << bits << " bits, type " << type);
    expectBadPicture(pngHeader(1, 1, bits, type), {"is invalid"});
  }
  expectBadPicture(pngHeader(0, 5, 8, 0), {"0 x 5 pixels"});
  expectBadPicture(pngHeader(1, 1, 8, 0).substr(0, 8) + pngChunk("gAMA", big32(45455)) +
                       pngHeader(1, 1, 8, 0).substr(8),
                   {"does not begin with its header"});
}

TEST(Sniff, Jpeg) {
  const std::string app0 = "\xff\xe0\x00\x04xx"s;
  const std::string fill = "\xff\xff\xff\xfe\x00\x03y"s;
  const auto frame = [](char marker, char bits, char components) {
    return "\xff"s + marker + "\x00\x11"s + bits + "\x01\x02\x03\x04"s + components +
           std::string(9, '\x11');
  };
  expectInfo("\xff\xd8"s + app0 + frame('\xc0', 8, 3), Kind::jpeg, 0x304, 0x102, 3);
  expectInfo("\xff\xd8"s + app0 + fill + frame('\xc2', 8, 1), Kind::jpeg, 0x304, 0x102, 1);
  // Marker 0xc4 is a Huffman table, no frame.
  expectInfo("\xff\xd8\xff\xc4\x00\x09\x08\x00\x01\x00\x01\x03\x00"s + frame('\xc1', 8, 4),
             Kind::jpeg, 0x304, 0x102, 3);
  expectBytesRefused(ErrorCode::unsupported, "\xff\xd8"s + frame('\xc1', 12, 3), {"12 bits"});
  expectBadPicture("\xff\xd8\xff\xe0\x00\x01"s, {"damaged at byte 4"});
  expectBadPicture("\xff\xd8\xff\xe0\x00\x02zz"s, {"damaged at byte 6"});
  expectBadPicture("\xff\xd8\xff\xd9"s, {"does not state its size"});
}

TEST(Sniff, Tiff) {
  for (const bool big : {false, true}) {
    for (const bool bigTiff : {false, true}) {
      TiffFile file{big, bigTiff, 8, 1, 3, 2, 0, "abcdef"};
      expectInfo(file.bytes(), Kind::tiff, 3, 2, 1);
      EXPECT_EQ(infoOf(file.bytes())->note, "");
      file.bits = 16;
      file.next = 8;
      expectInfo(file.bytes(), Kind::tiff, 3, 2, 1, 16);
      EXPECT_NE(infoOf(file.bytes())->note.text().find("further pages"), std::string::npos);
      file.width = 0;
      expectBadPicture(file.bytes(), {"0 x 2 pixels"});
      file.width = 3;
      file.bits = 32;
      file.sampleFormat = 3;
      expectBytesRefused(ErrorCode::unsupported, file.bytes(), {"floating-point", "32 bits"});
      file.bits = 16;
      file.sampleFormat = 2;
      expectBytesRefused(ErrorCode::unsupported, file.bytes(), {"signed"});
    }
  }
  // Directories outside the file, and with more entries than fit.
  expectBadPicture("II*\0\xff\xff\xff\xff\0\0\0\0"s, {"cut short"});
  expectBadPicture("II*\0\x08\0\0\0\xff\xff\0\0"s, {"cut short"});
  expectBadPicture("II+\0\x08\0\0\0\x10\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff"s,
                   {"cut short"});
}

TEST(Sniff, Bmp) {
  expectInfo(bmpFile(3, 2, 24, ""), Kind::bmp, 3, 2, 3);
  expectInfo(bmpFile(3, -2, 32, ""), Kind::bmp, 3, 2, 3);
  expectInfo(bmpFile(3, 2, 8, ""), Kind::bmp, 3, 2, 0);
  const std::string masks = little32(0xff0000) + little32(0xff00) + little32(0xff);
  expectInfo(bmpFile(3, 2, 32, "", masks + little32(0xff000000)), Kind::bmp, 3, 2, 4);
  expectInfo(bmpFile(3, 2, 32, "", masks + little32(0)), Kind::bmp, 3, 2, 3);
  expectInfo("BM"s + little32(26) + little32(0) + little32(26) + little32(12) + little16(7) +
                 little16(5) + little16(1) + little16(24),
             Kind::bmp, 7, 5, 3);
  expectBadPicture(bmpFile(-3, 2, 24, ""), {"-3 x 2 pixels"});
  expectBadPicture(bmpFile(3, 0, 24, ""), {"3 x 0 pixels"});
  expectBytesRefused(ErrorCode::tooLarge, bmpFile(0x7fffffff, -0x80000000LL, 24, ""),
                     {"2147483647 x 2147483648"});
  expectBadPicture(bmpFile(0x10000, 0x10000, 24, "abc"), {"cut short"});
  // Text that begins with BM is no picture.
  EXPECT_EQ(io::kindOf(bytesOf("BMW has wheels, and so on")), std::nullopt);
}

TEST(Sniff, Webp) {
  const auto riff = [](const std::string& chunks) {
    return "RIFF" + little32(chunks.size() + 4) + "WEBP" + chunks;
  };
  expectInfo(riff("VP8X"s + little32(10) + "\x10\0\0\0\x02\x01\0\x04\x03\0"s), Kind::webp, 0x103,
             0x305, 4);
  expectInfo(riff("VP8L"s + little32(5) + "\x2f" + little32(99 | 49 << 14)), Kind::webp, 100, 50,
             3);
  expectInfo(riff("VP8L"s + little32(5) + "\x2f" + little32(99 | 49 << 14 | 1 << 28)), Kind::webp,
             100, 50, 4);
  expectInfo(riff("VP8 "s + little32(10) + "\0\0\0\x9d\x01\x2a\x07\x40\x05\x80"s), Kind::webp, 7, 5,
             3);
  expectBytesRefused(ErrorCode::unsupported,
                     riff("VP8X"s + little32(10) + "\x02\0\0\0\0\0\0\0\0\0"s), {"animated"});
  expectBadPicture(riff("ICCP"s + little32(0)), {"does not begin"});
  expectBadPicture(riff("VP8L"s + little32(5) + "xxxxx"), {"wrong signature"});
}

TEST(Sniff, LimitsAreCheckedBeforeAnythingElse) {
  const ReadOptions limit{1000000000};
  expectBytesRefused(ErrorCode::tooLarge, pngHeader(100000, 100000, 8, 2),
                     {"100000 x 100000", "allowed"}, limit);
  expectBytesRefused(ErrorCode::tooLarge, pngHeader(0x7fffffff, 0x7fffffff, 16, 6), {"2147483647"});
  expectBytesRefused(ErrorCode::tooLarge, bmpFile(100000, 100000, 24, ""), {"100000"}, limit);
  expectBytesRefused(ErrorCode::tooLarge,
                     (TiffFile{true, false, 8, 1, 100000, 100000, 0, ""}).bytes(), {"100000"},
                     limit);
  expectInputRefused(ErrorCode::tooLarge, pngHeader(100000, 100000, 8, 2), {"100000"}, limit);
  // If the limit allows the size, the missing data are reported.
  expectBadPicture(pngHeader(100000, 100000, 8, 2), {"cut short"});
}

TEST(Sniff, DamagedPngsAreRefusedByTheirChecksums) {
  const std::string good = pngHeader(2, 1, 8, 0) + pngData({"AB"}) + pngEnd();
  for (std::size_t at = 8; at < good.size(); ++at) {
    std::string damaged = good;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
    EXPECT_THROW(
        {
          infoOf(damaged);
          io::checkWhole(Kind::png, bytesOf(damaged), "x");
        },
        Error)
        << at;
  }
  EXPECT_EQ(io::checkWhole(Kind::png, bytesOf(good + "xyz"), "x"), good.size());
  expectBadPicture(pngHeader(2, 1, 8, 0) + pngEnd(), {"no picture data"});
}

TEST(Sniff, ChecksumsOfLongChunks) {
  std::string row;
  for (int i = 0; i < 5003; ++i) row += static_cast<char>(i * 31 >> 2);
  const std::string file = pngHeader(5003, 1, 8, 0) + pngData({row}) + pngEnd();
  EXPECT_EQ(io::checkWhole(Kind::png, bytesOf(file), "x"), file.size());
}

TEST(Sniff, PlainPngKeepsWhatDecidesPixels) {
  const std::string header = pngHeader(2, 1, 8, 3);
  const std::string palette = pngChunk("PLTE", "abcdef");
  const std::string alpha = pngChunk("tRNS", "\x7f");
  const std::string data = pngData({"\0\1"s});
  const std::string talk = pngChunk("iCCP", "broken") + pngChunk("tEXt", "hello");
  const std::string all = header + talk + palette + alpha + talk + data + pngEnd() + "more";
  const auto plain = io::plainPng(bytesOf(all));
  EXPECT_EQ(std::string(plain.begin(), plain.end()), header + palette + alpha + data + pngEnd());
  EXPECT_TRUE(io::plainPng(bytesOf(header + palette + data + pngEnd())).empty());
}

}  // namespace
}  // namespace espy
