// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sstream>

#include "espy/engine/all.h"
#include "espy/engine/batch.h"
#include "espy/error.h"
#include "unit/io/support.h"

namespace espy::batch {
namespace {

class BatchJobFile : public ::testing::Test {
 protected:
  BatchJob read(const std::string& text) const {
    iotest::store(folder_ / "my.job.json", text);
    std::istringstream nothing;
    return readBatchJob(folder_ / "my.job.json", nothing);
  }
  /// A job with these options.
  BatchJob withOptions(const std::string& options) const {
    return read(R"({"needles":[{"file":"n.png"}],"images":["a.png"],"options":{)" + options +
                R"(},"outputs":{"csv":"all.csv"}})");
  }
  /// The error message, without the file's name.
  std::string refusal(const std::string& text) const {
    try {
      read(text);
    } catch (const Error& error) {
      const std::string sentence = error.what();
      const std::string begin = folder_ / "my.job.json: ";
      EXPECT_TRUE(sentence.starts_with(begin)) << sentence;
      return sentence.substr(begin.size());
    }
    return "";
  }
  std::string refusalOfOptions(const std::string& options) const {
    return refusal(R"({"needles":[{"file":"n.png"}],"images":["a.png"],"options":{)" + options +
                   R"(},"outputs":{"csv":"all.csv"}})");
  }

