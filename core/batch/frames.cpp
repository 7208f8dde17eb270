// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/phrase.h"
#include "espy/error.h"

namespace espy::batch {
namespace {

constexpr std::string_view kByTime = "t=";

/// Splits "clip.mp4#0:300" into "clip.mp4" and "0:300"; the second is empty for all frames.
std::pair<std::string, std::string> partsOf(const std::string& name) {
  const std::size_t mark = name.rfind('#');
  if (mark == std::string::npos || !isVideoName(name.substr(0, mark))) return {name, ""};
  return {name.substr(0, mark), name.substr(mark + 1)};
}

/// A range of frames, by number or seconds.
struct Range {
  double first = 0;
  double last = -1;  ///< negative: to the end
  double step = 1;
  bool byTime = false;
};

[[noreturn]] void refuse(const std::string& name) {
  throw Error(ErrorCode::badUse, phrase("{}: video frames are written as #FIRST:LAST or "
                                        "#FIRST:LAST:STEP, or in seconds as #t=FIRST:LAST:STEP",
                                        name));
}

Range rangeOf(const std::string& name, std::string_view text) {
  Range range;
  range.byTime = text.starts_with(kByTime);
  if (range.byTime) text.remove_prefix(kByTime.size());
  std::vector<double> numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    double number = 0;
    const auto [stop, error] = std::from_chars(text.data() + begin, text.data() + end, number);
    if (error != std::errc() || stop != text.data() + end || !(number >= 0 && number < 1e15)) {
      refuse(name);
    }
    if (!range.byTime && number != std::floor(number)) refuse(name);
    numbers.push_back(number);
    begin = end + 1;
  }
  if (numbers.empty() || numbers.size() > 3) refuse(name);
  range.first = numbers[0];
  range.last = numbers.size() > 1 ? numbers[1] : numbers[0];
  if (numbers.size() > 2) range.step = numbers[2];
  if (!(range.step > 0) || range.last < range.first) refuse(name);
  return range;
}

}  // namespace

FramePool::Reader FramePool::take(const VideoFrame& frame, const ReadOptions& options) {
  {
    const std::lock_guard lock(mutex_);
    auto best = idle_.end();
    for (auto each = idle_.begin(); each != idle_.end(); ++each) {
      if ((*each)->path() != frame.video || (*each)->next() > frame.number) continue;
      if (best == idle_.end() || (*each)->next() > (*best)->next()) best = each;
    }
    if (best != idle_.end()) {
      Reader reader = std::move(*best);
      idle_.erase(best);
      return reader;
    }
  }
  return std::make_unique<FrameReader>(frame.video, options);
}

void FramePool::giveBack(Reader reader) {
  // Readers of the current video are limited by the number of workers. Decoders need much memory,
  // so only some of other videos stay open.
  constexpr std::size_t kMostOthers = 8;
  const std::lock_guard lock(mutex_);
  const std::string& video = reader->path();
  std::size_t others = 0;
  idle_.remove_if(
      [&](const Reader& each) { return each->path() != video && ++others > kMostOthers; });
  idle_.push_front(std::move(reader));
}

Image FramePool::read(const VideoFrame& frame, const ReadOptions& options) {
  Reader reader = take(frame, options);
  Image image = reader->frame(frame.number, options.stop);
  giveBack(std::move(reader));
  return image;
}

bool meansFrames(const std::string& name) {
  return isVideoName(partsOf(name).first);
}

std::vector<std::string> frameNames(const std::string& name, const std::string& file) {
  const auto [video, text] = partsOf(name);
  const std::string path = partsOf(file).first;
  Range range;
  if (!text.empty() || name.ends_with('#')) range = rangeOf(name, text);
  std::vector<std::int64_t> numbers;
  constexpr std::size_t kMost = 10'000'000;
  const auto refuseMany = [&] {
    throw Error(ErrorCode::badUse, phrase("{}: selects more than {} frames", name, kMost));
  };
  const auto add = [&](double number) {
    const auto whole = static_cast<std::int64_t>(std::llround(number));
    if (numbers.empty() || numbers.back() != whole) numbers.push_back(whole);
    if (numbers.size() > kMost) refuseMany();
  };
  if (range.last < 0 || range.byTime) {
    const VideoFacts facts = FrameReader(path).facts();
    if (range.byTime && facts.framesASecond == 0) {
      throw Error(ErrorCode::badPicture,
                  phrase("{}: does not state its frame rate; select frames by number", path));
    }
    if (facts.frames == 0) {
      throw Error(
          ErrorCode::badPicture,
          phrase("{}: does not state its number of frames; name them, as in {}#0:99", path, video));
    }
    const auto end = static_cast<double>(facts.frames - 1);
    const double rate = range.byTime ? facts.framesASecond : 1;
    const double last = range.last < 0 ? end : std::min(end, range.last * rate);
    for (std::size_t i = 0;; ++i) {
      // The step may be too small to advance.
      if (i > kMost) refuseMany();
      const double number = (range.first + static_cast<double>(i) * range.step) * rate;
      if (std::round(number) > last) break;
      add(number);
    }
  } else {
    for (double number = range.first; number <= range.last; number += range.step) add(number);
  }
  if (numbers.empty())
    throw Error(ErrorCode::badUse, phrase("{}: selects no frame of the video", name));
  std::vector<std::string> names;
  names.reserve(numbers.size());
  for (const std::int64_t number : numbers) names.push_back(fmt::format("{}#{}", video, number));
  return names;
}

}  // namespace espy::batch
