// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <memory>
#include <utility>

#include "model/match_list.h"
#include "support/random_pictures.h"

/// Made-up search results.
namespace espy::test {

inline desktop::PicturePtr pictureOf(Image image, const QString& name, const QString& path = {}) {
  return std::make_shared<desktop::Picture>(desktop::Picture{std::move(image), path, name, {}});
}

inline Image noisePicture(Size size, PixelFormat format, Random& random) {
  Image image(size, format);
  draw(image.pixels(), Kind::noise, random, false);
  return image;
}

/// A result with this number of matches of needles with these names, at random positions; scores
/// are multiples of 1/1000, so that some are equal.
inline std::shared_ptr<desktop::SearchResult> sampleResult(std::size_t matches,
                                                           const QStringList& names, Size size,
                                                           PixelFormat format = {3, Depth::u8}) {
  const QList<QColor> colours{QColor(230, 159, 0), QColor(86, 180, 233), QColor(0, 158, 115)};
  Random random(matches + 1);
  auto result = std::make_shared<desktop::SearchResult>();
  result->scene = pictureOf(noisePicture(size, format, random), QStringLiteral("scene.ppm"),
                            QStringLiteral("/pictures/scene.ppm"));
  for (qsizetype i = 0; i < names.size(); ++i) {
    desktop::NeedleItem item;
    item.id = static_cast<int>(i) + 1;
    item.name = names[i];
    item.colour = colours[i % colours.size()];
    item.picture = pictureOf(noisePicture({4 + 2 * i, 3 + i}, format, random), names[i]);
    result->needles.push_back(std::move(item));
  }
  result->settings.method = Method::sad;
  result->settings.minScore = 0.5;
  result->finding.report.engine = "openmp";
  result->finding.report.timeline.add("pass 1", 1.25);
  result->milliseconds = 3.5;
  for (std::size_t i = 0; i < matches; ++i) {
    Match match;
    match.needle = static_cast<std::uint32_t>(random.below(names.size()));
    const Size window = result->needles[match.needle].picture->image.size();
    match.width = static_cast<std::uint32_t>(window.width);
    match.height = static_cast<std::uint32_t>(window.height);
    match.x = static_cast<std::uint32_t>(random.below(size.width - window.width + 1));
    match.y = static_cast<std::uint32_t>(random.below(size.height - window.height + 1));
    match.score = static_cast<double>(1000 - random.below(501)) / 1000;
    match.distance = static_cast<std::uint64_t>((1 - match.score) * 1e6);
    result->finding.matches.push_back(match);
  }
  selectMatches(result->finding.matches, {});
  return result;
}

}  // namespace espy::test
