// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/identify/shelf_on_gpu.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <set>
#include <utility>

#include "cuda/base/transfer.h"
#include "cuda/identify/kernels.h"

namespace espy::cuda {
namespace {

std::atomic<std::int64_t> mostShelfBytes{-1};

/// Limit of pinned memory for shelves.
std::int64_t mostLockedBytes() {
  return static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE) / 2;
}

}  // namespace

void limitShelfBytes(std::int64_t bytes) {
  mostShelfBytes = bytes;
}

SlabOnGpu::SlabOnGpu(std::int64_t places, std::int64_t rows)
    : chunks_(chunksOf(rows)),
      features_(static_cast<std::size_t>(places * chunks_ * kChunkBytes), picturePool()),
      norms_(static_cast<std::size_t>(places * chunks_ * kChunkRows), picturePool()),
      chunkNorms_(static_cast<std::size_t>(places * chunks_), picturePool()),
      counts_(static_cast<std::size_t>(places), picturePool()) {}

std::int64_t SlabOnGpu::bytesOf(std::int64_t places, std::int64_t rows) {
  constexpr std::int64_t kOfChunk =
      kChunkBytes + kChunkRows * sizeof(std::int32_t) + sizeof(ChunkNorms);
  return places * (chunksOf(rows) * kOfChunk + static_cast<std::int64_t>(sizeof(std::int32_t)));
}

void SlabOnGpu::send(const Slab& slab, std::int64_t rows, const Stream& stream,
                     const Control& control) {
  sent_.assign(slab.counts.begin(), slab.counts.end());
  const std::int64_t rowBytes = rows * kFeatureBytes;
  const std::int64_t pitch = chunks_ * kChunkBytes;
  upload(ImageView(slab.features, {rowBytes, slab.places}, {1, Depth::u8}, rowBytes), 0, 1,
         {features_.data(), pitch, rowBytes, slab.places, 1}, stream, control);
  stream.copy(counts_.data(), sent_.data(), sent_.size() * sizeof(std::int32_t));
  queuePrepare({features_.data(), counts_.data(), norms_.data(), chunkNorms_.data(), slab.places,
                static_cast<int>(chunks_)},
               stream);
}

bool SlabOnGpu::has(const Slab& slab) const {
  return std::ranges::equal(sent_, slab.counts, [](std::int32_t there, std::int32_t wanted) {
    return wanted == 0 || there == wanted;
  });
}

void SlabOnGpu::list(const Slab& slab, std::int64_t first, std::vector<ReferenceEntry>& entries,
                     std::vector<std::int64_t>& references) const {
  for (std::int64_t place = 0; place < slab.places; ++place) {
    if (slab.counts[static_cast<std::size_t>(place)] == 0) continue;
    const std::int64_t chunk = place * chunks_;
    entries.push_back({features_.data() + chunk * kChunkBytes, chunkNorms_.data() + chunk,
                       norms_.data() + chunk * kChunkRows});
    references.push_back(first + place);
  }
}

LockedSlab::LockedSlab(const Slab& slab, std::int64_t rows) : owner_(slab.owner) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto bytes = static_cast<std::uintptr_t>(slab.places * rows * kFeatureBytes);
  // Whole pages only, as in a library's files: others may be shared by two slabs.
  if (reinterpret_cast<std::uintptr_t>(slab.features) % page != 0 || bytes % page != 0) return;
  auto* const memory = const_cast<std::uint8_t*>(slab.features);
  // Failure is not an error here: the slab is staged.
  if (cudaHostRegister(memory, bytes, cudaHostRegisterReadOnly) != cudaSuccess) {
    (void)cudaGetLastError();
    return;
  }
  memory_ = memory;
  bytes_ = static_cast<std::int64_t>(bytes);
}

LockedSlab::~LockedSlab() {
  if (memory_ != nullptr) callQuietly([&] { return cudaHostUnregister(memory_); });
}

/// A slot of the ring: some slabs and the stream that uploads them.
struct ShelfOnGpu::Slot {
  std::vector<SlabOnGpu> slabs;
  Stream stream;
  Event arrived;
  std::optional<std::size_t> number;  ///< which slabs it holds
  Portion portion;
  std::vector<ReferenceEntry> listed;
  DeviceBuffer<ReferenceEntry> entries;

  Slot(std::size_t count, std::int64_t places, std::int64_t rows)
      : entries(count * static_cast<std::size_t>(places)) {
    for (std::size_t i = 0; i < count; ++i) slabs.emplace_back(places, rows);
  }
  ~Slot() {
    callQuietly([&] { return cudaStreamSynchronize(stream.get()); });
  }
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;
};

ShelfOnGpu::ShelfOnGpu(std::int64_t mostBytes) : mostBytes_(mostBytes) {}
ShelfOnGpu::~ShelfOnGpu() = default;

void ShelfOnGpu::follow(const Shelf& shelf, const Stream& stream, const Control& control) {
  forget();
  std::set<std::uint64_t> wanted;
  for (const Slab& slab : shelf.slabs()) wanted.insert(slab.name);
  std::erase_if(slabs_, [&](const auto& slab) { return !wanted.contains(slab.first); });
  std::erase_if(locked_, [&](const auto& slab) { return !wanted.contains(slab.first); });
  keep(shelf, stream, control);
  listResident(shelf, stream);
  shelf_ = shelf.name();
}

