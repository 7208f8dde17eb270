// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "espy/error.h"
#include "espy/features.h"
#include "files/descriptor.h"

/// Features of a library's surfaces, in memory-mapped files; format in docs/identify.md.
namespace espy::identify {

/// Positions of a full slab.
inline constexpr std::int64_t kSlabPlaces = 1024;
/// Largest number of features of a surface; a slab of these takes 1 GB.
inline constexpr std::int64_t kMostRows = 8192;

struct SlabHead {
  std::int64_t rows = 0;    ///< per position
  std::uint64_t stamp = 0;  ///< of its library
  std::int64_t number = 0;

  bool operator==(const SlabHead&) const = default;
};

/// Offsets in a slab with this number of rows per position.
struct SlabLayout {
  std::int64_t rows = 0;

  std::int64_t entryAt(std::int64_t place) const;
  std::int64_t normsAt(std::int64_t place) const;
  std::int64_t featuresAt(std::int64_t place) const;
  std::int64_t bytesWith(std::int64_t places) const { return featuresAt(places); }
};

/// The committed positions of a slab file, read-only.
class MappedSlab {
 public:
  /// `shown` is the name for messages. Throws if it is no such slab or too short.
  MappedSlab(const std::string& path, std::string shown, const SlabHead& head, std::int64_t places);

  /// The number of positions that fit the file. Throws if it is no such slab.
  static std::int64_t placesIn(const std::string& path, const std::string& shown,
                               const SlabHead& head);

  std::int64_t number() const { return head_.number; }
  std::int64_t places() const { return places_; }
  const std::uint8_t* features() const;
  const std::int32_t* norms() const;
  std::shared_ptr<const void> owner() const { return bytes_; }

  /// Features at a position. Throws if there cannot be as many.
  std::int32_t count(std::int64_t place) const;
  std::uint32_t sum(std::int64_t place) const;
  std::span<const std::uint8_t> featuresOf(std::int64_t place) const;
  std::span<const std::int32_t> normsOf(std::int64_t place) const;
  /// Throws if the file was truncated meanwhile.
  void checkUncut() const;
  /// Throws if committed positions were overwritten since. If its time stamp has changed, reads
  /// their table, and unless the file grew, as it does while a writer appends, all of them. Not
  /// thread-safe.
  void checkIntact() const;
  /// The defect of a position; empty if it is intact.
  Message faultOf(std::int64_t place) const;

 private:
  const std::uint8_t* at(std::int64_t offset) const;
  /// The checksum of its header and entries.
  std::uint32_t tableSum() const;
  bool matchesSums(std::uint32_t ofTable) const;
  bool matchesSum(std::int64_t place) const;

  std::string path_;
  std::string shown_;
  SlabHead head_;
  SlabLayout layout_;
  std::int64_t places_;
  std::uint64_t inode_ = 0;
  mutable std::int64_t intactAt_ = 0;  ///< the file's time stamp then
  mutable std::int64_t bytesThen_ = 0;
  std::uint32_t tableSum_ = 0;
  std::shared_ptr<const void> bytes_;
};

/// A slab file opened for writing. Uncommitted positions may be overwritten.
class SlabWriter {
 public:
  /// Creates a file, or overwrites an uncommitted one.
  static SlabWriter create(const std::string& path, const std::string& shown, const SlabHead& head);
  static SlabWriter open(const std::string& path, const std::string& shown, const SlabHead& head,
                         std::int64_t places);

  const std::string& shown() const { return shown_; }
  std::int64_t number() const { return head_.number; }
  /// Writes the features of a position, ordered by norm; returns their checksum.
  std::uint32_t write(std::int64_t place, std::span<const std::uint8_t> features);
  void sync();

 private:
  SlabWriter(const std::string& path, const std::string& shown, const SlabHead& head, int flags);
  void put(std::span<const std::uint8_t> bytes, std::int64_t offset);
  [[noreturn]] void fail(int errorNumber) const;

  std::string shown_;
  SlabHead head_;
  SlabLayout layout_;
  files::Descriptor file_;
  std::int64_t bytes_ = 0;  ///< of the file
};

}  // namespace espy::identify
