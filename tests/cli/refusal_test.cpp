// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Invalid input: one line, the right status, no files left.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "command.h"
#include "picture.h"

namespace espy::test {
namespace {

class Refusal : public CommandTest {
 protected:
  Refusal() : scene_(noise(30, 20, 3, 1)) {
    write("scene.ppm", file(scene_));
    write("needle.ppm", file(cut(scene_, 4, 5, 6, 7)));
  }

  /// This file is rejected as image, as needle and by screen.
  void bothRefuse(const std::string& name, const std::string& bytes) {
    write(name, bytes);
    EXPECT_TRUE(refuses(espy({"find", "needle.ppm", name}), name));
    EXPECT_TRUE(refuses(espy({"find", name, "scene.ppm"}), name));
    EXPECT_TRUE(refuses(espy({"screen", "--keep", "#000000", name}), name));
  }

  const std::string line_ = "scene.ppm:4,5,6,7 score=1 needle=needle.ppm\n";
  Picture scene_;
};

TEST_F(Refusal, NoVerbOrAnUnknownOne) {
  EXPECT_TRUE(refuses(espy({}), "--help"));
  EXPECT_TRUE(refuses(espy({"seek"}), "seek"));
  EXPECT_TRUE(refuses(espy({"--seek"}), "--seek"));
  EXPECT_TRUE(refuses(espy({""}), "verb"));
}

TEST_F(Refusal, ABatchWithoutItsJobIsRefused) {
  EXPECT_TRUE(refuses(espy({"batch", "job.json"}), "job.json: cannot be read: No such file"));
  EXPECT_TRUE(
      refuses(espy({"batch", "."}), ".: cannot be read: Is a directory; a job is a JSON file"));
}

TEST_F(Refusal, UnknownOptionsAreNamed) {
  EXPECT_TRUE(refuses(espy({"find", "--colr", "#00ff00", "needle.ppm", "scene.ppm"}), "--colr"));
  EXPECT_TRUE(refuses(espy({"find", "-x", "needle.ppm", "scene.ppm"}), "-x"));
  EXPECT_TRUE(
      refuses(espy({"screen", "--keep", "#000000", "--nearest", "scene.ppm"}), "--nearest"));
  EXPECT_TRUE(refuses(espy({"devices", "--all"}), "--all"));
  EXPECT_TRUE(refuses(espy({"devices", "extra"}), "extra"));
}

TEST_F(Refusal, MisspeltWordsAreCorrected) {
  const auto says = [&](const std::vector<std::string>& words, const std::string& fact) {
    EXPECT_TRUE(refuses(espy(words), fact));
  };
  says({"fnid", "a", "b"}, "there is no verb fnid (did you mean find?); try 'espy --help'");
  says({"match", "a", "b"}, "(did you mean watch or batch?)");
  says({"--hlep"}, "there is no option --hlep (did you mean --help?)");
  says({"find", "--min_score", "0.8", "a", "b"}, "--min_score (did you mean --min-score?); try ");
  says({"find", "--colr=#ff0000", "a", "b"}, "--colr=#ff0000 (did you mean --color?)");
  says({"find", "-top", "3", "a", "b"}, "(did you mean --top?)");
  says({"find", "--method", "ZNCC", "a", "b"}, "outline (did you mean zncc?)");
  says({"find", "--engine", "thread", "a", "b"}, "(did you mean threads?)");
  says({"signal", "--method", "dwt", "a", "b"}, "sad, euclid, dtw (did you mean dtw?)");
  says({"library", "vrify", "lib"}, "there is no action vrify (did you mean verify?)");
  says({"index", "lsit", "a.esi"}, "there is no action lsit (did you mean list?)");
}

TEST_F(Refusal, WordsThatAreNearNothingAreOnlyNamed) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"seek"},
                                                {"-x"},
                                                {"find", "-x", "a", "b"},
                                                {"find", "--nonsense", "a", "b"},
                                                {"find", "--method", "magic", "a", "b"},
                                                {"index", "picture.png"}}) {
    const Outcome outcome = espy(words);
    EXPECT_TRUE(refuses(outcome, words.back() == "b" ? words[words.size() - 3] : words.back()));
    EXPECT_EQ(outcome.err.find("did you mean"), std::string::npos) << outcome.err;
  }
}

