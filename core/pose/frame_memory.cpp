// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/frame_memory.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "picture/areas.h"

namespace espy::pose {
namespace {

/// Where two pictures of one size and format differ, in whole cells.
std::vector<Area> changesOf(const ImageView& before, const ImageView& now) {
  constexpr std::int64_t kCell = 8;
  constexpr std::size_t kMostAreas = 64;
  const Size size = now.size();
  const std::int64_t columns = (size.width + kCell - 1) / kCell;
  const std::int64_t rows = (size.height + kCell - 1) / kCell;
  const std::int64_t bytes = now.format().bytesPerPixel();
  std::vector<std::uint8_t> marked(static_cast<std::size_t>(columns * rows));
  const auto isSame = [&](std::int64_t x, std::int64_t y, std::int64_t count) {
    return std::memcmp(before.row(y) + x * bytes, now.row(y) + x * bytes,
                       static_cast<std::size_t>(count * bytes)) == 0;
  };
  for (std::int64_t y = 0; y < size.height; ++y) {
    if (isSame(0, y, size.width)) continue;
    std::uint8_t* cells = marked.data() + y / kCell * columns;
    for (std::int64_t column = 0; column < columns; ++column) {
      const std::int64_t x = column * kCell;
      if (cells[column] == 0 && !isSame(x, y, std::min(kCell, size.width - x))) cells[column] = 1;
    }
  }
  std::vector<Area> areas = picture::areasOfCells(marked, columns, rows);
  for (Area& area : areas) {
    area = picture::clipped(
        {area.x * kCell, area.y * kCell, area.width * kCell, area.height * kCell}, size);
  }
  picture::mergeAreas(areas, kMostAreas);
  return areas;
}

}  // namespace

std::optional<std::vector<PosedPeak>> KeptPeaks::take(FrameRoom& room) {
  if (peaks_) room.give(peaks_->size());
  return std::exchange(peaks_, {});
}

void KeptPeaks::keep(const std::vector<PosedPeak>& peaks, FrameRoom& room) {
  if (room.take(peaks.size())) peaks_ = peaks;
}

KeptClimbs::Key KeptClimbs::keyOf(const Start& start) {
  return {start.pose, static_cast<std::int32_t>(start.x), static_cast<std::int32_t>(start.y)};
}

std::size_t KeptClimbs::slotOf(const Key& key) const {
  std::uint64_t bits = key.pose;
  for (const std::int32_t next : {key.x, key.y}) {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
    bits = (bits ^ static_cast<std::uint32_t>(next)) * kOdd;
    bits ^= bits >> 32U;
  }
  const std::size_t most = table_.size() - 1;
  std::size_t slot = bits & most;
  while (table_[slot] != kNone && !(keys_[table_[slot]] == key)) slot = (slot + 1) & most;
  return slot;
}

const KeptClimbs::Climb* KeptClimbs::find(const Start& start) const {
  if (table_.empty()) return nullptr;
  const std::uint32_t index = table_[slotOf(keyOf(start))];
  return index == kNone ? nullptr : &climbs_[index];
}

void KeptClimbs::makeTable(std::size_t most) {
  table_.assign(std::bit_ceil(3 * most + 2), kNone);
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    table_[slotOf(keys_[i])] = static_cast<std::uint32_t>(i);
  }
}

template <class Test>
void KeptClimbs::drop(const Test& isUnwanted, FrameRoom& room) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    if (isUnwanted(i)) continue;
    if (kept < i) {
      keys_[kept] = keys_[i];
      climbs_[kept] = climbs_[i];
    }
    ++kept;
  }
  room.give(keys_.size() - kept);
  keys_.resize(kept);
  climbs_.resize(kept);
}

void KeptClimbs::forget(std::span<const Area> changed, FrameRoom& room) {
  if (changed.empty()) return;
  const auto isChanged = [&](std::size_t i) {
    return std::ranges::any_of(
        changed, [&](const Area& area) { return picture::meet(area, climbs_[i].read); });
  };
  const std::size_t before = keys_.size();
  drop(isChanged, room);
  if (keys_.size() < before) makeTable(before);
}

