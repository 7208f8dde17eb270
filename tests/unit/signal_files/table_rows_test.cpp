// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Tables whose rows are channels, and files mistaken for something else.
#include "unit/signal_files/support.h"

namespace espy {
namespace {

using namespace recordingtest;

/// A table of one line.
std::string rowOf(std::int64_t cells, const std::string& cell, char end = '\n') {
  std::string row;
  for (std::int64_t i = 0; i < cells; ++i) row += (i > 0 ? "," : "") + cell;
  return row + end;
}

TEST(TableRows, ASeriesInOneRowIsReported) {
  const auto note = [](const std::string& file, const RecordingOptions& options = {}) {
    return readCsv(file, options).note.text();
  };
  const std::string sentence =
      "its one row is read as 100 channels of one sample; with samples along columns it is one "
      "channel of 100 samples";
  EXPECT_EQ(note(rowOf(100, "1.5")), sentence);
  EXPECT_EQ(note(rowOf(100, "name") + rowOf(100, "1")), sentence);
  EXPECT_EQ(note("1,2\n").find("its one row is read as 2 channels"), 0U);
  EXPECT_EQ(note(rowOf(100, "1") + rowOf(100, "2") + rowOf(100, "3")),
            "is read as 100 channels of 3 samples; with samples along columns it is 3 channels of "
            "100 samples");
  EXPECT_EQ(note("1\n"), "");
  EXPECT_EQ(note("1,2\n3,4\n"), "");
  EXPECT_EQ(note(rowOf(64, "1") + rowOf(64, "2")), "");
  EXPECT_EQ(note("time,a\n0,1\n"), "");
  RecordingOptions options;
  options.samplesAlong = RecordingOptions::Side::rows;
  EXPECT_EQ(note(rowOf(100, "1.5"), options), "") << "as it was said";
  options = {};
  options.channels = {"3"};
  EXPECT_EQ(note(rowOf(100, "1.5"), options), "");
}

TEST(TableRows, SamplesMayLieAlongColumns) {
  RecordingOptions options;
  options.samplesAlong = RecordingOptions::Side::columns;
  for (const char* file :
       {"1,2.5,,-3\n", "# made\n\n1,2.5,NaN,-3", "1;2,5;;-3\n", "1 2,5 - -3\n"}) {
    SCOPED_TRACE(file);
    const ReadRecording read = readCsv(file, options);
    expectChannels(read, {{1, 2.5, kGap, -3}});
    EXPECT_EQ(read.note.text(), "");
    EXPECT_EQ(read.channels[0].rate, 0);
  }
  expectChannels(readCsv("1,2,3\n\n4,5,6\n", options), {{1, 2, 3}, {4, 5, 6}});
  expectChannels(readCsv("1,2,\n4,,\n", options), {{1, 2}, {4, kGap}});
  expectChannels(readCsv("1,2,\n4,,6\n", options), {{1, 2, kGap}, {4, kGap, 6}});
  expectChannels(readCsv("a,b\n1,2\n", options), {{1, 2}});
  expectChannels(readCsv("a,b,c\nECG,1,2\n", options), {{1, 2}});
  // Like a one-dimensional array, a single column is one channel in either orientation.
  expectChannels(readCsv("x\n1\n\n2\n", options), {{1, kGap, 2}});
  const ReadRecording named = readCsv(
      "\xef\xbb\xbf"
      "ECG (mV),1,2\n\"b, c\",3,4\n",
      options);
  expectChannels(named, {{1, 2}, {3, 4}});
  EXPECT_EQ(namesOf(named), (std::vector<std::string>{"ECG", "b, c"}));
  EXPECT_EQ(named.channels[0].unit, "mV");
  options.channels = {"b", "ECG (mV)"};
  expectChannels(readCsv("ECG (mV),1,2\nb,3,4\n", options), {{3, 4}, {1, 2}});
}

TEST(TableRows, ARowOfTimesGivesTheRate) {
  RecordingOptions options;
  options.samplesAlong = RecordingOptions::Side::columns;
  const auto rate = [&](const std::string& file) {
    const ReadRecording read = readCsv(file, options);
    expectChannels(read, {{7, 8, 9}});
    return read.channels.at(0).rate;
  };
  EXPECT_EQ(rate("time (ms),0,4,8\na,7,8,9\n"), 250);
  EXPECT_EQ(rate("a,7,8,9\ntime,10:00:00,10:00:02,10:00:04\n"), 0.5);
  options.timeColumn = "x";
  EXPECT_EQ(rate("x,0,1,2\na,7,8,9\n"), 1);
  options.timeColumn = "0";
  EXPECT_EQ(rate("0,2,4\n7,8,9\n"), 0.5);
  options.timeColumn = "y";
  expectFileRefused(ErrorCode::badUse, "t.csv", "x,0,1\na,1,2\n", {"has no row y"}, options);
  options.timeColumnMayMiss = true;
  EXPECT_EQ(rate("time,0,1,2\na,7,8,9\n"), 1);
  options.timeColumn = "-";
  expectChannels(readCsv("time,0,1\na,7,8\n", options), {{0, 1}, {7, 8}});
}

TEST(TableRows, RefusesWhatIsNoTableOfRows) {
  RecordingOptions options;
  options.samplesAlong = RecordingOptions::Side::columns;
  expectTableRefused("1,2\n3\n", {"line 2 ends after 1 of 2 samples"}, options);
  expectTableRefused("a,3\nb,4,5\n", {"line 2 has more samples than the first"}, options);
  expectTableRefused("a,b,3\n1,2,3\n", {"line 1, column 2: 'b' is not a number"}, options);
  expectTableRefused("a,b\n", {"without numbers"}, options);
  expectTableRefused("1,word\n", {"line 1, column 2: 'word' is not a number"}, options);
  expectTableRefused("a,1\nb\n", {"line 2 has a name but no numbers"}, options);
  expectTableRefused("# none\n", {"without numbers"}, options);
  options.maxSamples = 5;
  expectFileRefused(ErrorCode::tooLarge, "t.csv", "1,2,3\n4,5,6\n", {"2 channels of 3"}, options);
}

TEST(TableRows, MoreChannelsThanCanBeAreRefusedBeforeTheyTakeMemory) {
  const std::int64_t many = (1 << 20) + 1;
  const std::string row = rowOf(many, "7");
  expectFileRefused(ErrorCode::tooLarge, "t.csv", row,
                    {"has 1048577 columns, more than the 1048576 channels", "along columns"});
  RecordingOptions options;
  options.samplesAlong = RecordingOptions::Side::columns;
  expectChannels(readCsv(row, options), {std::vector<double>(static_cast<std::size_t>(many), 7)});
  EXPECT_EQ(readCsv("#" + row + "1,2\n3,4\n").channels.size(), 2U);
  EXPECT_EQ(readCsv(rowOf(100000, "7")).channels.size(), 100000U);
}

}  // namespace
}  // namespace espy