TEST_F(Refusal, QuietAlsoHidesErrorsOfUse) {
  for (const std::string option : {"--colr", "--top"}) {
    const Outcome outcome = espy({"find", "needle.ppm", "scene.ppm", "--quiet", option});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err, "");
  }
}

TEST_F(Refusal, FlagsTakeNoValue) {
  for (const std::string value : {"0", "no", "1", "true", ""}) {
    EXPECT_TRUE(refuses(espy({"find", "--json=" + value, "needle.ppm", "scene.ppm"}),
                        "--json takes no value"));
    EXPECT_TRUE(refuses(espy({"devices", "--json=" + value}), "--json takes no value"));
    EXPECT_TRUE(refuses(espy({"signal", "--open=" + value, "a", "b"}), "--open takes no value"));
  }
  EXPECT_TRUE(refuses(espy({"find", "--quiet=no", "needle.ppm", "scene.ppm"}), "takes no value"));
  EXPECT_EQ(espy({"find", "needle.ppm", "--", "--json=0"}).err.find("takes no value"),
            std::string::npos);
}

TEST_F(Refusal, AnEmptyValueIsNotTheWordBehindIt) {
  const std::string needle = read("needle.ppm");
  for (const char* option : {"--output=", "--mask=", "--flags=", "--top=", "--needle="}) {
    EXPECT_TRUE(refuses(espy({"find", option, "needle.ppm", "needle.ppm", "scene.ppm"}),
                        std::string(option, 0, std::string(option).size() - 1)));
  }
  EXPECT_EQ(read("needle.ppm"), needle);
  EXPECT_TRUE(refuses(espy({"screen", "--keep=", "scene.ppm"}), "--keep"));
  EXPECT_TRUE(refuses(espy({"find", "--colr=", "needle.ppm", "scene.ppm"}), "--colr"));
  // After -- it is a file.
  EXPECT_TRUE(refuses(espy({"find", "--", "--top=", "scene.ppm"}), "--top=: cannot be opened"));
  EXPECT_EQ(espy({"find", "--top=1", "needle.ppm", "scene.ppm"}).out, line_);
}

TEST_F(Refusal, StandardOutputIntoAnInput) {
  const std::string scene = read("scene.ppm");
  EXPECT_TRUE(refuses(espy({"find", "-o", "-", "needle.ppm", "scene.ppm"},
                           {.outputPath = path("scene.ppm").string()}),
                      "an input is never overwritten"));
  EXPECT_EQ(read("scene.ppm"), scene);
}

TEST_F(Refusal, UseErrorsHintAtTheHelp) {
  EXPECT_TRUE(refuses(espy({"find", "--colr", "x"}), "try 'espy find --help'"));
  EXPECT_TRUE(refuses(espy({"screen"}), "try 'espy screen --help'"));
  EXPECT_TRUE(refuses(espy({"seek"}), "try 'espy --help'"));
}

TEST_F(Refusal, MissingFilesOnTheCommandLine) {
  EXPECT_TRUE(refuses(espy({"find"}), "needle"));
  EXPECT_TRUE(refuses(espy({"find", "needle.ppm"}), "image"));
  EXPECT_TRUE(refuses(espy({"find", "-e", "needle.ppm"}), "image"));
  EXPECT_TRUE(refuses(espy({"find", "needle.ppm", "scene.ppm", "-e"}), "--needle: needs a value"));
  EXPECT_TRUE(refuses(espy({"find", "needle.ppm", "scene.ppm", "--top"}), "--top: needs a value"));
  EXPECT_TRUE(refuses(espy({"find", "needle.ppm", "scene.ppm", "-o", ""}), "--output: needs"));
  EXPECT_TRUE(refuses(espy({"find", "-e", "", "scene.ppm"}), "--needle: needs"));
  EXPECT_TRUE(refuses(espy({"find", "--method=", "needle.ppm", "scene.ppm"}), "--method: needs"));
  EXPECT_TRUE(refuses(espy({"find", "--top", "", "needle.ppm", "scene.ppm"}), "--top: needs"));
  EXPECT_TRUE(refuses(espy({"screen", "--keep", "", "scene.ppm"}), "--keep: needs"));
}

