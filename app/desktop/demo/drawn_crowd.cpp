// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "demo/drawn_crowd.h"

#include "crowd.h"
#include "traveller.h"

namespace espy::desktop {
namespace {

/// Of the crowd at night. The traveller is in the dark, so that a dozen of his look-alikes get a
/// higher score.
constexpr QSize kNightCrowd(1896, 1280);
/// Look-alikes: dressed as he is, but without glasses.
constexpr samples::LookAlikes kFriends{40, 1};
constexpr int kPhotos = 16;
constexpr QSize kPhoto(48, 48);
constexpr QPoint kInPhoto(16, 12);
/// Illumination in 1/256: the minimum, and in the light of a lamp.
constexpr int kDark = 50;
constexpr int kBright = 256;
constexpr int kHill = 90;      ///< pixels between lamps
constexpr int kNoise = 14;     ///< sensor noise per pixel, about its standard deviation
constexpr int kBlack = 16;     ///< black level
constexpr int kBrightest = 3;  ///< full light, in quarters of the range

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

int greyOf(samples::Rgb colour) {
  return (3 * colour.r + 6 * colour.g + colour.b) / 10;
}

/// Simulates a camera. `lightAt(x, y)` is the illumination in 1/256.
template <class LightAt>
Image seen(const samples::Canvas& canvas, int noise, std::uint64_t seed, const LightAt& lightAt) {
  samples::Dice dice(seed);
  Image image({canvas.width(), canvas.height()}, {1, Depth::u8});
  const MutableImageView pixels = image.pixels();
  for (int y = 0; y < canvas.height(); ++y) {
    std::uint8_t* row = pixels.row(y);
    for (int x = 0; x < canvas.width(); ++x) {
      int sum = 0;  // of four uniform values: nearly Gaussian
      for (int k = 0; k < 4; ++k) sum += dice.between(-noise, noise);
      const int light = greyOf(canvas.at(x, y)) * lightAt(x, y) / 256 * kBrightest / 4;
      row[x] = samples::clampByte(kBlack + light + sum * 7 / 8);
    }
  }
  return image;
}

PicturePtr pictureOf(Image image, const QString& name) {
  auto picture = std::make_shared<Picture>();
  picture->image = std::move(image);
  picture->name = name;
  return picture;
}

Image portrait() {
  samples::Canvas canvas(samples::kNeedleSize, samples::kNeedleSize);
  samples::drawTraveller(canvas, 0, 0, 0);
  return seen(canvas, 0, 0, [](int, int) { return kBright; });
}

/// The traveller alone; illumination grows with `index`.
Image photograph(int index) {
  samples::Canvas canvas(kPhoto.width(), kPhoto.height());
  for (int y = 0; y < canvas.height(); ++y) {
    for (int x = 0; x < canvas.width(); ++x) {
      const int hill = samples::hills(x, y, 20, static_cast<std::uint64_t>(index) + 1) / 4;
      canvas.set(x, y, samples::shifted({190, 170, 120}, hill - 32));
    }
  }
  samples::drawTraveller(canvas, kInPhoto.x(), kInPhoto.y(), 0);
  const int light = kDark + (kBright - kDark) * index / (kPhotos - 1);
  return seen(canvas, kNoise, 1000U + static_cast<std::uint64_t>(index),
              [light](int, int) { return light; });
}

/// Position and score of the best match.
Match bestIn(const Registry& registry, const Image& photo, const Image& traveller) {
  const Needle needle{traveller.view(), std::nullopt};
  FindOptions options{.method = Method::zncc, .minScore = -1, .engine = "sequential"};
  options.select.top = 1;
  return find(registry, photo, {&needle, 1}, options).matches.at(0);
}

}  // namespace

DrawnCrowd drawCrowd(QSize size, const Control& control) {
  const samples::Crowd crowd = samples::drawCrowd(size.width(), size.height(), {}, control.stop);
  control.check();
  DrawnCrowd drawn;
  drawn.place = {crowd.travellerX, crowd.travellerY, samples::kNeedleSize, samples::kNeedleSize};
  drawn.scene = pictureOf(imageOf(crowd.canvas), DrawnCrowd::tr("crowd"));
  drawn.traveller = pictureOf(cutOut(drawn.scene->image, drawn.place), DrawnCrowd::tr("traveller"));
  return drawn;
}

DrawnCrowd drawNight(const Registry& registry, const Control& control) {
  constexpr std::uint64_t kSeed = 80;
  const samples::Crowd crowd =
      samples::drawCrowd(kNightCrowd.width(), kNightCrowd.height(), kFriends, control.stop);
  control.check();
  DrawnCrowd night;
  night.place = {crowd.travellerX, crowd.travellerY, samples::kNeedleSize, samples::kNeedleSize};
  night.traveller = pictureOf(portrait(), DrawnCrowd::tr("traveller"));
  night.scene = pictureOf(seen(crowd.canvas, kNoise, kSeed,
                               [](int x, int y) {
                                 const int hill = samples::hills(x, y, kHill, kSeed);
                                 return kDark + (kBright - kDark) * hill / 255;
                               }),
                          DrawnCrowd::tr("crowd at night"));
  for (int i = 0; i < kPhotos; ++i) {
    control.check();
    Image photo = photograph(i);
    const Match match = bestIn(registry, photo, night.traveller->image);
    night.photos.push_back({pictureOf(std::move(photo), DrawnCrowd::tr("photograph")), match});
  }
  return night;
}

}  // namespace espy::desktop
