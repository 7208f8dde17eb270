// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "search/picture_loader.h"

#include <QFileInfo>
#include <QMetaObject>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <new>
#include <stop_token>
#include <system_error>
#include <utility>

#include "espy/error.h"
#include "espy/pictures.h"
#include "model/paths.h"
#include "model/translated.h"

namespace espy::desktop {
namespace {

/// So long the window that closes waits for what is being read.
constexpr std::chrono::milliseconds kPatience{300};

}  // namespace

/// One thread and the files that it reads, one after the other. It may outlive the loader.
struct PictureLoader::Lane {
  struct Wanted {
    QString path;
    Purpose purpose;
  };

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Wanted> queue;
  std::stop_source stop;
  PictureLoader* owner = nullptr;  ///< null when it has gone, or wants nothing more of this
  bool ended = false;
  std::thread thread;

  void work() {
    for (;;) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [this] { return owner == nullptr || !queue.empty(); });
      if (owner == nullptr) break;
      const Wanted wanted = std::move(queue.front());
      queue.pop_front();
      lock.unlock();
      read(wanted);
    }
    const std::lock_guard lock(mutex);
    ended = true;
    changed.notify_all();
  }

  /// Nothing more is told of what is read here.
  void abandon() {
    const std::lock_guard lock(mutex);
    owner = nullptr;
    queue.clear();
    stop.request_stop();
    changed.notify_all();
  }

  /// Waits for the end, until then.
  void end(std::chrono::steady_clock::time_point latest) {
    if (!thread.joinable()) return;
    std::unique_lock lock(mutex);
    const bool over = changed.wait_until(lock, latest, [this] { return ended; });
    lock.unlock();
    if (over) {
      thread.join();
    } else {
      thread.detach();
    }
  }

  void read(const Wanted& wanted) {
    const QString& path = wanted.path;
    const auto fail = [&](const std::function<QString()>& sentence) {
      post([path, sentence](PictureLoader* loader) { emit loader->failed(path, sentence()); });
    };
    try {
      ReadOptions options;
      options.stop = stop.get_token();
      ReadPicture read = readPicture(pathOf(path), options);
      auto picture = std::make_shared<Picture>();
      picture->image = std::move(read.image);
      picture->path = path;
      picture->name = QFileInfo(path).fileName();
      picture->note = translated(read.note);
      post([picture, purpose = wanted.purpose](PictureLoader* loader) {
        emit loader->loaded(picture, purpose);
      });
    } catch (const std::bad_alloc&) {
      fail([path] { return PictureLoader::tr("%1: there is no memory to read it.").arg(path); });
    } catch (const std::exception& error) {
      fail([sentence = translated(error)] { return sentence; });
    }
  }

  template <class Tell>
  void post(Tell tell) {
    const std::lock_guard lock(mutex);
    PictureLoader* const loader = owner;
    if (loader == nullptr) return;
    QMetaObject::invokeMethod(
        loader, [loader, tell = std::move(tell)] { tell(loader); }, Qt::QueuedConnection);
  }
};

PictureLoader::PictureLoader(QObject* parent) : QObject(parent) {}

PictureLoader::~PictureLoader() {
  const auto latest = std::chrono::steady_clock::now() + kPatience;
  for (const LanePtr& lane : lanes_) lane->abandon();
  for (const LanePtr& lane : lanes_) lane->end(latest);
}

PictureLoader::LanePtr PictureLoader::makeLane() {
  std::erase_if(lanes_, [](const LanePtr& lane) {
    {
      const std::lock_guard lock(lane->mutex);
      if (!lane->ended) return false;
    }
    lane->thread.join();
    return true;
  });
  auto lane = std::make_shared<Lane>();
  lane->owner = this;
  lanes_.push_back(lane);
  return lane;
}

void PictureLoader::load(const QString& path, Purpose purpose) {
  LanePtr lane;
  if (purpose == Purpose::scene) {
    if (scene_) scene_->abandon();  // nobody wants to see that one any more
    lane = scene_ = makeLane();
  } else if (QFileInfo::exists(path) && !QFileInfo(path).isFile()) {
    lane = makeLane();  // a pipe, which may never end
  } else {
    if (!needles_) needles_ = makeLane();
    lane = needles_;
  }
  {
    const std::lock_guard lock(lane->mutex);
    lane->queue.push_back({path, purpose});
  }
  try {
    if (!lane->thread.joinable()) lane->thread = std::thread([lane] { lane->work(); });
  } catch (const std::system_error& error) {
    const std::lock_guard lock(lane->mutex);
    lane->queue.clear();
    const QString sentence = path + QStringLiteral(": ") + translated(error);
    QMetaObject::invokeMethod(
        this, [this, path, sentence] { emit failed(path, sentence); }, Qt::QueuedConnection);
  }
  lane->changed.notify_all();
}

}  // namespace espy::desktop
