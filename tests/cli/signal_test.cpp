// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// `espy signal`: results, output and errors.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>

#include "signal_command.h"

namespace espy::test {
namespace {

TEST_F(Signal, PrintsAMatchALine) {
  const Outcome outcome = signal({"beat.csv", "day.csv"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, "day.csv:120,25 distance=0 stretch=1 channels=0>0\n");
}

TEST_F(Signal, PrintsSecondsWhereThereIsARate) {
  const Outcome outcome = signal({"--rate", "50", "beat.csv", "day.csv"});
  EXPECT_EQ(outcome.out, "day.csv:120,25 distance=0 stretch=1 channels=0>0 seconds=2.4\n");
}

TEST_F(Signal, JsonHasAllOfTheContract) {
  const Outcome outcome = signal({"--json", "--top", "2", "beat.csv", "day.csv"});
  EXPECT_EQ(outcome.status, 0);
  const std::vector<Json> lines = objects(outcome.out);
  ASSERT_EQ(lines.size(), 1U);
  const Json& line = lines.front();
  EXPECT_EQ(line.keys(), (Words{"data", "samples", "channels", "engine", "method", "matches",
                                "timeline", "total_ms"}));
  EXPECT_EQ(line["data"], "day.csv");
  EXPECT_EQ(line["samples"], 300);
  EXPECT_EQ(line["channels"], 1);
  EXPECT_EQ(line["engine"], "reference");
  EXPECT_EQ(line["method"], "dtw");
  ASSERT_EQ(line["matches"].size(), 2U);
  EXPECT_EQ(line["matches"][0],
            Json::parse(R"({"start":120,"length":25,"distance":0.0,"stretch":1.0,)"
                        R"("channels":[{"query":0,"data":0,"lag":0,"distance":0.0}]})"));
  EXPECT_GT(line["matches"][1]["distance"].number(), 0);
  EXPECT_GT(std::abs(line["matches"][1]["start"].number() - 120), 25 / 4);
  EXPECT_EQ(line["timeline"][0]["stage"], "load");
  EXPECT_GE(line["total_ms"].number(), line["timeline"][0]["ms"].number());
}

TEST_F(Signal, MethodsAreWhatTheyAreDefinedToBe) {
  write("q.csv", "1\n2\n4\n");
  write("d.csv", "3\n2\n3\n");
  const Words files{"q.csv", "d.csv"};
  const auto with = [&](Words words) {
    words.insert(words.end(), files.begin(), files.end());
    return distance(words);
  };
  EXPECT_EQ(with({"--method", "sad"}), 2 + 0 + 1);
  EXPECT_EQ(with({"--method", "euclid", "--normalise", "none"}), std::sqrt(4.0 + 0 + 1));
  // With means subtracted: -4/3 -1/3 5/3 and 1/3 -2/3 1/3.
  EXPECT_NEAR(with({"--method", "sad", "--normalize", "mean"}), 10.0 / 3, 1e-12);
  EXPECT_EQ(with({"--normalise", "none", "--band", "0"}), std::sqrt(5.0));
  // Best path within one sample: 1-3, 1-2, 2-2, 4-3.
  EXPECT_EQ(with({"--normalise", "none", "--band", "1"}), std::sqrt(4.0 + 0 + 1));
}

TEST_F(Signal, ABandIsAShareWithAPointAndElseSamples) {
  write("q.csv", table({noiseRow(12, 8)}));
  write("d.csv", table({noiseRow(12, 9)}));
  const auto band = [&](const std::string& text) {
    return distance({"--normalise", "none", "--band", text, "q.csv", "d.csv"});
  };
  EXPECT_EQ(band("0"), band("0.0"));
  EXPECT_EQ(band("1"), band("0.09"));
  EXPECT_EQ(band("3"), band("0.25"));
  EXPECT_EQ(band("12"), band("1.0"));
  EXPECT_EQ(band("1.0"), band("1e0"));
  EXPECT_EQ(band("1000000000"), band("1.0"));
  EXPECT_GT(band("0"), band("1"));
  EXPECT_GT(band("1"), band("1.0"));
}

TEST_F(Signal, APathStaysInItsBand) {
  write("q.csv", table({noiseRow(30, 8)}));
  const Outcome outcome = signal({"--band", "4", "--path", "path.csv", "q.csv", "day.csv"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto start = std::stoll(outcome.out.substr(outcome.out.find(':') + 1));
  std::istringstream lines(read("path.csv"));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "query_channel,data_channel,query,data");
  long long query = 0;
  long long data = 0;
  long long farthest = 0;
  for (int row = 0; std::getline(lines, line); ++row) {
    ASSERT_EQ(std::sscanf(line.c_str(), "0,0,%lld,%lld", &query, &data), 2) << line;
    if (row == 0) {
      EXPECT_EQ(query, 0);
      EXPECT_EQ(data, start);
    }
    farthest = std::max(farthest, std::abs(data - start - query));
  }
  EXPECT_EQ(query, 29);
  EXPECT_EQ(data, start + 29);
  EXPECT_LE(farthest, 4);
  EXPECT_GT(farthest, 0);
}

TEST_F(Signal, ChannelsLagAreSwitchedAndMissing) {
  const Row a = noiseRow(200, 21);
  const Row b = noiseRow(200, 22);
  write("two.csv", table({a, b}));
  write("lagging.csv", table({piece(a, 60, 30), piece(b, 63, 30)}));
  write("switched.csv", table({piece(b, 60, 30), piece(a, 60, 30)}));
  write("missing.csv", table({piece(a, 60, 30), noiseRow(30, 5)}));
  EXPECT_EQ(signal({"--lag", "4", "lagging.csv", "two.csv"}).out,
            "two.csv:60,30 distance=0 stretch=1 channels=0>0,1>1+3\n")
      << "of places that are as good the one whose channels lag least";
  EXPECT_EQ(signal({"--switch", "2", "switched.csv", "two.csv"}).out,
            "two.csv:60,30 distance=0 stretch=1 channels=0>1,1>0\n");
  const Json missing =
      matches({"--missing", "1", "--missing-share", "0.4", "missing.csv", "two.csv"});
  EXPECT_EQ(missing[0]["start"], 60);
  EXPECT_EQ(missing[0]["channels"].size(), 1U);
  EXPECT_EQ(missing[0]["channels"][0]["query"], 0);
  EXPECT_NEAR(missing[0]["distance"].number(), std::sqrt(0.4 * 30), 1e-9)
      << "one that is missing costs the share, here of 30 squares of 1";
  const Json late = matches({"--lag", "4", "--lag-penalty", "2", "lagging.csv", "two.csv"});
  EXPECT_EQ(late[0]["distance"].number(), std::sqrt(3 * 2.0));
  EXPECT_EQ(late[0]["channels"][1]["lag"], 3);
  EXPECT_EQ(late[0]["channels"][1]["distance"], 0.0);
}

TEST_F(Signal, ChannelsAreChosenByNameAndNumber) {
  const Row a = noiseRow(100, 31);
  const Row b = noiseRow(100, 32);
  write("named.csv", table({a, b}, "left,right\n"));
  write("q.csv", table({piece(b, 40, 20)}));
  EXPECT_EQ(signal({"--channels", "right", "q.csv", "named.csv"}).out,
            "named.csv:40,20 distance=0 stretch=1 channels=0>0\n");
  EXPECT_EQ(signal({"--channels", "1", "q.csv", "named.csv"}).out,
            "named.csv:40,20 distance=0 stretch=1 channels=0>0\n");
  // A query of one channel may match any channel of the data.
  EXPECT_EQ(signal({"q.csv", "named.csv"}).out,
            "named.csv:40,20 distance=0 stretch=1 channels=0>1\n");
  EXPECT_EQ(
      signal({"--query-channels", "right", "--query-range", "40:60", "named.csv", "named.csv"}).out,
      "named.csv:40,20 distance=0 stretch=1 channels=0>1\n");
  EXPECT_TRUE(refuses(signal({"--channels", "middle", "q.csv", "named.csv"}), "middle"));
  EXPECT_TRUE(refuses(signal({"--channels", "7", "q.csv", "named.csv"}), "named.csv"));
  EXPECT_TRUE(refuses(signal({"--channels", "left,", "q.csv", "named.csv"}), "--channels"));
}

TEST_F(Signal, StretchedAndOpenPiecesAreFound) {
  Row slow;
  const Row beat = piece(day_, 120, 25);
  for (const double sample : beat) slow.insert(slow.end(), 2, sample);
  Row data = noiseRow(40, 77);
  data.insert(data.end(), slow.begin(), slow.end());
  write("slow.csv", table({data}));
  const Json open = matches({"--open", "--normalise", "none", "beat.csv", "slow.csv"});
  EXPECT_EQ(open[0]["start"].number(), 40 + 1) << "of paths that cost the same the shortest";
  EXPECT_EQ(open[0]["distance"], 0.0);
  const Json stretched =
      matches({"--stretch", "1:2", "--band", "0.1", "--normalise", "none", "beat.csv", "slow.csv"});
  EXPECT_NEAR(stretched[0]["stretch"].number(), 2, 0.1);
  EXPECT_NEAR(stretched[0]["start"].number(), 40, 2);
}

TEST_F(Signal, TopExcludeAndMostDistance) {
  const std::size_t places = 300 - 25 + 1;
  EXPECT_EQ(matches({"--max-distance", "inf", "--exclude", "0", "beat.csv", "day.csv"}).size(),
            places);
  EXPECT_EQ(matches({"--top", "1099511627776", "--exclude", "0", "beat.csv", "day.csv"}).size(),
            places);
  EXPECT_EQ(matches({"--max-distance", "inf", "--exclude", "300", "beat.csv", "day.csv"}).size(),
            1U);
  EXPECT_EQ(matches({"--top", "3", "beat.csv", "day.csv"}).size(), 3U);
  const Json all = matches({"--max-distance", "inf", "--exclude", "0", "beat.csv", "day.csv"});
  const double second = all[1]["distance"].number();
  const std::string limit = std::to_string(second / 2);
  EXPECT_EQ(matches({"--max-distance", limit, "--exclude", "0", "beat.csv", "day.csv"}).size(), 1U);
  for (std::size_t i = 1; i < all.size(); ++i) {
    EXPECT_LE(all[i - 1]["distance"].number(), all[i]["distance"].number());
  }
}

TEST_F(Signal, APieceOfAFileIsTheQuery) {
  EXPECT_EQ(signal({"--query-range", "33:60", "day.csv", "day.csv"}).out,
            "day.csv:33,27 distance=0 stretch=1 channels=0>0\n");
  EXPECT_EQ(signal({"--query-range", "280:", "day.csv", "day.csv"}).out,
            "day.csv:280,20 distance=0 stretch=1 channels=0>0\n");
  EXPECT_EQ(signal({"--query-range", ":9", "day.csv", "day.csv"}).out,
            "day.csv:0,9 distance=0 stretch=1 channels=0>0\n");
  EXPECT_EQ(signal({"--rate", "10", "--query-range", "3.3s:6s", "day.csv", "day.csv"}).out,
            "day.csv:33,27 distance=0 stretch=1 channels=0>0 seconds=3.3\n");
  for (const char* range : {"60:33", "5:5", "0:301", "400:", "300:"}) {
    EXPECT_TRUE(refuses(signal({"--query-range", range, "day.csv", "day.csv"}), range));
  }
  for (const char* range : {"", "7", "1:2:3", "-1:4", "1.5:4", "a:b", "nan:4", "1:inf", "1s:s"}) {
    EXPECT_TRUE(refuses(signal({"--query-range", range, "day.csv", "day.csv"}), "--query-range"))
        << range;
  }
  EXPECT_TRUE(refuses(signal({"--query-range", "1s:2s", "day.csv", "day.csv"}), "--rate"));
}

TEST_F(Signal, GapsAreNoMatchAndNoQuery) {
  Row gappy = day_;
  gappy[130] = NAN;
  write("gappy.csv", table({gappy, day_}));
  const Json found = matches(
      {"--channels", "0", "--max-distance", "inf", "--exclude", "0", "beat.csv", "gappy.csv"});
  EXPECT_EQ(found.size(), 300 - 25 + 1 - 25U);
  for (const Json& match : found) {
    EXPECT_TRUE(match["start"].number() > 130 || match["start"].number() + 25 <= 130);
  }
  EXPECT_TRUE(refuses(signal({"--query-channels", "0", "gappy.csv", "gappy.csv"}), "sample 130"));
}

TEST_F(Signal, StatusesSayWhatBecameOfIt) {
  write("broken.npy", "\x93NUMPY\x01");
  write("short.csv", "1\n2\n");
  EXPECT_EQ(signal({"--max-distance", "0.001", "beat.csv", "day.csv"}).status, 0);
  write("other.csv", table({noiseRow(50, 1)}));
  EXPECT_EQ(signal({"--max-distance", "0.001", "beat.csv", "other.csv"}).status, 1);
  const Outcome tooShort = signal({"--json", "beat.csv", "short.csv"});
  EXPECT_EQ(tooShort.status, 1);
  EXPECT_EQ(objects(tooShort.out).at(0)["matches"].size(), 0U);
  const Outcome some = signal({"beat.csv", "broken.npy", "nowhere.csv", "day.csv"});
  EXPECT_EQ(some.status, 3);
  EXPECT_EQ(some.out, "day.csv:120,25 distance=0 stretch=1 channels=0>0\n");
  EXPECT_NE(some.err.find("espy: broken.npy"), std::string::npos) << some.err;
  EXPECT_NE(some.err.find("espy: nowhere.csv"), std::string::npos) << some.err;
  EXPECT_TRUE(refuses(signal({"beat.csv", "nowhere.csv"}), "nowhere.csv"));
  EXPECT_TRUE(refuses(signal({"nowhere.csv", "day.csv"}), "nowhere.csv"));
  EXPECT_TRUE(refuses(signal({"beat.csv", "broken.npy"}), "broken.npy"));
}

TEST_F(Signal, UnlikeChannelsAreRefusedWithTheFile) {
  write("three.csv", table({day_, day_, day_}));
  write("two.csv", table({piece(day_, 5, 9), piece(day_, 5, 9)}));
  EXPECT_TRUE(refuses(signal({"three.csv", "day.csv"}), "day.csv: the query has 3 channels"));
  EXPECT_TRUE(
      refuses(signal({"--rule", "together", "two.csv", "three.csv"}), "three.csv: the query"));
}

TEST_F(Signal, EitherMayBeStandardInput) {
  const std::string line = "25 distance=0 stretch=1 channels=0>0\n";
  EXPECT_EQ(signal({"-", "day.csv"}, {.input = read("beat.csv")}).out, "day.csv:120," + line);
  EXPECT_EQ(signal({"beat.csv", "-"}, {.input = read("day.csv")}).out, "-:120," + line);
  EXPECT_TRUE(refuses(signal({"-", "-"}), "only once"));
}

TEST_F(Signal, DataAreFilesFoldersPatternsAndLists) {
  std::filesystem::create_directory(path("days"));
  write("days/b.csv", read("day.csv"));
  write("days/a.csv", read("day.csv"));
  write("days/notes.md", "no recording");
  write("-odd.csv", read("day.csv"));
  write("list.txt", "day.csv\ndays/b.csv\n");
  const auto found = [&](const Words& words) {
    Words names;
    std::istringstream lines(signal(words).out);
    for (std::string line; std::getline(lines, line);)
      names.push_back(line.substr(0, line.find(':')));
    return names;
  };
  EXPECT_EQ(found({"beat.csv", "day.csv", "days"}), (Words{"day.csv", "days/a.csv", "days/b.csv"}));
  EXPECT_EQ(found({"beat.csv", "days/*.csv"}), (Words{"days/a.csv", "days/b.csv"}));
  EXPECT_EQ(found({"beat.csv", "@list.txt"}), (Words{"day.csv", "days/b.csv"}));
  EXPECT_EQ(found({"--", "beat.csv", "-odd.csv"}), Words{"-odd.csv"});
  std::filesystem::create_directory(path("empty"));
  EXPECT_TRUE(refuses(signal({"beat.csv", "empty"}), "no recording"));
  EXPECT_TRUE(refuses(signal({"beat.csv", "x*.csv"}), "x*.csv"));
}

TEST_F(Signal, ReportsDifferentUnitsWhereTheyCount) {
  std::string raw;
  for (const double sample : day_) {
    const auto number = static_cast<std::int16_t>(sample * 100);
    raw += static_cast<char>(number & 255);
    raw += static_cast<char>(number >> 8);
  }
  write("day.raw", raw);
  const auto little = [](std::uint32_t number, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(number >> 8 * i & 255);
    return text;
  };
  const std::string piece = raw.substr(240, 50);
  write("beat.wav", "RIFF" + little(36 + 50, 4) + "WAVEfmt " + little(16, 4) + little(1, 2) +
                        little(1, 2) + little(50, 4) + little(100, 4) + little(2, 2) +
                        little(16, 2) + "data" + little(50, 4) + piece);
  const Words files{"--raw", "int16", "beat.wav", "day.raw"};
  const auto notesOf = [&](Words words) {
    words.insert(words.end(), files.begin(), files.end());
    return signal(words).err;
  };
  EXPECT_EQ(notesOf({"--method", "sad"}),
            "espy: day.raw: the query is sound, which ranges from -1 to 1, but this exceeds that; "
            "samples are compared without conversion, see --normalise\n");
  EXPECT_EQ(notesOf({"--method", "sad", "--normalise", "z"}), "");
  EXPECT_EQ(notesOf({}), "");
  write("mv.csv", table({test::piece(day_, 120, 25)}, "ECG (mV)\n"));
  write("uv.csv", table({day_}, "ECG (uV)\n"));
  EXPECT_EQ(signal({"--method", "sad", "mv.csv", "uv.csv"}).err,
            "espy: uv.csv: is in uV, the query in mV; samples are compared without conversion, see "
            "--normalise\n");
  EXPECT_EQ(signal({"--method", "sad", "uv.csv", "uv.csv"}).err, "");
}

TEST_F(Signal, ThePathAloneGoesToStandardOutput) {
  EXPECT_TRUE(refuses(signal({"--path", "-", "beat.csv", "day.csv"}), "--quiet"));
  const Outcome outcome = signal({"--quiet", "--path", "-", "beat.csv", "day.csv"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(outcome.out.starts_with("query_channel,data_channel,query,data\n0,0,0,120\n"))
      << outcome.out;
}

TEST_F(Signal, ANameThatSeveralChannelsBearIsNoChoice) {
  write("twice.csv", table({day_, noiseRow(300, 5)}, "x,x\n"));
  EXPECT_TRUE(
      refuses(signal({"--channels", "x", "beat.csv", "twice.csv"}), "several channels named x"));
  EXPECT_EQ(signal({"--channels", "0", "beat.csv", "twice.csv"}).status, 0);
  EXPECT_TRUE(refuses(signal({"--raw", "int16", "--member", "a", "beat.csv", "day.csv"}),
                      "--raw and --member"));
}

TEST_F(Signal, MarksAreWritten) {
  ASSERT_EQ(signal({"--rate", "10", "--annotations", "a.csv", "beat.csv", "day.csv"}).status, 0);
  EXPECT_NE(read("a.csv").find("distance=0"), std::string::npos) << read("a.csv");
  EXPECT_NE(read("a.csv").find("12"), std::string::npos) << read("a.csv");
  ASSERT_EQ(signal({"--rate", "10", "--annotations", "a.edf", "beat.csv", "day.csv"}).status, 0);
  EXPECT_NE(read("a.edf").find("distance=0"), std::string::npos);
  ASSERT_EQ(signal({"--rate", "10", "--annotations", "a.atr", "beat.csv", "day.csv"}).status, 0);
  EXPECT_FALSE(read("a.atr").empty());
  // Without a sampling rate, positions are in samples, with a note for EDF.
  const Outcome table = signal({"--annotations", "s.csv", "beat.csv", "day.csv"});
  EXPECT_EQ(table.err, "");
  EXPECT_EQ(read("s.csv"), "sample,length,text\n120,25,distance=0\n");
  const Outcome edf = signal({"--annotations", "s.edf", "beat.csv", "day.csv"});
  EXPECT_EQ(edf.status, 0);
  EXPECT_NE(edf.err.find("s.edf count samples; see --rate"), std::string::npos) << edf.err;
  write("list.txt", "");
  // The samples of a WFDB record are in a file that only its header names.
  std::string samples(600, '\0');
  for (std::size_t i = 0; i < samples.size(); i += 2) samples[i] = static_cast<char>(i * i % 97);
  write("w.dat", samples);
  write("ok.hea", "ok 1 10 300\nw.dat 16\n");
  write("few.csv", "1\n5\n2\n7\n3\n");
  ASSERT_EQ(signal({"few.csv", "ok.hea"}).status, 0);
  EXPECT_TRUE(refuses(signal({"--path", "w.dat", "few.csv", "ok.hea"}), "w.dat"));
  EXPECT_EQ(read("w.dat"), samples);
  const auto before = list();
  EXPECT_TRUE(refuses(signal({"--annotations", "a.txt", "beat.csv", "day.csv"}), "a.txt"));
  EXPECT_TRUE(refuses(signal({"--annotations", "day.csv", "beat.csv", "day.csv"}), "overwritten"));
  EXPECT_TRUE(refuses(signal({"--path", "beat.csv", "beat.csv", "day.csv"}), "overwritten"));
  EXPECT_TRUE(refuses(signal({"--path", "no/p.csv", "beat.csv", "day.csv"}), "no/p.csv"));
  EXPECT_TRUE(
      refuses(signal({"--annotations", "b.csv", "beat.csv", "day.csv", "beat.csv"}), "one data"));
  write("list.txt", "day.csv\n");
  EXPECT_TRUE(refuses(signal({"--path", "list.txt", "beat.csv", "@list.txt"}), "overwritten"));
  EXPECT_TRUE(refuses(signal({"--path", "b.csv", "beat.csv", "day.csv", "beat.csv"}), "one data"));
  EXPECT_EQ(list(), before);
}

TEST_F(Signal, RawSamplesAreReadAsDescribed) {
  std::string bytes(3, 'x');  // header to skip
  for (int i = 0; i < 100; ++i) {
    const auto number = static_cast<std::uint16_t>(i * i * 37 % 1000);
    for (const int of : {0, 1}) {  // two channels, the second negated
      const auto sample = static_cast<std::uint16_t>(of == 0 ? number : -number);
      bytes += static_cast<char>(sample >> 8);
      bytes += static_cast<char>(sample & 0xff);
    }
  }
  write("data.pcm", bytes);
  Row query;
  for (int i = 50; i < 70; ++i) query.push_back(-(i * i * 37 % 1000));
  write("q.csv", table({query}));
  EXPECT_EQ(signal({"--method", "sad", "--raw", "int16be:2:3", "q.csv", "data.pcm"}).out,
            "data.pcm:50,20 distance=0 stretch=1 channels=0>1\n");
  EXPECT_EQ(signal({"--raw", "int16be:2:3", "--query-raw", "int16be:2:3", "--query-range", "8:30",
                    "data.pcm", "data.pcm"})
                .out,
            "data.pcm:8,22 distance=0 stretch=1 channels=0>0,1>1\n");
  for (const char* format : {"", "int15", "int16:0", "int16:1:-1", "int16:1:2:3", "be", "int16:"}) {
    EXPECT_TRUE(refuses(signal({"--raw", format, "q.csv", "data.pcm"}), "--raw")) << format;
  }
}

TEST_F(Signal, TimingsAndQuiet) {
  const Outcome timed = signal({"--timings", "beat.csv", "day.csv"});
  EXPECT_NE(timed.err.find("beat.csv: the query"), std::string::npos) << timed.err;
  EXPECT_NE(timed.err.find("day.csv: 1 channel of 300 samples, 1 found, engine reference"),
            std::string::npos)
      << timed.err;
  const Outcome quiet = signal({"--quiet", "beat.csv", "day.csv"});
  EXPECT_EQ(quiet.status, 0);
  EXPECT_EQ(quiet.out + quiet.err, "");
  EXPECT_EQ(signal({"--quiet", "beat.csv", "nowhere.csv"}).err, "");
}

TEST_F(Signal, OddNumbersAreRefusedInOneSentence) {
  const std::vector<Words> odd{{"--top", "0"},
                               {"--top", "-1"},
                               {"--top", "1.5"},
                               {"--top", "99999999999999999999"},
                               {"--exclude", "-1"},
                               {"--exclude", "nan"},
                               {"--max-distance", "-1"},
                               {"--max-distance", "nan"},
                               {"--max-distance", ""},
                               {"--band", "nan"},
                               {"--band", "-1"},
                               {"--band", "1.5"},
                               {"--band", ""},
                               {"--band", "inf"},
                               {"--band", "99999999999999999999"},
                               {"--lag", "-3"},
                               {"--lag", "x"},
                               {"--lag-penalty", "nan"},
                               {"--lag-penalty", "inf"},
                               {"--switch", "0"},
                               {"--elsewhere", "0.5"},
                               {"--elsewhere", "inf"},
                               {"--missing", "-1"},
                               {"--missing", "1"},
                               {"--missing-share", "nan"},
                               {"--stretch", "2:1"},
                               {"--stretch", "0:1"},
                               {"--stretch", "1:2:0"},
                               {"--stretch", "nan"},
                               {"--stretch", "1:2:3:4"},
                               {"--method", "zncc"},
                               {"--normalise", "Z"},
                               {"--rule", "any"},
                               {"--rate", "0"},
                               {"--rate", "nan"},
                               {"--row", "-1"},
                               {"--max-samples", "0"},
                               {"--engine", "nobody"},
                               {"--threads", "0"},
                               {"--samples-along", "x"},
                               {"--colour", "#000000"}};
  for (const Words& option : odd) {
    Words words = option;
    words.insert(words.end(), {"beat.csv", "day.csv"});
    Words all{"signal"};
    all.insert(all.end(), words.begin(), words.end());
    EXPECT_TRUE(refuses(espy(all), "")) << option[0] << ' ' << option[1];
  }
  EXPECT_TRUE(refuses(signal({"--max-samples", "20", "beat.csv", "day.csv"}), "beat.csv"));
}

TEST_F(Signal, HugeNumbersAreTaken) {
  for (const Words& option : std::vector<Words>{{"--lag", "1000000000000"},
                                                {"--switch", "1000000000000"},
                                                {"--exclude", "1000000000000"},
                                                {"--band", "1000000000000"}}) {
    EXPECT_EQ(signal({option[0], option[1], "beat.csv", "day.csv"}).status, 0) << option[0];
  }
}

TEST_F(Signal, WhatContradictsItselfIsRefusedOnceAndNamesTheOption) {
  write("more.csv", read("day.csv"));
  // Options, and the beginning of the error.
  const std::vector<std::pair<Words, std::string>> odd{
      {{"--open", "--method", "sad"}, "--open: "},
      {{"--open", "--band", "3"}, "--band 3: "},
      {{"--open", "--normalise", "z"}, "--normalise z: "},
      {{"--open", "--stretch", "1:2"}, "--stretch 1:2: "},
      {{"--open", "--lag", "2"}, "--lag 2: "},
      {{"--open", "--switch", "2"}, "--switch 2: "},
      {{"--open", "--missing", "1"}, "--missing 1: "},
      {{"--open", "--rule", "mean"}, "--rule mean: "},
      {{"--open", "--rule", "assigned"}, "--rule assigned: "},
      {{"--method", "sad", "--band", "0.1"}, "--band 0.1: is for dtw; with sad"},
      {{"--method", "euclid", "--band", "4"}, "--band 4: is for dtw; with euclid"},
      {{"--rule", "together", "--lag", "2"}, "--lag 2: "},
      {{"--rule", "mean", "--switch", "2"}, "--switch 2: "},
      {{"--rule", "together", "--missing", "1"}, "--missing 1: "},
      {{"--rule", "mean", "--missing", "1", "--missing-share", "0.5"}, "--missing-share 0.5: "},
      {{"--lag-penalty", "2"}, "--lag-penalty 2: needs --lag"},
      {{"--elsewhere", "2"}, "--elsewhere 2: needs --switch"},
      {{"--missing-share", "0.5"}, "--missing-share 0.5: needs --missing"},
      {{"--missing", "1"}, "--missing 1: beat.csv has 1 channel"},
      {{"--raw", "int16", "--row", "3"}, "--raw and --row: "}};
  for (const auto& [words, sentence] : odd) {
    Words all = words;
    all.insert(all.end(), {"beat.csv", "day.csv", "more.csv"});
    EXPECT_TRUE(refuses(signal(all), "espy: " + sentence)) << sentence;
  }
  EXPECT_TRUE(refuses(espy({"signal"}), "no query"));
  EXPECT_TRUE(refuses(espy({"signal", "beat.csv"}), "no data"));
}

TEST_F(Signal, EveryEngineFindsTheSame) {
  write("three.csv", table({noiseRow(250, 41), noiseRow(250, 42), noiseRow(250, 43)}));
  const std::vector<Words> searches{{"--top", "5"},
                                    {"--method", "sad", "--top", "5"},
                                    {"--method", "euclid", "--max-distance", "8"},
                                    {"--open", "--normalise", "none", "--rule", "together"},
                                    {"--lag", "3", "--switch", "2", "--missing", "1", "--top", "4"},
                                    {"--rule", "mean", "--missing", "1"},
                                    {"--stretch", "0.8:1.2"}};
  for (const Words& search : searches) {
    Words words = search;
    words.insert(words.end(), {"--query-range", "100:140", "three.csv", "three.csv"});
    const Json wanted = matches(words);
    ASSERT_FALSE(wanted.empty());
    for (const char* engine : {"sequential", "threads", "openmp", "auto"}) {
      Words all{"signal", "--json", "--engine", engine};
      all.insert(all.end(), words.begin(), words.end());
      const Outcome outcome = espy(all);
      ASSERT_EQ(outcome.status, 0) << outcome.err;
      const Json line = objects(outcome.out).at(0);
      EXPECT_EQ(line["matches"], wanted) << engine << ' ' << search[0];
      const std::string ran = line["engine"].text();
      if (std::string(engine) == "auto") {
        EXPECT_TRUE(ran == "sequential" || ran == "threads") << ran;
      } else {
        EXPECT_EQ(ran, engine);
      }
    }
  }
}

TEST_F(Signal, ASearchEndsOnRequest) {
  write("long.csv", table({noiseRow(60000, 1)}));
  write("q.csv", table({noiseRow(3000, 2)}));
  const auto before = list();
  Running running(path(""),
                  {"signal", "--engine", "reference", "--timings", "--band", "1.0", "--path",
                   "p.csv", "q.csv", "long.csv"},
                  {});
  running.waitForMessage();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  running.send(SIGINT);
  const Outcome outcome = running.wait();
  EXPECT_EQ(outcome.status, 130);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(outcome.err.ends_with("espy: cancelled\n")) << outcome.err;
  EXPECT_EQ(list(), before);
}

}  // namespace
}  // namespace espy::test
