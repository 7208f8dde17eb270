// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "unit/signal_files/support.h"

namespace espy {
namespace {

using namespace recordingtest;

struct TestSignal {
  std::string label;
  std::string samples;  ///< of one record
  std::string low = "-100", high = "100", digitalLow = "-1000", digitalHigh = "1000";
};

std::string padded(std::string field, std::size_t size) {
  field.resize(size, ' ');
  return field;
}

/// An EDF or BDF file of these signals and records.
std::string edfFile(const std::vector<TestSignal>& signals, const std::string& records,
                    const std::string& data, const std::string& kind = "",
                    const std::string& seconds = "1") {
  const bool bdf = kind.find("BDF") == 0 || kind.find("24BIT") == 0;
  std::string file = bdf ? std::string(
                               "\xff"
                               "BIOSEMI")
                         : padded("0", 8);
  file += padded("", 160) +
          "01.02.03"
          "04.05.06";
  file += padded(std::to_string(256 * (signals.size() + 1)), 8) + padded(kind, 44);
  file += padded(records, 8) + padded(seconds, 8) + padded(std::to_string(signals.size()), 4);
  const auto fields = [&](std::size_t size, const auto& of) {
    for (const TestSignal& signal : signals) file += padded(of(signal), size);
  };
  fields(16, [](const TestSignal& s) { return s.label; });
  fields(80, [](const TestSignal&) { return "electrode"; });
  fields(8, [](const TestSignal&) { return "uV"; });
  fields(8, [](const TestSignal& s) { return s.low; });
  fields(8, [](const TestSignal& s) { return s.high; });
  fields(8, [](const TestSignal& s) { return s.digitalLow; });
  fields(8, [](const TestSignal& s) { return s.digitalHigh; });
  fields(80, [](const TestSignal&) { return ""; });
  fields(8, [](const TestSignal& s) { return s.samples; });
  fields(32, [](const TestSignal&) { return ""; });
  return file + data;
}

std::string words(std::initializer_list<int> numbers, int bytes = 2) {
  std::string result;
  for (const int number : numbers) {
    result += iotest::number(static_cast<std::uint64_t>(number), bytes, false);
  }
  return result;
}

/// A record's annotations, padded to 40 bytes.
std::string annotations(const std::string& lists) {
  return lists + std::string(40 - lists.size(), '\0');
}

const TestSignal kAnnotations{"EDF Annotations", "20"};

TEST(Edf, RecordsAreJoinedAndScaled) {
  const std::string data = words({0, 1000, 5, -1000, 10, 6});
  const std::string file = edfFile({{"EEG", "2"}, {"Temp", "1"}}, "2", data);
  RecordingOptions options;
  options.channels = {"EEG"};
  const ReadRecording eeg = readAs("a.edf", file, options);
  expectChannels(eeg, {{0, 100, -100 + 0.0, 1}}, 1e-12);
  EXPECT_EQ(eeg.channels[0].name, "EEG");
  EXPECT_EQ(eeg.channels[0].unit, "uV");
  EXPECT_EQ(eeg.channels[0].rate, 2);
  options.channels = {"1"};
  expectChannels(readAs("a.edf", file, options), {{0.5, 0.6}}, 1e-12);
  expectFileRefused(ErrorCode::badUse, "a.edf", file,
                    {"different rates", "EEG of 2 Hz", "Temp of 1 Hz"});
}

TEST(Edf, ScalesAreNotAlwaysSymmetric) {
  const TestSignal odd{"a", "3", "10", "-30.5", "0", "4095"};
  const std::string file = edfFile({odd}, "1", words({0, 4095, 2047}), "", "0.5");
  const ReadRecording read = readAs("a.edf", file);
  expectChannels(read, {{10, -30.5, 10 - 40.5 * 2047 / 4095}}, 1e-12);
  EXPECT_EQ(read.channels[0].rate, 6);
}

TEST(Edf, BdfHas24Bits) {
  const TestSignal wide{"A1", "2", "-8388608", "8388607", "-8388608", "8388607"};
  for (const char* kind : {"24BIT", "BDF+C"}) {
    const std::string file = edfFile({wide, {"Status", "2"}}, "-1",
                                     words({-1, 8388607, 0, 0, -8388608, 2, 0, 0}, 3) + "x", kind);
    RecordingOptions options;
    options.channels = {"A1"};
    expectChannels(readAs("a.bdf", file, options), {{-1, 8388607, -8388608, 2}}, 1e-6);
  }
}

TEST(Edf, AnnotationsBecomeMarks) {
  const std::string first = words({1, 2}) + annotations(text("+0.25\x14\x14\0+0.75\x15"
                                                             "0.5\x14spike\x14wave\x14\0"));
  const std::string second = words({3, 4}) + annotations(text("+1.25\x14\x14\0+0.5\x14"
                                                              "caf\xc3\xa9\x14\0"));
  const ReadRecording read =
      readAs("a.edf", edfFile({{"a", "2"}, kAnnotations}, "2", first + second, "EDF+C"));
  expectChannels(read, {{0.1, 0.2, 0.3, 0.4}}, 1e-12);
  const std::vector<RecordingMark> wanted{
      {0.25, 0, "caf\xc3\xa9"}, {0.5, 0.5, "spike"}, {0.5, 0.5, "wave"}};
  EXPECT_EQ(read.marks, wanted) << "places count from the first sample";
}

TEST(Edf, GapsBetweenRecordsAreGaps) {
  const auto file = [](const std::string& onset) {
    return edfFile({{"a", "2"}, kAnnotations}, "2",
                   words({1, 2}) + annotations(text("+0\x14\x14\0")) + words({3, 4}) +
                       annotations(onset + text("\x14\x14\0")),
                   "EDF+D");
  };
  const ReadRecording gap = readAs("a.edf", file("+2.5"));
  expectChannels(gap, {{0.1, 0.2, kGap, kGap, kGap, 0.3, 0.4}}, 1e-12);
  EXPECT_EQ(gap.note.text(), "a pause of 3 samples between its records is read as a gap");
  const ReadRecording none = readAs("a.edf", file("+1"));
  expectChannels(none, {{0.1, 0.2, 0.3, 0.4}}, 1e-12);
  EXPECT_TRUE(none.note.empty());
  expectFileRefused(ErrorCode::badPicture, "a.edf", file("+0.5"), {"record 1 begins before"});
  const std::string most = "that can be filled; split it at its gaps";
  expectFileRefused(ErrorCode::tooLarge, "a.edf", file("+999999999999"),
                    {"gaps of 1999999999996 samples between its records", most});
  expectFileRefused(ErrorCode::tooLarge, "a.edf", file("+1" + std::string(25, '0')),
                    {"gaps of 2e+25 samples between its records", "that can be filled"});
  expectFileRefused(ErrorCode::badPicture, "a.edf", file("-1"), {"record 1 begins before"});
  expectFileRefused(ErrorCode::badPicture, "a.edf", file("1"), {"record 1", "understood"});
}

TEST(Edf, MoreThanTheHeaderStatesIsReported) {
  const auto note = [](const std::string& records, const std::string& data) {
    const ReadRecording read = readAs("a.edf", edfFile({{"a", "2"}}, records, data));
    expectChannels(read, {{0.1, 0.2}}, 1e-12);
    return read.note.text();
  };
  EXPECT_EQ(note("1", words({1, 2})), "");
  EXPECT_EQ(note("1", words({1, 2}) + "x"),
            "1 byte after the records announced in its header was not read");
  EXPECT_EQ(note("1", words({1, 2, 3, 4}) + "x"),
            "5 bytes after the records announced in its header were not read");
  EXPECT_EQ(note("-1", words({1, 2}) + "xyz"), "") << "it was broken off";
  const std::string marks =
      edfFile({kAnnotations}, "1", annotations(text("+0\x14\x14\0+5\x14seen\x14\0")) + "more",
              "EDF+C", "0");
  EXPECT_NE(readAs("a.edf", marks).note.text().find("4 bytes"), std::string::npos);
  const std::string gap = edfFile({{"a", "2"}, kAnnotations}, "2",
                                  words({1, 2}) + annotations(text("+0\x14\x14\0")) +
                                      words({3, 4}) + annotations(text("+2\x14\x14\0")) + "xy",
                                  "EDF+D");
  EXPECT_EQ(readAs("a.edf", gap).note.text(),
            "a pause of 2 samples between its records is read as a gap; 2 bytes after the records "
            "announced in its header were not read");
}

TEST(Edf, MarksWithoutSignals) {
  const ReadRecording read =
      readAs("a.edf", edfFile({kAnnotations}, "1",
                              annotations(text("+0\x14\x14\0+5\x14seen\x14\0")), "EDF+C", "0"));
  EXPECT_TRUE(read.channels.empty());
  EXPECT_EQ(read.marks, (std::vector<RecordingMark>{{5, 0, "seen"}}));
}

TEST(Edf, Refuses) {
  const std::string whole = edfFile({{"a", "2"}}, "2", words({1, 2, 3, 4}));
  for (std::size_t size = 256; size < whole.size(); ++size) {
    EXPECT_THROW(readAs("a.edf", whole.substr(0, size)), Error) << size;
  }
  const auto refused = [](const std::string& file, std::initializer_list<std::string> fragments) {
    expectFileRefused(ErrorCode::badPicture, "a.edf", file, fragments);
  };
  refused(whole.substr(0, whole.size() - 1), {"ends after 1 of 2 records"});
  refused(edfFile({{"a", "2"}}, "many", ""), {"'many'", "number of records"});
  refused(edfFile({{"a", "0"}}, "1", ""), {"0 samples a record"});
  refused(edfFile({{"a", "2"}}, "-2", ""), {"-2 records"});
  refused(edfFile({{"a", "2"}}, "0", ""), {"no records"});
  refused(edfFile({{"a", "1", "1", "1"}}, "1", "ab"), {"channel a", "1 to 1"});
  refused(edfFile({{"a", "1", "0", "1", "5", "5"}}, "1", "ab"), {"channel a", "5 to 5"});
  refused(edfFile({{"a", "1", "x"}}, "1", "ab"), {"channel a", "'x'"});
  refused(edfFile({{"a", "1"}}, "1", "ab", "", "-1"), {"'-1'", "length of a record"});
  std::string odd = whole;
  odd.replace(184, 4, "9999");
  refused(odd, {"is EDF", "'9999'", "512 bytes"});
  odd.replace(0, 8,
              "\xff"
              "BIOSEMI");
  refused(odd, {"is BDF", "'9999'"});
  odd = whole;
  odd.replace(252, 4, "many");
  refused(odd, {"'many'", "number of signals"});
  // A table that begins with 0, as EDF does.
  expectChannels(readAs("a.csv", "0       " + std::string(300, ' ') + "\n1\n"), {{0, 1}});
  RecordingOptions options;
  options.maxSamples = 3;
  expectFileRefused(ErrorCode::tooLarge, "a.edf", whole, {"has 4 samples, more than the 3 allowed"},
                    options);
}

}  // namespace
}  // namespace espy
