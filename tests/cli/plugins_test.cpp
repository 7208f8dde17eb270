// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The command with a GPU plug-in, with a broken one and without one, independent of this machine's
// GPU.
#include <sstream>

#include "command.h"
#include "espy/engine/judge.h"
#include "espy/pictures.h"
#include "picture.h"
#include "support/json.h"
#include "support/scoped_variable.h"

namespace espy::test {
namespace {

class Plugins : public CommandTest {
 protected:
  Plugins() : modules_("ESPY_MODULE_DIR", ESPY_FAKE_PLUGINS "/good") {
    const Picture scene = noise(60, 40, 1, 3);
    write("scene.pgm", file(scene));
    write("needle.pgm", file(cut(scene, 5, 6, 7, 8)));
  }

  /// A search whose estimated cost is high and whose actual cost is low: a flat scene, many needles
  /// of another value, and one that matches.
  std::vector<std::string> longSearch() const {
    Picture flat(1000, 500, 1, 10);
    const Picture odd = noise(5, 5, 1, 8);
    paste(flat, odd, 300, 200);
    write("flat.pgm", file(flat));
    write("odd.pgm", file(odd));
    std::vector<std::string> words{"find", "--threads", "1", "--tolerance", "1", "-e", "odd.pgm"};
    // All different: identical needles would be searched once.
    for (int i = 0; i < 820; ++i) {
      Picture bright(4, 4, 1, 255);
      bright.at(0, 0) = static_cast<std::uint8_t>(100 + i % 100);
      bright.at(1, 0) = static_cast<std::uint8_t>(100 + i / 100);
      const std::string name = "bright" + std::to_string(i) + ".pgm";
      write(name, file(bright));
      words.insert(words.end(), {"-e", name});
    }
    words.push_back("flat.pgm");
    return words;
  }

  Outcome espyWith(std::vector<std::string> words, const std::string& option) const {
    words.insert(words.begin() + 1, option);
    return espy(words);
  }

  const ScopedVariable modules_;
};

TEST_F(Plugins, WithoutTheLabItsPackageIsNamed) {
  const ScopedVariable modules("ESPY_MODULE_DIR", path("").string());
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"lab"}, std::vector<std::string>{"lab", "signal-sad"}}) {
    EXPECT_TRUE(refuses(espy(words), "espy_lab.so was not found: install the package espy-lab"));
  }
  EXPECT_EQ(espy({"lab", "--help"}).status, 0);
}

TEST_F(Plugins, WithoutOneTheReasonIsGiven) {
  const ScopedVariable modules("ESPY_MODULE_DIR", path("").string());
  const std::string why = "no GPU support installed (package espy-cuda)";
  const Outcome listed = espy({"devices"});
  EXPECT_EQ(listed.status, 0);
  std::istringstream lines(listed.out);
  int found = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("cuda ") && !line.starts_with("cuda-passes ")) continue;
    ++found;
    EXPECT_NE(line.find(" no "), std::string::npos) << line;
    EXPECT_NE(line.find(why), std::string::npos) << line;
  }
  EXPECT_EQ(found, 2);
  for (const char* engine : {"cuda", "cuda-passes"}) {
    EXPECT_TRUE(refuses(espy({"find", "--engine", engine, "needle.pgm", "scene.pgm"}),
                        std::string("--engine ") + engine + ": cannot run here: " + why));
  }
  EXPECT_TRUE(refuses(espy({"find", "--engine", "cuda:0", "needle.pgm", "scene.pgm"}),
                      "--engine cuda:0: cannot run here: " + why));
}