TEST_F(Refusal, OptionsWithTwoSpellingsAreNamedByOne) {
  EXPECT_TRUE(
      refuses(espy({"signal", "--normalize", "x", "a.csv", "b.csv"}), "espy: --normalise x: must"));
}

TEST_F(Refusal, FilesThatCannotBeRead) {
  EXPECT_TRUE(refuses(espy({"find", "needle.ppm", "missing.ppm"}), "missing.ppm"));
  EXPECT_TRUE(refuses(espy({"find", "missing.ppm", "scene.ppm"}), "missing.ppm"));
  std::filesystem::create_directory(path("folder"));
  EXPECT_TRUE(refuses(espy({"find", "needle.ppm", "folder"}),
                      "folder: is a folder, not a picture; name its pictures, or search the folder "
                      "with espy batch"));
  EXPECT_TRUE(refuses(espy({"find", "needle.ppm", ""}), "empty"));
  EXPECT_TRUE(refuses(espy({"find", "needle.ppm", "new\nline.ppm"}), "new?line.ppm"));
}

TEST_F(Refusal, WhatMakesAMissingIndexOrLibraryIsNamed) {
  const std::string index = "no.esi: No such file or directory; `espy index PICTURE... -o no.esi`";
  EXPECT_TRUE(refuses(espy({"find", "--index", "no.esi", "scene.ppm"}), index));
  EXPECT_TRUE(refuses(espy({"index", "add", "no.esi", "needle.ppm"}), index));
  EXPECT_TRUE(refuses(espy({"identify", "no.esl", "scene.ppm"}),
                      "no.esl: No such file or directory; `espy library create no.esl` makes one"));
}

TEST_F(Refusal, FilesThatAreNoPictures) {
  bothRefuse("empty.ppm", "");
  bothRefuse("text.ppm", "It is not a picture at all.\n");
  bothRefuse("magic.ppm", "P6");
  bothRefuse("header.ppm", "P6\n30 20\n");
  bothRefuse("cut.ppm", file(scene_).substr(0, 500));
  bothRefuse("nothing.pgm", "P5 0 3 255\n");
  bothRefuse("maxval.pgm", std::string("P5 1 1 65536\n\0\0", 15));
  bothRefuse("word.pgm", "P5 one two 255\n");
}

TEST_F(Refusal, HugePicturesInTinyFiles) {
  bothRefuse("wide.pgm", "P5 4000000000 4000000000 255\nx");
  bothRefuse("digits.pgm", "P5 99999999999999999999999999 1 255\nx");
  bothRefuse("wrap.ppm", "P6 6148914691236517206 1 255\nx");
  bothRefuse("deep.pam", "P7\nWIDTH 4611686018427387904\nHEIGHT 4\nDEPTH 1\nMAXVAL 255\nENDHDR\nx");
  bothRefuse("plain.pgm", "P2 1000000000 1000000000 255\n1 2 3");
}

TEST_F(Refusal, ANeedleWithoutAnOpaquePixel) {
  write("clear.pam", file(Picture(3, 3, 4, 0)));
  EXPECT_TRUE(refuses(espy({"find", "clear.pam", "scene.ppm"}), "clear.pam"));
  EXPECT_TRUE(
      refuses(espy({"find", "-e", "needle.ppm", "-e", "clear.pam", "scene.ppm"}), "clear.pam"));
}

TEST_F(Refusal, OneBrokenImageOfSeveralIsStatusThree) {
  write("broken.ppm", "P6 30 20 255\nshort");
  for (const std::vector<std::string>& images :
       {std::vector<std::string>{"broken.ppm", "scene.ppm"}, {"scene.ppm", "broken.ppm"}}) {
    const Outcome outcome = espy({"find", "needle.ppm", images[0], images[1]});
    EXPECT_EQ(outcome.status, 3);
    EXPECT_EQ(outcome.out, line_);
    EXPECT_TRUE(outcome.err.starts_with("espy: broken.ppm: ")) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
  }
  write("other.ppm", file(noise(6, 7, 3, 2)));
  EXPECT_EQ(espy({"find", "other.ppm", "broken.ppm", "scene.ppm"}).status, 3);
}