void ShelfOnGpu::keep(const Shelf& shelf, const Stream& stream, const Control& control) {
  passing_.clear();
  std::int64_t largest = 1;
  std::int64_t missing = 0;
  std::int64_t there = 0;
  const auto bytesOf = [&](const Slab& slab) {
    return SlabOnGpu::bytesOf(slab.places, shelf.rows());
  };
  for (const Slab& slab : shelf.slabs()) {
    largest = std::max(largest, slab.places);
    (slabs_.contains(slab.name) ? there : missing) += bytesOf(slab);
  }
  const std::int64_t ring =
      static_cast<std::int64_t>(kRing * kTogether) * SlabOnGpu::bytesOf(largest, shelf.rows());
  const std::int64_t limit = mostBytes_ >= 0 ? mostBytes_ : mostShelfBytes.load();
  // A search's scratch buffers are small relative to the reserve.
  std::int64_t room = availableDeviceBytes();
  if (limit >= 0) room = std::min(room, limit - there);
  if (missing > room && limit < 0) room -= ring;
  for (std::size_t s = 0; s < shelf.slabs().size(); ++s) {
    const Slab& slab = shelf.slabs()[s];
    if (slab.places == 0) continue;
    const auto at = slabs_.find(slab.name);
    if (at != slabs_.end()) {
      if (!at->second.has(slab)) at->second.send(slab, shelf.rows(), stream, control);
      continue;
    }
    if (bytesOf(slab) > room) {
      passing_.push_back(s);
      continue;
    }
    room -= bytesOf(slab);
    SlabOnGpu added(slab.places, shelf.rows());
    added.send(slab, shelf.rows(), stream, control);
    slabs_.emplace(slab.name, std::move(added));
  }
  for (std::size_t i = 0; i < std::min(kRing, guests()); ++i) {
    ring_.push_back(
        std::make_unique<Slot>(std::min(kTogether, passing_.size()), largest, shelf.rows()));
  }
  for (const std::size_t s : passing_) lock(shelf.slabs()[s], shelf.rows());
}

void ShelfOnGpu::lock(const Slab& slab, std::int64_t rows) {
  if (locked_.contains(slab.name)) return;
  std::int64_t locked = 0;
  for (const auto& [name, other] : locked_) locked += other->bytes();
  if (locked + slab.places * rows * kFeatureBytes > mostLockedBytes()) return;
  locked_.emplace(slab.name, std::make_unique<LockedSlab>(slab, rows));
}

void ShelfOnGpu::listResident(const Shelf& shelf, const Stream& stream) {
  std::vector<ReferenceEntry> entries;
  resident_.references.clear();
  for (std::size_t s = 0; s < shelf.slabs().size(); ++s) {
    const Slab& slab = shelf.slabs()[s];
    const auto at = slabs_.find(slab.name);
    if (at != slabs_.end()) at->second.list(slab, shelf.firsts()[s], entries, resident_.references);
  }
  if (entries_.size() < entries.size()) {
    entries_ = DeviceBuffer<ReferenceEntry>(entries.size(), picturePool());
  }
  stream.copy(entries_.data(), entries.data(), entries.size() * sizeof(ReferenceEntry));
  stream.wait();  // the list is local
  resident_.entries = entries_.data();
}

void ShelfOnGpu::forget() {
  shelf_ = 0;
  ring_.clear();
}

/// If all slabs fit in the ring, each keeps its slot.
ShelfOnGpu::Slot& ShelfOnGpu::slotOf(std::size_t turn) {
  return *ring_[(guests() <= kRing ? turn % guests() : turn) % ring_.size()];
}

void ShelfOnGpu::startUpload(const Shelf& shelf, std::size_t turn, const Control& control) {
  if (guests() == 0) return;
  const std::size_t number = turn % guests();
  Slot& guest = slotOf(turn);
  if (guest.number == number) return;
  guest.number.reset();
  guest.listed.clear();
  guest.portion.references.clear();
  const std::size_t first = number * kTogether;
  for (std::size_t i = first; i < std::min(first + kTogether, passing_.size()); ++i) {
    const Slab& slab = shelf.slabs()[passing_[i]];
    SlabOnGpu& onGpu = guest.slabs[i - first];
    onGpu.send(slab, shelf.rows(), guest.stream, control);
    onGpu.list(slab, shelf.firsts()[passing_[i]], guest.listed, guest.portion.references);
  }
  guest.portion.entries = guest.entries.data();
  guest.stream.copy(guest.entries.data(), guest.listed.data(),
                    guest.listed.size() * sizeof(ReferenceEntry));
  guest.arrived.record(guest.stream);
  guest.number = number;
}

const Portion& ShelfOnGpu::waitForUpload(std::size_t turn, const Stream& stream) {
  Slot& guest = slotOf(turn);
  guest.arrived.holdBack(stream);
  return guest.portion;
}

}  // namespace espy::cuda
