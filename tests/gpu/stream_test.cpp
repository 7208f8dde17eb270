// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// A stream of pictures: one is uploaded while the previous one is searched.
#include <memory>
#include <vector>

#include "base/prefetcher.h"
#include "cuda/base/resident.h"
#include "cuda/exact/engines.h"
#include "exact/reference.h"
#include "find/reference.h"
#include "gpu/on_gpu.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

/// Pictures of different sizes, so that memory is reused among them, and four needles cut from
/// each.
class PictureStream : public OnGpu {
 protected:
  static constexpr int kPictures = 40;

  void SetUp() override {
    OnGpu::SetUp();
    Random random(11);
    for (int i = 0; i < kPictures; ++i) {
      const Size size{200 + random.below(900), 200 + random.below(700)};
      Image& scene = scenes_.emplace_back(size, PixelFormat{3, Depth::u8});
      draw(scene.pixels(), i % 2 == 0 ? Kind::noise : Kind::twoTone, random, false);
    }
  }

  std::vector<Needle> needlesOf(std::size_t i) const {
    std::vector<Needle> needles;
    for (std::int64_t n = 0; n < 4; ++n) {
      needles.push_back({scenes_[i].view().crop(20 * n, 31 * n, {9 + n, 8}), {}});
    }
    return needles;
  }

  std::vector<std::vector<Place>> wanted(std::size_t i) const {
    RunReport run;
    return exact::findByReference(scenes_[i], needlesOf(i), {}, {}, run);
  }

  std::vector<Image> scenes_;
};

TEST_F(PictureStream, EachIsSearchedAsItWasWhileTheNextArrives) {
  Prefetcher<std::unique_ptr<KeptPicture>> arriving(scenes_.size(), [&](std::size_t i) {
    Timeline unheard;
    return cuda::keepPicture(scenes_[i], {}, unheard);
  });
  for (std::size_t i = 0; i < scenes_.size(); ++i) {
    const auto kept = arriving.next();
    RunReport run;
    for (int again = 0; again < 3; ++again) {
      ASSERT_EQ(cuda::findExact(*kept, needlesOf(i), {}, {}, run), wanted(i)) << i;
    }
  }
}

TEST_F(PictureStream, APictureThatFindsNoMemoryFailsInItsTurn) {
  Prefetcher<std::unique_ptr<KeptPicture>> arriving(3, [&](std::size_t i) {
    cuda::limitDeviceBlocks(i == 1 ? 1024 : 0);
    Timeline unheard;
    return cuda::keepPicture(scenes_[i], {}, unheard);
  });
  EXPECT_EQ(arriving.next()->size(), scenes_[0].size());
  EXPECT_THROW(arriving.next(), cuda::OutOfDeviceMemory);
  EXPECT_EQ(arriving.next()->size(), scenes_[2].size());
}

}  // namespace
}  // namespace espy::test
