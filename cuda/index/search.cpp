// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/index/search.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace espy::cuda {
namespace {

/// Entries of the lists: usually, and at most (256 and 192 MiB). With more, the scene is searched
/// in parts.
constexpr std::uint64_t kUsualCandidates = 1 << 18;
constexpr std::uint64_t kUsualFound = 1 << 17;
constexpr std::uint64_t kMostEntries = 1 << 24;
/// Found pictures that are downloaded together with their number, at least.
constexpr std::uint64_t kExpected = 2048;
/// Rows of a scene whose pictures are sorted here.
constexpr std::int64_t kMostRows = 1 << 20;
/// Words that a kernel may compare, so that it takes 0.2 s at most.
constexpr std::uint64_t kMostWords = std::uint64_t{1} << 38;

std::atomic<std::uint64_t> limitOfCandidates{0};
std::atomic<std::uint64_t> limitOfFound{0};

std::uint64_t mostCandidates() {
  const std::uint64_t limit = limitOfCandidates;
  return limit != 0 ? limit : kMostEntries;
}
std::uint64_t mostFound() {
  const std::uint64_t limit = limitOfFound;
  return limit != 0 ? limit : kMostEntries;
}

/// A quarter more, for a similar search.
std::uint64_t withReserve(std::uint64_t count) {
  return count + count / 4;
}

}  // namespace

void limitIndexLists(std::uint64_t candidates, std::uint64_t found) {
  limitOfCandidates = candidates;
  limitOfFound = found;
}

IndexSearch::IndexSearch(const Gpu& gpu, SegmentOnGpu& segment, StageClock& clock,
                         const Control& control)
    : gpu_(gpu), segment_(segment), clock_(clock), control_(control) {
  const auto roomFor = [](std::uint64_t before, std::uint64_t usual, std::uint64_t most) {
    return std::clamp(withReserve(before), std::min(usual, most), most);
  };
  takeRoom(roomFor(segment.most.candidates, kUsualCandidates, mostCandidates()),
           roomFor(segment.most.found, kUsualFound, mostFound()));
}

std::vector<FoundPicture> IndexSearch::find(const DeviceScene& scene, SceneRows rows) {
  found_.clear();
  control_.check();
  if (!findAtOnce(scene, rows)) findInParts(scene, rows);
  return std::move(found_);
}

/// Everything in one go, with one wait at the end. Returns false if a list was too short or if
/// comparing may take too long; then nothing is known.
bool IndexSearch::findAtOnce(const DeviceScene& scene, SceneRows rows) {
  const std::int64_t height = rows.end - rows.first;
  rows_ = height <= kMostRows ? (height + 1) / 2 * 2 : 0;
  takeRoom(candidateRoom_, foundRoom_);
  const SceneRows blocks = blocksOf(scene, rows);
  const FoundList to{foundList(), rows_ > 0 ? results_.data() : nullptr, rows.first};
  bool cleared = false;
  for (std::size_t step = 0; step < index::kColumnSteps.size(); ++step) {
    if (!segment_.hasKeys(step)) continue;
    clock_.begin("hash and probe");
    if (!std::exchange(cleared, true)) {
      gpu_.stream().set(results_.data(), 0,
                        static_cast<std::size_t>(rows_) * sizeof(std::uint32_t) + sizeof(Counters));
    }
    probeBlocks(gpu_, scene, segment_.keys(step).filter, index::kColumnSteps[step], blocks,
                candidateList(step));
    clock_.begin("verify");
    const std::uint64_t most = std::min(candidateRoom_, mostTogether(step));
    verifyCandidates(gpu_, scene, segment_.facts(), segment_.keys(step), candidateList(step),
                     {0, most, most}, rows, segment_.hasLargePictures(), to);
  }
  auto* const sorted = reinterpret_cast<FoundPicture*>(counters() + 1);
  if (rows_ > 0) {
    clock_.begin("sort");
    orderByRows(gpu_, to, height, moved_.data(), sorted);
  }
  clock_.begin("download");
  const std::uint64_t expected =
      rows_ > 0 ? std::min(foundRoom_, withReserve(segment_.most.found) + kExpected) : 0;
  const PinnedBuffer<std::uint8_t> host(sizeof(Counters) + expected * sizeof(FoundPicture));
  gpu_.stream().copy(host.data(), counters(), host.bytes());
  gpu_.stream().wait();
  const Counters counted = *reinterpret_cast<const Counters*>(host.data());
  bool complete = counted.found <= foundRoom_;
  for (std::size_t step = 0; step < index::kColumnSteps.size(); ++step) {
    const std::uint64_t listed = counted.candidates[step];
    segment_.most.candidates = std::max(segment_.most.candidates, listed);
    complete = complete && listed <= std::min(candidateRoom_, mostTogether(step));
  }
  if (complete) {
    segment_.most.found = std::max<std::uint64_t>(segment_.most.found, counted.found);
    const auto* items = reinterpret_cast<const FoundPicture*>(host.data() + sizeof(Counters));
    const std::uint64_t there = std::min<std::uint64_t>(expected, counted.found);
    found_.assign(items, items + there);
    fetchFound(rows_ > 0 ? sorted : listed_.data(), there, counted.found);
  }
  clock_.finish();
  return complete;
}

