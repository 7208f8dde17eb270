// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Our readers against OpenCV's, on random pictures of every kind that both decode exactly.
#include <gtest/gtest.h>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <random>

#include "espy/pictures.h"
#include "io/own_formats.h"
#include "io/tiff.h"
#include "unit/io/files.h"

#ifdef ESPY_WITH_JPEG
#include <cstdio>
#include <cstdlib>
// libjpeg's header requires stdio's before it.
#include <jpeglib.h>
#endif

namespace espy {
namespace {

using namespace std::string_literals;
using namespace iotest;

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  int upTo(int most) { return std::uniform_int_distribution(0, most)(engine_); }
  std::string bytes(std::size_t count) {
    std::string result(count, '\0');
    for (char& c : result) c = static_cast<char>(upTo(255));
    return result;
  }
  /// Some smooth, some noisy.
  cv::Mat picture(int type) {
    cv::Mat mat(1 + upTo(40), 1 + upTo(40), type);
    const double top = mat.depth() == CV_16U ? 65535 : 255;
    const int noise = upTo(1) == 0 ? 3 : static_cast<int>(top);
    for (int y = 0; y < mat.rows; ++y) {
      for (int i = 0; i < mat.cols * mat.channels(); ++i) {
        const int value = (i * 5 + y * 3 + upTo(noise)) % static_cast<int>(top + 1);
        if (mat.depth() == CV_16U) {
          mat.ptr<std::uint16_t>(y)[i] = static_cast<std::uint16_t>(value);
        } else {
          mat.ptr<std::uint8_t>(y)[i] = static_cast<std::uint8_t>(value);
        }
      }
    }
    return mat;
  }

 private:
  std::mt19937 engine_;
};

/// The largest difference of a sample between our and OpenCV's decoding. OpenCV has blue first, and
/// grey with alpha as four channels; if we have no alpha, OpenCV's is ignored.
int farthest(const std::string& file) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(file.data());
  const Image ours = readPicture({data, file.size()}, "x").image;
  const cv::Mat bytes(1, static_cast<int>(file.size()), CV_8UC1, const_cast<std::uint8_t*>(data));
  const cv::Mat theirs = cv::imdecode(bytes, cv::IMREAD_UNCHANGED);
  const ImageView view = ours;
  EXPECT_EQ(theirs.cols, view.width());
  EXPECT_EQ(theirs.rows, view.height());
  EXPECT_EQ(static_cast<int>(theirs.elemSize1()), view.format().bytesPerSample());
  if (theirs.cols != view.width() || theirs.rows != view.height()) return INT32_MAX;
  const int channels = theirs.channels();
  int most = 0;
  for (int y = 0; y < theirs.rows; ++y) {
    for (int x = 0; x < theirs.cols; ++x) {
      for (int c = 0; c < view.format().channels; ++c) {
        const bool alpha = view.format().hasAlpha() && c == view.format().channels - 1;
        const int other = alpha ? 3 : channels == 1 ? 0 : 2 - c;
        EXPECT_LT(other, channels);
        if (other >= channels) return INT32_MAX;
        const int index = x * channels + other;
        const int value = theirs.depth() == CV_16U ? theirs.ptr<std::uint16_t>(y)[index]
                                                   : theirs.ptr<std::uint8_t>(y)[index];
        most = std::max(most, std::abs(value - static_cast<int>(sampleAt(view, x, y, c))));
      }
    }
  }
  return most;
}

std::string encoded(const char* ending, const cv::Mat& picture, const std::vector<int>& how = {}) {
  std::vector<std::uint8_t> file;
  EXPECT_TRUE(cv::imencode(ending, picture, file, how));
  return {file.begin(), file.end()};
}

