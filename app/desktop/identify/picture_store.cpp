// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/picture_store.h"

#include <QDir>
#include <QFileInfo>
#include <new>
#include <utility>

#include "espy/pictures.h"
#include "model/paths.h"
#include "model/translated.h"

namespace espy::desktop {
namespace {

constexpr int kKept = 256 * 1024;  // KiB, capacity of the cache
constexpr QSize kMost(1024, 1024);
constexpr QSize kSmall(168, 120);

void setImage(GalleryPicture& shown, const ImageView& pixels) {
  shown.image = qImageFrom(pixels, kMost);
  shown.small = shown.image.scaled(shown.image.size().boundedTo(kSmall), Qt::KeepAspectRatio,
                                   Qt::SmoothTransformation);
}

GalleryPicture readFor(const QString& path, const Size* expected, const std::stop_token& stop) {
  GalleryPicture shown;
  shown.path = path;
  try {
    ReadOptions options;
    options.stop = stop;
    const ReadPicture read = readPicture(pathOf(path), options);
    if (expected != nullptr && read.image.size() != *expected) {
      shown.trouble = PictureStore::tr("%1 now has another size").arg(path);
    } else {
      setImage(shown, read.image.view());
    }
  } catch (const std::bad_alloc&) {
    shown.trouble = PictureStore::tr("%1: not enough memory to read it.").arg(path);
  } catch (const std::exception& error) {
    shown.trouble = translated(error);
  }
  return shown;
}

GalleryPicture findFor(const ShownSurface& surface, const QString& library,
                       const std::stop_token& stop) {
  for (const QString& place : PictureStore::placesOf(surface.file, library)) {
    if (QFileInfo(place).isFile()) return readFor(place, &surface.size, stop);
  }
  GalleryPicture none;
  none.trouble = surface.file.isEmpty()
                     ? PictureStore::tr("The library does not record the file of this picture")
                     : PictureStore::tr("%1 no longer exists").arg(surface.file);
  return none;
}

}  // namespace

PictureStore::PictureStore(QObject* parent) : QObject(parent), kept_(kKept) {}

QStringList PictureStore::placesOf(const QString& file, const QString& library) {
  if (file.isEmpty()) return {};
  if (QFileInfo(file).isAbsolute()) return {file};
  const QDir folder(library);
  return {QDir::current().absoluteFilePath(file), folder.absoluteFilePath(file),
          QDir::cleanPath(folder.absoluteFilePath(QStringLiteral("../") + file))};
}

const GalleryPicture* PictureStore::of(const Photo& photo) {
  return find(QStringLiteral("photo %1").arg(photo.id), [photo](const std::stop_token& stop) {
    if (!photo.picture) return readFor(photo.path, nullptr, stop);
    GalleryPicture shown;
    shown.path = photo.path;
    setImage(shown, photo.picture->image);
    return shown;
  });
}

const GalleryPicture* PictureStore::of(const ShownSurface& surface, const QString& library) {
  const QString key = QStringLiteral("%1 %2x%3 %4")
                          .arg(library)
                          .arg(surface.size.width)
                          .arg(surface.size.height)
                          .arg(surface.file);
  return find(key, [surface, library](const std::stop_token& stop) {
    return findFor(surface, library, stop);
  });
}

template <class Make>
const GalleryPicture* PictureStore::find(const QString& key, Make make) {
  if (const GalleryPicture* kept = kept_.object(key)) return kept;
  if (awaited_.contains(key)) return nullptr;
  awaited_.insert(key);
  // LIFO: the last request is the one on screen.
  job_.addFirst([make = std::move(make)](const Job::Handle& handle) { return make(handle.stop()); },
                [this, key](Outcome<GalleryPicture> outcome) {
                  awaited_.remove(key);
                  GalleryPicture made = std::move(outcome.value).value_or(GalleryPicture());
                  if (!outcome.value) made.trouble = outcome.failure.sentence;
                  const auto kilobytes = static_cast<int>(made.image.sizeInBytes() / 1024) + 1;
                  kept_.insert(key, new GalleryPicture(std::move(made)), kilobytes);
                  emit arrived();
                });
  return nullptr;
}

void PictureStore::forgetMissing() {
  for (const QString& key : kept_.keys()) {
    if (!kept_.object(key)->trouble.isEmpty()) kept_.remove(key);
  }
}

}  // namespace espy::desktop
