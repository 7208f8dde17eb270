// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "unit/signal_files/support.h"

namespace espy {
namespace {

using namespace recordingtest;

/// A record in a temporary folder.
struct TestRecord {
  Folder folder;

  TestRecord(const std::string& header, const std::string& samples) {
    store(folder / "r.hea", header);
    store(folder / "r.dat", samples);
  }
  ReadRecording read(const RecordingOptions& options = {}) const {
    return readRecording(folder / "r.hea", options);
  }
};

std::vector<double> stepsIn(const std::string& format, const std::string& bytes, int count,
                            const std::string& more = "") {
  const TestRecord record(
      "r 1 360 " + std::to_string(count) + "\nr.dat " + format + " 1(0)/mV" + more + "\n", bytes);
  return numbersOf(record.read(), 0);
}

TEST(Wfdb, EveryFormat) {
  expectNumbers(stepsIn("16", text("\1\0\xff\xff\0\x80"), 3), {1, -1, kGap});
  expectNumbers(stepsIn("61", text("\0\1\xff\xff\x80\0"), 3), {1, -1, kGap});
  expectNumbers(stepsIn("160", text("\1\x80\xff\x7f\0\0"), 3), {1, -1, kGap});
  expectNumbers(stepsIn("80", text("\x81\x7f\0"), 3), {1, -1, kGap});
  expectNumbers(stepsIn("24", text("\1\0\0\xff\xff\xff\0\0\x80"), 3), {1, -1, kGap});
  expectNumbers(stepsIn("32", text("\1\0\0\0\xff\xff\xff\xff\0\0\0\x80"), 3), {1, -1, kGap});
  // Differences, starting from the initial value.
  expectNumbers(stepsIn("8", text("\1\x80\x7f"), 3, " 12 0 100"), {101, -27, 100});
  // 12 bits: two low bytes, with a byte of both high nibbles between them.
  expectNumbers(stepsIn("212", text("\1\xf0\xff\0\x88\xff"), 4), {1, -1, kGap, -1793});
  expectNumbers(stepsIn("212", text("\1\xf0\xff\x05\x00"), 3), {1, -1, 5});
  // 10 bits, three samples in four bytes.
  const auto word310 = [](int first, int second, int third) {
    const auto low = static_cast<std::uint64_t>((first & 1023) << 1 | (third & 31) << 11);
    const auto high = static_cast<std::uint64_t>((second & 1023) << 1 | (third >> 5 & 31) << 11);
    return iotest::little16(low) + iotest::little16(high);
  };
  expectNumbers(stepsIn("310", word310(1, -1, 300) + word310(-512, 511, -300), 6),
                {1, -1, 300, kGap, 511, -300});
  const auto word311 = [](int first, int second, int third) {
    return iotest::little32(
        static_cast<std::uint64_t>((first & 1023) | (second & 1023) << 10 | (third & 1023) << 20));
  };
  expectNumbers(stepsIn("311", word311(1, -1, 300) + word311(-512, 511, -300), 6),
                {1, -1, 300, kGap, 511, -300});
  expectNumbers(stepsIn("311", word311(1, -1, 300) + word311(7, 0, 0).substr(0, 2), 4),
                {1, -1, 300, 7});
}

TEST(Wfdb, MarksThatAreCutShortAreNamed) {
  const TestRecord record("r 1 10 1\nr.dat 16\n", text("\1\0"));
  store(record.folder / "r.atr", "x");
  expectRefused(ErrorCode::badPicture, record.folder / "r.atr", {"cut short"},
                [&] { record.read(); });
  RecordingOptions options;
  options.annotator = "";
  const ReadRecording read = record.read(options);
  EXPECT_TRUE(read.marks.empty());
  const std::string marks = record.folder / "r.atr";
  EXPECT_EQ(std::count(read.files.begin(), read.files.end(), marks), 1) << "it is to be spared";
}

TEST(Wfdb, AnInvalidRateIsReported) {
  const TestRecord record("r 1 -5 1\nr.dat 16\n", text("\1\0"));
  expectRefused(ErrorCode::badPicture, record.folder / "r.hea", {"'-5'", "samples a second"},
                [&] { record.read(); });
}

TEST(Wfdb, GainBaselineUnitsAndNames) {
  const TestRecord record(
      "# a comment\r\nr 3 100/5(7) 2 12:30:00 01/02/2003\r\n"
      "r.dat 16 100(50)/uV 16 3 0 0 0 lead one\r\nr.dat 16 200 12 100\r\nr.dat 16\r\n# the end\r\n",
      text("\x32\0\x64\0\xc8\0\x96\0\x2c\1\x90\1"));
  const ReadRecording read = record.read();
  expectChannels(read, {{0, 1}, {0, 1}, {1, 2}}, 1e-12);
  EXPECT_EQ(read.channels[0].name, "lead one");
  EXPECT_EQ(read.channels[0].unit, "uV");
  EXPECT_EQ(read.channels[1].unit, "mV");
  EXPECT_EQ(read.channels[2].rate, 100);
  EXPECT_EQ(readRecording(record.folder / "r.dat").channels.size(), 3U);
}

TEST(Wfdb, SeveralFilesAndFramesOfSeveralSamples) {
  const TestRecord record("r 4 10 2\nr.dat 16x2+3 1\nr.dat 16 1\ns.dat 80:1 1(0)\n~ 0 1\n",
                          "abc" + text("\1\0\2\0\x0a\0\3\0\4\0\x0b\0"));
  store(record.folder / "s.dat", "\x81\x82");
  RecordingOptions options;
  options.channels = {"0"};
  const ReadRecording fast = record.read(options);
  expectChannels(fast, {{1, 2, 3, 4}});
  EXPECT_EQ(fast.channels[0].rate, 20);
  options.channels = {"1", "2", "3"};
  expectChannels(record.read(options), {{10, 11}, {2, kGap}, {kGap, kGap}});
  expectRefused(ErrorCode::badUse, record.folder / "r.hea", {"different rates", "20 Hz", "10 Hz"},
                [&] { record.read(); });
}

TEST(Wfdb, ChecksumsAreHeldAgainstTheSamples) {
  const std::string samples = text("\1\0\2\0\xff\xff");
  const std::string header = "r 1 10 3\nr.dat 16 1 16 0 1 ";
  expectChannels(TestRecord(header + "2\n", samples).read(), {{1, 2, -1}});
  expectChannels(TestRecord(header + "65538\n", samples).read(), {{1, 2, -1}});
  const TestRecord wrong(header + "3 0 lead\n", samples);
  expectRefused(ErrorCode::badPicture, wrong.folder / "r.hea",
                {"signal lead", "checksum 3", "samples have 2"}, [&] { wrong.read(); });
}

TEST(Wfdb, MarksBesideTheRecord) {
  const TestRecord record("r 1 100\nr.dat 16 1\n", text("\1\0\2\0"));
  using iotest::little16;
  const auto word = [](int kind, int value) {
    return little16(static_cast<std::uint64_t>(kind << 10 | value));
  };
  const std::string marks = word(22, 0) + word(63, 24) + "## time resolution: 1000" +  //
                            word(0, 0).substr(0, 0) + word(1, 50) + word(60, 1) + word(59, 0) +
                            little16(1) + little16(0) + word(5, 0) +       //
                            word(28, 10) + word(63, 5) + "(AFIB" + '\0' +  //
                            word(22, 1) + word(63, 4) + "note" + word(45, 1) + word(0, 0);
  store(record.folder / "r.atr", marks);
  const std::vector<RecordingMark> wanted{{0.05, 0, "N"},
                                          {65.586, 0, "V"},
                                          {65.596, 0, "+ (AFIB"},
                                          {65.597, 0, "note"},
                                          {65.598, 0, "[45]"}};
  EXPECT_EQ(record.read().marks, wanted);
  RecordingOptions options;
  options.annotator = "qrs";
  EXPECT_TRUE(record.read(options).marks.empty());
  store(record.folder / "r.atr", marks.substr(0, marks.size() - 3));
  expectRefused(ErrorCode::badPicture, record.folder / "r.atr", {"is cut short"},
                [&] { record.read(); });
}

/// Integers in format 16.
std::string steps16(std::initializer_list<int> steps) {
  std::string bytes;
  for (const int step : steps) bytes += iotest::little16(static_cast<std::uint64_t>(step & 0xffff));
  return bytes;
}

TEST(Wfdb, SegmentsFollowEachOther) {
  const TestRecord record("r/3 2 100 5\na 2\n~ 1\nb 2\n", "");
  store(record.folder / "a.hea",
        "a 2 100 2\na.dat 16 1(0)/mV 16 0 1 3 0 one\na.dat 16 1 0 0 0 0 0 two\n");
  store(record.folder / "a.dat", steps16({1, 10, 2, 20}));
  // Another gain, and a format that must be unpacked.
  store(record.folder / "b.hea", "b 2 100 2\nb.dat 80 2(0)/mV\nb.dat 80 2(0)\n");
  store(record.folder / "b.dat", "\x86\x82\x88\x80");
  const ReadRecording read = record.read();
  expectChannels(read, {{1, 2, kGap, 3, 4}, {10, 20, kGap, 1, 0}});
  EXPECT_EQ(read.channels[0].name, "one");
  EXPECT_EQ(read.channels[1].rate, 100);
  EXPECT_EQ(read.files.size(), 1 + 2 + 2U);
  RecordingOptions options;
  options.channels = {"two"};
  expectChannels(record.read(options), {{10, 20, kGap, 1, 0}});
  options = {};
  options.maxSamples = 9;
  expectRefused(ErrorCode::tooLarge, record.folder / "r.hea", {"2 channels of 5"},
                [&] { record.read(options); });
  // Marks of the record count from its first sample; those of a segment are ignored.
  store(record.folder / "r.atr", steps16({1 << 10 | 4, 0}));
  store(record.folder / "b.atr", steps16({5 << 10 | 1, 0}));
  const std::vector<RecordingMark> wanted{{0.04, 0, "N"}};
  EXPECT_EQ(record.read().marks, wanted);
}

TEST(Wfdb, OfALayoutEachSegmentHasSomeSignals) {
  const TestRecord record("r/4 3 10\nlayout 0\na 2\n~ 1\nb 2\n", "");
  store(
      record.folder / "layout.hea",
      "layout 3 10 0\n~ 0 1/mV 0 0 0 0 0 one\n~ 0 1/mV 0 0 0 0 0 two\n~ 0 1/mV 0 0 0 0 0 never\n");
  store(record.folder / "a.hea", "a 1 10 2\na.dat 16 1/mV 0 0 0 0 0 two\n");
  store(record.folder / "a.dat", steps16({1, 2}));
  store(record.folder / "b.hea",
        "b 2 10 2\nb.dat 16 1/mV 0 0 0 0 0 two\nb.dat 16 1/mV 0 0 0 0 0 one\n");
  store(record.folder / "b.dat", steps16({3, 7, 4, 8}));
  const ReadRecording read = record.read();
  expectChannels(read,
                 {{kGap, kGap, kGap, 7, 8}, {1, 2, kGap, 3, 4}, {kGap, kGap, kGap, kGap, kGap}});
  EXPECT_EQ(read.channels[2].name, "never");
}

TEST(Wfdb, SegmentsThatContradictAreRefused) {
  const auto refused = [](const std::string& header, std::initializer_list<std::string> fragments,
                          ErrorCode code = ErrorCode::badPicture) {
    SCOPED_TRACE(header);
    const TestRecord record(header, "");
    store(record.folder / "a.hea", "a 1 100 2\na.dat 16 1/mV\n");
    store(record.folder / "a.dat", steps16({1, 2}));
    store(record.folder / "other.hea", "other 1 100 2\na.dat 16 1/uV\n");
    store(record.folder / "slow.hea", "slow 1 50 2\na.dat 16 1/mV\n");
    store(record.folder / "two.hea", "two 2 100 1\na.dat 16\na.dat 16\n");
    store(record.folder / "nested.hea", "nested/1 1 100 2\na 2\n");
    expectRefused(code, record.folder / "r.hea", fragments, [&] { record.read(); });
  };
  refused("r/x 1 100\n", {"'x'", "number of segments"});
  refused("r/0 1 100\n", {"'0'", "number of segments"});
  refused("r/2 1 100\na 2\n", {"lines for 1 of 2 segments"});
  refused("r/1 1 100 3\na 2\n", {"has 3 samples, and its segments have 2"});
  refused("r/1 1 100\na -2\n", {"'-2'", "samples of a segment"});
  refused("r/1 1 100\nb 2\n", {"b.hea does not exist"});
  refused("r/1 1 100\n../a 2\n", {"outside of its folder"});
  refused("r/1 1 100\na 3\n", {"segment a has 2 samples, not 3"});
  refused("r/1 2 100\na 2\n", {"has 2 signals, and its segment a has 1"});
  refused("r/2 1 100\na 2\ntwo 1\n", {"has 1 signals, and its segment two has 2"});
  refused("r/2 1 100\na 2\nslow 2\n", {"100 samples a second, and its segment slow has 50"});
  refused("r/2 1 100\na 2\nother 2\n", {"segment other", "in uV and not in mV"});
  refused("r/1 1 100\nnested 2\n", {"segment nested has segments itself"});
  refused("r/1 1 100\n~ 2\n", {"without samples"});
  refused("r/2 1 100\na 2\n~ 900000000\n",
          {"gaps of 900000000 samples between its segments, more than the", "one by one"},
          ErrorCode::tooLarge);
  refused("r/2 1 100\na 2\n~ 1099511627776\n", {"number of samples"});
}

TEST(Wfdb, ARecordWithoutSignalsHasNoChannels) {
  const TestRecord record("r 0 100 2000\n", "");
  EXPECT_TRUE(record.read().channels.empty());
  RecordingOptions options;
  options.channels = {"II"};
  expectRefused(ErrorCode::badUse, record.folder / "r.hea",
                {"has no channel II; it has no channels at all"}, [&] { record.read(options); });
}

TEST(Wfdb, Refuses) {
  const auto refused = [](const std::string& header, std::initializer_list<std::string> fragments,
                          ErrorCode code = ErrorCode::badPicture) {
    SCOPED_TRACE(header);
    const TestRecord record(header, text("\1\0\2\0"));
    expectRefused(code, record.folder / "r.hea", fragments, [&] { record.read(); });
  };
  refused("# nothing\n", {"without a record"});
  refused("r 2 100\nr.dat 16\n", {"lines for 1 of 2 signals"});
  refused("r x 100\n", {"'x'", "number of signals"});
  refused("r 1 -5\nr.dat 16\n", {"samples a second"});
  refused("r 1 100 3\nr.dat 16\n", {"r.dat ends after 2 of 3"});
  refused("r 1 100\ns.dat 16\n", {"s.dat does not exist"});
  refused("r 1 100\n../r.dat 16\n", {"outside of its folder", "../r.dat"});
  refused("r 1 100\nr.dat 17\n", {"format 17"}, ErrorCode::unsupported);
  refused("r 1 100\nr.dat 16y2\n", {"'16y2'"});
  refused("r 1 100\nr.dat 16x0\n", {"'0'"});
  refused("r 1 100\nr.dat 16 1(2\n", {"a gain"});
  refused("r 2 100\nr.dat 16\nr.dat 80\n", {"two formats, 16 and 80"});
  refused("r 1 100\nr.dat 16+4\n", {"without samples"});
  refused("r 1 100 99999999999\n~ 16\n", {"more than the"}, ErrorCode::tooLarge);
  const Folder folder;
  store(folder / "a.dat", text("\1\0"));
  expectRefused(ErrorCode::system, folder / "a.dat", {"no header file a.hea"},
                [&] { readRecording(folder / "a.dat"); });
  store(folder / "a.dat", "1 2\n3 4\n");
  expectChannels(readRecording(folder / "a.dat"), {{1, 3}, {2, 4}});
}

}  // namespace
}  // namespace espy
