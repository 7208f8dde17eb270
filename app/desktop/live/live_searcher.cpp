// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "live/live_searcher.h"

#include <QStringList>
#include <algorithm>
#include <numeric>
#include <utility>

#include "espy/engine/scaled.h"
#include "espy/error.h"
#include "model/translated.h"
#include "results/exports.h"

namespace espy::desktop {
namespace {

/// While nothing changes, the window gets a frame this often.
constexpr std::chrono::milliseconds kQuietPace{200};
/// Seconds until the coarsest tile, which needs all pixels, is made again.
constexpr double kWholePace = 0.5;

double millisecondsSince(std::chrono::steady_clock::time_point begun) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun)
      .count();
}

bool isBadRequest(const Error& error) {
  return error.code() == ErrorCode::badUse || error.code() == ErrorCode::tooLarge;
}

/// Whether a tile has pixels of an area.
bool touches(const TileKey& key, const Area& area) {
  const std::int64_t side = std::int64_t{TileStore::kSide} << key.level;
  const std::int64_t x = key.column * side;
  const std::int64_t y = key.line * side;
  return area.x < x + side && area.x + area.width > x && area.y < y + side &&
         area.y + area.height > y;
}

}  // namespace

/// The frames as the core wants them.
class LiveSearcher::FedStream final : public Stream {
 public:
  FedStream() : Stream("live") {}
  bool next(const std::stop_token& /*stop*/) override { return false; }
  void feed(const FreshFrame& frame) {
    show(frame.picture->image, frame.time, frame.number, frame.changed);
  }
};

LiveSearcher::LiveSearcher(std::shared_ptr<LiveFeed> feed, Calls calls)
    : feed_(std::move(feed)), calls_(std::move(calls)), stream_(std::make_unique<FedStream>()) {}

LiveSearcher::~LiveSearcher() = default;

void LiveSearcher::run(const std::stop_token& stop) {
  while (const std::optional<LiveFeed::Turn> turn = feed_->next(stop)) {
    take(*turn, stop);
    if (turn->ended) calls_.ended();
  }
}

void LiveSearcher::take(const LiveFeed::Turn& turn, const std::stop_token& stop) {
  std::stop_source either;
  const auto request = [&either] { either.request_stop(); };
  const std::stop_callback ended(stop, request);
  const std::stop_callback changed(turn.interrupt, request);
  if (turn.search) {
    search_ = *turn.search;
    watch_.reset();
    marks_.reset();
    refuses_ = false;
  }
  Control control;
  control.threads = search_.settings.threads;
  control.stop = either.get_token();
  try {
    if (turn.frozen) {
      searchFrozen(turn, control);
    } else if (turn.frame) {
      searchFrame(*turn.frame, turn, control);
    } else if (turn.search && current_) {
      FreshFrame again = *current_;
      again.changed.clear();
      searchFrame(again, turn, control);
    }
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) return;
    refuses_ = true;
    calls_.refused(translated(error));
  }
}

void LiveSearcher::prepare(PixelFormat format) {
  FindOptions options = optionsOf(search_.settings);
  options.wantBest = false;
  options.nearest = false;
  needles_ = search_.needles;
  QStringList sentences;
  std::erase_if(needles_, [&](const NeedleItem& item) {
    try {
      check(needlesOf({item}).front(), format, options);
      return false;
    } catch (const Error& error) {
      if (!isBadRequest(error)) throw;
      if (const QString why = translated(error); !sentences.contains(why)) sentences += why;
      return true;
    }
  });
  calls_.refused(sentences.join(QLatin1Char('\n')));
  watch_ = std::make_unique<Watch>(needlesOf(needles_), options, search_.watch);
  begins_ = true;
}

void LiveSearcher::searchFrame(const FreshFrame& frame, const LiveFeed::Turn& turn,
                               const Control& control) {
  // After a pause or a failure more has changed than since the frame before.
  if (current_ && tiled_ != current_->picture) tiled_.reset();
  current_ = frame;
  static const Finding kNothing;
  LiveFrame shown;
  std::vector<Event> events;
  const Clock::time_point begun = Clock::now();
  if (!refuses_) {
    if (!watch_) prepare(frame.picture->image.format());
    stream_->feed(frame);
    watch_->setControl(control);
    events = watch_->step(*stream_);
    if (std::exchange(begins_, false)) {
      compareWithBefore(watch_->finding(), events, {{}, frame.time, frame.number, {}, {}});
    }
    shown.searched = watch_->searched();
  }
  shown.costs = {frame.capture, frame.compare, millisecondsSince(begun), 0};
  const SearchResultPtr before = result_;
  setResult(frame.picture, refuses_ ? kNothing : watch_->finding());
  if (!events.empty()) report(std::move(events));
  if (const auto recording = calls_.recording()) recording->add(result_, frame.time);
  const double rate = this->rate();
  if (result_ == before && Clock::now() - shown_ < kQuietPace) return;
  shown.time = frame.time;
  shown.number = frame.number;
  shown.dropped = turn.dropped;
  shown.rate = rate;
  show(std::move(shown), frame.changed);
}

