// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "demo/crowd_maker.h"

#include <new>

#include "crowd.h"

namespace espy::desktop {
namespace {

/// Side of the square part of the traveller that serves as the needle, pixels.
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

DrawnCrowd crowdOf(QSize size) {
  const samples::Crowd crowd = samples::drawCrowd(size.width(), size.height());
  DrawnCrowd drawn;
  drawn.place = {crowd.travellerX, crowd.travellerY, kTraveller, kTraveller};
  auto scene = std::make_shared<Picture>();
  scene->image = imageOf(crowd.canvas);
  scene->name = CrowdMaker::tr("crowd");
  auto traveller = std::make_shared<Picture>();
  traveller->image = cutOut(scene->image, drawn.place);
  traveller->name = CrowdMaker::tr("traveller");
  drawn.scene = std::move(scene);
  drawn.traveller = std::move(traveller);
  return drawn;
}

}  // namespace

CrowdMaker::CrowdMaker(QObject* parent) : QObject(parent) {}

CrowdMaker::~CrowdMaker() = default;

void CrowdMaker::draw(QSize size) {
  if (running_) return;
  running_ = true;
  thread_ = std::jthread([this, size] {
    const auto tell = [this](const auto& what) {
      QMetaObject::invokeMethod(
          this,
          [this, what] {
            running_ = false;
            what();
          },
          Qt::QueuedConnection);
    };
    try {
      tell([this, crowd = crowdOf(size)] { emit drawn(crowd); });
    } catch (const std::bad_alloc&) {
      tell([this] { emit failed(tr("There is not enough memory for so large a crowd.")); });
    }
  });
}

}  // namespace espy::desktop
