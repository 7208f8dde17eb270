// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <exception>
#include <new>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/parallel.h"
#include "base/phrase.h"
#include "base/within_memory.h"
#include "espy/engine/scene_index.h"
#include "index/index_store.h"
#include "index/scene_blocks.h"
#include "index/scene_files.h"
#include "index/scene_merge.h"

namespace espy {
namespace {

using namespace index;

/// Pictures in progress, per thread: so that a slow one delays few others.
constexpr std::size_t kPicturesPerThread = 8;

/// A picture of the index.
struct Known {
  EntryPlace place;
  FileFacts facts;
};

/// A picture that was read, or why not.
struct ReadScene {
  StoredScene scene;
  std::vector<KeptBlock> blocks;
  std::exception_ptr failure;
};

ReadScene readScene(const std::string& path, const FileFacts& facts,
                    std::vector<BlockSieve>& sieves, const SceneIndexWriter::Options& options) {
  ReadScene result;
  try {
    ReadOptions reading = options.reading;
    reading.stop = options.control.stop;
    const ReadPicture read = readPicture(path, reading);
    constexpr std::int64_t kMost = UINT32_MAX;
    if (read.image.size().width > kMost || read.image.size().height > kMost) {
      throw Error(
          ErrorCode::tooLarge,
          phrase("{}: a picture with a side over {} pixels cannot be searched", path, kMost));
    }
    result.scene = {facts.bytes,
                    facts.changed,
                    static_cast<std::uint32_t>(read.image.size().width),
                    static_cast<std::uint32_t>(read.image.size().height),
                    0,
                    0,
                    0};
    for (BlockSieve& sieve : sieves) {
      const std::vector<KeptBlock> kept = sieve.keptBlocks(read.image, options.control);
      result.blocks.insert(result.blocks.end(), kept.begin(), kept.end());
    }
    checkUncut(read.image);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) throw;
    result.failure = std::current_exception();
  }
  return result;
}

}  // namespace

struct SceneIndexWriter::State {
  explicit State(const std::string& folder) : change(folder, IndexKind::scenes) {}

  std::int64_t side() const { return change.committed().side; }
  std::unique_ptr<SceneSegment> open(const IndexSegment& segment) const {
    const std::string name = segmentName(segment.number);
    return std::make_unique<SceneSegment>(
        files::SectionFile(change.folder().path(name), change.folder().shown(name), kSceneSegment),
        side());
  }
  /// All pictures, by path.
  std::unordered_map<std::string, Known> known() const;
  /// Writes the run as a segment and commits it.
  void flush(EntryRun& run, SceneTable& table, const Control& control);
  /// Merges segments from the `first` of the state on.
  void merge(std::size_t first, const Control& control);
  /// Merges segments at the end, if they are many or mostly removed. What was committed stays if
  /// this fails, for want of space or because it was cancelled: the next change tries again.
  void mergeTail(const Control& control);

  IndexChange change;
};

std::unordered_map<std::string, Known> SceneIndexWriter::State::known() const {
  std::unordered_map<std::string, Known> known;
  for (const IndexSegment& segment : change.committed().segments) {
    const SceneTable table = open(segment)->table();
    for (std::size_t i = 0; i < table.scenes.size(); ++i) {
      const EntryPlace place{segment.number, static_cast<std::int64_t>(i)};
      if (change.committed().isRemoved(place)) continue;
      const StoredScene& scene = table.scenes[i];
      known[pathIn(table.bases[scene.base], table.name(i))] = {place, factsOf(scene)};
    }
  }
  return known;
}

void SceneIndexWriter::State::flush(EntryRun& run, SceneTable& table, const Control& control) {
  if (table.scenes.empty()) return;
  const std::int64_t number = change.newSegment();
  SegmentWriter writer(change.pathOf(number));
  run.moveTo(writer, control);
  writer.commit(table, side());
  change.next().segments.push_back({number, std::ssize(table.scenes)});
  change.commit();
  table = {};
}

void SceneIndexWriter::State::merge(std::size_t first, const Control& control) {
  IndexState& next = change.next();
  std::vector<std::unique_ptr<SceneSegment>> segments;
  std::vector<std::int64_t> numbers;
  for (std::size_t i = first; i < next.segments.size(); ++i) {
    segments.push_back(open(next.segments[i]));
    numbers.push_back(next.segments[i].number);
  }
  const auto isRemoved = [&](std::size_t segment, std::size_t scene) {
    return next.isRemoved({numbers[segment], static_cast<std::int64_t>(scene)});
  };
  const std::int64_t number = change.newSegment();
  std::int64_t scenes = 0;
  mergeSegments(segments, side(), isRemoved, change.pathOf(number), control, scenes);
  next.segments.resize(first);
  next.segments.push_back({number, scenes});
  std::erase_if(next.removed, [&](const EntryPlace& place) {
    return std::ranges::find(numbers, place.segment) != numbers.end();
  });
  segments.clear();
  change.commit();
}

void SceneIndexWriter::State::mergeTail(const Control& control) {
  const std::size_t first = change.next().firstToMerge();
  if (first >= change.next().segments.size()) return;
  try {
    merge(first, control);
  } catch (const Error&) {
    change.revert();
  } catch (const std::bad_alloc&) {
    change.revert();
  }
}

