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

/// What the thread knows. It may outlive the loader.
struct PictureLoader::Shared {
  struct Wanted {
    QString path;
    Purpose purpose;
  };

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Wanted> queue;
  std::stop_source stop;
  PictureLoader* owner = nullptr;  ///< null when it has gone
  bool ended = false;

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

PictureLoader::PictureLoader(QObject* parent)
    : QObject(parent), shared_(std::make_shared<Shared>()) {
  shared_->owner = this;
}

PictureLoader::~PictureLoader() {
  std::unique_lock lock(shared_->mutex);
  shared_->owner = nullptr;
  shared_->queue.clear();
  shared_->stop.request_stop();
  shared_->changed.notify_all();
  if (!thread_.joinable()) return;
  const bool ended = shared_->changed.wait_for(lock, kPatience, [this] { return shared_->ended; });
  lock.unlock();
  if (ended) {
    thread_.join();
  } else {
    thread_.detach();
  }
}

void PictureLoader::load(const QString& path, Purpose purpose) {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->queue.push_back({path, purpose});
  }
  try {
    if (!thread_.joinable()) thread_ = std::thread([shared = shared_] { shared->work(); });
  } catch (const std::system_error& error) {
    const std::lock_guard lock(shared_->mutex);
    shared_->queue.clear();
    const QString sentence = path + QStringLiteral(": ") + translated(error);
    QMetaObject::invokeMethod(
        this, [this, path, sentence] { emit failed(path, sentence); }, Qt::QueuedConnection);
  }
  shared_->changed.notify_all();
}

}  // namespace espy::desktop
