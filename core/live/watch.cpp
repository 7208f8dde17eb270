// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>
#include <utility>

#include "espy/engine/live.h"

namespace espy {
namespace {

/// What is known of one needle.
struct NeedleWatch {
  bool known = false;            ///< whether any frame has settled what is there
  std::vector<Match> there;      ///< as last reported, by y, then x
  std::optional<Event> pending;  ///< seen, but not in enough frames
  int frames = 0;                ///< in which the pending event was seen
};

std::vector<Match> byPlace(std::vector<Match> matches) {
  std::ranges::stable_sort(matches, [](const Match& a, const Match& b) {
    return std::tie(a.y, a.x) < std::tie(b.y, b.x);
  });
  return matches;
}

std::int64_t distance(std::uint32_t a, std::uint32_t b) {
  return a < b ? std::int64_t{b} - a : std::int64_t{a} - b;
}

bool moved(const std::vector<Match>& before, const std::vector<Match>& now, std::int64_t by) {
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (distance(before[i].x, now[i].x) > by || distance(before[i].y, now[i].y) > by) return true;
  }
  return false;
}

/// What `now` is, compared with what is known.
std::optional<EventKind> kindOf(const NeedleWatch& watch, const std::vector<Match>& now,
                                const WatchOptions& options) {
  if (watch.there.empty() && now.empty()) {
    if (!watch.known && options.absentVanishes) return EventKind::vanishes;
    return {};
  }
  if (watch.there.empty()) return EventKind::appears;
  if (now.empty()) return EventKind::vanishes;
  if (watch.there.size() != now.size()) return EventKind::count;
  if (moved(watch.there, now, options.moveBy)) return EventKind::moves;
  return {};
}

bool sameEvent(const Event& pending, EventKind kind, const std::vector<Match>& now) {
  if (pending.kind != kind) return false;
  return kind != EventKind::count || pending.matches.size() == now.size();
}

}  // namespace

struct Watch::State {
  State(std::span<const Needle> needles, const FindOptions& search, const WatchOptions& watch,
        const LiveOptions& live)
      : finder(needles, search, live), options(watch), watches(needles.size()) {}

  LiveFinder finder;
  WatchOptions options;
  std::vector<NeedleWatch> watches;
  const Finding* finding = nullptr;
  bool waits = true;  ///< whether a needle is unknown or has a pending event
  double lastChange = 0;
  bool saidStill = false;

  void compare(const Stream& stream, std::vector<Event>& events);
  void compareOne(std::uint32_t needle, std::vector<Match> now, const Stream& stream,
                  std::vector<Event>& events);
  void compareStill(const Stream& stream, std::vector<Event>& events);
};

void Watch::State::compare(const Stream& stream, std::vector<Event>& events) {
  std::vector<std::vector<Match>> now(watches.size());
  for (const Match& match : finding->matches) now[match.needle].push_back(match);
  waits = false;
  for (std::uint32_t n = 0; n < watches.size(); ++n) {
    compareOne(n, std::move(now[n]), stream, events);
    waits = waits || !watches[n].known || watches[n].pending;
  }
}

void Watch::State::compareOne(std::uint32_t needle, std::vector<Match> now, const Stream& stream,
                              std::vector<Event>& events) {
  NeedleWatch& watch = watches[needle];
  const std::optional<EventKind> kind = kindOf(watch, byPlace(now), options);
  if (!kind) {
    watch.known = true;
    watch.pending.reset();
    return;
  }
  if (watch.pending && sameEvent(*watch.pending, *kind, now)) {
    ++watch.frames;
  } else {
    watch.pending = Event{*kind, stream.time(), stream.number(), needle, std::move(now)};
    watch.frames = 1;
  }
  if (watch.frames < options.frames) return;
  watch.known = true;
  watch.there = byPlace(watch.pending->matches);
  events.push_back(std::move(*watch.pending));
  watch.pending.reset();
}

void Watch::State::compareStill(const Stream& stream, std::vector<Event>& events) {
  if (!stream.changed().empty()) {
    lastChange = stream.time();
    saidStill = false;
    return;
  }
  if (options.still <= 0 || saidStill || stream.time() - lastChange < options.still) return;
  saidStill = true;
  events.push_back({EventKind::still, stream.time(), stream.number(), {}, {}});
}

Watch::Watch(std::span<const Needle> needles, const FindOptions& options, const WatchOptions& watch,
             const LiveOptions& live)
    : state_(std::make_unique<State>(needles, options, watch, live)) {}

Watch::~Watch() = default;

void Watch::setControl(const Control& control) {
  state_->finder.setControl(control);
}

std::vector<Event> Watch::step(const Stream& stream) {
  State& state = *state_;
  std::vector<Event> events;
  state.finding = &state.finder.find(stream);
  if (!stream.changed().empty() || state.waits) state.compare(stream, events);
  state.compareStill(stream, events);
  return events;
}

const Finding& Watch::finding() const {
  static const Finding none;
  return state_->finding != nullptr ? *state_->finding : none;
}

double Watch::searched() const {
  return state_->finder.searched();
}

}  // namespace espy
