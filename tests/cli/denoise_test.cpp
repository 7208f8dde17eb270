// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// `espy denoise`, and `--denoise` of find and batch.
#include <algorithm>
#include <cmath>
#include <random>

#include "command.h"
#include "picture.h"
#include "support/json.h"

namespace espy::test {
namespace {

class Denoise : public CommandTest {
 protected:
  Denoise() : clean_(96, 64, 3, 60), noisy_(clean_) {
    std::mt19937 random(1);
    std::normal_distribution<double> normal(0, 25);
    for (int y = 0; y < clean_.height; ++y) {
      for (int x = 0; x < clean_.width; ++x) {
        const bool bright = (x / 24 + y / 16) % 2 == 1;
        for (int c = 0; c < 3; ++c) {
          const int value = bright ? 190 - 20 * c : 60;
          clean_.at(x, y, c) = static_cast<std::uint8_t>(value);
          noisy_.at(x, y, c) = static_cast<std::uint8_t>(
              std::clamp(value + static_cast<int>(normal(random)), 0, 255));
        }
      }
    }
    write("noisy.ppm", file(noisy_));
  }

  Json answer(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"denoise", "--json"});
    const Outcome outcome = espy(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return Json::parse(outcome.out);
  }

  Picture clean_;
  Picture noisy_;
};

TEST_F(Denoise, WritesThePictureWithoutNoise) {
  const Json json = answer({"noisy.ppm", "-o", "clean.ppm"});
  EXPECT_EQ(json["image"].text(), "noisy.ppm");
  EXPECT_EQ(json["output"].text(), "clean.ppm");
  EXPECT_EQ(json["model"].text(), "rof");
  EXPECT_NEAR(json["noise"].number(), 0.1, 0.02);
  EXPECT_NEAR(json["strength"].number(), 0.75 * json["noise"].number(), 1e-9);
  EXPECT_LE(json["gap"].number(), 1e-4);
  EXPECT_GE(json["iterations"].number(), 1);
  const Picture written = parse(read("clean.ppm"));
  double before = 0;
  double after = 0;
  for (int y = 0; y < clean_.height; ++y) {
    for (int x = 0; x < clean_.width; ++x) {
      for (int c = 0; c < 3; ++c) {
        before += std::pow(noisy_.at(x, y, c) - clean_.at(x, y, c), 2);
        after += std::pow(written.at(x, y, c) - clean_.at(x, y, c), 2);
      }
    }
  }
  EXPECT_LT(after, 0.2 * before);
}

TEST_F(Denoise, EnginesAndThreadsWriteTheSameBytes) {
  const auto written = [&](std::vector<std::string> options) {
    options.insert(options.end(), {"--strength", "0.2", "noisy.ppm", "-o", "-"});
    options.insert(options.begin(), "denoise");
    const Outcome outcome = espy(options);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    return outcome.out;
  };
  const std::string right = written({"--engine", "sequential"});
  EXPECT_EQ(written({"--engine", "threads", "--threads", "2"}), right);
  EXPECT_EQ(written({"--engine", "threads", "--threads", "7"}), right);
  EXPECT_EQ(written({"--engine", "openmp"}), right);
  EXPECT_NE(written({"--model", "tvl1"}), right);
}

TEST_F(Denoise, TheLeastStrengthsKeepEveryPixel) {
  for (const std::string engine : {"reference", "sequential"}) {
    const Outcome outcome = espy(
        {"denoise", "--engine", engine, "--strength", "1e-310", "noisy.ppm", "-o", "same.ppm"});
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(parse(read("same.ppm")).samples, noisy_.samples) << engine;
  }
}

TEST_F(Denoise, ReportsTheStrengthThatItEstimated) {
  const Outcome outcome = espy({"denoise", "noisy.ppm", "-o", "clean.ppm"});
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(outcome.err.starts_with("espy: noisy.ppm: strength 0.0")) << outcome.err;
  const Outcome limited =
      espy({"denoise", "--strength", "0.1", "--iterations", "2", "noisy.ppm", "-o", "clean.ppm"});
  EXPECT_TRUE(limited.err.starts_with("espy: noisy.ppm: stopped after 2 iterations at a gap of"))
      << limited.err;
  EXPECT_EQ(espy({"denoise", "--quiet", "noisy.ppm", "-o", "clean.ppm"}).err, "");
}

TEST_F(Denoise, WritesSeveralPicturesIntoAFolder) {
  write("other.ppm", file(noisy_));
  write("broken.ppm", "P6 5 5 255 ");
  const Outcome outcome = espy({"denoise", "--json", "--timings", "noisy.ppm", "broken.ppm",
                                "other.ppm", "--output-dir", "clean"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_NE(outcome.err.find("broken.ppm"), std::string::npos);
  EXPECT_NE(outcome.err.find("iterate"), std::string::npos);
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 2);
  EXPECT_EQ(read("clean/noisy.ppm"), read("clean/other.ppm"));
}

TEST_F(Denoise, BadUseIsRefusedInOneLine) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{},
                                             {"noisy.ppm"},
                                             {"noisy.ppm", "-o", "noisy.ppm"},
                                             {"noisy.ppm", "noisy.ppm", "-o", "clean.ppm"},
                                             {"noisy.ppm", "-o", "clean.txt"},
                                             {"noisy.ppm", "-o", "a.ppm", "--output-dir", "b"},
                                             {"--strength", "0", "noisy.ppm", "-o", "clean.ppm"},
                                             {"--strength", "nan", "noisy.ppm", "-o", "clean.ppm"},
                                             {"--strength", "1001", "noisy.ppm", "-o", "clean.ppm"},
                                             {"--gap", "1e-9", "noisy.ppm", "-o", "clean.ppm"},
                                             {"--iterations", "0", "noisy.ppm", "-o", "clean.ppm"},
                                             {"--model", "tv", "noisy.ppm", "-o", "clean.ppm"},
                                             {"--engine", "abacus", "noisy.ppm", "-o", "clean.ppm"},
                                             {"--keep-positive", "noisy.ppm", "-o", "clean.ppm"},
                                             {"missing.ppm", "-o", "clean.ppm"}}) {
    std::vector<std::string> all = arguments;
    all.insert(all.begin(), "denoise");
    EXPECT_TRUE(refuses(espy(all), ""));
  }
  EXPECT_FALSE(std::filesystem::exists(path("clean.ppm")));
}