void IndexSearch::findInParts(const DeviceScene& scene, SceneRows rows) {
  for (std::size_t step = 0; step < index::kColumnSteps.size(); ++step) {
    if (segment_.hasKeys(step)) findInBlocks(scene, step, blocksOf(scene, rows), rows);
  }
  segment_.most.found = std::max<std::uint64_t>(segment_.most.found, found_.size());
}

/// Finds what has a probed block among these rows of blocks; halves them if there are too many
/// candidates.
void IndexSearch::findInBlocks(const DeviceScene& scene, std::size_t step, SceneRows blocks,
                               SceneRows rows) {
  if (blocks.first >= blocks.end) return;
  std::uint64_t listed = 0;
  for (;;) {
    control_.check();
    clock_.begin("hash and probe");
    gpu_.stream().set(counters(), 0, sizeof(Counters));
    probeBlocks(gpu_, scene, segment_.keys(step).filter, index::kColumnSteps[step], blocks,
                candidateList(step));
    listed = fetchCounters().candidates[step];
    if (listed <= candidateRoom_) break;
    const std::int64_t middle = (blocks.first + blocks.end) / 2;
    if (listed > mostCandidates() && middle > blocks.first) {
      findInBlocks(scene, step, {blocks.first, middle}, rows);
      findInBlocks(scene, step, {middle, blocks.end}, rows);
      return;
    }
    takeRoom(listed, foundRoom_);
  }
  const std::uint64_t together = mostTogether(step);
  for (std::uint64_t first = 0; first < listed; first += std::min(together, listed - first)) {
    verifyPart(scene, step, first, std::min(together, listed - first), rows);
  }
}

/// Verifies some candidates, whose number is in the counters; halves them if too much is found.
void IndexSearch::verifyPart(const DeviceScene& scene, std::size_t step, std::uint64_t first,
                             std::uint64_t count, SceneRows rows) {
  for (;;) {
    control_.check();
    clock_.begin("verify");
    gpu_.stream().set(&counters()->found, 0, sizeof counters()->found);
    verifyCandidates(gpu_, scene, segment_.facts(), segment_.keys(step), candidateList(step),
                     {first, count, candidateRoom_}, rows, segment_.hasLargePictures(),
                     {foundList(), nullptr, 0});
    Counters counted = fetchCounters();
    if (counted.found <= foundRoom_) return fetchFound(listed_.data(), 0, counted.found);
    if (counted.found > mostFound() && count > 1) {
      verifyPart(scene, step, first, count / 2, rows);
      verifyPart(scene, step, first + count / 2, count - count / 2, rows);
      return;
    }
    takeRoom(candidateRoom_, counted.found);
    gpu_.stream().copy(counters(), &counted, sizeof counted);
    gpu_.stream().wait();
  }
}

/// The rows of blocks that pictures may have whose upper rows are `rows`.
SceneRows IndexSearch::blocksOf(const DeviceScene& scene, SceneRows rows) const {
  return {rows.first, std::min(scene.plane.height - 1, rows.end + segment_.tallest() - 2)};
}

IndexSearch::Counters* IndexSearch::counters() const {
  return reinterpret_cast<Counters*>(results_.data() + rows_);
}

DeviceList<Candidate> IndexSearch::candidateList(std::size_t step) const {
  return {candidates_.data(), &counters()->candidates.at(step), candidateRoom_};
}

DeviceList<FoundPicture> IndexSearch::foundList() const {
  return {listed_.data(), &counters()->found, foundRoom_};
}

/// Candidates that a kernel may verify at once.
std::uint64_t IndexSearch::mostTogether(std::size_t step) const {
  const std::uint64_t most = kMostWords / std::max<std::uint64_t>(1, segment_.mostWords(step));
  return std::clamp<std::uint64_t>(most, 1, kMostEntries);
}

/// Enlarges the lists; what was in an enlarged one is lost, and the counters.
void IndexSearch::takeRoom(std::uint64_t candidates, std::uint64_t found) {
  if (candidates > candidateRoom_) {
    candidates_ = {};
    candidates_ = DeviceBuffer<Candidate>(candidates);
    candidateRoom_ = candidates;
  }
  if (found > foundRoom_) {
    listed_ = {};
    moved_ = {};
    listed_ = DeviceBuffer<FoundPicture>(found);
    moved_ = DeviceBuffer<FoundPicture>(found);
    foundRoom_ = found;
  }
  const std::size_t words =
      static_cast<std::size_t>(rows_) +
      (sizeof(Counters) + foundRoom_ * sizeof(FoundPicture)) / sizeof(std::uint32_t);
  if (words > results_.size()) {
    results_ = {};
    results_ = DeviceBuffer<std::uint32_t>(words);
  }
}

/// Waits for the kernels.
IndexSearch::Counters IndexSearch::fetchCounters() {
  clock_.begin("download");
  const PinnedBuffer<Counters> host(1);
  gpu_.stream().copy(host.data(), counters(), sizeof(Counters));
  gpu_.stream().wait();
  clock_.finish();
  return *host.data();
}

/// Appends found pictures from index `first` to before `count`.
void IndexSearch::fetchFound(const FoundPicture* from, std::uint64_t first, std::uint64_t count) {
  if (first >= count) return;
  const PinnedBuffer<FoundPicture> host(count - first);
  gpu_.stream().copy(host.data(), from + first, host.bytes());
  gpu_.stream().wait();
  found_.insert(found_.end(), host.data(), host.data() + host.size());
}

}  // namespace espy::cuda
