// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "files/section_file.h"

/// A segment of an index of scenes: its pictures, and the blocks that were kept of them, ordered by
/// hash and position. The positions of all pictures are numbered through: a picture's pixel (x, y)
/// has the number start + y * width + x.
///
/// Sections: `head`; `starts`, `scenes`, `names` and `base`, the pictures; `pages`, of up to
/// `kPageEntries` entries each, compressed; `pagedir`, the first hash and the offset of each page;
/// `pagetop`, the first hash of every `kDirectoryEntries` pages. A lookup reads a few blocks of
/// each.
namespace espy::index {

inline constexpr files::SectionKind kSceneSegment{"scenes", 1};
inline constexpr std::size_t kPageEntries = 512;
inline constexpr std::size_t kDirectoryEntries = 512;

/// A block that was kept of some picture.
struct BlockEntry {
  std::uint64_t hash = 0;
  std::uint64_t position = 0;

  auto operator<=>(const BlockEntry&) const = default;
};

/// A picture of a segment, as it was when it was indexed.
struct StoredScene {
  std::uint64_t bytes = 0;   ///< of the file
  std::int64_t changed = 0;  ///< modification time of the file, nanoseconds since 1970
  std::uint32_t width = 0;   ///< pixels
  std::uint32_t height = 0;
  std::uint32_t base = 0;  ///< index of the folder to which its name is relative
  std::uint32_t reserved = 0;
  std::uint64_t nameEnd = 0;  ///< in the names

  std::uint64_t pixels() const { return std::uint64_t{width} * height; }
};

/// The pictures of a segment, in memory.
struct SceneTable {
  std::vector<std::string> bases;  ///< absolute folders
  std::vector<StoredScene> scenes;
  std::string names;  ///< of all files, as given

  void add(const std::string& name, const std::string& base, StoredScene scene);
  std::string_view name(std::size_t scene) const;
};

/// Writes entries, in order, to the sections of a segment.
class SegmentWriter {
 public:
  explicit SegmentWriter(const std::string& path);

  /// Adds entries with ascending hashes and positions.
  void add(const BlockEntry& entry);
  /// Writes the rest and gives the file its name.
  void commit(const SceneTable& scenes, std::int64_t side);

 private:
  void endPage();

  files::SectionWriter file_;
  std::vector<BlockEntry> page_;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint64_t> directory_;
  std::uint64_t written_ = 0;
  std::uint64_t entries_ = 0;
};

/// A segment opened for reading. Thread-safe.
class SceneSegment {
 public:
  /// Throws `badPicture` if it is damaged.
  explicit SceneSegment(files::SectionFile&& file, std::int64_t side);
  SceneSegment(SceneSegment&&) = delete;

  std::uint64_t scenes() const { return head_.scenes; }
  std::uint64_t entries() const { return head_.entries; }
  std::uint64_t pixels() const { return head_.pixels; }
  std::uint64_t bytes() const { return file_.bytes(); }
  const files::SectionFile& file() const { return file_; }

  StoredScene scene(std::uint64_t index) const;
  std::string name(std::uint64_t index) const;
  std::string base(std::uint32_t index) const;
  /// Number of the picture's upper-left pixel.
  std::uint64_t start(std::uint64_t index) const;
  /// The picture of a position.
  std::uint64_t sceneAt(std::uint64_t position) const;
  /// All pictures.
  SceneTable table() const;

  /// Number of entries with this hash, exact up to the number on two pages; larger ones may be too
  /// large by these.
  std::uint64_t countAtMost(std::uint64_t hash) const;
  /// Calls `take` with the positions of the entries with this hash, ascending, in parts, until it
  /// returns false.
  void positionsOf(std::uint64_t hash,
                   const std::function<bool(std::span<const std::uint64_t>)>& take) const;
  std::uint64_t pages() const { return head_.pages; }
  /// Decodes a page.
  void readPage(std::uint64_t page, std::vector<BlockEntry>& entries) const;

 private:
  struct Head {
    std::int64_t side = 0;
    std::uint64_t scenes = 0;
    std::uint64_t entries = 0;
    std::uint64_t pixels = 0;  ///< of all pictures
    std::uint64_t pages = 0;
    std::uint64_t bases = 0;
  };
  friend class SegmentWriter;

  std::uint64_t hashOf(std::uint64_t page) const;
  std::uint64_t firstPageOf(std::uint64_t hash) const;
  [[noreturn]] void refuse() const;

  files::SectionFile file_;
  Head head_;
  files::Section starts_;
  files::Section scenes_;
  files::Section names_;
  files::Section bases_;
  files::Section pages_;
  files::Section directory_;
  files::Section top_;
};

/// Reads all entries of a segment in order.
class EntryCursor {
 public:
  explicit EntryCursor(const SceneSegment& segment) : segment_(&segment) { fill(); }

  bool atEnd() const { return at_ == entries_.size(); }
  const BlockEntry& entry() const { return entries_[at_]; }
  void advance() {
    if (++at_ == entries_.size()) fill();
  }

 private:
  void fill();

  const SceneSegment* segment_;
  std::uint64_t page_ = 0;
  std::vector<BlockEntry> entries_;
  std::size_t at_ = 0;
};

}  // namespace espy::index
