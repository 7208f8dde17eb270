// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "fuzz/whole_index.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <span>
#include <utility>

#include "espy/engine/scene_index.h"
#include "espy/espy.h"
#include "espy/index.h"
#include "index/needle_segment.h"
#include "index/scene_segment.h"

namespace espy::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSegment = "segment-1";

std::string load(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string shown(const std::vector<Match>& matches) {
  std::string all;
  for (const Match& match : matches) {
    all += std::to_string(match.needle) + ':' + std::to_string(match.x) + ',' +
           std::to_string(match.y) + ' ';
  }
  return all;
}

/// Fails unless the needle lies there.
void expectThere(const ImageView& scene, const Needle& needle, const Match& match,
                 FindOptions options = {}) {
  const Size size = needle.picture.size();
  const bool fits =
      match.x + size.width <= scene.width() && match.y + size.height <= scene.height();
  if (!fits) fail("a match beyond the scene");
  options.engine = "reference";
  const auto found = find(scene.crop(match.x, match.y, size), std::span(&needle, 1), options);
  if (found.matches.empty()) fail("a match where the needle is not");
}

}  // namespace

void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

Image noisePicture(Size size, std::uint32_t seed) {
  Image image(size, {3, Depth::u8});
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t i = 0; i < image.view().rowBytes(); ++i) {
      seed = seed * 1664525U + 1013904223U;
      image.pixels().row(y)[i] = static_cast<std::uint8_t>(seed >> 24);
    }
  }
  return image;
}

MemoryFolder::MemoryFolder() {
  const fs::path memory = "/dev/shm";
  std::string pattern = (::access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path()) /
                        "espy-fuzz-XXXXXX";
  if (::mkdtemp(pattern.data()) == nullptr) fail("no folder");
  path_ = pattern;
}

MemoryFolder::~MemoryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

WholeIndex::WholeIndex(const char* name, const files::SectionKind& kind,
                       std::vector<std::string> sections)
    : path_(folder_.path() / name), kind_(kind), names_(std::move(sections)) {}

void WholeIndex::put(const Files& files) const {
  for (const auto& entry : fs::directory_iterator(path_)) fs::remove(entry.path());
  for (const auto& [name, content] : files) {
    std::ofstream(path_ / name, std::ios::binary) << content;
  }
}

void WholeIndex::putSegment(const Sections& sections, std::uint32_t version) const {
  files::SectionWriter writer((path_ / kSegment).string(), {kind_.letters, version});
  for (std::size_t s = 0; s < sections.size(); ++s) {
    writer.add(names_[s], std::span<const std::uint8_t>(sections[s]));
  }
  writer.commit();
}

void WholeIndex::keep() {
  for (const auto& entry : fs::directory_iterator(path_)) {
    if (entry.path().filename() != "lock") files_[entry.path().filename()] = load(entry.path());
  }
  const std::string segment = path_ / kSegment;
  const files::SectionFile file(segment, segment, kind_);
  for (const std::string& name : names_) {
    const auto there = file.section(name).all<std::uint8_t>();
    sections_.emplace_back(there.begin(), there.end());
  }
  wanted_ = answer();
}

WholeNeedles::WholeNeedles()
    : WholeIndex("needles", index::kNeedleSegment,
                 {"needles", "text", "pictures", "owners", "filter0", "starts0", "keys0", "filter1",
                  "starts1", "keys1", "crowds", "shapes", "windows", "rest", "pixels"}) {
  NeedleIndex::create(path_);
  NeedleIndexWriter writer(path_);
  for (int n = 0; n < 12; ++n) {
    writer.add(std::to_string(n), {scene_.view().crop(n, n, {1 + 2 * n, 5 + n}), {}});
  }
  // Tiles that share their blocks: a crowd.
  for (int n = 0; n < 20; ++n) {
    Image tile({12, 12}, {3, Depth::u8});
    setSample(tile.pixels(), n % 12, n / 12, 0, 200);
    writer.add("tile " + std::to_string(n), {tile.view(), {}});
  }
  setSample(sprite_.pixels(), 4, 4, 3, 255);
  writer.add("sprite", {sprite_.view(), {}});
  writer.commit();
  keep();
}

std::string WholeNeedles::answer() const {
  const NeedleIndex index(path_);
  std::string all;
  for (std::int64_t n = 0; n < index.size(); ++n) {
    all += index.name(n);
    (void)index.picture(n);
    (void)index.file(n);
  }
  const std::vector<Match> matches = find(scene_, index, {.engine = "sequential"}).matches;
  for (const Match& match : matches) expectThere(scene_, index.picture(match.needle), match);
  return all + shown(matches);
}

void WholeNeedles::change() const {
  NeedleIndexWriter writer(path_);
  writer.add("new", {scene_.view().crop(3, 3, {20, 9}), {}});
  writer.remove("3");
  writer.commit();
  writer.compact();
}

void WholeNeedles::verify() const {
  NeedleIndex(path_).verify();
}

WholeScenes::WholeScenes(bool tolerant)
    : WholeIndex("scenes", index::kSceneSegment,
                 {"pages", "pagedir", "pagetop", "starts", "scenes", "names", "bases", "head"}),
      needle_(Image::copyOf(
          noisePicture({90, 80}, 1).view().crop(20, 20, tolerant ? Size{50, 48} : Size{40, 30}))) {
  if (tolerant) {
    options_.method = Method::zncc;
    options_.select.overlap = kScoredOverlap;
    SceneIndex::createTolerant(path_);
  } else {
    SceneIndex::create(path_);
  }
  std::vector<std::string> files;
  for (std::uint32_t n = 0; n < kPictures; ++n) {
    files.push_back(file(n));
    writePicture(files.back(), noisePicture({90, 80}, n));
  }
  SceneIndexWriter(path_).add(files);
  keep();
}

std::string WholeScenes::answer() const {
  const SceneIndex index(path_);
  std::string all;
  index.scenes();
  const Needle needle{needle_.view(), {}};
  SceneIndex::Query query;
  if (options_.scored()) query.minScore = options_.minScore;
  index.find(std::span(&needle, 1), query, [&](SceneIndex::Found&& found) {
    if (!found.matches.empty()) {
      const ReadPicture scene = readPicture(found.file);
      for (const Match& match : found.matches) expectThere(scene.image, needle, match, options_);
      all += found.file + ' ' + shown(found.matches);
    }
    if (!found.failure.empty()) all += found.failure.text() + ' ';
  });
  return all;
}

std::string WholeScenes::answerByFind() const {
  std::string all;
  const Needle needle{needle_.view(), {}};
  for (std::uint32_t n = 0; n < kPictures; ++n) {
    try {
      const ReadPicture scene = readPicture(file(n));
      const auto matches = find(Scene(scene.image), std::span(&needle, 1), options_).matches;
      if (!matches.empty()) all += file(n) + ' ' + shown(matches);
    } catch (const Error& error) {
      all += error.message().text() + ' ';
    }
  }
  return all;
}

void WholeScenes::change() const {
  SceneIndexWriter writer(path_);
  const std::string files[] = {file(2)};
  writer.remove(files);
  writer.add(files);
  writer.compact();
}

void WholeScenes::verify() const {
  SceneIndex(path_).verify();
}

}  // namespace espy::test
