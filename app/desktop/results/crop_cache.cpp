// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/crop_cache.h"

#include <QElapsedTimer>
#include <algorithm>
#include <utility>

namespace espy::desktop {
namespace {

constexpr qsizetype kLeastKept = qsizetype{64} << 20;  ///< bytes
/// Pictures that are made before what shows them is painted again: this many, or for so long.
constexpr std::size_t kCropsAtOnce = 32;
constexpr qint64 kMilliseconds = 100;

}  // namespace

void CropCache::setSource(Source source) {
  job_.forget();
  source_ = std::move(source);
  crops_.clear();
  crops_.setMaxCost(std::max(crops_.maxCost(), kLeastKept));
  wanted_.clear();
  making_.clear();
  made_ = 0;
}

void CropCache::forget(std::uint32_t number) {
  crops_.remove(number);
  std::erase(making_, number);
}

void CropCache::keepPixels(qsizetype pixels) {
  // Twice, so that scrolling back by a page makes nothing anew.
  constexpr qsizetype kBytes = 4;
  crops_.setMaxCost(std::max(kLeastKept, 2 * kBytes * pixels));
}

const QImage* CropCache::crop(std::uint32_t number) {
  if (const QImage* known = crops_.object(number)) return known;
  if (std::ranges::find(wanted_, number) == wanted_.end()) wanted_.push_back(number);
  if (!planned_ && !job_.running()) {
    planned_ = true;
    QMetaObject::invokeMethod(this, &CropCache::makeWanted, Qt::QueuedConnection);
  }
  return nullptr;
}

void CropCache::makeWanted() {
  planned_ = false;
  if (!source_ || wanted_.empty() || job_.running()) return;
  making_ = wanted_;
  making_.resize(std::min(making_.size(), kCropsAtOnce));
  std::vector<std::pair<std::uint32_t, Make>> orders;
  orders.reserve(making_.size());
  for (const std::uint32_t number : making_) orders.emplace_back(number, source_(number));
  job_.start(
      [orders = std::move(orders)](const Job::Handle& handle) {
        QElapsedTimer clock;
        clock.start();
        std::vector<Made> all;
        for (const auto& [number, make] : orders) {
          if (handle.stopped() || clock.hasExpired(kMilliseconds)) break;
          Made& made = all.emplace_back();
          made.number = number;
          made.trouble = failureOf([&] { made.picture = make(handle.stop()); }).sentence;
        }
        return all;
      },
      [this](Outcome<std::vector<Made>> outcome) {
        if (outcome.value) return take(std::move(*outcome.value));
        std::vector<Made> none;  // no thread could be started
        for (const std::uint32_t number : making_) none.push_back({number, {}, {}});
        take(std::move(none));
      });
}

void CropCache::take(std::vector<Made> made) {
  for (Made& one : made) {
    if (std::ranges::find(making_, one.number) == making_.end()) continue;
    const qsizetype bytes = std::max<qsizetype>(one.picture.sizeInBytes(), 1);
    // Null after a failure: not tried again.
    crops_.insert(one.number, new QImage(std::move(one.picture)), bytes);
    ++made_;
    if (!one.trouble.isEmpty()) emit failed(one.number, one.trouble);
  }
  emit ready();
}

}  // namespace espy::desktop
