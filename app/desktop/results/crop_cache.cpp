// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/crop_cache.h"

#include <algorithm>
#include <utility>

#include "results/upright_crop.h"

namespace espy::desktop {
namespace {

constexpr qsizetype kLeastKept = qsizetype{64} << 20;  ///< bytes
/// Crops that are made before the sheet is painted again.
constexpr std::size_t kCropsAtOnce = 32;
constexpr std::size_t kMostNeedles = 256;  ///< kept; they are small

}  // namespace

void CropCache::setResult(SearchResultPtr result, int side) {
  job_.forget();
  result_ = std::move(result);
  side_ = side;
  crops_.clear();
  crops_.setMaxCost(std::max(crops_.maxCost(), kLeastKept));
  needles_.clear();
  wanted_.clear();
  made_ = 0;
}

void CropCache::keepPixels(qsizetype pixels) {
  // Twice, so that scrolling back by a page makes nothing anew.
  constexpr qsizetype kBytes = 4;
  crops_.setMaxCost(std::max(kLeastKept, 2 * kBytes * pixels));
}

const QImage* CropCache::crop(std::uint32_t index, const Match& match) {
  if (const QImage* known = crops_.object(index)) return known;
  wanted_.emplace_back(index, match);
  if (!planned_ && !job_.running()) {
    planned_ = true;
    QMetaObject::invokeMethod(this, &CropCache::makeWanted, Qt::QueuedConnection);
  }
  return nullptr;
}

const QImage& CropCache::needle(std::uint32_t needle) {
  const auto known = needles_.find(needle);
  if (known != needles_.end()) return known->second;
  if (needles_.size() >= kMostNeedles) needles_.clear();
  return needles_[needle] = needleCrop(result_->needles[needle], side_);
}

void CropCache::makeWanted() {
  planned_ = false;
  if (!result_ || wanted_.empty() || job_.running()) return;
  wanted_.resize(std::min(wanted_.size(), kCropsAtOnce));
  job_.start(
      [result = result_, side = side_, wanted = wanted_](const Job::Handle& handle) {
        std::vector<QImage> crops;
        for (const auto& [index, match] : wanted) {
          if (handle.stopped()) break;
          crops.push_back(uprightCrop(result->scene->image, match, side));
        }
        return crops;
      },
      [this, wanted = wanted_](Outcome<std::vector<QImage>> outcome) {
        std::vector<QImage> crops;
        if (outcome.value) crops = std::move(*outcome.value);
        crops.resize(wanted.size());  // null after a failure: not tried again
        for (std::size_t i = 0; i < wanted.size(); ++i) {
          const qsizetype bytes = std::max<qsizetype>(crops[i].sizeInBytes(), 1);
          crops_.insert(wanted[i].first, new QImage(std::move(crops[i])), bytes);
        }
        made_ += wanted.size();
        emit ready();
      });
}

}  // namespace espy::desktop
