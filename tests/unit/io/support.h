// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "espy/pictures.h"
#include "support/made_pictures.h"
#include "support/thrown_errors.h"

namespace espy::iotest {

/// A literal with its embedded zero bytes: text("P5 1 1 255\n\0").
template <std::size_t N>
std::string text(const char (&literal)[N]) {
  return std::string(literal, N - 1);
}

inline std::span<const std::uint8_t> bytesOf(const std::string& file) {
  return {reinterpret_cast<const std::uint8_t*>(file.data()), file.size()};
}

inline ReadPicture readBytes(const std::string& file, const ReadOptions& options = {}) {
  return readPicture(bytesOf(file), "x.pnm", options);
}

/// All samples, in row-major order.
inline std::vector<std::uint32_t> samplesOf(const ImageView& image) {
  std::vector<std::uint32_t> samples;
  for (std::int64_t y = 0; y < image.height(); ++y) {
    for (std::int64_t x = 0; x < image.width(); ++x) {
      for (int c = 0; c < image.format().channels; ++c) samples.push_back(sampleAt(image, x, y, c));
    }
  }
  return samples;
}

inline std::vector<std::uint32_t> samplesIn(const std::string& file) {
  return samplesOf(readBytes(file).image);
}

using SampleRow = std::vector<std::uint32_t>;

/// Expects that these bytes are a picture of this format, with these samples.
inline void expectPicture(const std::string& file, PixelFormat format, const SampleRow& samples) {
  const ReadPicture read = readBytes(file);
  EXPECT_EQ(read.image.format(), format);
  EXPECT_EQ(samplesOf(read.image), samples);
}

/// Expects `work` to throw an `Error` with this code whose message begins with `name` and contains
/// all fragments.
inline void expectRefused(ErrorCode code, const std::string& name,
                          std::initializer_list<std::string> fragments,
                          const std::function<void()>& work) {
  const std::string sentence = test::errorOf(code, work);
  EXPECT_TRUE(sentence.starts_with(name + ": ")) << name << " was refused so: " << sentence;
  EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
  for (const std::string& fragment : fragments) {
    EXPECT_NE(sentence.find(fragment), std::string::npos)
        << "'" << fragment << "' is not in: " << sentence;
  }
}

/// The same of reading a file.
inline void expectUnreadable(ErrorCode code, const std::string& path,
                             std::initializer_list<std::string> fragments,
                             const ReadOptions& options = {}) {
  expectRefused(code, path, fragments, [&] { readPicture(path, options); });
}

/// The same of writing a picture.
inline void expectUnwritable(ErrorCode code, const std::string& path,
                             std::initializer_list<std::string> fragments,
                             const ImageView& picture) {
  expectRefused(code, path, fragments, [&] { writePicture(path, picture); });
}

inline void expectBytesRefused(ErrorCode code, const std::string& file,
                               std::initializer_list<std::string> fragments,
                               const ReadOptions& options = {}) {
  SCOPED_TRACE(file.substr(0, 60));
  expectRefused(code, "x.pnm", fragments, [&] { readBytes(file, options); });
}

inline void expectBadPicture(const std::string& file, std::initializer_list<std::string> fragments,
                             const ReadOptions& options = {}) {
  expectBytesRefused(ErrorCode::badPicture, file, fragments, options);
}

/// A temporary folder.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "espy-io-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) ADD_FAILURE() << "no temporary folder";
    path_ = pattern;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  std::string path() const { return path_.string(); }
  /// The number of names in the folder, including hidden ones.
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_),
                                                  std::filesystem::directory_iterator()));
  }

 private:
  std::filesystem::path path_;
};

/// A test with a folder of its own.
struct InFolder : testing::Test {
  const Folder folder;
};

inline void store(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

inline std::string load(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Runs `work` with a pipe of these bytes as standard input.
inline void withStandardInput(const std::string& bytes, const std::function<void()>& work) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const int before = ::dup(STDIN_FILENO);
  ::dup2(ends[0], STDIN_FILENO);
  ::close(ends[0]);
  std::thread writer([&bytes, end = ends[1]] {
    std::size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t put = ::write(end, bytes.data() + done, bytes.size() - done);
      if (put <= 0) break;
      done += static_cast<std::size_t>(put);
    }
    ::close(end);
  });
  work();
  // Drains the pipe; the writer would block, or be killed by SIGPIPE.
  char rest[4096];
  while (::read(STDIN_FILENO, rest, sizeof rest) > 0) {
  }
  writer.join();
  ::dup2(before, STDIN_FILENO);
  ::close(before);
}

/// Expects that these bytes are refused as standard input.
inline void expectInputRefused(ErrorCode code, const std::string& bytes,
                               std::initializer_list<std::string> fragments,
                               const ReadOptions& options = {}) {
  withStandardInput(bytes, [&] {
    expectRefused(code, "standard input", fragments, [&] { readPicture("-", options); });
  });
}

/// A picture whose samples differ from all neighbours.
inline Image testPicture(Size size, PixelFormat format, std::uint32_t seed = 1) {
  return test::imageOf(size, format, [&](auto /*x*/, auto /*y*/, int /*c*/) {
    seed = seed * 1664525U + 1013904223U;
    return (seed >> 8) & static_cast<std::uint32_t>(format.maxValue());
  });
}

}  // namespace espy::iotest
