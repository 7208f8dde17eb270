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

/// What of a shelf is on the card: as many of its slabs as there is room for, and a ring through
/// which the others come, one after another, each time they are searched.
namespace espy::cuda {

/// References that are on the card together, and which of the shelf's they are.
struct Portion {
  const ReferenceEntry* entries = nullptr;
  std::vector<std::int64_t> references;

  std::int64_t count() const { return std::ssize(references); }
};

/// A slab's features on the card. Places are filled up to whole chunks.
class SlabOnCard {
 public:
  /// Room for so many places; of undefined content.
  SlabOnCard(std::int64_t places, std::int64_t rows);

  /// Sends a slab there, after what is queued in the stream, and prepares it.
  void send(const Slab& slab, std::int64_t rows, const Stream& stream, const Control& control);
  /// Has it the features of all of these references? Where there are none any more does not matter.
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
  std::vector<std::int32_t> sent_;  ///< features of each place
};

/// Memory of a slab that the card reads by itself: its pages are locked as long as this lives.
/// Where the system refuses, slabs travel through other memory.
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

/// Kept with a shelf from search to search.
class ShelfOnCard {
 public:
  /// No more bytes than this stay on the card; less than 0: as many as there is room for.
  explicit ShelfOnCard(std::int64_t mostBytes = -1);
  ~ShelfOnCard();
  ShelfOnCard(const ShelfOnCard&) = delete;
  ShelfOnCard& operator=(const ShelfOnCard&) = delete;

  /// Sends what is new and has room, and forgets what is on the shelf no more. To be called before
  /// a search.
  void follow(const Shelf& shelf, const Stream& stream, const Control& control);
  /// Is that done for this shelf?
  bool follows(const Shelf& shelf) const { return shelf_ == shelf.name(); }
  /// After a failure: what is in the ring may be anything.
  void forget();

  /// For what is asked of references while others are looked at.
  const Stream& urgent() const { return urgent_; }
  /// What stays on the card.
  const Portion& resident() const { return resident_; }
  /// Slabs that do not.
  const std::vector<std::size_t>& passing() const { return passing_; }
  std::int64_t residentSlabs() const { return std::ssize(slabs_); }

  /// Slabs pass some at a time, so that what is done once for each time is little beside them; and
  /// so many times are on the card, one that is searched and others on their way.
  static constexpr std::size_t kTogether = 4;
  static constexpr std::size_t kRing = 3;
  std::size_t guests() const { return (passing_.size() + kTogether - 1) / kTogether; }
  /// Begins to bring those whose turn it is, round after round, if there are any and they are not
  /// in the ring. Nobody may look at those any more that had their turn kRing turns before.
  void bring(const Shelf& shelf, std::size_t turn, const Control& control);
  /// These, for what is queued in `stream` from now on.
  const Portion& brought(std::size_t turn, const Stream& stream);

 private:
  struct Guest;

  void keep(const Shelf& shelf, const Stream& stream, const Control& control);
  void listResident(const Shelf& shelf, const Stream& stream);
  void lock(const Slab& slab, std::int64_t rows);
  Guest& guestOf(std::size_t turn);

  std::int64_t mostBytes_;
  Stream urgent_ = Stream::urgent();
  std::uint64_t shelf_ = 0;  ///< the one that was followed last
  std::map<std::uint64_t, SlabOnCard> slabs_;
  Portion resident_;
  DeviceBuffer<ReferenceEntry> entries_;
  std::vector<std::size_t> passing_;
  std::map<std::uint64_t, std::unique_ptr<LockedSlab>> locked_;
  std::vector<std::unique_ptr<Guest>> ring_;
};

/// For tests: no more bytes of any shelf stay on the card; less than 0 takes the limit back.
void limitShelfBytes(std::int64_t bytes);

}  // namespace espy::cuda
