// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Damaged indexes by kind of damage, and counts of what became of them.
//
//     index_damage [ROUNDS] [SEED]
//
// ROUNDS (200) indexes of needles and as many of scenes, exact and tolerant, are damaged in each of
// six ways, then opened, listed, searched, verified and changed. Where checksums are wrong, or the
// version is newer, the index must be refused in one sentence or give the intact one's answer; no
// match may be where its needle is not. Then pictures of an index of scenes change, an index grows
// until the disk is full, and two writers add at the same time. Ends with an error after 60 s of
// processor time in one round or with 1 GB of memory.
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <set>
#include <string>

#include "espy/engine/scene_index.h"
#include "espy/espy.h"
#include "espy/index.h"
#include "fuzz/whole_index.h"

using namespace espy;
using namespace espy::test;

namespace {

constexpr time_t kSecondsARound = 60;
constexpr long kMostKilobytes = 1 << 20;

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}
  std::size_t below(std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_);
  }
  char byte() { return static_cast<char>(below(256)); }

 private:
  std::mt19937_64 random_;
};

std::string& anyFile(WholeIndex::Files& files, Dice& dice) {
  return std::next(files.begin(), static_cast<std::ptrdiff_t>(dice.below(files.size())))->second;
}

void flipBits(std::string& file, Dice& dice) {
  for (std::size_t n = 1 + dice.below(8); n > 0 && !file.empty(); --n) {
    file[dice.below(file.size())] ^= static_cast<char>(1U << dice.below(8));
  }
}

