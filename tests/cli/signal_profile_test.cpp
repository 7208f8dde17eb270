// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// `espy signal --profile`: the distance profile.
#include <cstring>

#include "signal_command.h"

namespace espy::test {
namespace {

/// Values of a one-dimensional .npy array of float64.
Row profileIn(const std::string& bytes) {
  const std::size_t header =
      10 + static_cast<unsigned char>(bytes[8]) + 256U * static_cast<unsigned char>(bytes[9]);
  Row numbers((bytes.size() - header) / sizeof(double));
  if (!numbers.empty()) {
    std::memcpy(numbers.data(), bytes.data() + header, numbers.size() * sizeof(double));
  }
  return numbers;
}

TEST_F(Signal, AProfileHasTheDistanceAtEveryPosition) {
  Row gappy = day_;
  gappy[40] = NAN;
  write("gappy.csv", table({gappy, day_}));
  const Words files{"--channels", "0", "beat.csv", "gappy.csv"};
  const auto profile = [&](Words words) {
    words.insert(words.begin(), {"--profile", "p.npy"});
    words.insert(words.end(), files.begin(), files.end());
    const Outcome outcome = signal(words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return profileIn(read("p.npy"));
  };
  const Row far = profile({"--method", "euclid"});
  ASSERT_EQ(far.size(), 300 - 25 + 1U);
  EXPECT_EQ(far[120], 0);
  const Json all = matches({"--method", "euclid", "--max-distance", "inf", "--exclude", "0",
                            "--channels", "0", "beat.csv", "gappy.csv"});
  EXPECT_EQ(all.size(), far.size() - 25) << "windows with the gap are none";
  for (const Json& match : all) {
    EXPECT_EQ(far[static_cast<std::size_t>(match["start"].number())], match["distance"].number());
  }
  EXPECT_EQ(std::count(far.begin(), far.end(), INFINITY), 25);
  EXPECT_EQ(profile({"--method", "euclid", "--max-distance", "0"}), far) << "nothing is left out";
  EXPECT_EQ(profile({"--stretch", "0.8:1"}).size(), 300 - 20 + 1U);
  const Row open = profile({"--open"});
  ASSERT_EQ(open.size(), 300U);
  EXPECT_NEAR(open[144], 0, 1e-12) << "there the path ends";
  EXPECT_EQ(open[40], INFINITY);
  write("short.csv", "1\n2\n");
  EXPECT_EQ(signal({"--profile", "none.npy", "beat.csv", "short.csv"}).status, 1);
  EXPECT_EQ(profileIn(read("none.npy")).size(), 0U);
}

TEST_F(Signal, AProfileIsTheSameOfEveryEngineAndTimed) {
  write("three.csv", table({noiseRow(250, 41), noiseRow(250, 42), noiseRow(250, 43)}));
  const Words words{"--lag",         "3",       "--switch",  "2",        "--missing", "1",
                    "--query-range", "100:140", "three.csv", "three.csv"};
  std::string wanted;
  for (const char* engine : {"reference", "sequential", "threads", "openmp", "auto"}) {
    Words all{"signal", "--engine", engine, "--profile", "p.npy", "--timings"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = espy(all);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("profile"), std::string::npos) << outcome.err;
    if (wanted.empty()) wanted = read("p.npy");
    EXPECT_EQ(read("p.npy"), wanted) << engine;
  }
  EXPECT_EQ(profileIn(wanted)[100], 0);
  const auto before = list();
  EXPECT_TRUE(refuses(signal({"--profile", "p.csv", "beat.csv", "day.csv"}), "p.csv"));
  EXPECT_TRUE(refuses(signal({"--profile", "q.npy", "beat.csv", "day.csv", "three.csv"}),
                      "--profile q.npy: takes one data file"));
  write("data.npy", read("p.npy"));
  EXPECT_TRUE(refuses(signal({"--profile", "data.npy", "beat.csv", "data.npy"}), "overwritten"));
  EXPECT_TRUE(refuses(signal({"--profile", "x.npy", "--path", "x.npy", "beat.csv", "day.csv"}),
                      "x.npy: two outputs would be written"));
  EXPECT_EQ(read("data.npy"), wanted);
}

}  // namespace
}  // namespace espy::test