/// Random rows under random filters.
std::string randomPng(Random& random, int bits, int type, bool interlaced, bool transparent) {
  const int samples = type == 2 ? 3 : type == 4 ? 2 : type == 6 ? 4 : 1;
  const int width = 1 + random.upTo(30);
  const int height = 1 + random.upTo(12);
  std::string raw = pngRaster(width, height, bits * samples, interlaced,
                              [&](int most) { return random.upTo(most); });
  std::string file =
      "\x89PNG\r\n\x1a\n"s +
      pngChunk("IHDR", big32(static_cast<std::uint64_t>(width)) +
                           big32(static_cast<std::uint64_t>(height)) + static_cast<char>(bits) +
                           static_cast<char>(type) + "\0\0"s + static_cast<char>(interlaced));
  if (type == 3) file += pngChunk("PLTE", random.bytes(std::size_t{3} << bits));
  if (transparent && type == 3) file += pngChunk("tRNS", random.bytes(2));
  if (transparent && type == 2) {
    // The first pixel's colour, unfiltered, so that the key occurs.
    raw[0] = 0;
    std::string key;
    for (int c = 0; c < 3; ++c) {
      key += bits == 16 ? raw.substr(static_cast<std::size_t>(1 + 2 * c), 2)
                        : "\0"s + raw[static_cast<std::size_t>(1 + c)];
    }
    file += pngChunk("tRNS", key);
  }
  return file + pngStored(raw) + pngEnd();
}

TEST(FormatsDifferential, PngIsEqualToTheBit) {
  if (!io::isOwn(io::Kind::png)) GTEST_SKIP() << "built without libdeflate";
  Random random(1);
  for (int round = 0; round < 40; ++round) {
    for (const auto& [bits, type] : {std::pair{1, 0},
                                     {2, 0},
                                     {4, 0},
                                     {8, 0},
                                     {16, 0},
                                     {8, 2},
                                     {16, 2},
                                     {1, 3},
                                     {2, 3},
                                     {4, 3},
                                     {8, 3},
                                     {8, 4},
                                     {16, 4},
                                     {8, 6},
                                     {16, 6}}) {
      for (const bool interlaced : {false, true}) {
        for (const bool transparent : {false, true}) {
          if (transparent && type != 2 && type != 3) continue;
          SCOPED_TRACE(testing::Message() << bits << " bits, type " << type << ", interlaced "
                                          << interlaced << ", transparent " << transparent);
          ASSERT_EQ(farthest(randomPng(random, bits, type, interlaced, transparent)), 0);
        }
      }
    }
    for (const int type : {CV_8UC1, CV_8UC3, CV_8UC4, CV_16UC1, CV_16UC3, CV_16UC4}) {
      ASSERT_EQ(farthest(encoded(".png", random.picture(type),
                                 {cv::IMWRITE_PNG_COMPRESSION, random.upTo(9),
                                  cv::IMWRITE_PNG_STRATEGY, random.upTo(4)})),
                0);
    }
  }
}

TEST(FormatsDifferential, BmpIsEqualToTheBit) {
  Random random(2);
  for (int round = 0; round < 60; ++round) {
    for (const int type : {CV_8UC1, CV_8UC3, CV_8UC4}) {
      ASSERT_EQ(farthest(encoded(".bmp", random.picture(type))), 0);
    }
    for (const int bits : {1, 4, 8}) {
      const int width = 1 + random.upTo(30);
      const int height = 1 + random.upTo(10);
      const std::string palette = random.bytes(std::size_t{4} << bits);
      const auto row = static_cast<std::size_t>((width * bits + 31) / 32 * 4);
      const std::string rows = random.bytes(row * static_cast<std::size_t>(height));
      ASSERT_EQ(farthest(bmpOf(width, height, bits, 0, palette, rows)), 0) << bits << " bits";
    }
  }
}