  iotest::Folder folder_;
};

TEST_F(BatchJobFile, HasEveryKey) {
  const BatchJob job = read(R"({
    "needles": [{"file": "n.png", "mask": "own.pgm"}, {"file": "m.png"}],
    "images": ["a.png", "b.png"],
    "options": {"method": "zncc", "min_score": 0.75, "top": 3, "overlap": 0.25, "nearest": true,
                "across": true, "angle": "-10:10:0.5", "scale": 2, "quarter_turns": true,
                "flip": true, "search": "complete", "visible": 0.5, "polarity": "any",
                "sub_pixel": true, "mask": "all.pgm", "max_pixels": 1000, "engine": "sequential",
                "threads": 3, "mark": "lighten", "thickness": 7, "colour": "#0102ff",
                "flags_in_alpha": true},
    "outputs": {"csv": "all.csv", "jsonl": "all.jsonl", "marked": "m", "crops": "c",
                "naming": "{number}"},
    "overwrite": true})");
  EXPECT_EQ(job.path(""), folder_ / "");
  EXPECT_EQ(job.journal, "my.job.journal");
  ASSERT_EQ(job.needles.size(), 2U);
  EXPECT_EQ(job.needles[0].mask, "own.pgm");
  EXPECT_EQ(job.needles[1].mask, "all.pgm");
  EXPECT_EQ(job.images, (std::vector<std::string>{"a.png", "b.png"}));
  EXPECT_EQ(job.method, Method::zncc);
  EXPECT_EQ(job.minScore, 0.75);
  EXPECT_EQ(job.select.top, 3U);
  EXPECT_EQ(job.select.overlap, 0.25);
  EXPECT_TRUE(job.select.across);
  EXPECT_TRUE(job.nearest);
  EXPECT_EQ(job.pose.angle, (PoseRange{-10, 10, 0.5}));
  EXPECT_EQ(job.pose.scale, (PoseRange{2, 2, 0}));
  EXPECT_TRUE(job.pose.quarterTurns && job.pose.flip);
  EXPECT_EQ(job.pose.search, PoseSearch::complete);
  EXPECT_EQ(job.pose.visible, 0.5);
  EXPECT_EQ(job.pose.polarity, Polarity::any);
  EXPECT_TRUE(job.subPixel && job.wantBest && job.distances && job.overwrite);
  EXPECT_FALSE(job.times);
  EXPECT_EQ(job.maxPixels, 1000);
  EXPECT_EQ(job.engine, "sequential");
  EXPECT_EQ(job.control.threads, 3);
  EXPECT_EQ(job.mark.style, MarkStyle::lighten);
  EXPECT_TRUE(job.mark.flagsInAlpha);
  EXPECT_EQ(job.mark.thickness, 7);
  EXPECT_EQ(job.mark.colour, (Colour{1, 2, 255}));
  EXPECT_EQ(job.summary, "all.csv");
  EXPECT_EQ(job.lines, "all.jsonl");
  EXPECT_EQ(job.outputFolder, "m");
  EXPECT_EQ(job.cropFolder, "c");
  EXPECT_EQ(job.naming, "{number}");
}

TEST_F(BatchJobFile, DefaultsAreTheCommands) {
  const BatchJob exact = withOptions("");
  EXPECT_EQ(exact.method, Method::exact);
  EXPECT_EQ(exact.select.overlap, 1);
  EXPECT_FALSE(exact.pose.isAsked());
  EXPECT_FALSE(exact.wantBest);
  const BatchJob scored = withOptions(R"("method":"sad")");
  EXPECT_EQ(scored.minScore, ScoreOptions().minScore);
  EXPECT_EQ(scored.select.overlap, kScoredOverlap);
  EXPECT_EQ(withOptions(R"("tolerance":7)").tolerance, 7);
}

TEST_F(BatchJobFile, WhatIsWrongIsNamed) {
  EXPECT_EQ(refusal("{"), "is not valid JSON from byte 2 on");
  EXPECT_EQ(refusal("[]"),
            "must be an object, {\"images\": ...}; the keys are images, index, needles, options, "
            "outputs, overwrite");
  EXPECT_EQ(refusal("{}"), "there is no needle to find");
  EXPECT_EQ(refusal(R"({"needles":[{"file":"n"}]})"), "there is no image to search");
  EXPECT_EQ(refusal(R"({"needles":[{"file":"n"}],"images":["a"]})"), "\"outputs\" names no output");
  EXPECT_EQ(refusal(R"({"needles":[{"file":"n"}],"images":["a"],
                        "options":{"flags_in_alpha":true},"outputs":{"csv":"all.csv"}})"),
            "\"flags_in_alpha\" needs \"marked\" in \"outputs\"");
  EXPECT_EQ(refusal(R"({"needles":[{"file":"n"}],"needles":[]})"),
            "the key \"needles\" occurs twice");
  EXPECT_EQ(refusal(R"({"needle":[]})"),
            "there is no key \"needle\"; the keys are images, index, needles, options, outputs, "
            "overwrite");
  EXPECT_EQ(refusal(R"({"needles":[{"mask":"n"}]})"), "needles[0]: has no \"file\"");
  EXPECT_EQ(refusal(R"({"needles":["n.png"]})"),
            "needles[0]: must be an object, {\"file\": ...}; the keys are file, mask");
  EXPECT_EQ(refusal(R"({"images":"shots/"})"), "images: must be a list, [...]");
  EXPECT_EQ(refusal(R"({"images":["a",3]})"), "images[1]: must be a string");
  EXPECT_EQ(refusal(R"({"overwrite":1})"), "overwrite: must be true or false");
  EXPECT_EQ(refusalOfOptions(R"("top":0)"), "options.top: must be a whole number, 1 or more");
  EXPECT_EQ(refusalOfOptions(R"("top":1.5)"), "options.top: must be a whole number, 1 or more");
  EXPECT_EQ(refusalOfOptions(R"("top":"3")"), "options.top: must be a whole number, 1 or more");
  EXPECT_EQ(refusalOfOptions(R"("min_score":1.01)"),
            "options.min_score: must be a number from -1 to 1");
  EXPECT_EQ(refusalOfOptions(R"("method":"best")"),
            "options.method: must be one of exact, sad, ssd, zncc, outline");
  EXPECT_EQ(refusalOfOptions(R"("colour":"red")"),
            "options.colour: must be a colour as #rrggbb, in hexadecimal");
  for (const char* range :
       {"\"1:2:3:4\"", "\"2:1\"", "\"a\"", "\"1:2:0\"", "400", "\"\"", "[1,2]"}) {
    EXPECT_NE(refusalOfOptions(R"("method":"sad","angle":)" + std::string(range)), "") << range;
  }
}

TEST_F(BatchJobFile, WhatContradictsItselfIsRefused) {
  for (const char* options :
       {R"("method":"sad","tolerance":1)", R"("weighted":true)",
        R"("method":"zncc","weighted":true)", R"("angle":3)", R"("scale":2)", R"("visible":0.5)",
        R"("method":"sad","visible":0)", R"("method":"sad","polarity":"any")",
        R"("method":"ssd","channel_means":"each")", R"("method":"zncc","channel_means":"some")",
        R"("sub_pixel":true)"}) {
    EXPECT_TRUE(refusalOfOptions(options).starts_with("options")) << options;
  }
}

TEST_F(BatchJobFile, RubbishIsRefused) {
  for (const std::string& text :
       {std::string(), std::string("\0\0\0", 3), std::string(100'000, '['),
        std::string("{\"a\":1e999}"), std::string("{\"images\":[\"\xff\"]}"), std::string("nan"),
        std::string("{\"images\":[\"\\u0000\"]}")}) {
    EXPECT_NE(refusal(text), "");
  }
  std::istringstream nothing;
  EXPECT_THROW(readBatchJob(folder_ / "missing.json", nothing), Error);
  EXPECT_THROW(readBatchJob(folder_ / "", nothing), Error);
}

}  // namespace
}  // namespace espy::batch