TEST_F(Denoise, FindSearchesWhatDenoiseWrites) {
  Picture needle(30, 24, 3);
  for (int y = 0; y < needle.height; ++y) {
    for (int x = 0; x < needle.width; ++x) {
      for (int c = 0; c < 3; ++c) needle.at(x, y, c) = noisy_.at(x + 17, y + 9, c);
    }
  }
  write("needle.ppm", file(needle));
  for (const char* name : {"noisy", "needle"}) {
    const std::string image = name;
    ASSERT_EQ(espy({"denoise", "--strength", "0.1", image + ".ppm", "-o", image + "_.ppm"}).status,
              0);
  }
  const std::vector<std::string> options{"find", "--json",      "--method",
                                         "zncc", "--min-score", "0.5"};
  const auto found = [&](std::vector<std::string> more) {
    more.insert(more.begin(), options.begin(), options.end());
    return Json::parse(espy(more).out);
  };
  const Json there = found({"needle_.ppm", "noisy_.ppm"});
  const Json inside = found({"--denoise", "0.1", "needle.ppm", "noisy.ppm"});
  ASSERT_GE(there["matches"].size(), 1U);
  ASSERT_EQ(inside["matches"].size(), there["matches"].size());
  EXPECT_EQ(inside["matches"][0]["x"].number(), 17);
  EXPECT_EQ(inside["matches"][0]["score"].number(), there["matches"][0]["score"].number());
  EXPECT_EQ(inside["denoise"].number(), 0.1);
  EXPECT_EQ(inside["timeline"][1]["stage"].text(), "denoise needles");
  EXPECT_EQ(inside["timeline"][2]["stage"].text(), "denoise scene");

  write("job.json", R"({"needles":[{"file":"needle.ppm"}],"images":["noisy.ppm"],
                        "options":{"method":"zncc","min_score":0.5,"denoise":0.1},
                        "outputs":{"jsonl":"all.jsonl"}})");
  const Outcome batch = espy({"batch", "job.json"});
  EXPECT_EQ(batch.status, 0) << batch.err;
  const Json line = Json::parse(read("all.jsonl"));
  EXPECT_EQ(line["denoise"].number(), 0.1);
  EXPECT_EQ(line["matches"][0]["score"].number(), there["matches"][0]["score"].number());
}

}  // namespace
}  // namespace espy::test