TEST_F(Refusal, AllImagesBrokenIsStatusTwoWithOneLineEach) {
  write("broken.ppm", "P6 30 20 255\nshort");
  const Outcome outcome = espy({"find", "needle.ppm", "broken.ppm", "missing.ppm"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(outcome.err.starts_with("espy: broken.ppm: ")) << outcome.err;
  EXPECT_NE(outcome.err.find("\nespy: missing.ppm: "), std::string::npos) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 2);
}

TEST_F(Refusal, SeveralImagesIntoAFolderWithOneBroken) {
  write("broken.ppm", "P6 30 20 255\nshort");
  EXPECT_EQ(espy({"find", "--output-dir", "out", "needle.ppm", "broken.ppm", "scene.ppm"}).status,
            3);
  EXPECT_EQ(list(), (std::vector<std::string>{"broken.ppm", "needle.ppm", "out", "out/scene.ppm",
                                              "scene.ppm"}));
}

TEST_F(Refusal, AFullStandardOutputIsAnError) {
  const RunEnvironment full{.outputPath = "/dev/full"};
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"find", "needle.ppm", "scene.ppm"},
        {"find", "--json", "needle.ppm", "scene.ppm"},
        {"find", "-o", "-", "needle.ppm", "scene.ppm"},
        {"screen", "--keep", "#000000", "scene.ppm"},
        {"devices"},
        {"find", "--help"},
        {"--version"}}) {
    EXPECT_TRUE(refuses(espy(arguments, full), "standard output")) << arguments.back();
  }
}

TEST_F(Refusal, AClosedStandardOutputIsAnError) {
  const RunEnvironment closed{.closeOutput = true};
  EXPECT_TRUE(refuses(espy({"find", "needle.ppm", "scene.ppm"}, closed), "standard output"));
  EXPECT_TRUE(refuses(espy({"devices"}, closed), "standard output"));
  // No output, no error; and no file may be opened as descriptor 1.
  EXPECT_EQ(espy({"find", "-o", "o.ppm", "--quiet", "needle.ppm", "scene.ppm"}, closed).status, 0);
  EXPECT_EQ(parse(read("o.ppm")).width, 30);
}

TEST_F(Refusal, AReaderThatGoesAwayEndsTheCommandQuietly) {
  write("flat.pgm", file(Picture(500, 300, 1, 3)));
  write("dot.pgm", file(Picture(1, 1, 1, 3)));
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  std::jthread reader([pipe = path("pipe")] {
    const int end = ::open(pipe.c_str(), O_RDONLY);
    char byte = 0;
    EXPECT_EQ(::read(end, &byte, 1), 1);
    ::close(end);
  });
  const Outcome outcome =
      espy({"find", "dot.pgm", "flat.pgm"}, {.outputPath = path("pipe").string()});
  reader.join();
  EXPECT_EQ(outcome.signal, SIGPIPE);
  EXPECT_EQ(outcome.err, "");
}

// An error prints one line, without notes about files.

TEST_F(Refusal, ANoteWaitsUntilSomethingWasDone) {
  const std::string noted = file(scene_) + "and more";
  write("noted.ppm", noted);
  write("flat.ppm", file(Picture(3, 3, 3, 9)) + "and more");
  // The image is read, with a note, before the error in the needle is detected.
  EXPECT_TRUE(refuses(espy({"find", "--method", "zncc", "flat.ppm", "noted.ppm"}), "flat.ppm"));
  EXPECT_TRUE(
      refuses(espy({"find", "-e", "flat.ppm", "-e", "missing.ppm", "scene.ppm"}), "missing.ppm"));
  EXPECT_TRUE(refuses(espy({"find", "flat.ppm", "missing.ppm"}), "missing.ppm"));
  EXPECT_TRUE(refuses(espy({"find", "needle.ppm", "noted.ppm", "--flags", "no-folder/flags.pgm"}),
                      "flags.pgm"));
  EXPECT_TRUE(refuses(espy({"screen", "--keep", "#000000", "noted.ppm", "-o", "no-folder/o.ppm"}),
                      "o.ppm"));
  const Outcome done = espy({"find", "needle.ppm", "noted.ppm"});
  EXPECT_EQ(done.status, 0);
  EXPECT_NE(done.err.find("noted.ppm: note: "), std::string::npos) << done.err;
}

}  // namespace
}  // namespace espy::test