TEST(FormatsDifferential, TiffIsEqualToTheBit) {
  if (io::tiffModulePath().empty()) GTEST_SKIP() << "the module espy_tiff is not built";
  Random random(3);
  for (int round = 0; round < 20; ++round) {
    for (const int packing : {1, 5, 32773, 32946}) {
      if (packing == 32946 && !io::isOwn(io::Kind::png)) continue;
      for (const int type : {CV_8UC1, CV_8UC3, CV_8UC4, CV_16UC1, CV_16UC3, CV_16UC4}) {
        SCOPED_TRACE(testing::Message() << "packing " << packing << ", type " << type);
        ASSERT_EQ(farthest(encoded(".tif", random.picture(type),
                                   {cv::IMWRITE_TIFF_COMPRESSION, packing})),
                  0);
      }
    }
  }
}

TEST(FormatsDifferential, JpegIsEqual) {
  // Both use the same slow integer IDCT and smooth chroma upsampling.
  Random random(4);
  for (int round = 0; round < 60; ++round) {
    for (const int type : {CV_8UC1, CV_8UC3}) {
      for (const int progressive : {0, 1}) {
        const std::string file =
            encoded(".jpg", random.picture(type),
                    {cv::IMWRITE_JPEG_QUALITY, 20 + random.upTo(80), cv::IMWRITE_JPEG_PROGRESSIVE,
                     progressive, cv::IMWRITE_JPEG_OPTIMIZE, random.upTo(1),
                     cv::IMWRITE_JPEG_RST_INTERVAL, random.upTo(3)});
        ASSERT_EQ(farthest(file), 0);
        // An EXIF orientation is ignored: samples stay as stored.
        const std::string exif = "\xff\xe1\x00\x22"s + "Exif\0\0MM\0*\0\0\0\x08\0\x01"s +
                                 "\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"s;
        const std::string turned = "\xff\xd8" + exif + file.substr(2);
        ASSERT_EQ(farthest(turned), 0);
        // The orientation is present: OpenCV's default mode applies it.
        const std::vector<unsigned char> bytes(turned.begin(), turned.end());
        const cv::Mat asSeen = cv::imdecode(bytes, cv::IMREAD_COLOR);
        const cv::Mat asStored = cv::imdecode(bytes, cv::IMREAD_UNCHANGED);
        ASSERT_EQ(asSeen.cols, asStored.rows);
        ASSERT_EQ(asSeen.rows, asStored.cols);
      }
    }
  }
}

#ifdef ESPY_WITH_JPEG
/// Four inks, as CMYK or YCCK; libjpeg writes Adobe's marker.
std::string inks(Random& random, J_COLOR_SPACE space) {
  jpeg_compress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  unsigned char* file = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&jpeg, &file, &size);
  jpeg.image_width = static_cast<JDIMENSION>(1 + random.upTo(30));
  jpeg.image_height = static_cast<JDIMENSION>(1 + random.upTo(30));
  jpeg.input_components = 4;
  jpeg.in_color_space = JCS_CMYK;
  jpeg_set_defaults(&jpeg);
  jpeg_set_colorspace(&jpeg, space);
  jpeg_start_compress(&jpeg, TRUE);
  for (JDIMENSION y = 0; y < jpeg.image_height; ++y) {
    std::string row = random.bytes(std::size_t{4} * jpeg.image_width);
    JSAMPROW rows[] = {reinterpret_cast<JSAMPROW>(row.data())};
    jpeg_write_scanlines(&jpeg, rows, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  std::string result(reinterpret_cast<const char*>(file), size);
  std::free(file);  // NOLINT: libjpeg's malloc
  return result;
}

TEST(FormatsDifferential, InksDifferByRounding) {
  // OpenCV divides by 256 instead of 255, and rounds down: up to 2 in total.
  Random random(5);
  for (int round = 0; round < 60; ++round) {
    ASSERT_LE(farthest(inks(random, JCS_CMYK)), 2);
    ASSERT_LE(farthest(inks(random, JCS_YCCK)), 2);
  }
}
#endif

}  // namespace
}  // namespace espy
