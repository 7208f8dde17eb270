// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Man page and shell completions agree with the command's help; bash, fish and zsh are run to test
// what they offer.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <sstream>

#include "command.h"

namespace espy::test {
namespace {

namespace fs = std::filesystem;

const fs::path kTexts = ESPY_TEXTS;

std::string contentOf(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  EXPECT_TRUE(stream) << file;
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Output lines of a shell script.
std::vector<std::string> printedBy(const std::string& shell, const std::string& script) {
  const std::string line = shell + " -c \"$ESPY_TEST_SCRIPT\" 2>&1";
  ::setenv("ESPY_TEST_SCRIPT", script.c_str(), 1);
  std::FILE* const pipe = ::popen(line.c_str(), "r");
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  EXPECT_EQ(::pclose(pipe), 0) << text;
  return linesOf(text);
}

bool isInstalled(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

class Texts : public CommandTest {
 protected:
  std::vector<std::string> verbs() const {
    return firstWords({"--help"}, std::regex("^  ([a-z]+)  .*"));
  }

  /// Option names in the verb's help, long and short: "--needle", "-e".
  std::vector<std::string> optionsOf(const std::string& verb) const {
    std::vector<std::string> names =
        firstWords({verb, "--help"}, std::regex("^ +(?:-[a-z], )?(--[a-z-]+).*"));
    for (const std::string& name :
         firstWords({verb, "--help"}, std::regex("^  (-[a-z]), --[a-z-]+.*"))) {
      names.push_back(name);
    }
    return names;
  }

 private:
  std::vector<std::string> firstWords(const std::vector<std::string>& arguments,
                                      const std::regex& pattern) const {
    std::vector<std::string> words;
    for (const std::string& line : linesOf(espy(arguments).out)) {
      std::smatch parts;
      // Stop at the examples, which are indented, too.
      if (line == "Exit status:" || line == "Examples:") break;
      if (std::regex_match(line, parts, pattern)) words.push_back(parts[1]);
    }
    return words;
  }
};

/// Words that bash offers for the last of `words`, and its calls of compopt.
std::vector<std::string> offeredByBash(const std::string& words) {
  return printedBy("bash", "source '" + (kTexts / "espy.bash").string() +
                               "'\n"
                               "compopt() { echo \"compopt $*\"; }\n"
                               "COMP_WORDS=(espy " +
                               words +
                               ")\n"
                               "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
                               "_espy\n"
                               "if [ ${#COMPREPLY[@]} -gt 0 ]; then printf '%s\\n' "
                               "\"${COMPREPLY[@]}\"; fi\n");
}

std::vector<std::string> offeredByFish(const std::string& line) {
  return printedBy("fish --no-config", "source '" + (kTexts / "espy.fish").string() +
                                           "'; complete -C '" + line +
                                           "' | string replace -r '\\t.*' ''; true");
}

using Words = std::vector<std::string>;
const Words kNoFiles{"compopt +o default +o bashdefault"};

Words withoutFiles(const Words& words) {
  Words all = kNoFiles;
  all.insert(all.end(), words.begin(), words.end());
  return all;
}

TEST_F(Texts, HelpIsParsed) {
  EXPECT_EQ(verbs(),
            (Words{"find", "index", "watch", "screenshot", "screen", "denoise", "batch", "learn",
                   "library", "identify", "service", "signal", "lab", "devices"}));
  EXPECT_EQ(optionsOf("devices"), Words{"--json"});
  const Words find = optionsOf("find");
  EXPECT_GT(find.size(), 30u);
  EXPECT_NE(std::find(find.begin(), find.end(), "-o"), find.end());
}

TEST_F(Texts, ManPageListsEveryOptionOfEveryVerb) {
  std::map<std::string, std::string> sections;
  std::string title;
  for (const std::string& line : linesOf(contentOf(kTexts / "espy.1"))) {
    if (line.starts_with(".SH ")) title = line.substr(4);
    sections[title] += line + "\n";
  }
  for (const std::string& verb : verbs()) {
    std::string upper = "ESPY ";
    for (const char c : verb) upper += static_cast<char>(std::toupper(c));
    ASSERT_TRUE(sections.contains(upper)) << upper;
    for (const std::string& name : optionsOf(verb)) {
      const std::string tag = "\\fB" + std::regex_replace(name, std::regex("-"), "\\-") + "\\fR";
      EXPECT_NE(sections[upper].find(tag), std::string::npos) << verb << ' ' << name;
    }
  }
}

TEST_F(Texts, ManPageIsReadWithoutComplaint) {
  if (!isInstalled("groff")) GTEST_SKIP() << "there is no groff";
  const Words printed =
      printedBy("sh", "groff -man -Tascii -ww -P-cbou '" + (kTexts / "espy.1").string() + "'");
  ASSERT_FALSE(printed.empty());
  for (const std::string& line : printed) {
    EXPECT_EQ(line.find("warning"), std::string::npos) << line;
    EXPECT_EQ(line.find("error:"), std::string::npos) << line;
  }
}

TEST_F(Texts, BashOffersEveryVerbAndOption) {
  const Words first = offeredByBash("''");
  for (const std::string& verb : verbs()) {
    EXPECT_NE(std::find(first.begin(), first.end(), verb), first.end()) << verb;
    const Words offered = offeredByBash(verb + " -");
    for (const std::string& name : optionsOf(verb)) {
      EXPECT_NE(std::find(offered.begin(), offered.end(), name), offered.end())
          << verb << ' ' << name;
    }
  }
}

TEST_F(Texts, BashOffersWhatAnOptionTakes) {
  EXPECT_EQ(offeredByBash("find --method ''"),
            withoutFiles({"exact", "sad", "ssd", "zncc", "outline"}));
  EXPECT_EQ(offeredByBash("find --method s"), withoutFiles({"sad", "ssd"}));
  EXPECT_EQ(offeredByBash("find --method ="),
            withoutFiles({"exact", "sad", "ssd", "zncc", "outline"}));
  EXPECT_EQ(offeredByBash("find --method = z"), withoutFiles({"zncc"}));
  EXPECT_EQ(offeredByBash("screen --mark ''"),
            withoutFiles({"outline", "whiteout", "dim", "none", "lighten"}));
  EXPECT_EQ(offeredByBash("find --top ''"), kNoFiles);
  EXPECT_EQ(offeredByBash("lab ''"), withoutFiles({"signal-sad",
                                                   "where-is-a-pattern",
                                                   "sparse-network",
                                                   "texture-search",
                                                   "texture-steps",
                                                   "md-dtw",
                                                   "motif-steps",
                                                   "hash-table",
                                                   "chain-blocks",
                                                   "memory-reuse",
                                                   "tensor-descent",
                                                   "chain",
                                                   "hash",
                                                   "motifs",
                                                   "pattern",
                                                   "reuse",
                                                   "sad",
                                                   "sparse",
                                                   "tensors",
                                                   "texture"}));
  EXPECT_EQ(offeredByBash("devices x"), kNoFiles);
  const Words engines = offeredByBash("find --engine ''");
  for (const char* name : {"auto", "sequential", "threads", "openmp", "cuda"}) {
    EXPECT_NE(std::find(engines.begin(), engines.end(), name), engines.end()) << name;
  }
}

TEST_F(Texts, BashOffersWhatComesFirstAndFilesBehindIt) {
  EXPECT_EQ(offeredByBash("library ver"), withoutFiles({"verify"}));
  EXPECT_EQ(offeredByBash("library ''").size(), 10U);
  EXPECT_EQ(offeredByBash("library add ''"), Words{});
  EXPECT_EQ(offeredByBash("library add --mis"), withoutFiles({"--missing"}));
}

TEST_F(Texts, BashLeavesFilesToReadline) {
  for (const char* words : {"find ''", "find --mask ''", "find -o a.png b", "find --flags = ''",
                            "learn --yes ''", "find -- -x"}) {
    EXPECT_EQ(offeredByBash(words), Words{}) << words;
  }
  EXPECT_EQ(offeredByBash("find --output-dir ''"),
            Words{"compopt +o default +o bashdefault -o dirnames"});
}

TEST_F(Texts, FishOffersEveryVerbAndOptionAndWhatItTakes) {
  if (!isInstalled("fish")) GTEST_SKIP() << "there is no fish";
  const Words first = offeredByFish("espy ");
  for (const std::string& verb : verbs()) {
    EXPECT_NE(std::find(first.begin(), first.end(), verb), first.end()) << verb;
    const Words offered = offeredByFish("espy " + verb + " -");
    for (const std::string& name : optionsOf(verb)) {
      EXPECT_NE(std::find(offered.begin(), offered.end(), name), offered.end())
          << verb << ' ' << name;
    }
  }
  EXPECT_EQ(offeredByFish("espy find --method "),
            (Words{"exact", "outline", "sad", "ssd", "zncc"}));
  EXPECT_EQ(offeredByFish("espy lab s"), (Words{"sad", "signal-sad", "sparse", "sparse-network"}));
  EXPECT_EQ(offeredByFish("espy devices s"), Words{});
  EXPECT_EQ(offeredByFish("espy library ver"), Words{"verify"});
  EXPECT_EQ(offeredByFish("espy library info ver"), Words{});
}

TEST_F(Texts, ZshDescribesEveryVerbAndOption) {
  if (!isInstalled("zsh")) GTEST_SKIP() << "there is no zsh";
  // Replaces zsh's completion functions by ones that print their arguments.
  const auto described = [](const std::string& state, const std::string& words) {
    return printedBy("zsh -f",
                     "_arguments() {\n"
                     "  if [[ $1 == -C ]]; then state=" +
                         state +
                         "; return 1; fi\n"
                         "  print -rl -- \"$@\"\n"
                         "}\n"
                         "_describe() { print -rl -- ${(P)4} }\n"
                         "words=(" +
                         words +
                         ")\n"
                         "source '" +
                         (kTexts / "espy.zsh").string() + "'");
  };
  const auto holds = [](const Words& lines, const std::string& part) {
    return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
      return line.find(part) != std::string::npos;
    });
  };
  const Words first = described("verb", "");
  for (const std::string& verb : verbs()) {
    EXPECT_TRUE(holds(first, verb + ":")) << verb;
    const Words offered = described("rest", verb);
    for (const std::string& name : optionsOf(verb)) {
      EXPECT_TRUE(holds(offered, name + "=[") || holds(offered, name + "[")) << verb << ' ' << name;
    }
  }
  EXPECT_TRUE(holds(described("rest", "find"), ":NAME:(exact sad ssd zncc outline)"));
  EXPECT_TRUE(holds(described("rest", "find"), ":DIR:_files -/"));
  EXPECT_TRUE(holds(described("rest", "library"), "1:word:(create add update"));
  EXPECT_TRUE(holds(described("rest", "library"), "*:file:_files"));
}

}  // namespace
}  // namespace espy::test
