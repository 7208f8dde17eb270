// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <random>

#include "unit/signal_files/support.h"

namespace espy {
namespace {

using namespace recordingtest;

TEST(Table, SeparatorsAreFoundOut) {
  for (const char* file :
       {"1,2\n3,4\n", "1;2\n3;4\n", "1\t2\n3\t4\n", "1 2\n3 4\n", "  1   2  \n 3 \t 4\n",
        "1, 2\r\n3, 4", "1,2\r3,4\r", "\n1,2\n\n3,4\n\n"}) {
    SCOPED_TRACE(file);
    expectChannels(readCsv(file), {{1, 3}, {2, 4}});
  }
  expectChannels(readCsv("1\n2\n"), {{1, 2}});
  RecordingOptions options;
  options.separator = ';';
  expectChannels(readCsv("1;2\n3;4\n", options), {{1, 3}, {2, 4}});
}

TEST(Table, LinesThatMayBeDecimalCommasAreReadAsTwoChannelsWithANote) {
  const auto note = [](const std::string& file) { return readCsv(file).note.text(); };
  for (const char* file : {"1,5\n2,5\n0,7\n", "1,50\n-2,05\n+3,10\n", "1,0\n12,25\n3,125\n",
                           "# volts\r\n1,5\r\n3,0\r\n4,5"}) {
    SCOPED_TRACE(file);
    EXPECT_EQ(readCsv(file).channels.size(), 2);
    EXPECT_TRUE(note(file).starts_with("its lines, such as '1,")) << note(file);
    EXPECT_TRUE(note(file).ends_with("are read as two channels, not as one with decimal commas"));
  }
  for (const char* file : {"1,5\n2,10\n3,15\n", "1,5\n2,-5\n3,5\n", "1, 5\n2, 6\n3, 7\n",
                           "1,5\n2,\n3,4\n", "1,5\n2,6.0\n3,7\n", "1,2,3\n4,5,6\n7,8,9\n",
                           "a,b\n1,5\n2,5\n3,5\n", "1;5\n2;5\n3;5\n", "# a,b\n1,5\n2,6\n3,7\n"}) {
    SCOPED_TRACE(file);
    EXPECT_EQ(note(file), "");
  }
  RecordingOptions options;
  options.separator = ',';
  EXPECT_EQ(readCsv("1,5\n2,5\n3,5\n", options).note.text(), "");
  options = {};
  options.channels = {"0", "1"};
  EXPECT_EQ(readCsv("1,5\n2,5\n3,5\n", options).note.text(), "");
}

TEST(Table, BlanksInTheNameOfTheOnlyColumnSeparateNothing) {
  for (const char* file : {"ECG (mV)\n1\n2\n", "\n ECG (mV) \n\n 1\n2", "ECG (mV)\r\n1\r\n2\r\n"}) {
    SCOPED_TRACE(file);
    const ReadRecording read = readCsv(file);
    expectChannels(read, {{1, 2}});
    EXPECT_EQ(read.channels[0].name, "ECG");
    EXPECT_EQ(read.channels[0].unit, "mV");
  }
  expectChannels(readCsv("left right\n1 2\n3 4\n"), {{1, 3}, {2, 4}});
  expectChannels(readCsv("my left,right\n1,2\n3,4\n"), {{1, 3}, {2, 4}});
}

TEST(Table, NumbersAreTheNearestDoubles) {
  const ReadRecording read = readCsv(
      "0.1\n-0.1\n+5\n.5\n5.\n1e3\n1E-3\n123456789012345678901234567890\n1e-320\n1e-999\n"
      "179769313486231570000000000000000000000e270\n9007199254740993\n1.7976931348623157e308\n"
      "0.000000000000000000000000000001\n2.2250738585072011e-308\n");
  expectChannels(read, {{0.1, -0.1, 5, 0.5, 5, 1000, 0.001, 123456789012345678901234567890.0,
                         1e-320, 0, 1.7976931348623157e308, 9007199254740993.0,
                         1.7976931348623157e308, 1e-30, 2.2250738585072011e-308}});
}

TEST(Table, RandomNumbersAreReadAsTheyWereWritten) {
  std::mt19937_64 random(1);
  std::string bytes;
  std::vector<double> wanted;
  while (wanted.size() < 20000) {
    auto number = std::bit_cast<double>(std::uint64_t{random()});
    if (!std::isfinite(number)) continue;
    if (wanted.size() % 2 == 0) number = std::ldexp(static_cast<double>(random() % 1000000), -10);
    wanted.push_back(number);
    char written[64];
    std::snprintf(written, sizeof written, wanted.size() % 3 == 0 ? "%.17g\n" : "%.17e\n", number);
    bytes += written;
  }
  expectChannels(readCsv(bytes), {wanted});
}

TEST(Table, DecimalCommas) {
  expectChannels(readCsv("1,5;2\n-3;4,25e1\n"), {{1.5, -3}, {2, 42.5}});
  expectChannels(readCsv("1,5\t2\n3\t,5\n"), {{1.5, 3}, {2, 0.5}});
  expectChannels(readCsv("1,5 2,5\n3 4\n"), {{1.5, 3}, {2.5, 4}});
  expectTableRefused("1,5;2\n1.5;2\n", {"line 2, column 1: '1.5' is not a number"});
  expectTableRefused("1.5;2\n1;2,5\n", {"line 2, column 2: '2,5' is not a number"});
  expectTableRefused("1.234,5;2\n", {"without numbers"});
}

TEST(Table, Gaps) {
  const ReadRecording read = readCsv("a,b\n1,\nNaN,2\nnan,NA\n,-\n\"\",null\n#N/A,inf\n5,6\n");
  expectChannels(read, {{1, kGap, kGap, kGap, kGap, 5}, {kGap, 2, kGap, kGap, kGap, 6}});
}

TEST(Table, AnEmptyLineOfOneColumnIsAGap) {
  const std::vector<std::vector<double>> wanted{{1, kGap, 3, kGap, kGap, 6}};
  for (const char* file :
       {"1\n\n3\n\n\n6\n", "1\r\n\r\n3\r\n\r\n\r\n6", "1\r\r3\r\r\r6\r\r",
        "\n \n1\n  \n3\n\t\n\n6\n\n \n", "\nx\n\n1\n\n3\n\n# made\n\n6\n\n\n# end\n\n",
        "x\n\n(mV)\n \n1\n\"\"\n3\n\n \n6\n  "}) {
    SCOPED_TRACE(file);
    expectChannels(readCsv(file), wanted);
    expectChannels(readAs("t.tsv", file), wanted);
  }
  EXPECT_EQ(readCsv("1\n\n3\n").note.text(), "1 empty line between its numbers is read as a gap");
  EXPECT_EQ(readCsv("1\n\n\n3\n\n").note.text(),
            "2 empty lines between its numbers are read as gaps");
  EXPECT_EQ(readCsv("\n1\n3\n\n").note.text(), "");
  expectTableRefused("x\n1\n\nword\n", {"line 4, column x: 'word' is not a number"});
}

TEST(Table, AnEmptyLineOfSeveralColumnsIsNoRow) {
  expectChannels(readCsv("a,b\n\n1,2\n\n \n3,4\n,\n"), {{1, 3, kGap}, {2, 4, kGap}});
  EXPECT_EQ(readCsv("1,2\n\n3,4\n").note.text(), "");
  const ReadRecording timed = readCsv("time,a\n0,1\n\n0.5,2\n");
  expectChannels(timed, {{1, 2}});
  EXPECT_EQ(timed.channels[0].rate, 2);
}

/// "\r\n" written in text mode, which expands each "\n".
TEST(Table, TwoReturnsAndALineFeedEndOneLine) {
  expectChannels(readCsv("x\r\r\n1\r\r\n2\r\r\n\r\r\n4\r\r\n"), {{1, 2, kGap, 4}});
  expectTableRefused("1\r\r\n2\r\r\nword\r\r\n", {"line 3"});
}

TEST(Table, EmptyLinesOfALongColumnStayInTheirPlaces) {
  std::string bytes;
  std::vector<double> wanted;
  std::mt19937 random(7);
  for (int i = 0; i < 200000; ++i) {
    const bool gap = i > 0 && i < 199999 && random() % 3 == 0;
    wanted.push_back(gap ? kGap : i);
    bytes += (gap ? std::string(random() % 2, ' ') : std::to_string(i)) + "\n";
  }
  expectChannels(readCsv(bytes), {wanted});
  RecordingOptions options;
  options.maxSamples = 199999;
  expectFileRefused(ErrorCode::tooLarge, "t.csv", bytes, {"200000 samples"}, options);
  options.maxSamples = 1000;
  expectFileRefused(ErrorCode::tooLarge, "t.csv", "1\n" + std::string(5000000, '\n') + "2\n",
                    {"5000002 samples"}, options);
}

TEST(Table, NumbersThatAreLargerThanDoublesAreGaps) {
  const std::string digits(400, '7');
  const ReadRecording read = readCsv("1\n1e400\n-1e400\n1e308\n" + digits + "\n" + digits +
                                     ".5\n0." + std::string(400, '0') + "1\n");
  expectChannels(read, {{1, kGap, kGap, 1e308, kGap, kGap, 0}});
}

TEST(Table, AFirstLineThatIsHalfNumbersIsNotTakenForNamesWithoutAWord) {
  const auto note = [](const std::string& file) { return readCsv(file).note.text(); };
  expectTableRefused("0.5,1x5,3.25\n1,2,3\n", {"line 1, column 2: '1x5' is not a number"});
  expectTableRefused("# made\n0.5,1.5,lost\n1,2,3\n", {"line 2, column 3: 'lost'"});
  expectTableRefused("2025-01-01 10:00:00,1.5,?\n2025-01-01 10:00:01,2,3\n", {"column 3: '?'"});
  EXPECT_EQ(note("1.2.3\n4\n5\n"), "its first line, with '1.2.3', is read as names");
  EXPECT_EQ(note("0.5,1x5\n1,2\n3,4\n"), "its first line, with '1x5', is read as names");
  EXPECT_EQ(note("0.5,word\n1,2\n3,4\n"), "its first line, with 'word', is read as names");
  // Names as they are usual.
  EXPECT_EQ(note("time,0,1,2\n0,1,2,3\n1,1,2,3\n"), "");
  EXPECT_EQ(note("wave,7,8\n0,1,2\n3,4,5\n"), "");
  EXPECT_EQ(note("2m,height,ECG 1\n0,1,2\n3,4,5\n"), "");
  EXPECT_EQ(note(",a,b\n0,1,2\n3,4,5\n"), "");
  // Several notes are joined.
  EXPECT_EQ(note("time,4.5\n0,1\n1,1\n9,1\n10,3\n").find("its first line, with 'time'"), 0U);
  EXPECT_NE(note("time,4.5\n0,1\n1,1\n9,1\n10,3\n").find("; its times are uneven"),
            std::string::npos);
}

TEST(Table, LongCellsAreCutInSentences) {
  const std::string cell = "x" + std::string(3000000, 'y') + "\n";
  const std::string shown = "'x" + std::string(39, 'y') + "...' is not a number";
  expectTableRefused("1\n" + cell, {shown});
  expectTableRefused(cell + cell + cell, {"column x" + std::string(39, 'y') + "...: " + shown});
  expectTableRefused("1\n\xc3\xa4\x1b[2J\xc2\x85\xe9\n",
                     {"'\xc3\xa4\\x1b[2J\\x85\xc3\xa9' is not a number"});
  try {
    RecordingOptions options;
    options.channels = {"no\nsuch"};
    readCsv(cell.substr(0, 3000000) + ",b\n1,2\n", options);
    ADD_FAILURE() << "taken";
  } catch (const Error& error) {
    EXPECT_LT(std::string(error.what()).size(), 200U);
    EXPECT_NE(std::string(error.what()).find("no\\nsuch"), std::string::npos) << error.what();
  }
}

TEST(Table, HeadersNamesAndUnits) {
  const ReadRecording read =
      readCsv("\xef\xbb\xbf# made by hand\n\"a, \"\"b\"\"\",ECG (mV),c [uV]\n1,2,3\n");
  EXPECT_EQ(namesOf(read), (std::vector<std::string>{"a, \"b\"", "ECG", "c"}));
  EXPECT_EQ(read.channels[1].unit, "mV");
  EXPECT_EQ(read.channels[2].unit, "uV");
  const ReadRecording units = readCsv("a,b\n(mV),'V'\n1,2\n");
  EXPECT_EQ(units.channels[0].unit, "mV");
  EXPECT_EQ(units.channels[1].unit, "V");
  expectChannels(units, {{1}, {2}});
  EXPECT_THROW(readCsv("v\n5%\n1\n2\n"), Error);
  EXPECT_EQ(namesOf(readCsv("# one two\n1 2\n3 4\n")), (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(readCsv("caf\xe9\n1\n").channels[0].name, "caf\xc3\xa9") << "Latin 1";
}

TEST(Table, ChannelsByNameAndNumber) {
  RecordingOptions options;
  options.channels = {"c (mV)", "a"};
  const std::string file = "time,a,b,c (mV)\n0,1,word,3\n1,4,word,6\n";
  const ReadRecording read = readCsv(file, options);
  expectChannels(read, {{3, 6}, {1, 4}});
  options.channels = {"2"};
  expectChannels(readCsv(file, options), {{3, 6}});
  options.channels = {"d"};
  expectFileRefused(ErrorCode::badUse, "t.csv", file, {"no channel d", "a, b, c"}, options);
  options.channels = {"a", "0"};
  expectFileRefused(ErrorCode::badUse, "t.csv", file, {"channel 0 is selected twice"}, options);
  expectTableRefused(file, {"line 2, column b: 'word' is not a number"});
}

TEST(Table, TimesGiveTheRateAndAreNoChannel) {
  const auto rate = [](const std::string& file) {
    const ReadRecording read = readCsv(file);
    EXPECT_EQ(read.channels.size(), 1U) << file;
    EXPECT_TRUE(read.note.empty()) << read.note.text();
    return read.channels[0].rate;
  };
  EXPECT_EQ(rate("time,a\n0,1\n0.1,1\n0.2,1\n"), 10);
  EXPECT_EQ(rate("a,Time (ms)\n1,0\n1,4\n1,8\n"), 250);
  EXPECT_EQ(rate("t;a\n0,5;1\n1;1\n1,5;1\n"), 2);
  EXPECT_EQ(rate("Zeit [ms];a\n0;1\n2,5;1\n5;1\n"), 400);
  EXPECT_EQ(rate("Datum;a\n30.12.2025;1,5\n31.12.2025;2\n"), 1 / 86400.0);
  EXPECT_EQ(rate("seconds\ta\n5\t1\n9\t1\n"), 0.25);
  EXPECT_EQ(rate("timestamp,a\n1400000000000,1\n1400000000500,1\n"), 2);
  EXPECT_EQ(rate("timestamp;a\n31.12.2025 23:59:59;1\n01.01.2026 00:00:01;1\n"), 0.5);
  EXPECT_EQ(rate("time;a\n31.12.2025 10:00:00,250;1,5\n31.12.2025 10:00:00,500;2\n"), 4);
  EXPECT_EQ(rate("time,a\n9.1.2025,1\n10.1.2025,1\n"), 1 / 86400.0);
  EXPECT_EQ(rate("timestamp,a\n2024-02-28 23:59:59Z,1\n2024-02-29T00:00:01Z,1\n"), 0.5);
  EXPECT_EQ(rate("'Elapsed time','ECG'\n'hh:mm:ss.mmm','mV'\n0:59.750,1\n1:00.000,1\n"), 4);
  std::string rounded = "time,a\n";
  for (int i = 0; i < 1000; ++i) {
    char line[40];
    std::snprintf(line, sizeof line, "%.3f,1\n", i / 360.0);
    rounded += line;
  }
  EXPECT_EQ(rate(rounded), 360) << "milliseconds are too coarse to tell it from step to step";
}

TEST(Table, TimesMaySayTheirZone) {
  const auto rate = [](const std::string& first, const std::string& second) {
    const ReadRecording read = readCsv("timestamp,a\n" + first + ",1\n" + second + ",2\n");
    EXPECT_TRUE(read.note.empty()) << read.note.text();
    expectChannels(read, {{1, 2}});
    return read.channels[0].rate;
  };
  EXPECT_EQ(rate("2024-01-01T00:00:00+01:00", "2024-01-01T00:00:00.5+01:00"), 2);
  EXPECT_EQ(rate("2024-01-01 00:00:00Z", "2024-01-01 00:00:00.25Z"), 4);
  EXPECT_EQ(rate("2024-01-01 00:00:00 +0100", "2024-01-01 00:00:02 +0100"), 0.5);
  EXPECT_EQ(rate("2024-01-01T00:00:00-05", "2024-01-01T00:00:04-05"), 0.25);
  EXPECT_EQ(rate("10:00:00+01:00", "10:00:00.5+01:00"), 2);
  // Each time has its own zone, as at the end of summer time: these are 2 s apart.
  EXPECT_EQ(rate("2024-10-27T02:59:59+02:00", "2024-10-27T02:00:01+01:00"), 0.5);
  EXPECT_EQ(rate("2024-01-01T00:00:00Z", "2023-12-31T22:30:01-01:30"), 1);
  EXPECT_EQ(rate("2024-01-01T05:45:00+05:45", "2024-01-01T00:00:01-00:00"), 1);
}

TEST(Table, ZonesAreReadStrictly) {
  for (const char* zone :
       {"+1", "+1:00", "+01:0", "+01:60", "+24:00", "+01:00:00", "+01:00Z", "Z+01:00", "ZZ", "+",
        "z", "  +01:00", "+ 01:00", "+01 00", "+0a:00", "++01:00", "e-05"}) {
    SCOPED_TRACE(zone);
    expectTableRefused("time,a\n2024-01-01T00:00:00" + std::string(zone) + ",1\n",
                       {"line 2, column time: '2024-01-01T00:00:00", "is not a known time format",
                        "name the channels and give '-' as the column of times"});
  }
  expectTableRefused("time,a\n2024-01-01+01:00,1\n", {"is not a known time format"});
  const std::string mixed = "time,a\n2024-01-01T00:00:00Z,1\n2024-01-01T00:00:01,2\n";
  expectTableRefused(mixed, {"line 3, column time: '2024-01-01T00:00:01'", "zone"});
  expectTableRefused("time,a\n10:00:00,1\n10:00:01+01:00,2\n", {"line 3", "zone"});
  RecordingOptions options;
  options.timeColumn = "-";
  options.channels = {"a"};
  expectChannels(readCsv(mixed, options), {{1, 2}});
}

TEST(Table, TimesWithoutANameAreKnownByTheirLook) {
  const ReadRecording read = readCsv("2025-01-01T00:00:00Z,1\n2025-01-01T00:00:02Z,2\n");
  expectChannels(read, {{1, 2}});
  EXPECT_EQ(read.channels[0].rate, 0.5);
  const ReadRecording second = readCsv("1;10:00:00,0\n2;10:00:00,5\n");
  expectChannels(second, {{1, 2}});
  EXPECT_EQ(second.channels[0].rate, 2);
  expectTableRefused("10:00\n10:01\n", {"'10:00' is a time, not a number"});
  expectTableRefused("stamp,a\n10:00:00,1\n",
                     {"line 2, column stamp: '10:00:00' is a time, not a number; name the column"});
}

TEST(Table, WhichColumnHasTheTimes) {
  RecordingOptions options;
  options.timeColumn = "x";
  const ReadRecording named = readCsv("time,x\n7,0\n8,0.5\n", options);
  expectChannels(named, {{7, 8}});
  EXPECT_EQ(named.channels[0].rate, 2);
  options.timeColumn = "-";
  options.rate = 3;
  const ReadRecording none = readCsv("time,x\n7,0\n8,0.5\n", options);
  expectChannels(none, {{7, 8}, {0, 0.5}});
  EXPECT_EQ(none.channels[0].rate, 3);
  expectChannels(readCsv("time\n5\n6\n"), {{5, 6}});
  expectChannels(readCsv("t (degC),a\n20,1\n21,1\n"), {{20, 21}, {1, 1}});
}

TEST(Table, AColumnOfTimesMayMiss) {
  RecordingOptions options;
  options.timeColumn = "x";
  expectFileRefused(ErrorCode::badUse, "t.csv", "time,a\n0,1\n1,2\n", {"no channel x"}, options);
  options.timeColumnMayMiss = true;
  const ReadRecording own = readCsv("time,a\n0,1\n2,2\n", options);
  expectChannels(own, {{1, 2}});
  EXPECT_EQ(own.channels[0].rate, 0.5) << "as if nothing had been said";
  expectChannels(readCsv("x,a\n0,1\n2,2\n", options), {{1, 2}});
  options.timeColumn = "2";
  expectChannels(readCsv("a,b\n0,1\n2,2\n", options), {{0, 2}, {1, 2}});
}

TEST(Table, UnevenTimesAreReported) {
  const ReadRecording read = readCsv("time,a\n0,1\n1,1\n2,1\n9,1\n");
  EXPECT_NE(read.note.text().find("uneven"), std::string::npos) << read.note.text();
  const ReadRecording back = readCsv("time,a\n3,1\n2,1\n1,1\n");
  EXPECT_NE(back.note.text().find("do not increase"), std::string::npos) << back.note.text();
  EXPECT_EQ(back.channels[0].rate, 0);
}

TEST(Table, SeparatorsAtTheEndsOfLinesAreNoColumn) {
  expectChannels(readCsv("a,b,\n1,2,\n3,4,\n"), {{1, 3}, {2, 4}});
}

TEST(Table, RefusesWhatIsNoTable) {
  expectTableRefused("1,2\n3\n", {"line 2 ends after 1 of 2 columns"});
  expectTableRefused("1,2\n\n3,4,5\n", {"line 3 has more than the 2 columns"});
  RecordingOptions comma;
  comma.separator = ',';
  expectTableRefused("1\n3,4\n", {"line 2 has several columns, the first has one"}, comma);
  expectTableRefused("a,b\n", {"without numbers"});
  expectTableRefused("# only this", {"without numbers"});
  expectTableRefused("a\nb\nc\n", {"line 3, column a: 'c' is not a number"});
  expectTableRefused("time,a\n31.13.2025,1\n", {"'31.13.2025' is not a known time format"});
  expectTableRefused("1\n0x10\n", {"'0x10' is not a number"});
  expectTableRefused("1\n\"2\"3\n", {"'2\"3' is not a number"});
  expectTableRefused("1\n\x01\x7f\n", {"'\\x01\\x7f' is not a number"});
  expectFileRefused(ErrorCode::unsupported, "t.csv",
                    text("\xff\xfe"
                         "1\0\n\0"),
                    {"UTF-16"});
  expectFileRefused(ErrorCode::unsupported, "t.csv", text("1\n\0\n"),
                    {"not a known kind of recording"});
  RecordingOptions options;
  options.maxSamples = 3;
  expectFileRefused(ErrorCode::tooLarge, "t.csv", "1,2\n3,4\n", {"2 channels of 2"}, options);
}

TEST(Ucr, RowsAreSeriesWithAClass) {
  const Folder folder;
  store(folder / "a.tsv", "1\t0.5\t-1\t2\n-1\t3\tNaN\tNaN\n2\t4\tNaN\t5\n");
  const std::vector<std::pair<std::string, Recording>> rows = readSeries(folder / "a.tsv");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[1].first, "-1");
  expectChannels(rows[0].second, {{0.5, -1, 2}});
  expectChannels(rows[1].second, {{3}});
  expectChannels(rows[2].second, {{4, kGap, 5}});
  RecordingOptions options;
  options.ucr = true;
  options.row = 2;
  const ReadRecording one = readRecording(folder / "a.tsv", options);
  expectChannels(one, {{4, kGap, 5}});
  EXPECT_NE(one.note.text().find("class 2"), std::string::npos);
  options.row = 3;
  expectRefused(ErrorCode::badUse, folder / "a.tsv", {"no row 3"},
                [&] { readRecording(folder / "a.tsv", options); });
  store(folder / "a.tsv", "1,2\nword\n");
  expectRefused(ErrorCode::badPicture, folder / "a.tsv", {"line 2", "no series"},
                [&] { readSeries(folder / "a.tsv"); });
}

}  // namespace
}  // namespace espy
