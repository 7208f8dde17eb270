// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "batch/outputs.h"
#include "espy/error.h"

namespace espy::batch {
namespace {

TEST(BatchOutputs, NamesAreFilledIn) {
  EXPECT_EQ(outputName("{name}", "/a/b.c.png", 0, 1), "b.c.png");
  EXPECT_EQ(outputName("{number}-{name}-marked", "x.JPG", 8, 120), "009-x-marked.JPG");
  EXPECT_EQ(outputName("{number}{number}", "x.pgm", 9, 10), "1010.pgm");
  EXPECT_EQ(outputName("plain", "x", 0, 1), "plain");
}

TEST(BatchOutputs, NamesAreNotFilledInTwice) {
  EXPECT_EQ(outputName("{name}", "{number}.png", 0, 1), "{number}.png");
}

TEST(BatchOutputs, NamingsThatMakeNoFileName) {
  for (const char* naming : {"", "{", "{name", "{Name}", "{}", "a/{name}", "../{name}"}) {
    EXPECT_THROW(outputName(naming, "x.png", 0, 1), Error) << naming;
  }
}

TEST(BatchOutputs, NoneWithoutAFolder) {
  BatchJob job;
  job.images = {"a.png", "a.png"};
  for (const ImageOutputs& outputs : outputsOf(job)) {
    EXPECT_EQ(outputs.marked, "");
    EXPECT_EQ(outputs.crops, "");
  }
}

TEST(BatchOutputs, TwoImagesWithOneOutput) {
  BatchJob job;
  job.images = {"1/a.png", "2/a.png"};
  job.outputFolder = "out";
  try {
    outputsOf(job);
    ADD_FAILURE() << "it was planned";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "out/a.png: 1/a.png and 2/a.png would both be written under this name; a naming "
                 "with {number} keeps them apart");
  }
  job.naming = "{number}";
  EXPECT_EQ(outputsOf(job)[0].marked, "out/1.png");
  EXPECT_EQ(outputsOf(job)[1].marked, "out/2.png");
}

TEST(BatchOutputs, CropsAreNamedByTheirRank) {
  BatchJob job;
  job.folder = "jobs";
  job.images = {"1/a.jpg", "2/b.png"};
  job.cropFolder = "crops";
  const std::vector<ImageOutputs> outputs = outputsOf(job);
  EXPECT_EQ(outputs[0].marked, "");
  EXPECT_EQ(cropName(outputs[0].crops, 1), "jobs/crops/a-001.png");
  EXPECT_EQ(cropName(outputs[1].crops, 1234), "jobs/crops/b-1234.png");
  job.images.push_back("3/a.png");
  EXPECT_THROW(outputsOf(job), Error);
}

TEST(BatchOutputs, NamesAreMeantFromTheJobsFolder) {
  BatchJob job;
  job.folder = "jobs";
  job.images = {"in/a.png"};
  job.outputFolder = "out";
  EXPECT_EQ(outputsOf(job)[0].marked, "jobs/out/a.png");
  job.outputFolder = "in";
  EXPECT_THROW(outputsOf(job), Error);
  job.images = {"/in/a.png"};
  EXPECT_EQ(outputsOf(job)[0].marked, "jobs/in/a.png");
}

TEST(BatchOutputs, WhatIsReadIsNotWritten) {
  BatchJob job;
  job.images = {"in/a.png"};
  job.needles = {{"in/needle.png", "in/mask.png"}};
  job.outputFolder = "in/../in/./";
  job.overwrite = true;
  EXPECT_THROW(outputsOf(job), Error);
  for (const char* naming : {"needle", "mask"}) {
    job.naming = naming;
    EXPECT_THROW(outputsOf(job), Error) << naming;
  }
  job.naming = "{name}-marked";
  EXPECT_NO_THROW(outputsOf(job));
  for (const char* summary : {"in/a.png", "in/needle.png", "./in/a-marked.png"}) {
    job.summary = summary;
    EXPECT_THROW(outputsOf(job), Error) << summary;
    job.summary.clear();
    job.lines = summary;
    EXPECT_THROW(outputsOf(job), Error) << summary;
    job.lines.clear();
  }
  job.summary = job.lines = "both";
  EXPECT_THROW(outputsOf(job), Error);
}

}  // namespace
}  // namespace espy::batch
