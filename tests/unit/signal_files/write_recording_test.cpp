// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Written recordings are read back unchanged and follow the formats' specifications.
#include <algorithm>
#include <clocale>
#include <random>

#include "unit/signal_files/support.h"

namespace espy {
namespace {

using namespace recordingtest;

/// A recording and its numbers.
struct Written {
  std::vector<std::vector<double>> numbers;
  Recording recording;

  explicit Written(std::vector<std::vector<double>> all, double rate = 250)
      : numbers(std::move(all)) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      recording.channels.push_back(
          {"lead " + std::to_string(i), "mV", rate, std::span<const double>(numbers[i])});
    }
  }
};

std::vector<double> randomWalk(std::size_t size, std::uint32_t seed, double step = 0.1) {
  std::mt19937 random(seed);
  std::vector<double> walk(size);
  double at = 0;
  for (double& sample : walk)
    sample = at += step * (static_cast<double>(random()) / 2147483648.0 - 1);
  return walk;
}

Written twoWalks(std::size_t size, double rate = 250) {
  return Written({randomWalk(size, 1), randomWalk(size, 2, 30)}, rate);
}

/// The quantisation step with 16 bits, with a margin for the digits of the header.
double stepOf(const std::vector<double>& numbers) {
  const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
  return (*high - *low) / 65000;
}

TEST(WriteRecording, MarksThatAreNowhereAreRefused) {
  const Folder folder;
  const double never = std::numeric_limits<double>::infinity();
  for (const RecordingMark& mark : {RecordingMark{kGap, 0, "x"}, RecordingMark{never, 0, "x"},
                                    RecordingMark{1, kGap, "x"}, RecordingMark{1, -1, "x"}}) {
    for (const char* name : {"m.edf", "m.atr", "m.csv"}) {
      try {
        writeMarks(folder / name, {&mark, 1}, 100);
        ADD_FAILURE() << name;
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::badUse);
        EXPECT_NE(std::string(error.what()).find("has a mark 'x'"), std::string::npos)
            << error.what();
      }
      EXPECT_FALSE(std::filesystem::exists(folder / name));
    }
  }
}

TEST(WriteRecording, TablesAreReadBackTheSame) {
  const Folder folder;
  Written written = twoWalks(1000, 360);
  written.numbers[0][3] = kGap;
  for (const char* name : {"a.csv", "a.tsv"}) {
    writeRecording(folder / name, written.recording);
    const ReadRecording read = readRecording(folder / name);
    expectChannels(read, written.numbers);
    EXPECT_EQ(read.channels[1].name, "lead 1");
    EXPECT_EQ(read.channels[1].unit, "mV");
    EXPECT_EQ(read.channels[1].rate, 360);
  }
  const Written one({{1, 0.5, kGap, 4}}, 0);
  for (const char* name : {"one.csv", "one.tsv"}) {
    writeRecording(folder / name, one.recording);
    const ReadRecording read = readRecording(folder / name);
    expectChannels(read, one.numbers);
    EXPECT_EQ(read.channels[0].name, "lead 0");
    EXPECT_EQ(read.channels[0].unit, "mV");
  }
  const Written two({{1, 0.5}, {-2, kGap}}, 4);
  writeRecording(folder / "b.csv", two.recording);
  EXPECT_EQ(load(folder / "b.csv"), "time,lead 0 (mV),lead 1 (mV)\n0,1,-2\n0.25,0.5,NaN\n");
}

TEST(WriteRecording, ArraysAreReadBackTheSame) {
  const Folder folder;
  const Written written = twoWalks(1000);
  writeRecording(folder / "a.npy", written.recording);
  expectChannels(readRecording(folder / "a.npy"), written.numbers);
  const std::string file = load(folder / "a.npy");
  EXPECT_EQ(file.size(), 128U + 16000U);
  EXPECT_NE(file.find("'fortran_order': True, 'shape': (1000, 2), }"), std::string::npos);
  const std::vector<double> profile{1, kGap, -0.5};
  writeProfile(folder / "p.npy", profile);
  expectChannels(readRecording(folder / "p.npy"), {profile});
  EXPECT_NE(load(folder / "p.npy").find("'shape': (3,), }"), std::string::npos);
}

