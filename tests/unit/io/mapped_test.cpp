// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Files truncated while they are mapped.
#include <fcntl.h>
#include <sys/mman.h>

#include <algorithm>
#include <csetjmp>
#include <csignal>
#include <filesystem>
#include <optional>

#include "espy/engine/all.h"
#include "support/find_with.h"
#include "unit/io/support.h"

namespace espy {
namespace {

using namespace iotest;

constexpr const char* kHeader = "P5 1000 1000 255\n";
constexpr std::size_t kPixels = 1000 * 1000;

std::string flatFile() {
  return kHeader + std::string(kPixels, 'x');
}

void expectCut(const ReadPicture& read, const std::string& path) {
  expectRefused(ErrorCode::badPicture, path, {"was cut short while it was read"},
                [&] { checkUncut(read.image); });
}

/// Tests with a file that is stored anew, and mapped, by `mapped`.
class MappedPicture : public testing::Test {
 protected:
  ReadPicture mapped() const {
    store(path_, flatFile());
    return readPicture(path_);
  }

  const Folder folder_;
  const std::string path_ = folder_ / "a.pgm";
};
using MappedPictureDeathTest = MappedPicture;

struct sigaction busHandler() {
  struct sigaction current {};
  ::sigaction(SIGBUS, nullptr, &current);
  return current;
}

TEST_F(MappedPicture, TruncatedPartsAreZerosAndReported) {
  const std::string other = folder_ / "b.pgm";
  store(other, flatFile());
  const ReadPicture cut = mapped();
  const ReadPicture whole = readPicture(other);
  EXPECT_NO_THROW(checkUncut(cut.image));
  std::filesystem::resize_file(path_, 300000);
  EXPECT_EQ(sampleAt(cut.image, 10, 10, 0), 'x');
  EXPECT_EQ(sampleAt(cut.image, 999, 999, 0), 0U);
  EXPECT_EQ(sampleAt(cut.image, 0, 500, 0), 0U);
  expectCut(cut, path_);
  const ImageView part = cut.image.view().crop(5, 5, {3, 3});
  EXPECT_THROW(checkUncut(part), Error);
  EXPECT_EQ(sampleAt(whole.image, 999, 999, 0), 'x');
  EXPECT_NO_THROW(checkUncut(whole.image));
  EXPECT_NO_THROW(checkUncut(Image::copyOf(cut.image)));
}

TEST_F(MappedPicture, AFewBytesOfTheLastPageAreMissedToo) {
  const ReadPicture read = mapped();
  std::filesystem::resize_file(path_, flatFile().size() - 1);
  EXPECT_EQ(sampleAt(read.image, 999, 999, 0), 0U) << "the system says nothing";
  expectCut(read, path_);
}

TEST_F(MappedPicture, IsStillReportedWhenTheFileHasGone) {
  const ReadPicture read = mapped();
  std::filesystem::resize_file(path_, 100);
  std::filesystem::remove(path_);
  store(path_, flatFile());
  EXPECT_EQ(sampleAt(read.image, 999, 999, 0), 0U);
  expectCut(read, path_);
}

TEST_F(MappedPicture, ASearchEndsOnEveryEngineAndThread) {
  const Registry registry = makeRegistry();
  const Image needle = testPicture({9, 7}, {1, Depth::u8});
  for (const char* engine : {"reference", "sequential", "threads", "openmp"}) {
    for (const Method method : {Method::exact, Method::sad, Method::zncc}) {
      writePicture(path_, testPicture({400, 300}, {1, Depth::u8}, 5));
      const ReadPicture read = readPicture(path_);
      std::filesystem::resize_file(path_, 5000);
      const std::vector<Needle> needles{{needle.view(), std::nullopt}};
      EXPECT_NO_THROW(
          search(registry, engine, read.image, needles, {.method = method}, {4, {}, {}}));
      expectCut(read, path_);
    }
  }
}

TEST_F(MappedPicture, ManyThreadsMayMeetTheEndAtOnce) {
  for (int repeat = 0; repeat < 20; ++repeat) {
    const ReadPicture read = mapped();
    std::filesystem::resize_file(path_, 0);
    std::vector<std::jthread> readers;
    for (int i = 0; i < 4; ++i) {
      readers.emplace_back([&read, i] {
        for (std::int64_t y = 0; y < 1000; ++y) {
          EXPECT_EQ(sampleAt(read.image, 7, (y * 7 + i * 100) % 1000, 0), 0U);
        }
      });
    }
  }
}

TEST_F(MappedPicture, TheHandlerComesAndGoesWithThePictures) {
  const auto before = busHandler().sa_sigaction;
  {
    const ReadPicture first = mapped();
    const auto during = busHandler().sa_sigaction;
    EXPECT_NE(during, before);
    { const ReadPicture second = readPicture(path_); }
    EXPECT_EQ(busHandler().sa_sigaction, during);
  }
  EXPECT_EQ(busHandler().sa_sigaction, before);
}

/// A mapping that is not Espy's, of a truncated file.
const volatile char* foreignMapping(const std::string& path) {
  store(path, std::string(10000, 'x'));
  const int file = ::open(path.c_str(), O_RDONLY);
  void* start = ::mmap(nullptr, 10000, PROT_READ, MAP_SHARED, file, 0);
  ::close(file);
  std::filesystem::resize_file(path, 0);
  return static_cast<const volatile char*>(start);
}

sigjmp_buf back;

/// Whether reading this byte calls the handler, which jumps back.
bool isCaught(const volatile char* byte) {
  if (sigsetjmp(back, 1) != 0) return true;
  static_cast<void>(*byte);
  return false;
}

TEST_F(MappedPicture, WhatIsNotOursGoesToTheHandlerBefore) {
  struct sigaction own {};
  own.sa_handler = [](int) { siglongjmp(back, 1); };
  struct sigaction before {};
  ::sigaction(SIGBUS, &own, &before);
  const ReadPicture read = mapped();
  const volatile char* theirs = foreignMapping(folder_ / "theirs");
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(isCaught(theirs));
  EXPECT_NO_THROW(checkUncut(read.image));
  ::sigaction(SIGBUS, &before, nullptr);
}

struct sigaction under {};

TEST_F(MappedPicture, AHandlerThatComesAfterOursAndPassesOnIsNotCalledForEver) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "an address sanitizer has a handler of its own, which comes in between";
#endif
  const struct sigaction before = busHandler();
  std::optional<ReadPicture> read = mapped();
  static int calls = 0;
  struct sigaction above {};
  above.sa_flags = SA_SIGINFO;
  above.sa_sigaction = [](int signal, siginfo_t* info, void* context) {
    ++calls;
    under.sa_sigaction(signal, info, context);
  };
  ::sigaction(SIGBUS, &above, &under);
  read.reset();
  EXPECT_EQ(busHandler().sa_sigaction, above.sa_sigaction);
  read = readPicture(path_);
  std::filesystem::resize_file(path_, 0);
  EXPECT_EQ(sampleAt(read->image, 0, 999, 0), 0U);
  EXPECT_EQ(calls, 1);
  EXPECT_THROW(checkUncut(read->image), Error);
  ::sigaction(SIGBUS, &before, nullptr);
}

TEST_F(MappedPictureDeathTest, WithoutAHandlerBeforeTheProcessEndsAsItWould) {
  const auto work = [&] {
    ::signal(SIGBUS, SIG_DFL);
    const ReadPicture read = mapped();
    const volatile char* theirs = foreignMapping(folder_ / "theirs");
    ::_exit(*theirs);
  };
  EXPECT_EXIT(work(), testing::KilledBySignal(SIGBUS), "");
}

}  // namespace
}  // namespace espy
