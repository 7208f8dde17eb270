// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Damaged indexes, of needles and of scenes. The first byte chooses one; the others change its
// files: bytes and lengths of files, which checksums must reveal, or bytes, words and lengths of a
// segment's sections, whose checksums are made right again. The index is opened, listed, searched,
// verified and changed: it is refused with an `Error`, or, where checksums are wrong, it gives the
// answer of the whole index.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "espy/engine/scene_index.h"
#include "espy/index.h"
#include "espy/pictures.h"
#include "fuzz/bytes.h"
#include "index/needle_segment.h"
#include "index/scene_segment.h"

using namespace espy;
using namespace espy::test;
namespace fs = std::filesystem;

namespace {

using Section = std::vector<std::uint8_t>;

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

std::string load(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Image noise(Size size, std::uint32_t seed) {
  Image image(size, {3, Depth::u8});
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t i = 0; i < image.view().rowBytes(); ++i) {
      seed = seed * 1664525U + 1013904223U;
      image.pixels().row(y)[i] = static_cast<std::uint8_t>(seed >> 24);
    }
  }
  return image;
}

/// A temporary folder, in memory if possible, since thousands of files are written.
class Folder {
 public:
  Folder() {
    const fs::path memory = "/dev/shm";
    std::string pattern =
        (::access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path()) /
        "espy-fuzz-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) fail("no folder");
    path_ = pattern;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// An intact index, and its files.
class Whole {
 public:
  Whole(const char* name, const files::SectionKind& kind, std::vector<std::string> sections)
      : path_(folder_.path() / name), kind_(kind), names_(std::move(sections)) {}
  virtual ~Whole() = default;
  Whole(const Whole&) = delete;
  Whole& operator=(const Whole&) = delete;

  /// Opens, lists and searches the index; returns what was found, as text.
  virtual std::string answer() const = 0;
  /// Adds and removes an entry, and compacts.
  virtual void change() const = 0;
  virtual void verify() const = 0;

  const std::string& wanted() const { return wanted_; }

  /// Writes changed files. Returns whether checksums are right again.
  bool write(Bytes& bytes) const {
    std::map<std::string, std::string> files = files_;
    const bool bySections = bytes.below(4) != 0;
    const int changes = 1 + bytes.below(6);
    if (!bySections) {
      for (int i = 0; i < changes; ++i) {
        auto at = std::next(files.begin(), bytes.below(static_cast<int>(files.size())));
        changeBytes(at->second, bytes);
      }
    }
    for (const auto& entry : fs::directory_iterator(path_)) fs::remove(entry.path());
    for (const auto& [name, content] : files) {
      std::ofstream(path_ / name, std::ios::binary) << content;
    }
    if (!bySections) return false;
    std::vector<Section> sections = sections_;
    for (int i = 0; i < changes; ++i) {
      changeBytes(sections[static_cast<std::size_t>(bytes.below(static_cast<int>(names_.size())))],
                  bytes);
    }
    files::SectionWriter writer((path_ / kSegment).string(), kind_);
    for (std::size_t s = 0; s < sections.size(); ++s) {
      writer.add(names_[s], std::span<const std::uint8_t>(sections[s]));
    }
    writer.commit();
    return true;
  }

 protected:
  static constexpr const char* kSegment = "segment-1";

  /// To be called once the index is written.
  void keep() {
    for (const auto& entry : fs::directory_iterator(path_)) {
      if (entry.path().filename() != "lock") {
        files_[entry.path().filename()] = load(entry.path());
      }
    }
    const std::string segment = path_ / kSegment;
    const files::SectionFile file(segment, segment, kind_);
    for (const std::string& name : names_) {
      const auto there = file.section(name).all<std::uint8_t>();
      sections_.emplace_back(there.begin(), there.end());
    }
    wanted_ = answer();
  }

  Folder folder_;
  fs::path path_;

 private:
  /// Changes a byte, a word or the length.
  template <class Container>
  static void changeBytes(Container& content, Bytes& bytes) {
    const std::size_t at = static_cast<std::size_t>(bytes.next()) << 16 |
                           static_cast<std::size_t>(bytes.next()) << 8 | bytes.next();
    const int how = bytes.below(8);
    if (how == 0 || content.empty()) {
      content.resize(at % (content.size() + 100));
    } else if (how == 1 && content.size() >= 4) {
      std::uint32_t word = 0;
      for (int i = 0; i < 4; ++i) word = word << 8 | bytes.next();
      std::memcpy(content.data() + at % (content.size() / 4) * 4, &word, sizeof word);
    } else {
      content[at % content.size()] = static_cast<typename Container::value_type>(bytes.next());
    }
  }

  files::SectionKind kind_;
  std::vector<std::string> names_;
  std::map<std::string, std::string> files_;
  std::vector<Section> sections_;
  std::string wanted_;
};

class WholeNeedles : public Whole {
 public:
  WholeNeedles()
      : Whole("needles", index::kNeedleSegment,
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

  std::string answer() const override {
    const NeedleIndex index(path_);
    std::string all;
    for (std::int64_t n = 0; n < index.size(); ++n) {
      all += index.name(n);
      (void)index.picture(n);
      (void)index.file(n);
    }
    for (const Match& match : find(scene_, index, {.engine = "sequential"}).matches) {
      all += std::to_string(match.needle) + ':' + std::to_string(match.x) + ',' +
             std::to_string(match.y) + ' ';
    }
    return all;
  }
  void change() const override {
    NeedleIndexWriter writer(path_);
    writer.add("new", {scene_.view().crop(3, 3, {20, 9}), {}});
    writer.remove("3");
    writer.commit();
    writer.compact();
  }
  void verify() const override { NeedleIndex(path_).verify(); }

 private:
  Image scene_ = noise({60, 50}, 1);
  Image sprite_{{9, 9}, {4, Depth::u8}};
};

class WholeScenes : public Whole {
 public:
  WholeScenes()
      : Whole("scenes", index::kSceneSegment,
              {"pages", "pagedir", "pagetop", "starts", "scenes", "names", "bases", "head"}) {
    SceneIndex::create(path_);
    std::vector<std::string> files;
    for (std::uint32_t n = 0; n < 4; ++n) {
      files.push_back(folder_.path() / (std::to_string(n) + ".ppm"));
      writePicture(files.back(), noise({90, 80}, n));
    }
    SceneIndexWriter(path_).add(files);
    keep();
  }

  std::string answer() const override {
    const SceneIndex index(path_);
    std::string all;
    index.scenes();
    const Needle needle{scene_.view().crop(20, 20, {40, 30}), {}};
    index.find(std::span(&needle, 1), {}, [&](SceneIndex::Found&& found) {
      all += found.file + std::to_string(found.matches.size()) + found.failure.text();
    });
    return all;
  }
  void change() const override {
    SceneIndexWriter writer(path_);
    const std::string files[] = {folder_.path() / "2.ppm"};
    writer.remove(files);
    writer.add(files);
    writer.compact();
  }
  void verify() const override { SceneIndex(path_).verify(); }

 private:
  Image scene_ = noise({90, 80}, 1);
};

/// Calls `work`; returns whether it succeeded.
template <class Do>
bool tried(const Do& work) {
  try {
    work();
    return true;
  } catch (const Error& error) {
    if (std::string(error.what()).find('\n') != std::string::npos) fail("more than a sentence");
    return false;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chooseSimdLevel(data, size);
  static const WholeNeedles needles;
  static const WholeScenes scenes;
  Bytes bytes(data, size);
  const Whole& whole = bytes.below(2) == 0 ? static_cast<const Whole&>(needles) : scenes;
  const bool right = whole.write(bytes);
  std::string found;
  const bool answered = tried([&] { found = whole.answer(); });
  if (answered && !right && found != whole.wanted()) fail("damage changed the answer: " + found);
  tried([&] { whole.verify(); });
  tried([&] { whole.change(); });
  tried([&] { whole.answer(); });
  return 0;
}
