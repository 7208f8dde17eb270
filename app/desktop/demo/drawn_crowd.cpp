// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "demo/drawn_crowd.h"

#include "crowd.h"

namespace espy::desktop {
namespace {

/// Side of the square that is cut out of the crowd as the needle, in pixels.
constexpr int kTraveller = 16;

Image imageOf(const samples::Canvas& canvas) {
  Image image({canvas.width(), canvas.height()}, {3, Depth::u8});
  const MutableImageView pixels = image.pixels();
  for (int y = 0; y < canvas.height(); ++y) {
    std::uint8_t* to = pixels.row(y);
    for (int x = 0; x < canvas.width(); ++x, to += 3) {
      const samples::Rgb colour = canvas.at(x, y);
      to[0] = colour.r;
      to[1] = colour.g;
      to[2] = colour.b;
    }
  }
  return image;
}

}  // namespace

DrawnCrowd drawCrowd(QSize size) {
  const samples::Crowd crowd = samples::drawCrowd(size.width(), size.height());
  DrawnCrowd drawn;
  drawn.place = {crowd.travellerX, crowd.travellerY, kTraveller, kTraveller};
  auto scene = std::make_shared<Picture>();
  scene->image = imageOf(crowd.canvas);
  scene->name = DrawnCrowd::tr("crowd");
  auto traveller = std::make_shared<Picture>();
  traveller->image = cutOut(scene->image, drawn.place);
  traveller->name = DrawnCrowd::tr("traveller");
  drawn.scene = std::move(scene);
  drawn.traveller = std::move(traveller);
  return drawn;
}

}  // namespace espy::desktop
