// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/scene_index.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "base/parallel.h"
#include "base/phrase.h"
#include "base/within_memory.h"
#include "exact/exact.h"
#include "exact/pattern.h"
#include "find/check.h"
#include "index/index_store.h"
#include "index/scene_blocks.h"
#include "index/scene_candidates.h"
#include "index/scene_files.h"
#include "index/tolerant_search.h"

namespace espy {

using namespace index;

struct SceneIndex::State {
  explicit State(const IndexStore& store) : folder(store.given()), state(store.state()) {
    for (const IndexSegment& segment : state.segments) {
      segments.push_back(
          std::make_unique<SceneSegment>(store.open(segment, kSceneSegment), state.side));
    }
  }

  bool isRemoved(std::size_t segment, std::uint64_t scene) const {
    return state.isRemoved({state.segments[segment].number, static_cast<std::int64_t>(scene)});
  }

  bool tolerant() const { return state.kind == IndexKind::tolerantScenes; }
  /// Probes of a needle; none if it has no opaque square that is large enough.
  std::vector<Probe> probesOf(const Needle& needle) const {
    std::vector<Probe> all;
    for (const BlockKind kind : blockKindsOf(tolerant())) {
      for (Probe& probe : index::probesOf(needle, state.side, kind)) {
        all.push_back(std::move(probe));
      }
    }
    std::ranges::stable_sort(all, {}, [](const Probe& probe) { return probe.offsets.size(); });
    return all;
  }

