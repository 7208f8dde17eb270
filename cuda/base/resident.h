// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "cuda/base/device.h"
#include "cuda/base/device_image.h"
#include "espy/engine/scene.h"

namespace espy::cuda {

/// A painted copy of a kept picture, with the parts to restore before it is used again.
struct PaintedCopy {
  DeviceImage picture;
  DeviceImage flags;
  std::vector<Window> touched;  ///< windows where it may differ from the original
  bool allTouched = true;       ///< or anywhere
};

/// Data derived from a picture by searches, cached for the next one.
struct DerivedPlanes {
  std::vector<DeviceImage> colours;                ///< 8-bit plane per colour channel
  std::vector<DeviceImage> squares;                ///< squares: low bytes, then high bytes
  std::vector<DeviceImage> deep;                   ///< 16-bit samples: high bytes, then low bytes
  std::map<int, std::vector<DeviceImage>> blocks;  ///< block averages by block side, per channel
  std::vector<DeviceImage> levels;  ///< pyramid: half size, a quarter and so on, each with a border
};

/// A picture kept on the device.
class DevicePicture : public KeptPicture {
 public:
  explicit DevicePicture(DeviceImage image)
      : KeptPicture(currentEngine(), image.size(), image.format()), image_(std::move(image)) {}

  std::unique_ptr<KeptPicture> rows(std::int64_t first, std::int64_t count) override {
    return std::make_unique<DevicePicture>(image_.rows(first, count));
  }

  const DeviceImage& image() const { return image_; }
  PaintedCopy& painted() { return painted_; }
  DerivedPlanes& derived() { return derived_; }

 private:
  DeviceImage image_;
  PaintedCopy painted_;
  DerivedPlanes derived_;
};

/// Uploads a picture (`KeepPicture` of engine `cuda`). Needs no GpuLease, so that uploads on one
/// thread overlap with searches on another.
std::unique_ptr<KeptPicture> keepPicture(const ImageView& picture, const Control& control,
                                         Timeline& timeline);

/// The device picture behind a picture made by `keepPicture`.
DevicePicture& onDevice(KeptPicture& picture);
/// The same for the kept picture of a scene; null for a view. Throws `badUse` if another engine
/// keeps it.
DevicePicture* keptOnDevice(const Scene& scene);

}  // namespace espy::cuda
