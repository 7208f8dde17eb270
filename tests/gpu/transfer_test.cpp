// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/base/transfer.h"

#include "gpu/on_gpu.h"
#include "support/random_pictures.h"
#include "support/thrown_errors.h"

namespace espy::test {
namespace {

class Transfer : public OnGpu {};

/// Round trips of every format, odd sizes, padding, and rows stored bottom-up.
TEST_F(Transfer, KeepsEverySample) {
  Random random(5);
  Timeline unheard;
  const cuda::GpuLease gpu(unheard);
  for (const Size size : {Size{1, 1}, {3, 700}, {700, 3}, {1, 5000}, {1025, 517}, {2000, 1500}}) {
    for (int channels = 1; channels <= 4; ++channels) {
      for (const Depth depth : {Depth::u8, Depth::u16}) {
        const PixelFormat format{channels, depth};
        PaddedPicture from(size, format, 2 * random.below(9), random.oneIn(2));
        PaddedPicture to(size, format, 2 * random.below(9), random.oneIn(2));
        draw(from.pixels(), Kind::noise, random, false);
        const cuda::DeviceImage image(size, format);
        cuda::upload(from.view(), 0, 1, image.plane(), gpu->stream(), {});
        cuda::download(image.plane(), to.pixels(), gpu->stream(), {});
        ASSERT_TRUE(samePixels(from.view(), to.view())) << size.width << " x " << size.height;
      }
    }
  }
}

TEST_F(Transfer, SendsEveryNthRow) {
  Random random(6);
  Timeline unheard;
  const cuda::GpuLease gpu(unheard);
  PaddedPicture from({901, 1000}, {3, Depth::u8}, 5, false);
  draw(from.pixels(), Kind::noise, random, false);
  Image to({901, 63}, {3, Depth::u8});
  const cuda::DeviceImage image(to.size(), to.format());
  cuda::upload(from.view(), 3, 16, image.plane(), gpu->stream(), {});
  cuda::download(image.plane(), to.pixels(), gpu->stream(), {});
  for (std::int64_t y = 0; y < 63; ++y) {
    EXPECT_TRUE(
        samePixels(to.view().crop(0, y, {901, 1}), from.view().crop(0, 3 + 16 * y, {901, 1})));
  }
}

TEST_F(Transfer, PinnedPicturesTravelByThemselves) {
  Random random(7);
  Timeline unheard;
  const cuda::GpuLease gpu(unheard);
  const cuda::PinnedBuffer<std::uint8_t> memory(300 * 3 * 200);
  const MutableImageView from(memory.data(), {300, 200}, {3, Depth::u8}, 900);
  draw(from, Kind::noise, random, false);
  Image to(from.size(), from.format());
  const cuda::DeviceImage image(to.size(), to.format());
  cuda::upload(from, 0, 1, image.plane(), gpu->stream(), {});
  cuda::download(image.plane(), to.pixels(), gpu->stream(), {});
  EXPECT_TRUE(samePixels(from, to));
}

TEST_F(Transfer, StopsOnRequest) {
  Timeline unheard;
  const cuda::GpuLease gpu(unheard);
  const Image picture({4000, 4000}, {4, Depth::u8});
  const cuda::DeviceImage image(picture.size(), picture.format());
  EXPECT_EQ(
      codeOf([&] { cuda::upload(picture, 0, 1, image.plane(), gpu->stream(), stoppedControl()); }),
      ErrorCode::cancelled);
}

}  // namespace
}  // namespace espy::test