  std::string folder;
  IndexState state;
  std::vector<std::unique_ptr<SceneSegment>> segments;
};

namespace {

/// A picture to open.
struct Task {
  std::size_t segment = 0;
  std::uint64_t scene = 0;
  bool whole = false;
  std::vector<Spot> spots;
};

/// Pictures to open, by segment and number.
using Tasks = std::map<std::pair<std::size_t, std::uint64_t>, Task>;
/// Those that were opened, and whether nothing more is to be learnt of them: they were searched
/// whole, or could not be read.
using Opened = std::map<Tasks::key_type, bool>;

void addTask(Tasks& tasks, std::size_t segment, CandidateScene&& candidate) {
  const auto [there, isNew] = tasks.try_emplace({segment, candidate.scene});
  Task& task = there->second;
  task.segment = segment;
  task.scene = candidate.scene;
  task.whole = task.whole || candidate.whole;
  task.spots.insert(task.spots.end(), candidate.spots.begin(), candidate.spots.end());
}

/// The matches at the spots that are matches.
std::vector<Match> matchesAt(const std::vector<Spot>& spots, const ImageView& picture,
                             std::span<const Needle> needles, const Control& control) {
  std::vector<Match> matches;
  std::optional<exact::Pattern> pattern;
  for (const Spot& spot : spots) {
    control.check();
    if (!pattern || pattern->index != spot.needle) {
      pattern = exact::makePattern(needles[spot.needle], spot.needle, picture.format(), 0);
    }
    if (pattern->impossible || !exact::Verifier(picture, *pattern).liesAt(spot.x, spot.y)) continue;
    matches.push_back({.needle = spot.needle,
                       .x = static_cast<std::uint32_t>(spot.x),
                       .y = static_cast<std::uint32_t>(spot.y),
                       .width = static_cast<std::uint32_t>(pattern->size.width),
                       .height = static_cast<std::uint32_t>(pattern->size.height)});
  }
  return matches;
}

std::vector<Match> matchesIn(const ImageView& picture, std::span<const Needle> needles,
                             const Control& control) {
  std::vector<Match> matches;
  RunReport report;
  const auto places = exact::findExactFast(picture, needles, {}, 1, control, report);
  for (std::uint32_t n = 0; n < places.size(); ++n) {
    const Size size = needles[n].picture.size();
    for (const Place& place : places[n]) {
      matches.push_back({.needle = n,
                         .x = place.x,
                         .y = place.y,
                         .width = static_cast<std::uint32_t>(size.width),
                         .height = static_cast<std::uint32_t>(size.height)});
    }
  }
  return matches;
}

/// The result of one picture.
struct Outcome {
  SceneIndex::Found found;
  bool changed = false;
};

Outcome search(const Task& task, const SceneSegment& segment, std::span<const Needle> needles,
               const SceneIndex::Query& query) {
  Outcome outcome;
  const StoredScene stored = segment.scene(task.scene);
  const std::string name = segment.name(task.scene);
  const std::string base = segment.base(stored.base);
  SceneIndex::Found& found = outcome.found;
  found.file = shownName(base, name);
  found.size = {stored.width, stored.height};
  try {
    const std::optional<FileFacts> facts = factsOf(found.file);
    ReadOptions reading = query.reading;
    reading.stop = query.control.stop;
    ReadPicture read;
    {
      const StageTimer timer(found.timeline, "load");
      read = readPicture(found.file, reading);
    }
    outcome.changed = facts != factsOf(stored) || read.image.size() != found.size;
    found.size = read.image.size();
    const StageTimer timer(found.timeline, "verify");
    finders::checkRequest(found.size, {});
    const bool whole = task.whole || outcome.changed;
    if (query.minScore) {
      found.matches =
          whole ? scoredMatchesIn(read.image, needles, *query.minScore, query.control)
                : scoredMatchesAt(task.spots, read.image, needles, *query.minScore, query.control);
    } else {
      found.matches = whole ? matchesIn(read.image, needles, query.control)
                            : matchesAt(task.spots, read.image, needles, query.control);
      std::ranges::sort(found.matches, [](const Match& a, const Match& b) {
        return std::tie(a.y, a.x, a.needle) < std::tie(b.y, b.x, b.needle);
      });
    }
    checkUncut(read.image);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) throw;
    found.failure = error.message();
    found.matches.clear();
  }
  return outcome;
}

/// Adds the pictures whose files are no longer as indexed, to be searched whole.
void addChanged(const SceneSegment& segment, std::size_t number, const SceneIndex::Query& query,
                const std::function<bool(std::uint64_t)>& isRemoved, Tasks& tasks) {
  constexpr std::int64_t kTogether = 256;
  const SceneTable table = segment.table();
  const std::int64_t count = std::ssize(table.scenes);
  std::vector<char> changed(table.scenes.size(), 0);
  parallelFor((count + kTogether - 1) / kTogether, threadsFor(query.control),
              {0, query.control.stop, {}}, [&](std::int64_t part, int) {
                const std::int64_t end = std::min(count, (part + 1) * kTogether);
                for (std::int64_t s = part * kTogether; s < end; ++s) {
                  const auto i = static_cast<std::size_t>(s);
                  const StoredScene& scene = table.scenes[i];
                  const auto facts = factsOf(pathIn(table.bases[scene.base], table.name(i)));
                  changed[i] = facts == factsOf(scene) ? 0 : 1;
                }
              });
  for (std::uint64_t i = 0; i < changed.size(); ++i) {
    if (changed[i] != 0 && !isRemoved(i)) addTask(tasks, number, {i, true, {}});
  }
}

void checkSide(std::int64_t side, std::int64_t least) {
  if (side >= least && side <= kMostSide) return;
  throw Error(ErrorCode::badUse, phrase("the smallest side of a needle must be {} to {}, not {}",
                                        least, kMostSide, side));
}

using Segments = std::vector<std::unique_ptr<SceneSegment>>;

/// Opens the pictures, in parallel, and calls `take` with each task and outcome, in order.
void open(const Tasks& tasks, const Segments& segments, std::span<const Needle> needles,
          const SceneIndex::Query& query, SceneIndex::Report& report, Opened& opened,
          const std::function<void(const Task&, SceneIndex::Found&&)>& take) {
  std::vector<const Task*> order;
  for (const auto& [place, task] : tasks) {
    report.candidates += std::ssize(task.spots);
    order.push_back(&task);
  }
  const int threads = threadsFor(query.control);
  const std::size_t together = 2 * static_cast<std::size_t>(threads);
  for (std::size_t first = 0; first < order.size(); first += together) {
    std::vector<Outcome> outcomes(std::min(together, order.size() - first));
    parallelFor(std::ssize(outcomes), threads, {0, query.control.stop, {}},
                [&](std::int64_t i, int) {
                  const Task& task = *order[first + static_cast<std::size_t>(i)];
                  outcomes[static_cast<std::size_t>(i)] =
                      search(task, *segments[task.segment], needles, query);
                });
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      Outcome& outcome = outcomes[i];
      const Task& task = *order[first + i];
      const bool failed = !outcome.found.failure.empty();
      const auto [there, isNew] = opened.try_emplace({task.segment, task.scene});
      there->second = task.whole || outcome.changed || failed;
      if (isNew) ++report.opened;
      if (outcome.changed && report.changed++ == 0) report.firstChanged = outcome.found.file;
      if (failed) ++report.failed;
      if (failed || !outcome.found.matches.empty()) take(task, std::move(outcome.found));
    }
    if (query.control.progress) {
      query.control.progress(static_cast<double>(first + outcomes.size()) /
                             static_cast<double>(order.size()));
    }
  }
}

/// The pictures that a needle's hashes vote for, best first, in parts.
class Voted {
 public:
  /// Pictures of a part.
  static constexpr std::size_t kPart = 50;

