// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Sources of recordings: files, folders, standard input, and truncated files.
#include <algorithm>
#include <filesystem>

#include "unit/signal_files/support.h"

namespace espy {
namespace {

using namespace recordingtest;

std::string manySamples(int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) bytes += bytesOfNumber(static_cast<float>(i));
  return bytes;
}

TEST(RecordingFile, StandardInput) {
  iotest::withStandardInput("a,b\n1,2\n3,4\n", [] {
    expectChannels(readRecording("-"), {{1, 3}, {2, 4}});
  });
  iotest::withStandardInput("a,b\n1,2\n3\n", [] {
    expectRefused(ErrorCode::badPicture, "standard input", {"line 3"}, [] { readRecording("-"); });
  });
}

TEST(RecordingFile, WhatIsMissingOrNoFile) {
  const Folder folder;
  expectRefused(ErrorCode::system, folder / "a.csv", {"cannot be opened"},
                [&] { readRecording(folder / "a.csv"); });
  expectRefused(ErrorCode::system, folder.path(), {"is a folder, not a recording"},
                [&] { readRecording(folder.path()); });
  store(folder / "a.csv", "");
  expectRefused(ErrorCode::badPicture, folder / "a.csv", {"is empty"},
                [&] { readRecording(folder / "a.csv"); });
}

TEST(RecordingFile, WhatIsTruncatedWhileItIsUsedIsReported) {
  const Folder folder;
  const std::string path = folder / "a.f32";
  store(path, manySamples(50000));
  const ReadRecording read = readRecording(path);
  EXPECT_NO_THROW(checkUncut(read));
  EXPECT_EQ(read.channels[0].samples[49999], 49999);
  std::filesystem::resize_file(path, 100000);
  EXPECT_EQ(read.channels[0].samples[49999], 0);
  expectRefused(ErrorCode::badPicture, path, {"was cut short while it was read"},
                [&] { checkUncut(read); });
  EXPECT_NO_THROW(checkUncut(Recording{}));
}

TEST(RecordingFile, ARecordingOutlivesTheBytesItWasReadFrom) {
  std::string bytes = manySamples(100);
  const ReadRecording read = readAs("a.f32", bytes);
  std::fill(bytes.begin(), bytes.end(), 'x');
  EXPECT_EQ(read.channels[0].samples[99], 99);
}

TEST(RecordingFile, CanBeStopped) {
  std::stop_source stop;
  stop.request_stop();
  RecordingOptions options;
  options.stop = stop.get_token();
  EXPECT_THROW(readAs("a.csv", "1\n2\n", options), Error);
  try {
    readAs("a.csv", "1\n2\n", options);
  } catch (const Error& error) {
    EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(ErrorCode::cancelled));
  }
}

TEST(RecordingFile, ContentCountsMoreThanTheEnding) {
  const Folder folder;
  store(folder / "a.txt", std::string("\x93NUMPY\1\0\x38\0", 10) +
                              "{'descr':'|i1','fortran_order':False,'shape':(2,)}     \n" + "\1\2");
  expectChannels(readRecording(folder / "a.txt"), {{1, 2}});
}

}  // namespace
}  // namespace espy
