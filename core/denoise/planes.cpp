// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "denoise/planes.h"

#include <algorithm>
#include <cstddef>

#include "base/parallel.h"
#include "picture/formats.h"

namespace espy::variation {

ScratchVector<float> planesOf(const ImageView& picture, int threads, const Control& control) {
  const PixelFormat format = picture.format();
  const auto most = static_cast<float>(format.maxValue());
  const std::int64_t pixels = picture.size().pixels();
  ScratchVector<float> planes;
  planes.resize(static_cast<std::size_t>(pixels * format.colourChannels()));
  parallelFor(picture.height(), threads, control, [&](std::int64_t y, int) {
    picture::withFormat(format, [&]<class Sample, int channels>() {
      const Sample* from = picture::samplesOf<Sample>(picture.row(y));
      for (int c = 0; c < format.colourChannels(); ++c) {
        float* to = planes.data() + c * pixels + y * picture.width();
        for (std::int64_t x = 0; x < picture.width(); ++x) {
          to[x] = static_cast<float>(from[x * channels + c]) / most;
        }
      }
    });
  });
  return planes;
}

Image pictureOf(std::span<const float> planes, const ImageView& picture, int threads,
                const Control& control) {
  const PixelFormat format = picture.format();
  const auto most = static_cast<float>(format.maxValue());
  const std::int64_t pixels = picture.size().pixels();
  Image image = Image::forOverwrite(picture.size(), format);
  const MutableImageView target = image.pixels();
  parallelFor(picture.height(), threads, control, [&](std::int64_t y, int) {
    picture::withFormat(format, [&]<class Sample, int channels>() {
      const Sample* from = picture::samplesOf<Sample>(picture.row(y));
      Sample* to = picture::samplesOf<Sample>(target.row(y));
      for (int c = 0; c < format.colourChannels(); ++c) {
        const float* plane = planes.data() + c * pixels + y * picture.width();
        for (std::int64_t x = 0; x < picture.width(); ++x) {
          const float scaled = plane[x] * most + 0.5F;
          to[x * channels + c] = static_cast<Sample>(std::clamp(scaled, 0.0F, most));
        }
      }
      if (!format.hasAlpha()) return;
      for (std::int64_t x = 0; x < picture.width(); ++x) {
        to[x * channels + channels - 1] = from[x * channels + channels - 1];
      }
    });
  });
  return image;
}

}  // namespace espy::variation