void LiveSearcher::searchFrozen(const LiveFeed::Turn& turn, const Control& control) {
  LiveFrame shown;
  if (current_) {
    shown.time = current_->time;
    shown.number = current_->number;
  }
  shown.dropped = turn.dropped;
  const Clock::time_point begun = Clock::now();
  if (!watch_ && !refuses_) prepare(turn.frozen->image.format());
  Finding finding;
  if (!refuses_ && !needles_.empty()) {
    FindOptions options = optionsOf(search_.settings, control);
    options.wantBest = false;
    options.nearest = false;
    finding = espy::find(turn.frozen->image, needlesOf(needles_), options);
  }
  shown.searched = 1;
  shown.costs.search = millisecondsSince(begun);
  setResult(turn.frozen, finding);
  show(std::move(shown), {});
}

void LiveSearcher::compareWithBefore(const Finding& finding, std::vector<Event>& events,
                                     const Event& now) {
  std::set<std::uint32_t> found;
  for (const Match& match : finding.matches) found.insert(match.needle);
  const auto wasThere = [this](std::uint32_t needle) {
    return present_.contains(needles_[needle].id);
  };
  std::erase_if(events, [&](const Event& event) {
    return event.kind == EventKind::appears && wasThere(*event.needle);
  });
  for (std::uint32_t n = 0; n < needles_.size(); ++n) {
    if (!wasThere(n) || found.contains(n)) continue;
    Event gone = now;
    gone.kind = EventKind::vanishes;
    gone.needle = n;
    events.push_back(gone);
  }
}

void LiveSearcher::report(std::vector<Event> events) {
  std::vector<LiveEvent> named;
  for (Event& event : events) {
    const NeedleItem* needle = event.needle ? &needles_[*event.needle] : nullptr;
    const QString name = needle != nullptr ? needle->name : QString();
    named.push_back({std::move(event), name, needle != nullptr ? needle->colour : QColor()});
  }
  calls_.happened(std::move(named));
}

void LiveSearcher::setResult(const PicturePtr& picture, const Finding& finding) {
  const bool sameMatches = result_ && marks_ && result_->finding.matches == finding.matches &&
                           result_->scene->image.size() == picture->image.size();
  if (sameMatches && result_->scene == picture) return;
  auto result = std::make_shared<SearchResult>();
  result->scene = picture;
  result->needles = needles_;
  result->settings = search_.settings;
  result->finding = finding;
  result_ = std::move(result);
  present_.clear();
  for (const Match& match : finding.matches) present_.insert(needles_[match.needle].id);
  if (sameMatches) return;
  ExportedMatches all{result_, std::vector<std::uint32_t>(finding.matches.size()), {}};
  std::iota(all.indices.begin(), all.indices.end(), 0U);
  marks_ = finding.matches.empty()
               ? std::make_shared<const Marks>(std::vector<Mark>(), std::vector<QColor>(),
                                               frameOf(picture->image).size())
               : std::make_shared<const Marks>(marksOf(all));
}

void LiveSearcher::show(LiveFrame frame, std::span<const Area> changed) {
  const auto [level, paint] = feed_->view();
  const Clock::time_point begun = Clock::now();
  makeTiles(level, changed, frame.time);
  frame.costs.draw = millisecondsSince(begun) + paint;
  frame.result = result_;
  frame.marks = marks_;
  frame.tiles.assign(tiles_.begin(), tiles_.end());
  shown_ = Clock::now();
  if (feed_->show(std::make_shared<const LiveFrame>(std::move(frame)))) calls_.shown();
}

void LiveSearcher::makeTiles(int level, std::span<const Area> changed, double time) {
  const PicturePtr& picture = result_->scene;
  const Size size = picture->image.size();
  const int coarsest = coarsestLevel(size);
  level = std::min(level, coarsest);
  // Frozen, the picture is one that was seen before.
  const bool all = level != tileLevel_ || !tiled_ || tiled_->image.size() != size ||
                   (tiled_ != picture && changed.empty());
  if (all) tiles_.clear();
  const Size scaled = scaledSize(size, level);
  const bool same = !all && tiled_ == picture;
  for (std::int64_t line = 0; !same && line * TileStore::kSide < scaled.height; ++line) {
    for (std::int64_t column = 0; column * TileStore::kSide < scaled.width; ++column) {
      const TileKey key{level, column, line};
      const bool fresh = !all && std::ranges::none_of(
                                     changed, [&](const Area& area) { return touches(key, area); });
      if (!fresh) tiles_[key] = makeTile(picture->image, key);
    }
  }
  const TileKey whole{coarsest, 0, 0};
  const bool due = all || changed.empty() || std::abs(time - wholeTime_) >= kWholePace;
  if (level != coarsest && whole_ != picture && due) {
    tiles_[whole] = makeTile(picture->image, whole);
    whole_ = picture;
    wholeTime_ = time;
  }
  tiled_ = picture;
  tileLevel_ = level;
}

double LiveSearcher::rate() {
  const Clock::time_point now = Clock::now();
  times_.push_back(now);
  while (now - times_.front() > std::chrono::seconds(1)) times_.pop_front();
  const double seconds = std::chrono::duration<double>(now - times_.front()).count();
  return seconds > 0 ? static_cast<double>(times_.size() - 1) / seconds : 0;
}

}  // namespace espy::desktop
