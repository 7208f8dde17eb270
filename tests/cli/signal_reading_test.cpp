// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// `espy signal`: endless streams, options for reading, and malformed files.
#include "command.h"

namespace espy::test {
namespace {

using Words = std::vector<std::string>;

class SignalReading : public CommandTest {
 protected:
  SignalReading() {
    write("q.csv", "5\n1\n4\n");
    write("d.csv", "0\n5\n1\n4\n7\n2\n");
  }

  Outcome signal(const Words& words, const RunEnvironment& around = {}) const {
    Words all{"signal", "--engine", "reference"};
    all.insert(all.end(), words.begin(), words.end());
    return espy(all, around);
  }
  /// Searches a stream that stays open after these bytes.
  Outcome ofStream(const Words& words, const std::string& bytes) const {
    RunEnvironment around;
    around.input = bytes;
    around.keepInputOpen = true;
    return signal(words, around);
  }
};

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST_F(SignalReading, AStreamThatDoesNotEndIsRefusedWhenItIsClear) {
  constexpr std::size_t kMuch = std::size_t{3} << 20;
  const std::string much = repeated("1.5\n", kMuch / 4);
  const std::string sentence = "more than the 1000 samples allowed";
  EXPECT_TRUE(refuses(ofStream({"--max-samples", "1000", "q.csv", "-"}, much), sentence));
  EXPECT_TRUE(refuses(ofStream({"--max-samples", "1000", "-", "d.csv"}, much), sentence));
  EXPECT_TRUE(refuses(
      ofStream({"--max-samples", "1000", "--row", "3", "q.csv", "-"}, repeated("1,2\n", kMuch / 4)),
      sentence));
  // An endless line, and raw samples.
  EXPECT_TRUE(refuses(
      ofStream({"--max-samples", "1000", "q.csv", "-"}, repeated("1.5,", kMuch / 4)), sentence));
  EXPECT_TRUE(refuses(ofStream({"--max-samples", "1000", "--raw", "int16:2", "q.csv", "-"},
                               std::string(kMuch, 'x')),
                      sentence));
  const std::string npy = std::string("\x93NUMPY\1\0\x46\0", 10) +
                          "{'descr':'|i1','fortran_order':False,'shape':(9999999999999,)}       \n";
  EXPECT_TRUE(refuses(
      ofStream({"--max-samples", "1000", "q.csv", "-"}, npy + std::string(kMuch, 'x')), sentence));
  const std::string npz = "PK\3\4" + std::string(kMuch, 'x');
  EXPECT_TRUE(refuses(ofStream({"--max-samples", "1000", "q.csv", "-"}, npz), sentence));
}

TEST_F(SignalReading, DevicesThatDoNotEndAreRefused) {
  EXPECT_TRUE(
      refuses(signal({"q.csv", "/dev/zero"}), "/dev/zero: is not a known kind of recording"));
  EXPECT_TRUE(
      refuses(signal({"/dev/zero", "d.csv"}), "/dev/zero: is not a known kind of recording"));
  EXPECT_TRUE(
      refuses(signal({"--max-samples", "4000000", "--raw", "float64", "q.csv", "/dev/zero"}),
              "/dev/zero: has more than the 4000000 samples allowed"));
  // Only the selected channel counts, a third of the samples.
  EXPECT_TRUE(refuses(signal({"--max-samples", "900000", "--raw", "int8:3", "--channels", "1",
                              "q.csv", "/dev/zero"}),
                      "more than the 900000"));
}

TEST_F(SignalReading, AStreamOfAsManyAsAllowedIsRead) {
  RunEnvironment around;
  around.input = "# made by hand\nname\n0\n5\n1\n4\n7\n2\n";
  EXPECT_EQ(signal({"--max-samples", "6", "q.csv", "-"}, around).out.substr(0, 22),
            "-:1,3 distance=0 stret");
  around.input = std::string("..\0\5\1\4\7\2", 8);
  const Outcome raw = signal({"--max-samples", "6", "--raw", "int8:1:2", "q.csv", "-"}, around);
  EXPECT_EQ(raw.out.substr(0, 22), "-:1,3 distance=0 stret") << raw.err;
  EXPECT_TRUE(refuses(signal({"--max-samples", "5", "--raw", "int8:1:2", "q.csv", "-"}, around),
                      "more than the 5 samples allowed"));
}

TEST_F(SignalReading, ASwitchOfOneCountsForOneChannel) {
  write("two.csv", "0,9\n5,9\n1,5\n5,1\n7,4\n2,0\n");
  const Words plain{"--normalise", "none"};
  const auto channels = [&](Words words) {
    words.insert(words.end(), {"--normalise", "none", "q.csv", "two.csv"});
    const std::string out = signal(words).out;
    return out.substr(0, out.find(' ')) + " " + out.substr(out.find("channels="));
  };
  EXPECT_EQ(channels({}), "two.csv:2,3 channels=0>1\n");
  EXPECT_EQ(channels({"--switch", "1"}), "two.csv:1,3 channels=0>0\n");
  EXPECT_EQ(channels({"--switch", "2"}), "two.csv:2,3 channels=0>1\n");
}

TEST_F(SignalReading, TheQueryMayHaveAnotherColumnOfTimes) {
  write("t.csv", "when,x\n0,0\n1,5\n2,1\n3,4\n4,7\n");
  write("named.csv", "clock,y\n0,5\n1,1\n2,4\n");
  const auto start = [&](const Words& words) {
    const Outcome outcome = signal(words);
    EXPECT_EQ(outcome.err, "");
    return outcome.out.substr(0, outcome.out.find(' '));
  };
  // --time-column is for the data; the query has no such column.
  EXPECT_EQ(start({"--time-column", "when", "q.csv", "t.csv"}), "t.csv:1,3");
  EXPECT_EQ(start({"--time-column", "when", "--query-time-column", "clock", "named.csv", "t.csv"}),
            "t.csv:1,3");
  EXPECT_EQ(start({"--query-time-column", "clock", "named.csv", "d.csv"}), "d.csv:1,3");
  EXPECT_EQ(start({"--time-column", "when", "--query-range", "1:4", "t.csv", "t.csv"}),
            "t.csv:1,3");
  EXPECT_TRUE(refuses(signal({"--time-column", "when", "q.csv", "d.csv"}), "d.csv: has no"));
  EXPECT_TRUE(refuses(signal({"--query-time-column", "when", "q.csv", "d.csv"}), "q.csv: has no"));
}

TEST_F(SignalReading, ASeriesInOneRowIsReportedUnlessRequested) {
  write("row.csv", "0,5,1,4,7,2\n");
  const Outcome taken = signal({"--max-distance", "9", "q.csv", "row.csv"});
  EXPECT_NE(taken.err.find("row.csv: its one row is read as 6 channels of one sample"),
            std::string::npos)
      << taken.err;
  const Outcome outcome = signal({"--samples-along", "columns", "q.csv", "row.csv"});
  EXPECT_EQ(outcome.out.substr(0, 22), "row.csv:1,3 distance=0");
  EXPECT_EQ(outcome.err, "");
}

TEST_F(SignalReading, AnEmptyLineKeepsThePlacesBehindIt) {
  write("blank.csv", "9\n\n0\n5\n1\n4\n7\n2\n");
  const Outcome outcome = signal({"q.csv", "blank.csv"});
  EXPECT_EQ(outcome.out.substr(0, 24), "blank.csv:3,3 distance=0");
  EXPECT_NE(outcome.err.find("blank.csv: 1 empty line"), std::string::npos) << outcome.err;
}

TEST_F(SignalReading, MarksThatAreDamagedAreNotReadNorOverwritten) {
  write("r.dat", std::string("\0\0\5\0\1\0\4\0\7\0", 10));
  write("r.hea", "r 1 10 5\nr.dat 16 1(0)\n");
  write("r.atr", "x");
  EXPECT_EQ(signal({"q.csv", "r.hea"}).out.substr(0, 9), "r.hea:1,3");
  EXPECT_EQ(signal({"--query-range", "1:4", "r.hea", "d.csv"}).out.substr(0, 9), "d.csv:1,3");
  EXPECT_TRUE(refuses(signal({"--annotations", "r.atr", "q.csv", "r.hea"}), "r.atr"));
  EXPECT_EQ(read("r.atr"), "x");
}

TEST_F(SignalReading, SentencesSayWhatIsMeant) {
  const auto expectRefusal = [&](const Words& options, const std::string& sentence) {
    Words words = options;
    words.insert(words.end(), {"q.csv", "d.csv"});
    EXPECT_TRUE(refuses(signal(words), sentence));
  };
  expectRefusal({"--band", "1e3"}, "--band 1e3: must be a whole number of samples, or");
  expectRefusal({"--raw", "int16:0"}, "--raw int16:0: channels 0: must be a whole number");
  expectRefusal({"--raw", "int16:1:x"}, "--raw int16:1:x: bytes to skip x: must be");
  EXPECT_TRUE(refuses(signal({"q.csv", "@nolist"}),
                      "nolist: the list of recordings cannot be read: No such file"));
  std::filesystem::create_directory(path("folder"));
  EXPECT_TRUE(refuses(signal({"q.csv", "@folder"}), "cannot be read: Is a directory"));
}

}  // namespace
}  // namespace espy::test
