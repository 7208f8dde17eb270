// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/base/resident.h"

#include <utility>

#include "base/phrase.h"
#include "cuda/base/gpu.h"
#include "cuda/base/transfer.h"

namespace espy::cuda {

std::unique_ptr<KeptPicture> keepPicture(const ImageView& picture, const Control& control,
                                         Timeline& timeline) {
  const Stream& arrivals = Gpu::ofProcess(timeline).arrivals();
  StageClock clock(arrivals, timeline);
  clock.begin("upload");
  DeviceImage image(picture.size(), picture.format(), picturePool());
  upload(picture, 0, 1, image.plane(), arrivals, control);
  clock.finish();
  return std::make_unique<DevicePicture>(std::move(image));
}

DevicePicture& onDevice(KeptPicture& picture) {
  auto* own = dynamic_cast<DevicePicture*>(&picture);
  if (own == nullptr)
    throw Error(ErrorCode::badUse, phrase("this picture is not held by engine cuda"));
  return *own;
}

DevicePicture* keptOnDevice(const Scene& scene) {
  return scene.kept() == nullptr ? nullptr : &onDevice(*scene.kept());
}

}  // namespace espy::cuda