TEST(WriteRecording, Sound) {
  const Folder folder;
  const Written written({{0.5, -1, 0.25, 2, kGap}}, 8000);
  writeRecording(folder / "a.wav", written.recording);
  const ReadRecording read = readRecording(folder / "a.wav");
  expectChannels(read, written.numbers);
  EXPECT_EQ(read.channels[0].rate, 8000);
  const Written loud({{0.5, -1, 1, 2}, {0, 0, 0, -2}}, 8000);
  writeRecording(folder / "b.wav", loud.recording, Samples::Type::int16);
  const double top = 32767.0 / 32768;
  expectChannels(readRecording(folder / "b.wav"), {{0.5, -1, top, top}, {0, 0, 0, -1}});
  EXPECT_EQ(load(folder / "b.wav").size(), 44U + 16U);
}

TEST(WriteRecording, EdfWithMarks) {
  const Folder folder;
  for (const double rate : {250.0, 0.5, 12.5, 360.0}) {
    for (const std::size_t size : {std::size_t{1}, std::size_t{1000}, std::size_t{1800}}) {
      SCOPED_TRACE(std::to_string(rate) + " " + std::to_string(size));
      Written written = twoWalks(size, rate);
      written.recording.marks = {{0, 0, "begin"}, {1.5, 0.25, "spike \xc3\xa9"}, {3, 0, "a b"}};
      writeRecording(folder / "a.edf", written.recording);
      const ReadRecording read = readRecording(folder / "a.edf");
      ASSERT_EQ(read.channels.size(), 2U);
      for (std::size_t i = 0; i < 2; ++i) {
        std::vector<double> numbers = numbersOf(read, i);
        ASSERT_GE(numbers.size(), size) << "the last record may be filled up";
        numbers.resize(size);
        expectNumbers(numbers, written.numbers[i], stepOf(written.numbers[i]) + 2e-3);
        EXPECT_NEAR(read.channels[i].rate, rate, 1e-6 * rate);
      }
      EXPECT_EQ(read.channels[1].name, "lead 1");
      EXPECT_EQ(read.marks, written.recording.marks);
    }
  }
}

TEST(WriteRecording, WholeNumbersStayThemselves) {
  const Folder folder;
  const Written written({{1, -32767, 32767, 0}, {5, 5, 5, 5}}, 1);
  writeRecording(folder / "a.edf", written.recording);
  expectChannels(readRecording(folder / "a.edf"), written.numbers);
  writeRecording(folder / "a.hea", written.recording);
  expectChannels(readRecording(folder / "a.hea"), written.numbers);
}

TEST(WriteRecording, WfdbWithGapsAndMarks) {
  const Folder folder;
  Written written = twoWalks(1000, 12.5);
  written.numbers[1][7] = kGap;
  written.recording.marks = {{0.08, 0, "N"}, {40, 0, "+ (AFIB"}, {80, 0, "a note"}};
  writeRecording(folder / "rec.dat", written.recording);
  EXPECT_EQ(folder.files(), 3U);
  const ReadRecording read = readRecording(folder / "rec.hea");
  for (std::size_t i = 0; i < 2; ++i) {
    std::vector<double> wanted = written.numbers[i];
    const double gap = wanted[7];
    wanted[7] = wanted[8];
    const double step = stepOf(wanted);
    wanted[7] = gap;
    expectNumbers(numbersOf(read, i), wanted, step);
  }
  EXPECT_EQ(read.channels[0].rate, 12.5);
  EXPECT_EQ(read.channels[0].name, "lead 0");
  EXPECT_EQ(read.marks, written.recording.marks);
}

/// Sets a locale with decimal commas in C functions, as a Qt program may; restores the old one at
/// the end.
class DecimalCommas {
 public:
  DecimalCommas() {
    for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "fr_FR.utf8",
                             "nl_NL.UTF-8", "ru_RU.UTF-8", "pt_BR.UTF-8"}) {
      if (std::setlocale(LC_ALL, name) != nullptr && *std::localeconv()->decimal_point == ',') {
        found_ = true;
        return;
      }
    }
  }
  ~DecimalCommas() { std::setlocale(LC_ALL, before_.c_str()); }
  DecimalCommas(const DecimalCommas&) = delete;
  DecimalCommas& operator=(const DecimalCommas&) = delete;

  bool found() const { return found_; }

 private:
  std::string before_ = std::setlocale(LC_ALL, nullptr);
  bool found_ = false;
};

