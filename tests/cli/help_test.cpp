// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Version and help: printed in full on standard output, status 0.
#include <sstream>

#include "command.h"

namespace espy::test {
namespace {

class Help : public CommandTest {
 protected:
  std::string textOf(const std::vector<std::string>& arguments) const {
    const Outcome outcome = espy(arguments);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
    return outcome.out;
  }

  static void expectAll(const std::string& text, const std::vector<std::string>& parts) {
    for (const std::string& part : parts) {
      EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
    }
  }
};

TEST_F(Help, Version) {
  EXPECT_EQ(textOf({"--version"}), "espy 0.1.0\n");
}

TEST_F(Help, TopLevelNamesTheVerbsOfThisBuild) {
  const std::string text = textOf({"--help"});
  EXPECT_EQ(textOf({"-h"}), text);
  expectAll(text, {"find", "watch", "screenshot", "screen", "batch", "learn", "library", "signal",
                   "lab", "devices", "--version", "Exit status"});
}

TEST_F(Help, TheWordHelpIsTheOptionHelp) {
  EXPECT_EQ(textOf({"help"}), textOf({"--help"}));
  EXPECT_EQ(textOf({"help", "--help"}), textOf({"--help"}));
  for (const char* verb : {"find", "devices"}) {
    EXPECT_EQ(textOf({"help", verb}), textOf({verb, "--help"}));
  }
  EXPECT_TRUE(refuses(espy({"help", "fnd"}), "there is no verb fnd (did you mean find?)"));
}

TEST_F(Help, MethodsHaveATitleOfTheirOwn) {
  for (const char* verb : {"find", "watch"}) {
    expectAll(textOf({verb, "--help"}), {"\n\nComparison:\n      --method NAME"});
  }
}

TEST_F(Help, FindNamesEveryOptionWithItsDefault) {
  const std::string text = textOf({"find", "--help"});
  expectAll(text, {"Usage: espy find",
                   "-e, --needle FILE",
                   "--method",
                   "--tolerance N",
                   "--min-score S",
                   "--top K",
                   "--nearest",
                   "--overlap F",
                   "--across",
                   "--angle",
                   "--scale",
                   "--mask FILE",
                   "--engine",
                   "--threads N",
                   "--mark STYLE",
                   "--thickness T",
                   "--colour",
                   "-o, --output FILE",
                   "--output-dir DIR",
                   "--flags FILE",
                   "--json",
                   "--timings",
                   "--quiet",
                   "--max-pixels N",
                   "default: auto",
                   "default: outline",
                   "default: 3",
                   "default: #00c000",
                   "default: 2^34",
                   "Exit status",
                   "Examples",
                   "--weighted",
                   "--channel-means HOW",
                   "--quarter-turns",
                   "--flip",
                   "--search HOW",
                   "--polarity HOW",
                   "--visible F",
                   "--scores FILE",
                   "--sub-pixel",
                   "default: 0.9",
                   "default: exact: 1, else 0.5"});
}

TEST_F(Help, HelpWinsOverWhateverElseIsWrong) {
  EXPECT_EQ(textOf({"find", "--nonsense", "-h"}), textOf({"find", "--help"}));
}

TEST_F(Help, BehindTwoDashesItIsAFile) {
  EXPECT_TRUE(refuses(espy({"find", "--", "--help", "x.ppm"}), "--help: "));
}

TEST_F(Help, ScreenAndDevices) {
  expectAll(textOf({"screen", "--help"}),
            {"Usage: espy screen", "--keep", "--tolerance", "--mark", "--thickness", "--colour",
             "--output", "--flags", "--engine", "--threads", "--json", "--timings", "--quiet",
             "Examples"});
  expectAll(textOf({"devices", "--help"}), {"Usage: espy devices", "--json", "Examples"});
}

TEST_F(Help, NoLineIsWiderThanATerminalOfAHundredColumns) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--help"},
                                                    {"find", "--help"},
                                                    {"screen", "--help"},
                                                    {"watch", "--help"},
                                                    {"screenshot", "--help"},
                                                    {"devices", "--help"}}) {
    std::istringstream lines(textOf(arguments));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
  }
}

}  // namespace
}  // namespace espy::test
