// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/host_picture.h"

#include <algorithm>
#include <utility>

#include "base/phrase.h"
#include "base/processor_engines.h"
#include "espy/error.h"

namespace espy {
namespace {

class HostPicture : public KeptPicture {
 public:
  HostPicture(const std::string& engine, Image image)
      : KeptPicture(engine, image.size(), image.format()), image_(std::move(image)) {}

  const ImageView* view() const override { return &image_.view(); }

 private:
  Image image_;
};

/// Copies row by row, so that copying gigabytes can be cancelled.
Image copyOf(const ImageView& picture, const Control& control) {
  Image copy(picture.size(), picture.format());
  const MutableImageView pixels = copy.pixels();
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    control.check();
    std::copy_n(picture.row(y), picture.rowBytes(), pixels.row(y));
  }
  return copy;
}

}  // namespace

KeepPicture::Function keepOnHost(std::string engine) {
  return [engine = std::move(engine)](const ImageView& picture, const Control& control,
                                      Timeline& timeline) {
    const StageTimer timer(timeline, "keep");
    return std::make_unique<HostPicture>(engine, copyOf(picture, control));
  };
}

const ImageView& hostView(const Scene& scene) {
  const ImageView* view = scene.view();
  if (view == nullptr) {
    throw Error(ErrorCode::badUse,
                phrase("only engine {} holds the pixels of this picture", scene.kept()->engine()));
  }
  return *view;
}

void addPictures(Registry& registry) {
  registry.add<KeepPicture>("reference", keepOnHost("reference"));
  addOnProcessor<KeepPicture>(
      registry, [](const ProcessorEngine& engine) { return keepOnHost(engine.name); });
}

}  // namespace espy