TEST(WriteRecording, IsTheSameWhereDecimalsBeginAtAComma) {
  const Folder folder;
  Written written = twoWalks(1000, 250);
  written.recording.marks = {{0.5, 0.25, "a note"}};
  const char* const names[] = {"a.csv", "a.tsv", "a.npy", "a.edf", "a.hea"};
  std::vector<std::string> files;
  const auto writeAll = [&] {
    files.clear();
    for (const char* name : names) writeRecording(folder / name, written.recording);
    writeMarks(folder / "marks.csv", written.recording.marks);
    for (const char* name : {"a.csv", "a.tsv", "a.npy", "a.edf", "a.hea", "a.dat", "marks.csv"}) {
      files.push_back(load(folder / name));
    }
  };
  writeAll();
  const std::vector<std::string> wanted = files;
  const DecimalCommas commas;
  if (!commas.found()) GTEST_SKIP() << "no locale with a decimal comma is installed";
  writeAll();
  EXPECT_EQ(files, wanted);
  for (const char* name : names) {
    SCOPED_TRACE(name);
    const ReadRecording read = readRecording(folder / name);
    expectNumbers(numbersOf(read, 0), written.numbers[0], stepOf(written.numbers[0]) + 2e-3);
    expectNumbers(numbersOf(read, 1), written.numbers[1], stepOf(written.numbers[1]) + 2e-3);
  }
}

TEST(WriteMarks, InAllFormats) {
  const Folder folder;
  std::vector<RecordingMark> marks;
  for (int i = 0; i < 2000; ++i)
    marks.push_back({i * 2.5, i % 2 * 0.5, "mark " + std::to_string(i)});
  writeMarks(folder / "a.edf", marks);
  EXPECT_EQ(readRecording(folder / "a.edf").marks, marks);
  store(folder / "a.hea", "a 0 100\n");
  writeMarks(folder / "a.atr", marks, 100);
  const std::vector<RecordingMark> read = readRecording(folder / "a.hea").marks;
  ASSERT_EQ(read.size(), marks.size());
  EXPECT_EQ(read[1999], (RecordingMark{4997.5, 0, "mark 1999"})) << "without durations";
  writeMarks(folder / "a.csv", std::vector<RecordingMark>{{1.5, 0, "a, b"}});
  EXPECT_EQ(load(folder / "a.csv"), "second,duration,text\n1.5,0,\"a, b\"\n");
  expectRefused(ErrorCode::badUse, folder / "b.atr", {"a mark at -1 s"}, [&] {
    writeMarks(folder / "b.atr", std::vector<RecordingMark>{{-1, 0, "x"}}, 100);
  });
}

TEST(WriteRecording, Refuses) {
  const Folder folder;
  const auto refused = [&](const std::string& name, const Recording& recording,
                           std::initializer_list<std::string> fragments,
                           ErrorCode code = ErrorCode::badUse,
                           Samples::Type type = Samples::Type::float32) {
    expectRefused(code, folder / name, fragments,
                  [&] { writeRecording(folder / name, recording, type); });
  };
  const Written gap({{0.5, kGap}});
  refused("a.mp3", gap.recording, {".csv .tsv"}, ErrorCode::unsupported);
  refused("a.edf", gap.recording, {"gaps", "lead 0"});
  refused("a.csv", Recording{}, {"at least one channel"});
  refused("a b.hea", gap.recording, {"letters, digits"});
  refused("a.wav", gap.recording, {"gaps"}, ErrorCode::badUse, Samples::Type::int16);
  refused("a.wav", Written({{1, 2}}, 0.5).recording, {"whole number", "0.5"});
  refused("a.edf", Written({{1e12, 2e12}}).recording, {"limits", "lead 0"});
  refused("a.edf", Written({{1e-9, 2e-9}}).recording, {"changes too little"});
  Written uneven({{1, 2}, {3}});
  refused("a.csv", uneven.recording, {"different lengths"});
  EXPECT_EQ(folder.files(), 0U) << "nothing is left behind";
  store(folder / "old.npy", "old");
  EXPECT_THROW(
      writeRecording(folder / "old.npy", gap.recording, Samples::Type::float32, Existing::refused),
      Error);
  EXPECT_EQ(load(folder / "old.npy"), "old");
}

}  // namespace
}  // namespace espy