void KeptClimbs::clear(FrameRoom& room) {
  room.give(keys_.size());
  *this = {};
}

void KeptClimbs::keep(std::span<const Start> starts, std::span<const std::size_t> fresh,
                      std::vector<Climb>&& climbs, FrameRoom& room) {
  constexpr std::size_t kFew = 1024;
  if (keys_.size() > 2 * starts.size() + kFew) {  // most are of frames long ago
    std::vector<bool> used(keys_.size());
    for (const Start& start : starts) {
      const std::uint32_t index = table_[slotOf(keyOf(start))];
      if (index != kNone) used[index] = true;
    }
    drop([&](std::size_t i) { return !used[i]; }, room);
    table_.clear();
  }
  if (table_.size() < 2 * (keys_.size() + fresh.size())) makeTable(keys_.size() + fresh.size());
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    const Key key = keyOf(starts[fresh[i]]);
    const std::size_t slot = slotOf(key);
    if (table_[slot] != kNone || !room.take(1)) continue;
    table_[slot] = static_cast<std::uint32_t>(keys_.size());
    keys_.push_back(key);
    climbs_.push_back(std::move(climbs[i]));
  }
}

TurnedNeedles& BandMemory::turnedAt(int shift, std::atomic<std::size_t>& bytes) {
  const auto level = static_cast<std::size_t>(shift);
  if (turned.size() <= level) turned.resize(level + 1);
  if (!turned[level]) turned[level] = std::make_unique<TurnedNeedles>(bytes);
  return *turned[level];
}

void FrameMemory::begin(ScenePyramid& scenes, std::span<const Needle> needles,
                        std::span<const PoseGrid> grids, const ScoreOptions& options) {
  Request request{scenes.sizeAt(0),
                  scenes.formatAt(0),
                  options.method,
                  options.minScore,
                  options.weighted,
                  options.wantBest,
                  {}};
  for (std::size_t n = 0; n < needles.size(); ++n) {
    request.needles.emplace_back(needles[n].picture.row(0), grids[n].poses.size());
  }
  if (request_ != request) {
    bands_.clear();  // before what they count in
    *this = {};
  }
  request_ = std::move(request);
  part_ = all_ = 0;
  changed_.clear();
  keepsClimbs_ = true;
  for (int shift = 1; shift <= static_cast<int>(before_.size()); ++shift) {
    const Image& before = before_[static_cast<std::size_t>(shift) - 1];
    changed_.push_back(changesOf(before, scenes.at(shift)));
    keepsClimbs_ = picture::shareOf(changed_.back(), before.size()) <= picture::kMostShare;
  }
  for (std::deque<BandMemory>& bands : bands_) {
    for (BandMemory& band : bands) {
      for (std::size_t shift = 0; shift < band.climbs.size(); ++shift) {
        const std::vector<Area>* changed = changedAt(static_cast<int>(shift));
        if (keepsClimbs_ && changed != nullptr) {
          band.climbs[shift].forget(*changed, room_);
        } else {
          band.climbs[shift].clear(room_);
        }
      }
    }
  }
}

const std::vector<Area>* FrameMemory::changedAt(int shift) const {
  if (shift < 1 || shift > static_cast<int>(changed_.size())) return nullptr;
  return &changed_[static_cast<std::size_t>(shift) - 1];
}

BandMemory& FrameMemory::of(std::size_t needle, std::size_t band) {
  if (bands_.size() <= needle) bands_.resize(needle + 1);
  std::deque<BandMemory>& bands = bands_[needle];
  if (bands.size() <= band) bands.resize(band + 1);
  return bands[band];
}

void FrameMemory::forget(std::size_t needle) {
  if (bands_.size() <= needle) return;
  for (BandMemory& band : bands_[needle]) {
    band.probed.take(room_);
    band.later.take(room_);
    for (KeptClimbs& climbs : band.climbs) climbs.clear(room_);
  }
}

void FrameMemory::count(double share, std::int64_t pixels) {
  part_ += share * static_cast<double>(pixels);
  all_ += static_cast<double>(pixels);
}

}  // namespace espy::pose
