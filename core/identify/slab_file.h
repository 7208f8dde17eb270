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

/// The features of a library's surfaces, in files that are mapped as they are. docs/identify.md
/// tells them byte by byte.
namespace espy::identify {

/// Places of a full slab.
inline constexpr std::int64_t kSlabPlaces = 1024;
/// No library keeps more features of a surface: a slab of these has a gigabyte.
inline constexpr std::int64_t kMostRows = 8192;

/// What a slab's header must say.
struct SlabHead {
  std::int64_t rows = 0;    ///< of each place
  std::uint64_t stamp = 0;  ///< of its library: slabs of others are not mistaken for its own
  std::int64_t number = 0;

  bool operator==(const SlabHead&) const = default;
};

/// Where things lie in a slab of so many rows a place.
struct SlabLayout {
  std::int64_t rows = 0;

  std::int64_t entryAt(std::int64_t place) const;
  std::int64_t normsAt(std::int64_t place) const;
  std::int64_t featuresAt(std::int64_t place) const;
  /// The file's bytes with so many places.
  std::int64_t bytesWith(std::int64_t places) const { return featuresAt(places); }
};

/// The places of a slab file that were committed, to read.
class MappedSlab {
 public:
  /// `shown` is the file's name for people. Throws where it is no such slab, and where it is too
  /// short for so many places.
  MappedSlab(const std::string& path, std::string shown, const SlabHead& head, std::int64_t places);

  /// For how many places the file is long enough. Throws where it is no such slab.
  static std::int64_t placesIn(const std::string& path, const std::string& shown,
                               const SlabHead& head);

  std::int64_t number() const { return head_.number; }
  std::int64_t places() const { return places_; }
  const std::uint8_t* features() const;
  const std::int32_t* norms() const;
  std::shared_ptr<const void> owner() const { return bytes_; }

  /// Features of a place. Throws where it says more than there is room for.
  std::int32_t count(std::int64_t place) const;
  std::uint32_t sum(std::int64_t place) const;
  std::span<const std::uint8_t> featuresOf(std::int64_t place) const;
  std::span<const std::int32_t> normsOf(std::int64_t place) const;
  /// Throws where the file has become shorter since.
  void checkUncut() const;
  /// What is wrong with a place; empty of a whole one.
  Message faultOf(std::int64_t place) const;

 private:
  const std::uint8_t* at(std::int64_t offset) const;

  std::string shown_;
  SlabHead head_;
  SlabLayout layout_;
  std::int64_t places_;
  std::shared_ptr<const void> bytes_;
};

/// A slab file to write into. Places that nobody has committed may be written again and again.
class SlabWriter {
 public:
  /// A new file, or one that is there and that nobody has committed, from its beginning.
  static SlabWriter create(const std::string& path, const std::string& shown, const SlabHead& head);
  /// One with committed places.
  static SlabWriter open(const std::string& path, const std::string& shown, const SlabHead& head,
                         std::int64_t places);

  const std::string& shown() const { return shown_; }
  std::int64_t number() const { return head_.number; }
  /// Writes the features of a place, which are in the order of their norms, and returns their sum.
  std::uint32_t write(std::int64_t place, std::span<const std::uint8_t> features);
  /// Returns when all that was written is on disk.
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
