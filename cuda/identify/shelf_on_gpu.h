// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "cuda/base/memory.h"
#include "cuda/base/stream.h"
#include "cuda/identify/layout.h"
#include "espy/engine/identify.h"

/// The device part of a shelf: as many resident slabs as fit, and a ring through which the others
/// are uploaded in turn for each search.
namespace espy::cuda {

/// References on the device at the same time, and their indexes in the shelf.
struct Portion {
  const ReferenceEntry* entries = nullptr;
  std::vector<std::int64_t> references;

  std::int64_t count() const { return std::ssize(references); }
};

/// A slab's features on the device, padded to whole chunks.
class SlabOnGpu {
 public:
  /// Allocates; content is undefined.
  SlabOnGpu(std::int64_t places, std::int64_t rows);

  /// Uploads a slab in the stream and prepares it.
  void send(const Slab& slab, std::int64_t rows, const Stream& stream, const Control& control);
  /// Whether it has the features of all these references; removed ones do not matter.
  bool has(const Slab& slab) const;
  /// Appends the slab's references.
  void list(const Slab& slab, std::int64_t first, std::vector<ReferenceEntry>& entries,
            std::vector<std::int64_t>& references) const;

  static std::int64_t bytesOf(std::int64_t places, std::int64_t rows);

 private:
  std::int64_t chunks_;
  DeviceBuffer<std::uint8_t> features_;
  DeviceBuffer<std::int32_t> norms_;
  DeviceBuffer<ChunkNorms> chunkNorms_;
  DeviceBuffer<std::int32_t> counts_;
  std::vector<std::int32_t> sent_;  ///< features per position
};

/// Pinned memory of a slab, unpinned by the destructor. If pinning fails, slabs are staged.
class LockedSlab {
 public:
  LockedSlab(const Slab& slab, std::int64_t rows);
  ~LockedSlab();
  LockedSlab(const LockedSlab&) = delete;
  LockedSlab& operator=(const LockedSlab&) = delete;

  std::int64_t bytes() const { return bytes_; }

 private:
  std::shared_ptr<const void> owner_;
  void* memory_ = nullptr;
  std::int64_t bytes_ = 0;
};

/// Cached with a shelf between searches.
class ShelfOnGpu {
 public:
  /// `mostBytes`: limit of resident bytes; negative: as many as fit.
  explicit ShelfOnGpu(std::int64_t mostBytes = -1);
  ~ShelfOnGpu();
  ShelfOnGpu(const ShelfOnGpu&) = delete;
  ShelfOnGpu& operator=(const ShelfOnGpu&) = delete;

  /// Uploads what is new and fits, drops what left the shelf. Call before a search.
  void follow(const Shelf& shelf, const Stream& stream, const Control& control);
  /// Whether that was done for this shelf.
  bool follows(const Shelf& shelf) const { return shelf_ == shelf.name(); }
  /// After a failure, the ring's content is undefined.
  void forget();

  /// Stream for requests about references while others are screened.
  const Stream& urgent() const { return urgent_; }
  /// The resident references.
  const Portion& resident() const { return resident_; }
  /// Slabs that are not resident.
  const std::vector<std::size_t>& passing() const { return passing_; }
  std::int64_t residentSlabs() const { return std::ssize(slabs_); }

  /// Slabs per slot, so that fixed costs are small; and slots, one searched while the others load.
  static constexpr std::size_t kTogether = 4;
  static constexpr std::size_t kRing = 3;
  std::size_t guests() const { return (passing_.size() + kTogether - 1) / kTogether; }
  /// Starts uploading the slabs of this turn unless they are in the ring. The slabs of kRing turns
  /// before must no longer be in use.
  void startUpload(const Shelf& shelf, std::size_t turn, const Control& control);
  /// Makes later work in `stream` wait for these slabs.
  const Portion& waitForUpload(std::size_t turn, const Stream& stream);

 private:
  struct Slot;

  void keep(const Shelf& shelf, const Stream& stream, const Control& control);
  void listResident(const Shelf& shelf, const Stream& stream);
  void lock(const Slab& slab, std::int64_t rows);
  Slot& slotOf(std::size_t turn);

  std::int64_t mostBytes_;
  Stream urgent_ = Stream::urgent();
  std::uint64_t shelf_ = 0;  ///< the last one followed
  std::map<std::uint64_t, SlabOnGpu> slabs_;
  Portion resident_;
  DeviceBuffer<ReferenceEntry> entries_;
  std::vector<std::size_t> passing_;
  std::map<std::uint64_t, std::unique_ptr<LockedSlab>> locked_;
  std::vector<std::unique_ptr<Slot>> ring_;
};

/// For tests: limits resident bytes of all shelves; negative: no limit.
void limitShelfBytes(std::int64_t bytes);

}  // namespace espy::cuda