  Voted(const Segments& segments, std::uint32_t n, const Needle& needle, std::int64_t side,
        const Control& control, const std::function<bool(std::size_t, std::uint64_t)>& isRemoved) {
    const std::vector<VariantProbe> probes = variantProbesOf(needle, side, control);
    for (std::size_t s = 0; s < segments.size(); ++s) {
      for (VotedScene& voted :
           votedScenesIn(*segments[s], n, needle.picture.size(), probes, control)) {
        if (!isRemoved(s, voted.candidate.scene)) all_.emplace_back(s, std::move(voted));
      }
    }
    std::ranges::stable_sort(all_, std::greater<>(),
                             [](const auto& one) { return one.second.votes; });
    // Where many hashes agree, pictures with few are other ones.
    constexpr double kClear = 4;
    const double best = all_.empty() ? 0 : all_.front().second.votes;
    std::erase_if(all_, [&](const auto& one) { return kClear * one.second.votes < best; });
  }

  /// Adds the next ones of which something is to be learnt.
  void addPart(Tasks& tasks, const Opened& opened) {
    for (std::size_t added = 0; added < kPart && next_ < all_.size(); ++next_) {
      auto& [segment, voted] = all_[next_];
      const auto there = opened.find({segment, voted.candidate.scene});
      if (there != opened.end() && there->second) continue;
      addTask(tasks, segment, std::move(voted.candidate));
      ++added;
    }
  }

 private:
  std::vector<std::pair<std::size_t, VotedScene>> all_;
  std::size_t next_ = 0;
};

/// Opens the pictures of `tasks`, and of each needle a part of those that were voted for; another
/// one as long as a tenth of it has the needle.
void openVoted(Tasks tasks, std::vector<Voted> voted, const Segments& segments,
               std::span<const Needle> needles, const SceneIndex::Query& query,
               SceneIndex::Report& report, const std::function<void(SceneIndex::Found&&)>& take) {
  std::map<std::pair<std::size_t, std::uint64_t>, SceneIndex::Found> all;
  Opened opened;
  for (Voted& one : voted) one.addPart(tasks, opened);
  SceneIndex::Query part = query;
  while (!tasks.empty()) {
    std::vector<std::size_t> having(needles.size(), 0);
    const auto add = [&](const Task& task, SceneIndex::Found&& found) {
      std::set<std::uint32_t> there;
      for (const Match& match : found.matches) there.insert(match.needle);
      for (const std::uint32_t n : there) ++having[n];
      const auto [at, isNew] = all.try_emplace({task.segment, task.scene});
      SceneIndex::Found& known = at->second;
      // Of a picture that was opened before, other needles.
      std::erase_if(known.matches,
                    [&](const Match& match) { return there.contains(match.needle); });
      found.matches.insert(found.matches.end(), known.matches.begin(), known.matches.end());
      if (!isNew) selectMatches(found.matches, scoredOptions(*query.minScore, {}).select);
      known = std::move(found);
    };
    open(tasks, segments, needles, part, report, opened, add);
    part.control.progress = nullptr;  // how many follow is not known
    tasks.clear();
    for (std::size_t n = 0; n < voted.size(); ++n) {
      if (10 * having[n] >= Voted::kPart) voted[n].addPart(tasks, opened);
    }
  }
  for (auto& [place, found] : all) take(std::move(found));
}

}  // namespace

void SceneIndex::create(const std::string& folder, std::int64_t side) {
  checkSide(side, kLeastSide);
  createIndexFolder(folder, IndexKind::scenes, side);
}

void SceneIndex::createTolerant(const std::string& folder, std::int64_t side) {
  checkSide(side, kLeastTolerantSide);
  createIndexFolder(folder, IndexKind::tolerantScenes, side);
}

bool SceneIndex::isOne(const std::string& folder) {
  return IndexStore::kindOf(folder) != IndexKind::needles;
}

SceneIndex::SceneIndex(const std::string& folder)
    : state_(withinMemory([&] {
        return openCurrent(folder, IndexKind::scenes,
                           [](const IndexStore& store) { return std::make_unique<State>(store); });
      })) {}
SceneIndex::~SceneIndex() = default;

SceneIndex::Facts SceneIndex::facts() const {
  Facts facts;
  facts.side = state_->state.side;
  facts.tolerant = state_->tolerant();
  facts.scenes = state_->state.entries();
  facts.removed = std::ssize(state_->state.removed);
  facts.segments = std::ssize(state_->segments);
  for (const auto& segment : state_->segments) {
    facts.pixels += static_cast<std::int64_t>(segment->pixels());
    facts.entries += static_cast<std::int64_t>(segment->entries());
    facts.bytes += static_cast<std::int64_t>(segment->bytes());
  }
  return facts;
}

