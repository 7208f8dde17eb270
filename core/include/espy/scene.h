// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "espy/image.h"

#pragma GCC visibility push(default)
/// The picture to search or mark: a view, or a picture kept by an engine.
///
///     espy::find(image, needles);  // a view: nothing is copied
///
///     espy::SceneKeeper scene(image);  // for several calls: a GPU gets the picture once
///     const espy::Finding found = espy::find(scene, needles, {.engine = "cuda"});
///     const espy::Image marked = espy::markedPicture(scene, found.matches, {}, "cuda");
namespace espy {

class KeptPicture;  // espy/engine/scene.h
class Registry;
class SceneKeeper;

/// Parameter type: refers to a picture, which must outlive it; cannot be constructed from a
/// temporary `Image`.
class Scene {
 public:
  Scene(const ImageView& picture)
      : view_(picture), size_(picture.size()), format_(picture.format()) {}
  Scene(const Image& picture) : Scene(picture.view()) {}
  Scene(const Image&& picture) = delete;
  Scene(SceneKeeper& keeper);
  /// A picture kept by an engine: only that engine can search it.
  Scene(KeptPicture& picture);
  /// The same, with its pixels for work on the processor.
  Scene(KeptPicture& picture, const ImageView& view);

  Size size() const { return size_; }
  PixelFormat format() const { return format_; }
  /// The kept picture, or null.
  KeptPicture* kept() const { return kept_; }
  /// Its pixels, or null if only the engine has them.
  const ImageView* view() const;

 private:
  friend class SceneOnEngine;

  ImageView view_;
  KeptPicture* kept_ = nullptr;
  SceneKeeper* keeper_ = nullptr;
  Size size_;
  PixelFormat format_;
};

/// A picture for several calls. A device engine keeps it in device memory from the first call on,
/// if it fits; the processor's engines read it in place. Not thread-safe.
class SceneKeeper {
 public:
  explicit SceneKeeper(const ImageView& picture);
  explicit SceneKeeper(const Image&& picture) = delete;
  ~SceneKeeper();
  SceneKeeper(const SceneKeeper&) = delete;
  SceneKeeper& operator=(const SceneKeeper&) = delete;

  const ImageView& picture() const { return picture_; }
  /// Whether a device has the picture.
  bool isKept() const { return !kept_.empty(); }
  /// Frees what engines keep. The next call uploads it again.
  void release();

 private:
  friend class SceneOnEngine;

  ImageView picture_;
  /// By engine; null if the device lacked memory.
  std::map<std::string, std::unique_ptr<KeptPicture>, std::less<>> kept_;
};

}  // namespace espy
#pragma GCC visibility pop
