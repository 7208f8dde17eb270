// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/tile_store.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <set>
#include <utility>

#include "espy/engine/scaled.h"

namespace espy::desktop {
namespace {

constexpr int kMostLevel = 16;

}  // namespace

QImage makeTile(const ImageView& picture, const TileKey& key) try {
  constexpr int kSide = TileStore::kSide;
  QImage tile(kSide, kSide, QImage::Format_ARGB32_Premultiplied);
  if (tile.isNull()) return tile;
  scaleForScreen(
      picture, {key.level, key.column * kSide, key.line * kSide},
      MutableImageView(tile.bits(), {kSide, kSide}, {4, Depth::u8}, tile.bytesPerLine()));
  return tile;
} catch (const std::bad_alloc&) {
  return {};
}

int coarsestLevel(Size picture) {
  int level = 0;
  while (level < kMostLevel) {
    const Size size = scaledSize(picture, level);
    if (std::max(size.width, size.height) <= TileStore::kSide) break;
    ++level;
  }
  return level;
}

/// State shared by the store and its worker threads; kept alive by both.
struct TileStore::Shared {
  std::mutex mutex;
  TileStore* owner = nullptr;  ///< null after the store's destruction
  PicturePtr picture;
  int generation = 0;           ///< incremented by each setPicture()
  std::vector<TileKey> wanted;  ///< stack: the first request is at the end
  std::set<TileKey> inWork;     ///< of this generation, in work or not yet collected
  std::vector<std::pair<TileKey, QImage>> made;
  int workers = 0;
  bool queued = false;  ///< a call of collect() is queued
};

TileStore::TileStore(QObject* parent)
    : QObject(parent), shared_(std::make_shared<Shared>()), others_(kMostBytes) {
  shared_->owner = this;
  // One core is left for the GUI thread.
  pool_.setMaxThreadCount(std::clamp(QThread::idealThreadCount() - 1, 1, 8));
}

TileStore::~TileStore() {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->owner = nullptr;
    shared_->wanted.clear();
  }
  pool_.waitForDone();
}

void TileStore::setPicture(PicturePtr picture) {
  picture_ = std::move(picture);
  whole_ = {};
  others_.clear();
  coarsest_ = picture_ ? coarsestLevel(picture_->image.size()) : 0;
  forgetWork();
  want({});
}

void TileStore::setFrame(PicturePtr picture, const MadeTiles& tiles) {
  picture_ = std::move(picture);
  others_.clear();
  for (const auto& [key, tile] : tiles) keep(key, tile);
  forgetWork();
}

void TileStore::forgetWork() {
  const std::lock_guard lock(shared_->mutex);
  shared_->picture = picture_;
  ++shared_->generation;
  shared_->wanted.clear();
  shared_->inWork.clear();
  shared_->made.clear();
}

void TileStore::keep(const TileKey& key, QImage tile) {
  if (key == TileKey{coarsest_, 0, 0}) {
    whole_ = std::move(tile);
    return;
  }
  const qsizetype bytes = tile.sizeInBytes();
  others_.insert(key.packed(), new QImage(std::move(tile)), bytes);
}

const QImage* TileStore::find(const TileKey& key) const {
  if (key == TileKey{coarsest_, 0, 0}) return whole_.isNull() ? nullptr : &whole_;
  return others_.object(key.packed());
}

void TileStore::want(const std::vector<TileKey>& keys) {
  if (!picture_) return;
  const std::lock_guard lock(shared_->mutex);
  Shared& shared = *shared_;
  shared.wanted.clear();
  const auto ask = [&](const TileKey& key) {
    if (find(key) == nullptr && !shared.inWork.contains(key)) shared.wanted.push_back(key);
  };
  std::for_each(keys.rbegin(), keys.rend(), ask);
  ask({coarsest_, 0, 0});  // highest priority: stands in for missing tiles
  const auto count = static_cast<int>(shared.wanted.size());
  for (int i = 0; i < count && shared.workers < pool_.maxThreadCount(); ++i) {
    ++shared.workers;
    pool_.start([kept = shared_] { work(kept); });
  }
}

void TileStore::work(const std::shared_ptr<Shared>& shared) {
  std::unique_lock lock(shared->mutex);
  while (!shared->wanted.empty()) {
    const TileKey key = shared->wanted.back();
    shared->wanted.pop_back();
    shared->inWork.insert(key);
    const PicturePtr picture = shared->picture;
    const int generation = shared->generation;
    lock.unlock();
    QImage tile = makeTile(picture->image, key);
    lock.lock();
    if (generation != shared->generation || shared->owner == nullptr) continue;
    shared->made.emplace_back(key, std::move(tile));
    if (std::exchange(shared->queued, true)) continue;
    // The owner cannot be destroyed before the lock is released, and drops its queued calls.
    QMetaObject::invokeMethod(shared->owner, &TileStore::collect, Qt::QueuedConnection);
  }
  --shared->workers;
}

void TileStore::collect() {
  std::vector<std::pair<TileKey, QImage>> made;
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->queued = false;
    made.swap(shared_->made);
    for (const auto& [key, tile] : made) shared_->inWork.erase(key);
  }
  bool any = false;
  for (auto& [key, tile] : made) {
    if (tile.isNull()) continue;
    any = true;
    keep(key, std::move(tile));
  }
  if (any) emit arrived();
}

}  // namespace espy::desktop
