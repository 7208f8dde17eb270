// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "io/own_formats.h"
#include "unit/io/files.h"
#include "unit/io/support.h"

namespace espy {
namespace {

using namespace iotest;
using namespace std::string_literals;

/// Assembles the rows, and counts how often each pixel came.
class Collector final : public io::RowSink {
 public:
  bool begin(Size size, PixelFormat format) override {
    image = Image(size, format);
    came.assign(static_cast<std::size_t>(size.pixels()), 0);
    return true;
  }
  void take(std::int64_t y, const ImageView& row, std::int64_t first, std::int64_t step) override {
    const auto bytes = static_cast<std::size_t>(row.format().bytesPerPixel());
    for (std::int64_t i = 0; i < row.width(); ++i) {
      const std::int64_t x = first + i * step;
      std::copy_n(row.pixel(i, 0), bytes, image.pixels().pixel(x, y));
      ++came[static_cast<std::size_t>(y * image.size().width + x)];
    }
  }
  bool allCameOnce() const {
    return std::ranges::all_of(came, [](int times) { return times == 1; });
  }

  Image image;
  std::vector<int> came;
};

bool hasRows() {
  Collector rows;
  io::readRows(bytesOf(pngHeader(1, 1, 8, 0) + pngData({"A"}) + pngEnd()), "a.png", {}, rows);
  return !rows.came.empty();
}

#define NEEDS_ROWS() \
  if (!hasRows()) GTEST_SKIP() << "built without libdeflate or zlib"

/// Reading by rows gives the same picture or error as reading the whole.
void expectSameByRows(const std::string& file) {
  std::string why;
  ReadPicture whole;
  try {
    whole = readPicture(bytesOf(file), "a.png");
  } catch (const Error& error) {
    why = error.what();
  }
  Collector rows;
  try {
    const ReadPicture read = io::readRows(bytesOf(file), "a.png", {}, rows);
    EXPECT_EQ(why, "");
    EXPECT_TRUE(read.image.view().empty());
    EXPECT_EQ(read.note.text(), whole.note.text());
    EXPECT_TRUE(rows.allCameOnce());
    EXPECT_TRUE(samePixels(rows.image, whole.image));
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), why);
  }
}

/// Changes the time of the file while it is decoded.
struct Touching final : io::RowSink {
  explicit Touching(std::string path) : file(std::move(path)) {}
  bool begin(Size /*size*/, PixelFormat /*format*/) override {
    namespace fs = std::filesystem;
    fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(1));
    return true;
  }
  void take(std::int64_t /*y*/, const ImageView& /*row*/, std::int64_t /*first*/,
            std::int64_t /*step*/) override {}

  std::string file;
};

TEST(PngRows, AFileThatChangesMeanwhileIsRefused) {
  NEEDS_ROWS();
  const Folder folder;
  const std::string file = folder / "a.png";
  writePicture(file, testPicture({200, 200}, {3, Depth::u8}));
  Touching rows(file);
  expectRefused(ErrorCode::badPicture, file, {"changed while it was read"},
                [&] { io::readRows(file, {}, rows); });
}

TEST(PngRows, AreThoseOfTheWholePicture) {
  NEEDS_ROWS();
  constexpr struct {
    int bits, type, samples;
  } kKinds[] = {{1, 0, 1},  {4, 0, 1}, {8, 0, 1}, {16, 0, 1}, {8, 2, 3},
                {16, 2, 3}, {8, 3, 1}, {8, 4, 2}, {8, 6, 4},  {16, 6, 4}};
  for (const auto& kind : kKinds) {
    for (const bool interlaced : {false, true}) {
      for (const Size size : {Size{1, 1}, Size{3, 9}, Size{61, 40}, Size{5000, 2}}) {
        std::string header =
            pngHeader(static_cast<std::uint64_t>(size.width),
                      static_cast<std::uint64_t>(size.height), kind.bits, kind.type);
        header = header.substr(0, 8) +
                 pngChunk("IHDR", header.substr(16, 12) + static_cast<char>(interlaced ? 1 : 0));
        if (kind.type == 3) header += pngChunk("PLTE", std::string(768, 'p'));
        test::Random random(1);
        const std::string raster =
            pngRaster(size.width, size.height, kind.bits * kind.samples, interlaced,
                      [&](int most) { return random.below(most + 1); });
        if (raster.size() > 65535) continue;  // limit of a stored block
        SCOPED_TRACE(std::to_string(kind.bits) + " bits, type " + std::to_string(kind.type) + ", " +
                     std::to_string(size.width) +
                     " wide, interlaced: " + std::to_string(static_cast<int>(interlaced)));
        expectSameByRows(header + pngStored(raster) + pngEnd());
      }
    }
  }
}

TEST(PngRows, AreRefusedAndNotedAsTheWholePictureIs) {
  NEEDS_ROWS();
  expectSameByRows(pngHeader(2, 3, 8, 0) + pngData({"AB"}) + pngEnd());
  expectSameByRows(pngHeader(2, 1, 8, 0) + pngData({"AB", "CD"}) + pngEnd());
  expectSameByRows(pngHeader(3, 1, 8, 3) + pngChunk("PLTE", "abcdef") + pngData({"\0\1\2"s}) +
                   pngEnd());
  expectSameByRows(pngHeader(2, 1, 8, 0) + pngStored("\7AB") + pngEnd());
  expectSameByRows(pngHeader(100000, 100000, 8, 0) + pngData({"AB"}) + pngEnd());
  const std::string chunk = pngData({"AB"});
  const std::string data = chunk.substr(8, chunk.size() - 12);
  const auto with = [&](const std::string& changed) {
    return pngHeader(2, 1, 8, 0) + pngChunk("IDAT", changed) + pngEnd();
  };
  for (std::size_t kept = 0; kept < data.size(); ++kept)
    expectSameByRows(with(data.substr(0, kept)));
  for (std::size_t at = 0; at < data.size(); ++at) {
    std::string damaged = data;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    expectSameByRows(with(damaged));
  }
  expectSameByRows(with(data + "x"));
  expectSameByRows(pngHeader(2, 1, 8, 0) + pngChunk("IDAT", data + "xy") + pngChunk("IDAT", "z") +
                   pngEnd());
}

TEST(PngRows, DataInManyChunks) {
  NEEDS_ROWS();
  const std::string chunk = pngData({"ABC", "DEF"});
  std::string parts;
  for (const char c : chunk.substr(8, chunk.size() - 12)) {
    parts += pngChunk("IDAT", std::string(1, c)) + pngChunk("IDAT", "");
  }
  expectSameByRows(pngHeader(3, 2, 8, 0) + parts + pngEnd());
}

}  // namespace
}  // namespace espy