TEST_F(Plugins, ABrokenOneIsRefusedOnlyWhenRequested) {
  const ScopedVariable modules("ESPY_MODULE_DIR", ESPY_FAKE_PLUGINS "/no_entry");
  EXPECT_TRUE(refuses(espy({"find", "--engine", "cuda", "needle.pgm", "scene.pgm"}),
                      "espy_cuda.so is not an Espy plug-in"));
  const Outcome outcome = espy({"find", "needle.pgm", "scene.pgm"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Plugins, TheRequestedOneRuns) {
  const Outcome outcome = espy({"find", "--json", "--engine", "cuda", "needle.pgm", "scene.pgm"});
  EXPECT_EQ(outcome.status, 0);
  const auto object = Json::parse(outcome.out);
  EXPECT_EQ(object["engine"], "cuda");
  EXPECT_EQ(object["matches"][0]["x"], 1);
  EXPECT_FALSE(object.contains("choice"));
  EXPECT_FALSE(object.contains("fallback"));
}

TEST_F(Plugins, OneOfSeveralGpusIsListedAndRuns) {
  const Outcome outcome = espy({"find", "--json", "--engine", "cuda:1", "needle.pgm", "scene.pgm"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(Json::parse(outcome.out)["engine"], "cuda:1");
  EXPECT_TRUE(refuses(espy({"find", "--engine", "cuda:2", "needle.pgm", "scene.pgm"}),
                      "--engine cuda:2: must be one of auto, "));
  std::istringstream lines(espy({"devices", "--json"}).out);
  Json last;
  for (std::string line; std::getline(lines, line);) last = Json::parse(line);
  EXPECT_EQ(last["name"], "cuda:1");
  EXPECT_EQ(last["memory"], 7);
  EXPECT_EQ(last["peers"][0], "cuda:0");
  EXPECT_TRUE(last["hidden"].empty());
  EXPECT_NE(espy({"devices"}).out.find("cuda:1 reads the memory of cuda:0\n"), std::string::npos);
}

TEST_F(Plugins, AnotherEngineThatJudgesIsReported) {
  const Image needle = readPicture(path("needle.pgm").string()).image;
  Judge judge;
  judge.by = Judge::By::network;
  judge.needle = fingerprintOf({needle.view(), {}});
  judge.network = randomNetwork({Judge::kSide * Judge::kSide, 9, 8, true, Judge::kSide}, 1);
  write("network.esj", bytesOf(judge));
  const std::vector<std::string> words{"find",        "--engine",   "cuda",     "--judge",
                                       "network.esj", "needle.pgm", "scene.pgm"};
  const Outcome outcome = espy(words);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.out.find(" judge="), std::string::npos);
  EXPECT_TRUE(outcome.err.starts_with("espy: scene.pgm: judged on threads instead: "))
      << outcome.err;
  std::vector<std::string> able = words;
  able[2] = "sequential";
  EXPECT_EQ(espy(able).err, "");
}

TEST_F(Plugins, NothingIsLoadedWithoutNeed) {
  const ScopedVariable trace("ESPY_FAKE_PLUGIN_TRACE", path("trace").string());
  const std::vector<std::string> before = list();
  EXPECT_EQ(espy({"find", "needle.pgm", "scene.pgm"}).status, 0);
  EXPECT_EQ(espy({"find", "--engine", "openmp", "needle.pgm", "scene.pgm"}).status, 0);
  EXPECT_EQ(espy({"find", "--engine", "nobody", "needle.pgm", "scene.pgm"}).status, 2);
  EXPECT_EQ(espy({"screen", "--keep", "#000000", "scene.pgm"}).status, 0);
  EXPECT_EQ(list(), before);
  EXPECT_EQ(espy({"devices"}).status, 0);
  EXPECT_EQ(read("trace"), "loaded\n");
}

TEST_F(Plugins, NothingIsLoadedFromTheCurrentFolderUnasked) {
  // Called as `espy`, the argv[0] that a shell passes for a command in PATH.
  const ScopedVariable modules("ESPY_MODULE_DIR", "");
  const ScopedVariable trace("ESPY_FAKE_PLUGIN_TRACE", path("trace").string());
  const std::filesystem::path planted = ESPY_FAKE_PLUGINS "/good/espy_cuda.so";
  write("a.png", "\x89PNG\r\n\x1a\n");
  write("espy", "a file of the command's name");
  const auto plant = [&](const std::string& folder) {
    std::filesystem::create_directories(path(folder));
    for (const char* name : {"espy_cuda.so", "espy_formats.so"}) {
      std::filesystem::copy_file(planted, path(folder) / name);
    }
  };
  const auto tryAll = [&] {
    espy({"devices"});
    espy({"find", "needle.pgm", "a.png"});
    espy({"find", "-o", "b.webp", "needle.pgm", "scene.pgm"});
    EXPECT_FALSE(std::filesystem::exists(path("trace")));
  };
  for (const char* folder : {"", "lib/espy"}) {
    plant(folder);
    tryAll();
  }
  std::filesystem::remove(path("espy"));
  plant("espy");
  tryAll();

  // Loaded when ESPY_MODULE_DIR names the current folder.
  const ScopedVariable current("ESPY_MODULE_DIR", ".");
  EXPECT_EQ(espy({"find", "--engine", "cuda", "needle.pgm", "scene.pgm"}).status, 0);
  EXPECT_EQ(read("trace"), "loaded\n");
}

TEST_F(Plugins, AutoTakesTheGpuForALongSearch) {
  const Outcome outcome = espyWith(longSearch(), "--json");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  const auto object = Json::parse(outcome.out);
  EXPECT_EQ(object["engine"], "cuda");
  EXPECT_NE(object["choice"].text().find("the GPU is faster"), std::string::npos);
  EXPECT_FALSE(object.contains("fallback"));
}

TEST_F(Plugins, AFallbackIsReported) {
  const ScopedVariable failing("ESPY_FAKE_CARD_FAILS", "1");
  const std::vector<std::string> search = longSearch();
  const Outcome json = espyWith(search, "--json");
  EXPECT_EQ(json.status, 0);
  EXPECT_EQ(json.err, "espy: flat.pgm: done on sequential instead: the card is out of memory\n");
  const auto object = Json::parse(json.out);
  EXPECT_EQ(object["engine"], "sequential");
  EXPECT_EQ(object["fallback"], "the card is out of memory");
  EXPECT_EQ(object["matches"].size(), 1U);
  EXPECT_EQ(object["timeline"][1]["stage"], "failed on cuda");

  const Outcome timed = espyWith(search, "--timings");
  EXPECT_NE(timed.err.find("  auto: about "), std::string::npos) << timed.err;
  EXPECT_NE(timed.err.find("  but:  the card is out of memory\n"), std::string::npos) << timed.err;
  EXPECT_EQ(espyWith(search, "--quiet").err, "");

  // The engine that searched also marks.
  std::vector<std::string> marking = search;
  marking.insert(marking.begin() + 1, {"-o", "marked.ppm", "--flags", "flags.pgm"});
  EXPECT_EQ(espy(marking).status, 0);
  EXPECT_EQ(parse(read("flags.pgm")).at(300, 200), 1);
}

TEST_F(Plugins, ARequestedGpuMayFail) {
  const ScopedVariable failing("ESPY_FAKE_CARD_FAILS", "1");
  EXPECT_TRUE(refuses(espy({"find", "--engine", "cuda", "needle.pgm", "scene.pgm"}),
                      "scene.pgm: the card is out of memory"));
}

}  // namespace
}  // namespace espy::test