std::vector<SceneIndex::Indexed> SceneIndex::scenes() const {
  return withinMemory([&] {
    std::vector<Indexed> all;
    for (std::size_t s = 0; s < state_->segments.size(); ++s) {
      const SceneTable table = state_->segments[s]->table();
      for (std::size_t i = 0; i < table.scenes.size(); ++i) {
        const StoredScene& scene = table.scenes[i];
        if (state_->isRemoved(s, i)) continue;
        all.push_back({shownName(table.bases[scene.base], table.name(i)),
                       {scene.width, scene.height},
                       scene.bytes});
      }
    }
    return all;
  });
}

void SceneIndex::check(const Needle& needle) const {
  finders::checkRequest({}, std::span(&needle, 1));
  const std::int64_t side = state_->state.side;
  const Size size = needle.picture.size();
  if (size.width < side || size.height < side) {
    throw Error(ErrorCode::badUse,
                phrase("the needle is {} x {} pixels; this index finds needles of at least {} x {}",
                       size.width, size.height, side, side));
  }
  if (state_->probesOf(needle).empty()) {
    throw Error(ErrorCode::badUse,
                phrase("the needle has no opaque square of {} x {} pixels, which this index needs",
                       side, side));
  }
}

SceneIndex::Report SceneIndex::find(std::span<const Needle> needles, const Query& query,
                                    const std::function<void(Found&&)>& take) const {
  return withinMemory([&] {
    if (query.minScore.has_value() != state_->tolerant()) {
      throw Error(ErrorCode::badUse,
                  state_->tolerant()
                      ? phrase("{}: is a tolerant index; search it with zncc", state_->folder)
                      : phrase("{}: is not a tolerant index, which zncc needs", state_->folder));
    }
    Report report;
    Tasks tasks;
    std::vector<Voted> voted;
    for (std::uint32_t n = 0; n < needles.size(); ++n) {
      check(needles[n]);
      if (query.minScore) {
        espy::check(needles[n], {3, Depth::u8}, scoredOptions(*query.minScore, {}));
      }
      const std::vector<Probe> probes = state_->probesOf(needles[n]);
      if (query.minScore) {
        voted.emplace_back(
            state_->segments, n, needles[n], state_->state.side, query.control,
            [&](std::size_t s, std::uint64_t scene) { return state_->isRemoved(s, scene); });
      }
      for (std::size_t s = 0; s < state_->segments.size(); ++s) {
        for (CandidateScene& candidate : candidatesIn(
                 *state_->segments[s], n, needles[n].picture.size(), probes, query.control)) {
          if (!state_->isRemoved(s, candidate.scene)) addTask(tasks, s, std::move(candidate));
        }
      }
    }
    for (std::size_t s = 0; query.checkAll && s < state_->segments.size(); ++s) {
      addChanged(
          *state_->segments[s], s, query,
          [&](std::uint64_t scene) { return state_->isRemoved(s, scene); }, tasks);
    }
    if (query.minScore) {
      openVoted(std::move(tasks), std::move(voted), state_->segments, needles, query, report, take);
    } else {
      Opened opened;
      open(tasks, state_->segments, needles, query, report, opened,
           [&](const Task&, Found&& found) { take(std::move(found)); });
    }
    for (const auto& segment : state_->segments) segment->file().checkUncut();
    return report;
  });
}

std::vector<Message> SceneIndex::verify(const Control& control) const {
  return withinMemory([&] {
    std::vector<Message> faults;
    for (std::size_t s = 0; s < state_->segments.size(); ++s) {
      const SceneSegment& segment = *state_->segments[s];
      try {
        segment.file().verify({control.threads, control.stop, {}});
        BlockEntry before;
        for (EntryCursor cursor(segment); !cursor.atEnd(); cursor.advance()) {
          if (cursor.entry() < before || cursor.entry().position >= segment.pixels()) {
            faults.push_back(phrase("{}: entries are not in order", segment.file().shown()));
            break;
          }
          before = cursor.entry();
        }
        const SceneTable table = segment.table();
        for (std::size_t i = 0; i < table.scenes.size(); ++i) {
          const StoredScene& scene = table.scenes[i];
          if (i % 256 == 0) control.check();
          if (state_->isRemoved(s, i)) continue;
          const std::string& base = table.bases[scene.base];
          const auto facts = factsOf(pathIn(base, table.name(i)));
          if (facts == factsOf(scene)) continue;
          const std::string file = shownName(base, table.name(i));
          faults.push_back(facts ? phrase("{}: has changed since it was indexed", file)
                                 : phrase("{}: cannot be found", file));
        }
      } catch (const Error& error) {
        if (error.code() == ErrorCode::cancelled) throw;
        faults.push_back(error.message());
      }
      if (control.progress) {
        control.progress(static_cast<double>(s + 1) / static_cast<double>(state_->segments.size()));
      }
    }
    return faults;
  });
}

}  // namespace espy