/// Cuts the file, or appends to it.
void changeLength(std::string& file, Dice& dice) {
  if (dice.below(4) == 0) {
    file.append(1 + dice.below(100'000), dice.below(2) == 0 ? '\0' : dice.byte());
  } else {
    file.resize(dice.below(file.size() + 1));
  }
}

/// Swaps two parts of equal length, of the file or of two files.
void swapParts(std::string& file, std::string& other, Dice& dice) {
  const std::size_t most = std::min(file.size(), other.size());
  if (most == 0) return;
  const std::size_t length = std::min(most, std::size_t{1} << dice.below(17));
  const std::size_t from = dice.below(file.size() - length + 1);
  const std::size_t to = dice.below(other.size() - length + 1);
  const std::string part = file.substr(from, length);
  file.replace(from, length, other.substr(to, length));
  other.replace(to, length, part);
}

/// Gives the file the beginning or the end of another kind of file.
void makeForeign(std::string& file, const WholeIndex::Files& others, Dice& dice) {
  static constexpr std::array<std::string_view, 5> kHeads{
      "\x89PNG\r\n\x1a\n", "P6\n90 80\n255\n", "SQLite format 3", "espy library 1\nstate-1\n",
      "\x7f"
      "ELF\x02\x01\x01"};
  std::string head(kHeads[dice.below(kHeads.size())]);
  if (dice.below(2) == 0)
    head =
        std::next(others.begin(), static_cast<std::ptrdiff_t>(dice.below(others.size())))->second;
  head.resize(std::min(head.size(), std::max<std::size_t>(file.size(), 8)));
  if (dice.below(2) == 0 || file.size() < head.size()) {
    file.replace(0, std::min(head.size(), file.size()), head);
  } else {
    file.replace(file.size() - head.size(), head.size(), head);
  }
}

/// Writes huge numbers into fields of a section.
void enlarge(WholeIndex::Sections& sections, Dice& dice) {
  static constexpr std::array<std::uint64_t, 8> kHuge{~std::uint64_t{0},
                                                      ~std::uint64_t{0} >> 1U,
                                                      std::uint64_t{1} << 63U,
                                                      std::uint64_t{1} << 32U,
                                                      0xffffffffU,
                                                      0x7fffffffU,
                                                      0x80000000U,
                                                      0x10000U};
  for (std::size_t n = 1 + dice.below(3); n > 0; --n) {
    std::vector<std::uint8_t>& section = sections[dice.below(sections.size())];
    const std::size_t bytes = std::size_t{2} << dice.below(3);
    if (section.size() < bytes) continue;
    const std::uint64_t value = kHuge[dice.below(kHuge.size())];
    std::memcpy(section.data() + dice.below(section.size() / bytes) * bytes, &value, bytes);
  }
}

enum class Damage { bits, length, swapped, foreign, newer, huge };
constexpr std::array<std::pair<Damage, const char*>, 6> kDamages{
    {{Damage::bits, "flipped bits"},
     {Damage::length, "cut or longer"},
     {Damage::swapped, "swapped parts"},
     {Damage::foreign, "foreign beginnings and ends"},
     {Damage::newer, "newer versions"},
     {Damage::huge, "huge numbers, right checksums"}}};

/// Writes the damaged index.
void damage(const WholeIndex& whole, const WholeIndex& other, Damage how, Dice& dice) {
  WholeIndex::Files files = whole.files();
  std::string& file = anyFile(files, dice);
  if (how == Damage::bits) flipBits(file, dice);
  if (how == Damage::length) changeLength(file, dice);
  if (how == Damage::swapped) swapParts(file, anyFile(files, dice), dice);
  if (how == Damage::foreign) makeForeign(file, other.files(), dice);
  const std::uint32_t newer = 2 + static_cast<std::uint32_t>(dice.below(1'000'000));
  const bool head = how == Damage::newer && dice.below(2) == 0;
  if (head) {
    std::string& text = files.at("index");
    text.replace(text.find('1'), 1, std::to_string(newer));
  }
  whole.put(files);
  if (how == Damage::newer && !head) whole.putSegment(whole.sections(), newer);
  if (how != Damage::huge) return;
  WholeIndex::Sections sections = whole.sections();
  enlarge(sections, dice);
  whole.putSegment(sections, whole.kind().version);
}

/// Begins a round. Processor time: machines that run tests may be busy.
void limitTime() {
  const itimerval limit{{0, 0}, {kSecondsARound, 0}};
  ::setitimer(ITIMER_PROF, &limit, nullptr);
}

void checkMemory() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
#if !defined(__SANITIZE_ADDRESS__)
  if (used.ru_maxrss > kMostKilobytes) fail("more than 1 GB of memory");
#endif
}

void damageInEveryWay(const char* name, const WholeIndex& whole, const WholeIndex& other,
                      int rounds, Dice& dice) {
  for (const auto& [how, words] : kDamages) {
    int refused = 0;
    int same = 0;
    for (int round = 0; round < rounds; ++round) {
      limitTime();
      damage(whole, other, how, dice);
      std::string found;
      const bool answered = tried([&] { found = whole.answer(); });
      if (!answered) ++refused;
      if (answered && found == whole.wanted()) ++same;
      if (answered && how == Damage::newer) fail("a newer version was read");
      if (answered && how != Damage::huge && found != whole.wanted()) {
        fail(std::string(words) + " changed the answer: " + found);
      }
      tried([&] { whole.verify(); });
      tried([&] { whole.change(); });
      tried([&] { whole.answer(); });
      checkMemory();
    }
    std::printf("%s, %s: %d refused, %d harmless, %d with another answer, of %d\n", name, words,
                refused, same, rounds - refused - same, rounds);
  }
  whole.put(whole.files());
}

/// Changes pictures of an index of scenes in every way: the answer is that of `find`.
void changePictures(const WholeScenes& scenes, int rounds, Dice& dice) {
  scenes.put(scenes.files());
  for (int round = 0; round < rounds; ++round) {
    limitTime();
    const std::string file = scenes.file(static_cast<std::uint32_t>(dice.below(4)));
    const auto kind = dice.below(5);
    if (kind == 0) ::unlink(file.c_str());
    if (kind == 1) ::truncate(file.c_str(), static_cast<off_t>(dice.below(21'000)));
    if (kind >= 2) {
      const Size size{24 + static_cast<std::int64_t>(dice.below(100)),
                      24 + static_cast<std::int64_t>(dice.below(100))};
      Image picture =
          noisePicture(kind == 2 ? Size{90, 80} : size, static_cast<std::uint32_t>(round));
      const Size needle = scenes.needle().size();
      if (kind == 4 && needle.width <= size.width && needle.height <= size.height) {
        const auto x = static_cast<std::int64_t>(
            dice.below(static_cast<std::size_t>(size.width - needle.width + 1)));
        for (std::int64_t y = 0; y < needle.height; ++y) {
          std::memcpy(picture.pixels().pixel(x, y), scenes.needle().view().row(y),
                      static_cast<std::size_t>(scenes.needle().view().rowBytes()));
        }
      }
      writePicture(file, picture);
    }
    std::string found;
    if (!tried([&] { found = scenes.answer(); })) fail("an index was refused for its pictures");
    if (found != scenes.answerByFind()) fail("changed pictures changed the answer: " + found);
  }
  std::printf("scenes, changed pictures: %d with the answer of find\n", rounds);
}

/// Adds needles until a file may not grow any more. What was committed stays.
void fillDisk(int rounds, Dice& dice) {
  int refused = 0;
  for (int round = 0; round < rounds; ++round) {
    limitTime();
    const MemoryFolder folder;
    const std::string path = folder.path() / "full";
    NeedleIndex::create(path);
    const auto add = [&](std::int64_t count, std::uint32_t first) {
      NeedleIndexWriter writer(path);
      for (std::int64_t n = 0; n < count; ++n) {
        const auto seed = first + static_cast<std::uint32_t>(n);
        writer.add(std::to_string(seed), {noisePicture({16, 16}, seed).view(), {}});
      }
      writer.commit();
    };
    add(10, 0);
    const rlimit all{RLIM_INFINITY, RLIM_INFINITY};
    rlimit limit{dice.below(200'000), RLIM_INFINITY};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const bool added = tried([&] { add(100, 1000); });
    ::setrlimit(RLIMIT_FSIZE, &all);
    if (!added) ++refused;
    const NeedleIndex index(path);
    index.verify();
    if (index.size() != (added ? 110 : 10)) fail("a full disk lost needles");
    add(1, 5000);
    if (NeedleIndex(path).size() != (added ? 111 : 11)) fail("no needles after a full disk");
  }
  std::printf("needles, full disk: %d of %d additions refused, none lost\n", refused, rounds);
}

/// Two processes add needles at the same time; each retries when it is refused.
void writeTogether(int needles) {
  const MemoryFolder folder;
  const std::string path = folder.path() / "two";
  NeedleIndex::create(path);
  const auto addAll = [&](int writer) {
    long refusals = 0;
    for (int n = 0; n < needles; ++n) {
      const std::string name = std::to_string(writer) + ' ' + std::to_string(n);
      while (!tried([&] {
        NeedleIndexWriter adding(path);
        adding.add(name, {noisePicture({9, 9}, static_cast<std::uint32_t>(2 * n + writer)), {}});
        adding.commit();
      })) {
        ++refusals;
        ::usleep(100);
      }
    }
    return refusals;
  };
  const ::pid_t child = ::fork();
  if (child == 0) ::_exit(addAll(1) >= 0 ? 0 : 1);
  const long refusals = addAll(0);
  int status = 0;
  ::waitpid(child, &status, 0);
  const NeedleIndex index(path);
  index.verify();
  std::set<std::string> names;
  for (std::int64_t n = 0; n < index.size(); ++n) names.insert(std::string(index.name(n)));
  if (status != 0 || names.size() != 2 * static_cast<std::size_t>(needles)) {
    fail("two writers lost needles");
  }
  std::printf("needles, two writers: %d commits, %ld refusals of one of them, none lost\n",
              2 * needles, refusals);
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 200;
  Dice dice(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  writeTogether(std::clamp(rounds / 4, 1, 200));  // forks, so before threads are started
  const WholeNeedles needles;
  const WholeScenes scenes;
  const WholeScenes tolerant(true);
  damageInEveryWay("needles", needles, scenes, rounds, dice);
  damageInEveryWay("scenes", scenes, needles, rounds, dice);
  damageInEveryWay("tolerant scenes", tolerant, scenes, rounds, dice);
  fillDisk(std::max(1, rounds / 10), dice);
  changePictures(scenes, rounds, dice);
  changePictures(tolerant, rounds, dice);
  return 0;
}
