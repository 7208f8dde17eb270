// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "cuda/base/device_image.h"
#include "cuda/base/window.h"
#include "espy/engine/scene.h"

namespace espy::cuda {

/// A copy of a kept picture that was painted, and what of it has to be painted back.
struct PaintedCopy {
  DeviceImage picture;
  DeviceImage flags;
  std::vector<Window> touched;  ///< where it may differ from the original, or
  bool allTouched = true;       ///< anywhere
};

/// What was made of a picture for searches, and may serve the next one.
struct DerivedPlanes {
  std::vector<DeviceImage> colours;  ///< one of bytes for each colour channel
  std::vector<DeviceImage> squares;  ///< lower bytes of their squares, then upper bytes
  std::vector<DeviceImage> deep;     ///< of 16-bit samples: upper bytes, then lower bytes
  std::map<int, std::vector<DeviceImage>> blocks;  ///< means of blocks of this side, likewise
  std::vector<DeviceImage> levels;  ///< half of its size, a quarter and so on, each with a rim
};

/// A picture that stays on the device.
class DevicePicture : public KeptPicture {
 public:
  explicit DevicePicture(DeviceImage image)
      : KeptPicture("cuda", image.size(), image.format()), image_(std::move(image)) {}

  const DeviceImage& image() const { return image_; }
  PaintedCopy& painted() { return painted_; }
  DerivedPlanes& derived() { return derived_; }

 private:
  DeviceImage image_;
  PaintedCopy painted_;
  DerivedPlanes derived_;
};

/// Sends a picture there (`KeepPicture` of engine `cuda`). Needs no GpuLease and waits for none: a
/// stream of pictures is searched in one thread while another sends the next one.
std::unique_ptr<KeptPicture> keepPicture(const ImageView& picture, const Control& control,
                                         Timeline& timeline);

/// The device's side of a picture that `keepPicture` made.
DevicePicture& onDevice(KeptPicture& picture);
/// The same of a scene that is kept; null of a view. Throws `badUse` for a picture that another
/// engine keeps.
DevicePicture* keptOnDevice(const Scene& scene);

}  // namespace espy::cuda