SceneIndexWriter::SceneIndexWriter(const std::string& folder)
    : state_(std::make_unique<State>(folder)) {}
SceneIndexWriter::~SceneIndexWriter() = default;

namespace {

/// One call of `add`.
class Adding {
 public:
  Adding(std::unordered_map<std::string, Known> known, const IndexState& state,
         const SceneIndexWriter::Options& options)
      : known_(std::move(known)), options_(options), base_(workingFolder()) {
    const int threads = threadsFor(options.control);
    for (int i = 0; i < threads; ++i) {
      std::vector<BlockSieve>& sieves = sieves_.emplace_back();
      for (const BlockKind kind : blockKindsOf(state.kind == IndexKind::tolerantScenes))
        sieves.emplace_back(state.side, kind);
    }
  }

  std::size_t together() const { return sieves_.size() * kPicturesPerThread; }
  /// Reads some files; then `take(name, base, scene, replaced)` gets those that are new, in order.
  template <class Take>
  void read(std::span<const std::string> files, const Take& take) {
    std::vector<Work> work;
    for (const std::string& file : files) prepare(file, work);
    std::vector<ReadScene> results(work.size());
    parallelFor(static_cast<std::int64_t>(work.size()), static_cast<int>(sieves_.size()),
                {0, options_.control.stop, {}}, [&](std::int64_t i, int thread) {
                  const Work& one = work[static_cast<std::size_t>(i)];
                  results[static_cast<std::size_t>(i)] = readScene(
                      *one.file, one.facts, sieves_[static_cast<std::size_t>(thread)], options_);
                });
    for (std::size_t i = 0; i < work.size(); ++i) {
      if (results[i].failure) {
        fail(results[i].failure);
        continue;
      }
      ++(work[i].replaced ? added.replaced : added.added);
      take(*work[i].file, base_, results[i], work[i].replaced);
    }
  }

  SceneIndexWriter::Added added;

 private:
  struct Work {
    const std::string* file = nullptr;
    FileFacts facts;
    std::optional<EntryPlace> replaced;
  };

  void prepare(const std::string& file, std::vector<Work>& work) {
    const std::string path = pathIn(base_, file);
    // Facts of a file that changes while it is read are those before: it counts as changed then.
    const std::optional<FileFacts> facts = factsOf(path);
    const auto there = known_.find(path);
    if (there != known_.end() && facts == there->second.facts) {
      ++added.unchanged;
      return;
    }
    Work one{&file, facts.value_or(FileFacts{}), {}};
    if (there != known_.end()) one.replaced = there->second.place;
    known_[path] = {{}, one.facts};
    work.push_back(one);
  }

  void fail(const std::exception_ptr& failure) {
    ++added.failed;
    try {
      std::rethrow_exception(failure);
    } catch (const Error& error) {
      if (!options_.failed) throw;
      options_.failed(error);
    }
  }

  std::unordered_map<std::string, Known> known_;
  const SceneIndexWriter::Options& options_;
  std::string base_;
  std::vector<std::vector<BlockSieve>> sieves_;  ///< for each thread one of each kind
};

}  // namespace

SceneIndexWriter::Added SceneIndexWriter::add(std::span<const std::string> files,
                                              const Options& options) {
  return withinMemory([&] {
    state_->change.revert();  // what a call before this one left when it threw
    Adding adding(state_->known(), state_->change.committed(), options);
    EntryRun run(options.memory);
    SceneTable table;
    std::uint64_t pixels = 0;
    const auto take = [&](const std::string& file, const std::string& base, const ReadScene& read,
                          const std::optional<EntryPlace>& replaced) {
      for (const KeptBlock& block : read.blocks) {
        run.add({block.hash, pixels + static_cast<std::uint64_t>(block.y) * read.scene.width +
                                 static_cast<std::uint64_t>(block.x)});
      }
      pixels += read.scene.pixels();
      table.add(file, base, read.scene);
      if (replaced) state_->change.next().removed.push_back(*replaced);
    };
    for (std::size_t first = 0; first < files.size(); first += adding.together()) {
      const std::size_t count = std::min(adding.together(), files.size() - first);
      adding.read(files.subspan(first, count), take);
      if (options.done) options.done(first + count);
      if (run.isFull()) {
        state_->flush(run, table, options.control);
        pixels = 0;
      }
    }
    state_->flush(run, table, options.control);
    state_->mergeTail(options.control);
    return adding.added;
  });
}

std::vector<std::string> SceneIndexWriter::remove(std::span<const std::string> files) {
  return withinMemory([&] {
    state_->change.revert();
    const std::unordered_map<std::string, Known> known = state_->known();
    const std::string base = workingFolder();
    std::vector<std::string> unknown;
    std::vector<EntryPlace>& removed = state_->change.next().removed;
    for (const std::string& file : files) {
      const auto there = known.find(pathIn(base, file));
      if (there == known.end()) {
        unknown.push_back(file);
      } else {
        removed.push_back(there->second.place);
      }
    }
    std::ranges::sort(removed);
    removed.erase(std::unique(removed.begin(), removed.end()), removed.end());
    state_->change.commit();
    state_->mergeTail({});
    return unknown;
  });
}

void SceneIndexWriter::compact(const Control& control) {
  return withinMemory([&] {
    state_->change.revert();
    if (!state_->change.next().segments.empty()) state_->merge(0, control);
  });
}

}  // namespace espy
