// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "espy/image.h"

#pragma GCC visibility push(default)
/// The picture that is searched and marked: a view, or a picture that an engine keeps.
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

/// A parameter type: refers to a picture, which must outlive it, so it cannot be made of a
/// temporary `Image`.
class Scene {
 public:
  Scene(const ImageView& picture)
      : view_(picture), size_(picture.size()), format_(picture.format()) {}
  Scene(const Image& picture) : Scene(picture.view()) {}
  Scene(const Image&& picture) = delete;
  Scene(SceneKeeper& keeper);
  /// A picture that one engine keeps: only that engine can search it.
  Scene(KeptPicture& picture);

  Size size() const { return size_; }
  PixelFormat format() const { return format_; }
  /// The picture that an engine keeps, or null.
  KeptPicture* kept() const { return kept_; }
  /// Its pixels, or null where only the engine that keeps it has them.
  const ImageView* view() const;

 private:
  friend class SceneOnEngine;

  ImageView view_;
  KeptPicture* kept_ = nullptr;
  SceneKeeper* keeper_ = nullptr;
  Size size_;
  PixelFormat format_;
};

/// A picture for several calls. An engine on a device keeps it in the device's memory from the
/// first one on, if there is room; engines on the processor read it in place. Not thread-safe.
class SceneKeeper {
 public:
  explicit SceneKeeper(const ImageView& picture);
  explicit SceneKeeper(const Image&& picture) = delete;
  ~SceneKeeper();
  SceneKeeper(const SceneKeeper&) = delete;
  SceneKeeper& operator=(const SceneKeeper&) = delete;

  const ImageView& picture() const { return picture_; }
  /// Has a device been given the picture?
  bool isKept() const { return !kept_.empty(); }
  /// Frees what engines keep. The next call keeps it again.
  void release();

 private:
  friend class SceneOnEngine;

  ImageView picture_;
  /// By engine; null where the device had no room.
  std::map<std::string, std::unique_ptr<KeptPicture>, std::less<>> kept_;
};

}  // namespace espy
#pragma GCC visibility pop
