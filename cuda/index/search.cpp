// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/index/search.h"

#include <algorithm>
#include <atomic>

namespace espy::cuda {
namespace {

/// Entries of the lists: usually, and at most (256 and 192 MiB). With more, the scene is searched
/// in parts.
constexpr std::uint64_t kUsualCandidates = 1 << 18;
constexpr std::uint64_t kUsualFound = 1 << 17;
constexpr std::uint64_t kMostEntries = 1 << 24;
/// Found pictures that are downloaded together with their number.
constexpr std::uint64_t kExpected = 2048;
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
  takeRoom(
      std::clamp(withReserve(segment.most.candidates), std::min(kUsualCandidates, mostCandidates()),
                 mostCandidates()),
      std::clamp(withReserve(segment.most.found), std::min(kUsualFound, mostFound()), mostFound()));
}

std::vector<FoundPicture> IndexSearch::find(const DeviceScene& scene, SceneRows rows) {
  found_.clear();
  control_.check();
  if (!findAtOnce(scene, rows)) {
    found_.clear();
    findInParts(scene, rows);
  }
  return std::move(found_);
}

/// Everything in one go, without waiting for counts. Returns false if a list was too short or if
/// comparing may take too long; then nothing can be concluded.
bool IndexSearch::findAtOnce(const DeviceScene& scene, SceneRows rows) {
  const SceneRows blocks = blocksOf(scene, rows);
  clearCounters();
  for (std::size_t step = 0; step < index::kColumnSteps.size(); ++step) {
    if (!segment_.hasKeys(step)) continue;
    clock_.begin("hash and probe");
    probeBlocks(gpu_, scene, segment_.keys(step), index::kColumnSteps[step], blocks,
                candidateList(step));
    clock_.begin("verify");
    const std::uint64_t most = std::min(candidateRoom_, mostTogether(step));
    verifyCandidates(gpu_, scene, segment_.facts(), segment_.keys(step), candidateList(step),
                     {0, most, most}, rows, segment_.hasLargePictures(), foundList());
  }
  const Counters counted = download(withReserve(segment_.most.found) + kExpected);
  bool complete = counted.found <= foundRoom_;
  for (std::size_t step = 0; step < index::kColumnSteps.size(); ++step) {
    const std::uint64_t listed = counted.candidates[step];
    segment_.most.candidates = std::max(segment_.most.candidates, listed);
    complete = complete && listed <= std::min(candidateRoom_, mostTogether(step));
  }
  if (complete) {
    segment_.most.found = std::max<std::uint64_t>(segment_.most.found, counted.found);
  }
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
    clearCounters();
    probeBlocks(gpu_, scene, segment_.keys(step), index::kColumnSteps[step], blocks,
                candidateList(step));
    listed = download(0).candidates[step];
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

/// Verifies some candidates; halves them if too much is found.
void IndexSearch::verifyPart(const DeviceScene& scene, std::size_t step, std::uint64_t first,
                             std::uint64_t count, SceneRows rows) {
  for (;;) {
    control_.check();
    clock_.begin("verify");
    // The candidates are counted by the caller.
    const DeviceList<FoundPicture> to = foundList();
    gpu_.stream().set(to.count, 0, sizeof *to.count);
    verifyCandidates(gpu_, scene, segment_.facts(), segment_.keys(step), candidateList(step),
                     {first, count, candidateRoom_}, rows, segment_.hasLargePictures(), to);
    const std::size_t before = found_.size();
    const std::uint64_t found = download(kExpected).found;
    if (found <= foundRoom_) return;
    found_.resize(before);
    if (found > mostFound() && count > 1) {
      verifyPart(scene, step, first, count / 2, rows);
      verifyPart(scene, step, first + count / 2, count - count / 2, rows);
      return;
    }
    const Counters counted = download(0);
    takeRoom(candidateRoom_, found);
    // The list moved; the number of candidates moves with it.
    gpu_.stream().copy(results_.data(), &counted, sizeof counted);
    gpu_.stream().wait();
  }
}

/// The rows of blocks that pictures may have whose upper rows are `rows`.
SceneRows IndexSearch::blocksOf(const DeviceScene& scene, SceneRows rows) const {
  return {rows.first, std::min(scene.plane.height - 1, rows.end + segment_.tallest() - 2)};
}

DeviceList<Candidate> IndexSearch::candidateList(std::size_t step) const {
  return {candidates_.data(), &counters()->candidates.at(step), candidateRoom_};
}

DeviceList<FoundPicture> IndexSearch::foundList() const {
  return {reinterpret_cast<FoundPicture*>(results_.data() + kWordsOfCounters), &counters()->found,
          foundRoom_};
}

/// Candidates that a kernel may verify at once.
std::uint64_t IndexSearch::mostTogether(std::size_t step) const {
  const std::uint64_t most = kMostWords / std::max<std::uint64_t>(1, segment_.mostWords(step));
  return std::clamp<std::uint64_t>(most, 1, kMostEntries);
}

void IndexSearch::takeRoom(std::uint64_t candidates, std::uint64_t found) {
  if (candidates > candidateRoom_) {
    candidates_ = {};
    candidates_ = DeviceBuffer<Candidate>(candidates);
    candidateRoom_ = candidates;
  }
  if (found > foundRoom_) {
    results_ = {};
    results_ = DeviceBuffer<std::uint32_t>(kWordsOfCounters + kWordsOfFound * found);
    foundRoom_ = found;
  }
}

void IndexSearch::clearCounters() {
  gpu_.stream().set(results_.data(), 0, sizeof(Counters));
}

/// Waits, returns the counters, and appends the found pictures, if all are in the list: those
/// expected are copied with the counters.
IndexSearch::Counters IndexSearch::download(std::uint64_t expected) {
  expected = std::min(expected, foundRoom_);
  clock_.begin("download");
  PinnedBuffer<std::uint32_t> host(kWordsOfCounters + kWordsOfFound * expected);
  gpu_.stream().copy(host.data(), results_.data(), host.bytes());
  gpu_.stream().wait();
  const Counters counted = *reinterpret_cast<const Counters*>(host.data());
  if (expected > 0 && counted.found > expected && counted.found <= foundRoom_) {
    host = PinnedBuffer<std::uint32_t>(kWordsOfCounters + kWordsOfFound * counted.found);
    gpu_.stream().copy(host.data(), results_.data(), host.bytes());
    gpu_.stream().wait();
  }
  clock_.finish();
  if (expected == 0 || counted.found > foundRoom_) return counted;
  const auto* items = reinterpret_cast<const FoundPicture*>(host.data() + kWordsOfCounters);
  found_.insert(found_.end(), items, items + counted.found);
  return counted;
}

}  // namespace espy::cuda
