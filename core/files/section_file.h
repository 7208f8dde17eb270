// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "espy/control.h"
#include "espy/error.h"
#include "files/output_file.h"

/// Immutable files of named sections, mapped for reading, with a checksum for each block of 64 KiB
/// that is verified before the block is first used: damaged bytes are never read as data.
///
/// Layout, in the byte order of x86 and ARM: the sections, each at a multiple of 64 bytes; a table
/// of the sections; the blocks' checksums (CRC-32C); a footer, whose absence shows that the file
/// was truncated.
namespace espy::files {

/// Kind and version of a section file: at most 8 letters.
struct SectionKind {
  std::string_view letters;
  std::uint32_t version = 1;
};

struct SectionEntry {
  std::array<char, 8> name{};
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

/// Writes a section file, which appears at its path, durably, in `commit`.
class SectionWriter {
 public:
  SectionWriter(const std::string& path, const SectionKind& kind);

  /// Begins a section; at most 8 letters.
  void begin(std::string_view name);
  /// Appends to the section.
  void write(std::span<const std::uint8_t> bytes);
  template <class T>
  void add(std::string_view name, std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    begin(name);
    write({reinterpret_cast<const std::uint8_t*>(values.data()), values.size_bytes()});
  }
  void commit();

 private:
  void put(std::span<const std::uint8_t> bytes);
  void align();

  OutputFile file_;
  SectionKind kind_;
  std::uint64_t written_ = 0;
  std::vector<SectionEntry> entries_;
  std::vector<std::uint32_t> sums_;  ///< the last one is of an unfinished block
};

class SectionFile;

/// A section of an open file, which must outlive it.
class Section {
 public:
  Section() = default;

  std::uint64_t bytes() const { return bytes_; }
  template <class T>
  std::uint64_t count() const {
    return bytes_ / sizeof(T);
  }
  /// Returns some bytes after verifying their blocks. Throws `badPicture` if they are damaged or
  /// not in the section. Thread-safe.
  std::span<const std::uint8_t> read(std::uint64_t offset, std::uint64_t bytes) const;
  /// `count` values from index `first` on.
  template <class T>
  std::span<const T> values(std::uint64_t first, std::uint64_t count) const {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 64);
    if (first > bytes_ / sizeof(T) || count > bytes_ / sizeof(T) - first) refuse();
    const std::span<const std::uint8_t> there = read(first * sizeof(T), count * sizeof(T));
    return {reinterpret_cast<const T*>(there.data()), static_cast<std::size_t>(count)};
  }
  /// All values; verifies the section with all threads.
  template <class T>
  std::span<const T> all(const Control& control = {}) const {
    verify(control);
    return {reinterpret_cast<const T*>(data_), static_cast<std::size_t>(count<T>())};
  }

 private:
  friend class SectionFile;
  void verify(const Control& control) const;
  [[noreturn]] void refuse() const;

  const SectionFile* file_ = nullptr;
  const std::uint8_t* data_ = nullptr;
  std::uint64_t bytes_ = 0;
};

/// A mapped section file.
class SectionFile {
 public:
  /// `shown` is the name for messages. Throws if it is no such file, of another version, truncated,
  /// or if its table is damaged.
  SectionFile(const std::string& path, std::string shown, const SectionKind& kind);

  const std::string& shown() const { return shown_; }
  std::uint64_t bytes() const { return size_; }
  /// Throws `badPicture` if there is none of this name.
  Section section(std::string_view name) const;
  /// Verifies the whole file.
  void verify(const Control& control) const;
  /// Throws if the file was truncated or could not be read meanwhile.
  void checkUncut() const;

 private:
  friend class Section;
  void readTable(const SectionKind& kind);
  void checkBlocks(std::uint64_t first, std::uint64_t end) const;
  void checkBlock(std::uint64_t block) const;

  std::string shown_;
  std::shared_ptr<const void> owner_;
  const std::uint8_t* data_ = nullptr;
  std::uint64_t size_ = 0;
  std::uint64_t dataBytes_ = 0;  ///< before the table
  std::vector<SectionEntry> entries_;
  std::span<const std::uint32_t> sums_;
  std::unique_ptr<std::atomic<bool>[]> verified_;  ///< by block
};

}  // namespace espy::files
