// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/scene_segment.h"

#include <algorithm>
#include <utility>

#include "base/phrase.h"
#include "files/message.h"

namespace espy::index {
namespace {

/// An entry of the directory: a page's first hash, then its offset.
constexpr std::uint64_t kDirectoryWords = 2;

/// Seven bits a byte, the lowest first; the highest bit: more follow.
void putNumber(std::vector<std::uint8_t>& to, std::uint64_t number) {
  for (; number >= 128; number >>= 7U) to.push_back(static_cast<std::uint8_t>(number | 128U));
  to.push_back(static_cast<std::uint8_t>(number));
}

/// Reads what putNumber wrote; `ok` is false after the end, or if a number is too long.
class NumberReader {
 public:
  explicit NumberReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  bool ok() const { return ok_; }
  bool atEnd() const { return at_ == bytes_.size(); }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (at_ == bytes_.size()) break;
      const std::uint64_t byte = bytes_[at_++];
      value |= (byte & 127U) << shift;
      if (byte < 128) return value;
    }
    ok_ = false;
    return 0;
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace

void SceneTable::add(const std::string& name, const std::string& base, StoredScene scene) {
  const auto found = std::ranges::find(bases, base);
  scene.base = static_cast<std::uint32_t>(found - bases.begin());
  if (found == bases.end()) bases.push_back(base);
  names += name;
  scene.nameEnd = names.size();
  scenes.push_back(scene);
}

std::string_view SceneTable::name(std::size_t scene) const {
  const std::uint64_t begin = scene == 0 ? 0 : scenes[scene - 1].nameEnd;
  return std::string_view(names).substr(begin, scenes[scene].nameEnd - begin);
}

SegmentWriter::SegmentWriter(const std::string& path) : file_(path, kSceneSegment) {
  page_.reserve(kPageEntries);
  file_.begin("pages");
}

void SegmentWriter::add(const BlockEntry& entry) {
  page_.push_back(entry);
  if (page_.size() == kPageEntries) endPage();
}

/// A page: for each hash, the difference to the one before, doubled, plus 1 if several entries have
/// it, and then their number; and the positions, as differences after the first.
void SegmentWriter::endPage() {
  if (page_.empty()) return;
  bytes_.clear();
  std::uint64_t before = page_.front().hash;
  for (std::size_t i = 0; i < page_.size();) {
    std::size_t end = i + 1;
    while (end < page_.size() && page_[end].hash == page_[i].hash) ++end;
    putNumber(bytes_, (page_[i].hash - before) << 1U | (end - i > 1 ? 1U : 0U));
    if (end - i > 1) putNumber(bytes_, end - i);
    before = page_[i].hash;
    putNumber(bytes_, page_[i].position);
    for (++i; i < end; ++i) putNumber(bytes_, page_[i].position - page_[i - 1].position);
  }
  directory_.push_back(page_.front().hash);
  directory_.push_back(written_);
  file_.write(bytes_);
  written_ += bytes_.size();
  entries_ += page_.size();
  page_.clear();
}

void SegmentWriter::commit(const SceneTable& scenes, std::int64_t side) {
  endPage();
  SceneSegment::Head head;
  head.side = side;
  head.scenes = scenes.scenes.size();
  head.entries = entries_;
  head.pages = directory_.size() / kDirectoryWords;
  head.bases = scenes.bases.size();
  std::vector<std::uint64_t> starts;
  for (const StoredScene& scene : scenes.scenes) {
    starts.push_back(head.pixels);
    head.pixels += scene.pixels();
  }
  starts.push_back(head.pixels);
  std::vector<std::uint64_t> top;
  for (std::size_t page = 0; page < head.pages; page += kDirectoryEntries) {
    top.push_back(directory_[page * kDirectoryWords]);
  }
  std::string bases;
  for (const std::string& base : scenes.bases) bases += base + '\0';
  file_.add("pagedir", std::span<const std::uint64_t>(directory_));
  file_.add("pagetop", std::span<const std::uint64_t>(top));
  file_.add("starts", std::span<const std::uint64_t>(starts));
  file_.add("scenes", std::span<const StoredScene>(scenes.scenes));
  file_.add("names", std::span<const char>(scenes.names));
  file_.add("bases", std::span<const char>(bases));
  file_.add("head", std::span<const SceneSegment::Head>(&head, 1));
  file_.commit();
}

SceneSegment::SceneSegment(files::SectionFile&& file, std::int64_t side) : file_(std::move(file)) {
  head_ = file_.section("head").values<Head>(0, 1).front();
  starts_ = file_.section("starts");
  scenes_ = file_.section("scenes");
  names_ = file_.section("names");
  bases_ = file_.section("bases");
  pages_ = file_.section("pages");
  directory_ = file_.section("pagedir");
  top_ = file_.section("pagetop");
  if (head_.side != side || starts_.count<std::uint64_t>() != head_.scenes + 1 ||
      scenes_.count<StoredScene>() != head_.scenes ||
      directory_.count<std::uint64_t>() != kDirectoryWords * head_.pages ||
      top_.count<std::uint64_t>() != (head_.pages + kDirectoryEntries - 1) / kDirectoryEntries) {
    refuse();
  }
}

void SceneSegment::refuse() const {
  files::refuse(ErrorCode::badPicture, file_.shown(), phrase("is damaged"));
}

StoredScene SceneSegment::scene(std::uint64_t index) const {
  return scenes_.values<StoredScene>(index, 1).front();
}

std::string SceneSegment::name(std::uint64_t index) const {
  const std::uint64_t begin = index == 0 ? 0 : scene(index - 1).nameEnd;
  const std::uint64_t end = scene(index).nameEnd;
  if (end < begin) refuse();
  const auto letters = names_.values<char>(begin, end - begin);
  return {letters.begin(), letters.end()};
}

std::string SceneSegment::base(std::uint32_t index) const {
  const auto letters = bases_.all<char>();
  const char* at = letters.data();
  const char* const end = at + letters.size();
  for (;; --index) {
    const char* const stop = std::find(at, end, '\0');
    if (stop == end) refuse();
    if (index == 0) return {at, stop};
    at = stop + 1;
  }
}

std::uint64_t SceneSegment::start(std::uint64_t index) const {
  return starts_.values<std::uint64_t>(index, 1).front();
}

std::uint64_t SceneSegment::sceneAt(std::uint64_t position) const {
  std::uint64_t low = 0;  // start(low) <= position < start(high)
  std::uint64_t high = head_.scenes;
  if (position >= head_.pixels) refuse();
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (start(middle) <= position ? low : high) = middle;
  }
  return low;
}

SceneTable SceneSegment::table() const {
  SceneTable table;
  for (std::uint32_t i = 0; i < head_.bases; ++i) table.bases.push_back(base(i));
  const auto scenes = scenes_.all<StoredScene>();
  table.scenes.assign(scenes.begin(), scenes.end());
  const auto names = names_.all<char>();
  table.names.assign(names.begin(), names.end());
  std::uint64_t before = 0;
  for (const StoredScene& scene : table.scenes) {
    if (scene.nameEnd < before || scene.nameEnd > names.size() || scene.base >= head_.bases) {
      refuse();
    }
    before = scene.nameEnd;
  }
  return table;
}

std::uint64_t SceneSegment::hashOf(std::uint64_t page) const {
  return directory_.values<std::uint64_t>(page * kDirectoryWords, 1).front();
}

/// The first page that may have entries with this hash: the last one that begins below it.
std::uint64_t SceneSegment::firstPageOf(std::uint64_t hash) const {
  // The first of [low, high) for which `begins(i) >= hash`, or high.
  const auto firstNotBelow = [&](std::uint64_t low, std::uint64_t high, const auto& begins) {
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      if (begins(middle) < hash) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  };
  const std::uint64_t above = firstNotBelow(0, top_.count<std::uint64_t>(), [&](std::uint64_t i) {
    return top_.values<std::uint64_t>(i, 1).front();
  });
  if (above == 0) return 0;
  const std::uint64_t first = (above - 1) * kDirectoryEntries;
  const std::uint64_t end = std::min<std::uint64_t>(head_.pages, above * kDirectoryEntries);
  const std::uint64_t page = firstNotBelow(first, end, [&](std::uint64_t i) { return hashOf(i); });
  return page == 0 ? 0 : page - 1;
}

void SceneSegment::readPage(std::uint64_t page, std::vector<BlockEntry>& entries) const {
  entries.clear();
  const auto words = directory_.values<std::uint64_t>(
      page * kDirectoryWords, page + 1 < head_.pages ? 2 * kDirectoryWords : kDirectoryWords);
  const std::uint64_t end = words.size() > kDirectoryWords ? words[3] : pages_.bytes();
  if (end < words[1]) refuse();
  NumberReader reader(pages_.read(words[1], end - words[1]));
  std::uint64_t hash = words[0];
  while (!reader.atEnd() && reader.ok()) {
    const std::uint64_t difference = reader.number();
    hash += difference >> 1U;
    const std::uint64_t many = (difference & 1U) == 0 ? 1 : reader.number();
    if (many > kPageEntries - entries.size()) refuse();
    std::uint64_t position = 0;
    for (std::uint64_t i = 0; i < many; ++i) {
      position += reader.number();
      entries.push_back({hash, position});
    }
  }
  if (!reader.ok() || entries.empty()) refuse();
}

std::uint64_t SceneSegment::countAtMost(std::uint64_t hash) const {
  if (head_.pages == 0) return 0;
  const std::uint64_t first = firstPageOf(hash);
  const std::uint64_t last = firstPageOf(hash + 1);  // begins at or below the hash
  if (last > first + 1) return (last - first + 1) * kPageEntries;
  std::uint64_t count = 0;
  std::vector<BlockEntry> entries;
  for (std::uint64_t page = first; page <= last; ++page) {
    readPage(page, entries);
    count += static_cast<std::uint64_t>(
        std::ranges::count(entries, hash, [](const BlockEntry& entry) { return entry.hash; }));
  }
  return count;
}

void SceneSegment::positionsOf(
    std::uint64_t hash, const std::function<bool(std::span<const std::uint64_t>)>& take) const {
  if (head_.pages == 0) return;
  std::vector<BlockEntry> entries;
  std::vector<std::uint64_t> positions;
  for (std::uint64_t page = firstPageOf(hash); page < head_.pages && hashOf(page) <= hash; ++page) {
    readPage(page, entries);
    positions.clear();
    for (const BlockEntry& entry : entries) {
      if (entry.hash == hash) positions.push_back(entry.position);
    }
    if (!positions.empty() && !take(positions)) return;
  }
}

void EntryCursor::fill() {
  at_ = 0;
  entries_.clear();
  if (page_ < segment_->pages()) segment_->readPage(page_++, entries_);
}

}  // namespace espy::index
