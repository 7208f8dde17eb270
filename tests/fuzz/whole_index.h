// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "espy/error.h"
#include "espy/find.h"
#include "espy/image.h"
#include "files/section_file.h"

/// Small indexes on disk whose files programs damage.
namespace espy::test {

/// Ends the process with a sentence.
[[noreturn]] void fail(const std::string& what);

/// Calls `work`; returns whether it succeeded. Fails if an error is not one sentence.
template <class Work>
bool tried(const Work& work) {
  try {
    work();
    return true;
  } catch (const Error& error) {
    const std::string sentence = error.what();
    if (sentence.empty() || sentence.find('\n') != std::string::npos) fail("not one sentence");
    return false;
  }
}

Image noisePicture(Size size, std::uint32_t seed);

/// A temporary folder, in memory if possible, since thousands of files are written.
class MemoryFolder {
 public:
  MemoryFolder();
  ~MemoryFolder();
  MemoryFolder(const MemoryFolder&) = delete;
  MemoryFolder& operator=(const MemoryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// An index that was intact once, and its files as they were.
class WholeIndex {
 public:
  using Files = std::map<std::string, std::string>;  ///< contents by name
  using Sections = std::vector<std::vector<std::uint8_t>>;

  WholeIndex(const char* name, const files::SectionKind& kind, std::vector<std::string> sections);
  virtual ~WholeIndex() = default;
  WholeIndex(const WholeIndex&) = delete;
  WholeIndex& operator=(const WholeIndex&) = delete;

  /// Opens, lists and searches the index; returns what was found, as text. Fails if a match is not
  /// where it is said to be.
  virtual std::string answer() const = 0;
  /// Adds and removes an entry, and compacts.
  virtual void change() const = 0;
  virtual void verify() const = 0;

  const std::filesystem::path& path() const { return path_; }
  /// The intact index's answer, files, and the sections of its segment.
  const std::string& wanted() const { return wanted_; }
  const Files& files() const { return files_; }
  const Sections& sections() const { return sections_; }
  const files::SectionKind& kind() const { return kind_; }

  /// Replaces all files of the index.
  void put(const Files& files) const;
  /// Replaces the segment by one with right checksums.
  void putSegment(const Sections& sections, std::uint32_t version) const;

 protected:
  /// To be called once the index is written.
  void keep();

  MemoryFolder folder_;
  std::filesystem::path path_;

 private:
  files::SectionKind kind_;
  std::vector<std::string> names_;
  Files files_;
  Sections sections_;
  std::string wanted_;
};

class WholeNeedles : public WholeIndex {
 public:
  WholeNeedles();
  std::string answer() const override;
  void change() const override;
  void verify() const override;

 private:
  Image scene_ = noisePicture({60, 50}, 1);
  Image sprite_{{9, 9}, {4, Depth::u8}};
};

class WholeScenes : public WholeIndex {
 public:
  explicit WholeScenes(bool tolerant = false);
  std::string answer() const override;
  void change() const override;
  void verify() const override;

  static constexpr std::uint32_t kPictures = 4;
  std::string file(std::uint32_t n) const { return folder_.path() / (std::to_string(n) + ".ppm"); }
  /// What the search answers, and what `find` over every readable picture does.
  std::string answerByFind() const;
  const Image& needle() const { return needle_; }

 private:
  FindOptions options_;  ///< of the search
  Image needle_;
};

}  // namespace espy::test
