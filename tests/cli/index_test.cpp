// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// espy index, and espy find --index.
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "command.h"
#include "json_lines.h"
#include "picture.h"

namespace espy::test {
namespace {

/// A scene of 8 x 6 tiles of 12 x 12 pixels, each tile a file.
class Index : public CommandTest {
 protected:
  void SetUp() override {
    const Picture scene = noise(96, 72, 3, 5);
    write("scene.ppm", file(scene));
    write("other.ppm", file(noise(50, 50, 3, 6)));
    for (int y = 0; y < 6; ++y) {
      for (int x = 0; x < 8; ++x) write(tile(y * 8 + x), file(cut(scene, 12 * x, 12 * y, 12, 12)));
    }
  }

  static std::string tile(int number) { return "tiles/" + std::to_string(100 + number) + ".ppm"; }

  Outcome index(std::vector<std::string> words) const {
    words.insert(words.begin(), "index");
    return espy(words);
  }
  void create() const {
    const Outcome outcome = index({"tiles/", "-o", "t.esi"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "t.esi: 48 pictures added\n");
  }
  /// `espy find` with all tiles as needles.
  Outcome findAll(const std::vector<std::string>& words) const {
    std::vector<std::string> all{"find"};
    for (int i = 0; i < 48; ++i) all.insert(all.end(), {"-e", tile(i)});
    all.insert(all.end(), words.begin(), words.end());
    return espy(all);
  }
};

TEST_F(Index, PrintsWhatFindPrints) {
  create();
  for (const std::vector<std::string>& words : {std::vector<std::string>{"scene.ppm"},
                                                {"scene.ppm", "other.ppm"},
                                                {"--top", "7", "scene.ppm"},
                                                {"--overlap", "0.1", "--across", "scene.ppm"}}) {
    std::vector<std::string> byIndex{"find", "--index", "t.esi"};
    byIndex.insert(byIndex.end(), words.begin(), words.end());
    const Outcome wanted = findAll(words);
    const Outcome found = espy(byIndex);
    EXPECT_EQ(found.status, wanted.status);
    EXPECT_EQ(found.out, wanted.out);
    EXPECT_FALSE(found.out.empty());
  }
  EXPECT_EQ(espy({"find", "--index", "t.esi", "other.ppm"}).status, 1);
  const Json json = objects(espy({"find", "--json", "--index", "t.esi", "scene.ppm"}).out).at(0);
  EXPECT_EQ(json["matches"].size(), 48U);
  EXPECT_EQ(json["matches"][9]["needle"].text(), tile(9));
}

TEST_F(Index, AnImageThatIsSmallerThanAllNeedlesHasANote) {
  create();
  write("small.ppm", file(noise(40, 11, 3, 6)));
  const Outcome outcome = espy({"find", "--index", "t.esi", "small.ppm"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err,
            "espy: small.ppm: note: all needles of t.esi are larger than this image (40 x 11 "
            "pixels)\n");
  write("low.ppm", file(noise(3, 3, 3, 7)));
  EXPECT_EQ(index({"add", "t.esi", "low.ppm"}).status, 0);
  EXPECT_EQ(espy({"find", "--index", "t.esi", "small.ppm"}).err, "");
  EXPECT_EQ(index({"remove", "t.esi", "low.ppm"}).status, 0);
  EXPECT_EQ(espy({"find", "--index", "t.esi", "small.ppm"}).err, outcome.err);
}

TEST_F(Index, AMarkedPictureIsTheSame) {
  create();
  EXPECT_EQ(espy({"find", "--index", "t.esi", "--top", "5", "scene.ppm", "-o", "a.ppm"}).status, 0);
  EXPECT_EQ(findAll({"--top", "5", "scene.ppm", "-o", "b.ppm"}).status, 0);
  EXPECT_EQ(read("a.ppm"), read("b.ppm"));
}

TEST_F(Index, ChangesAndListsPictures) {
  create();
  EXPECT_EQ(index({"remove", "t.esi", tile(3), "none"}).status, 3);
  EXPECT_EQ(index({"remove", "t.esi", "none"}).status, 2);
  EXPECT_EQ(index({"add", "t.esi", tile(3)}).status, 0);
  const Outcome again = index({"add", "t.esi", tile(3)});
  EXPECT_TRUE(refuses(again, "is already in the index"));
  EXPECT_EQ(index({"update", "t.esi", tile(4)}).status, 0);
  const Json facts = objects(index({"info", "--json", "t.esi"}).out).at(0);
  EXPECT_EQ(facts["needles"].number(), 48);
  EXPECT_EQ(facts["removed"].number(), 2);
  EXPECT_EQ(facts["segments"].number(), 3);
  EXPECT_EQ(index({"compact", "t.esi"}).status, 0);
  const Json compacted = objects(index({"info", "--json", "t.esi"}).out).at(0);
  EXPECT_EQ(compacted["removed"].number(), 0);
  EXPECT_EQ(compacted["segments"].number(), 1);
  const auto lines = objects(index({"list", "--json", "t.esi"}).out);
  ASSERT_EQ(lines.size(), 48U);
  EXPECT_EQ(lines[47]["name"].text(), tile(4));
  EXPECT_EQ(lines[47]["width"].number(), 12);
}

TEST_F(Index, VerifyNoticesFilesThatChanged) {
  create();
  EXPECT_EQ(index({"verify", "t.esi"}).status, 0);
  write(tile(7), file(noise(13, 12, 3, 1)));
  std::filesystem::remove(path(tile(8)));
  const Outcome outcome = index({"verify", "t.esi"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, tile(7) + ": the file has changed\n" + tile(8) + ": the file is gone\n");
  // The index has the pixels.
  EXPECT_EQ(espy({"find", "--index", "t.esi", "scene.ppm"}).status, 0);
}

TEST_F(Index, BadPicturesAreNamedAndTheOthersAreAdded) {
  write("tiles/bad.ppm", "P6 12 12 255\nshort");
  const Outcome outcome = index({"tiles/", "-o", "t.esi"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_NE(outcome.err.find("tiles/bad.ppm"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("48 pictures added"), std::string::npos) << outcome.err;
  EXPECT_EQ(index({"tiles/bad.ppm", "-o", "u.esi"}).status, 2);
  EXPECT_FALSE(std::filesystem::exists(path("u.esi")));
}

/// While the first picture is read: nothing was committed.
TEST_F(Index, ACreationThatWasKilledCanBeRepeated) {
  ASSERT_EQ(::mkfifo(path("pipe.ppm").c_str(), 0600), 0);
  for (const std::vector<std::string>& kind : {std::vector<std::string>{}, {"--scenes"}}) {
    std::vector<std::string> words{"index", "pipe.ppm", "-o", "k.esi"};
    words.insert(words.end(), kind.begin(), kind.end());
    {
      const Running running(path(""), words, {});
      for (int i = 0; i < 20000 && !std::filesystem::exists(path("k.esi")); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    }
    ASSERT_TRUE(std::filesystem::exists(path("k.esi")));
    words[1] = "scene.ppm";
    const Outcome again = espy(words);
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_TRUE(refuses(espy(words), "already exists"));
    std::filesystem::remove_all(path("k.esi"));
  }
}

TEST_F(Index, WrongUseIsRefused) {
  create();
  EXPECT_TRUE(refuses(index({"tiles/", "-o", "t.esi"}), "already exists"));
  EXPECT_TRUE(refuses(index({"list", "tiles"}), "is not an index"));
  EXPECT_TRUE(refuses(index({"shelve", "t.esi"}), "there is no action"));
  EXPECT_TRUE(refuses(index({"list"}), "no index given"));
  EXPECT_TRUE(refuses(espy({"find", "--index", "none", "scene.ppm"}), "none"));
  EXPECT_TRUE(refuses(espy({"find", "--index", "t.esi", "-e", tile(0), "scene.ppm"}),
                      "is not for --index"));
  EXPECT_TRUE(refuses(espy({"find", "--index", "t.esi", "--method", "zncc", "scene.ppm"}),
                      "--method: is not for --index"));
}

}  // namespace
}  // namespace espy::test
