// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QFile>
#include <QRect>
#include <QTest>
#include <map>
#include <memory>
#include <string_view>

#include "espy/error.h"
#include "espy/pictures.h"
#include "project/project_file.h"
#include "support/random_pictures.h"

/// Projects and their files for tests.
namespace espy::desktop {

inline std::shared_ptr<Picture> noise(Size size, PixelFormat format, const char* name) {
  auto picture = std::make_shared<Picture>();
  picture->image = Image(size, format);
  test::Random random(static_cast<unsigned>(size.width));
  test::draw(picture->image.pixels(), test::Kind::noise, random, false);
  picture->name = QString::fromLatin1(name);
  return picture;
}

/// A project that uses every field.
inline Project everything() {
  Project project;
  const auto scene = noise({37, 21}, {4, Depth::u16}, "scene \"1\"");
  scene->path = QStringLiteral("/somewhere/scene.png");
  project.scene = scene;
  NeedleItem cut;
  cut.name = QStringLiteral("cut 1");
  cut.picture = noise({7, 5}, {4, Depth::u16}, "cut 1");
  cut.origin = QRect(3, 4, 7, 5);
  cut.source = scene;
  cut.kept = true;
  cut.colour = QColor(1, 2, 3);
  cut.mask = std::make_shared<const Image>(Image::copyOf(noise({7, 5}, {1, Depth::u8}, "")->image));
  NeedleItem file;
  file.name = QStringLiteral("Größe 雪");
  const auto picture = noise({5, 9}, {3, Depth::u8}, "n");
  picture->path = QStringLiteral("/somewhere/n.ppm");
  file.picture = picture;
  file.colour = QColor(Qt::red);
  file.on = false;
  project.needles = {cut, file};
  project.search.method = Method::ssd;
  project.search.minScore = -0.25;
  project.search.weighted = true;
  project.search.tolerance = 7;
  project.search.select.overlap = 0.3;
  project.search.select.across = true;
  project.search.select.top = 12;
  project.search.engine = QStringLiteral("openmp");
  project.search.threads = 3;
  project.search.denoise = 0.04;
  project.marks.style = MarkStyle::lighten;
  project.marks.thickness = 9;
  project.marks.numbers = true;
  project.marks.boxes = false;
  project.removed = {{1, QRect(1, 2, 5, 9)}};
  project.expected = {{1, 17}};
  LabelledMatch labelled;
  labelled.match.x = 11;
  labelled.match.y = 9;
  labelled.match.width = 7;
  labelled.match.height = 5;
  labelled.match.score = 0.75;
  labelled.match.centreX = -300 / 4096.0F;
  labelled.yes = true;
  project.said = {labelled};
  labelled.match.x = 20;
  labelled.yes = false;
  // Two share their pixels, the third is in another picture.
  const auto part = noise({30, 12}, {3, Depth::u8}, "part");
  project.labelledElsewhere = {{labelled, part, {17, 6}, 0}};
  labelled.match.x = 30;
  project.labelledElsewhere.push_back({labelled, part, {17, 6}, 0});
  project.labelledElsewhere.push_back(
      {labelled, noise({9, 9}, {1, Depth::u8}, "other"), {29, 8}, 1});
  return project;
}

inline void store(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

/// Writes the project file `whole` with its JSON replaced.
inline void storeWith(const QString& path, const QByteArray& whole, const QByteArray& json) {
  const auto files = readBundle({reinterpret_cast<const std::uint8_t*>(whole.constData()),
                                 static_cast<std::size_t>(whole.size())},
                                "whole");
  QByteArray bytes;
  BundleWriter bundle([&](std::string_view part) {
    bytes.append(part.data(), static_cast<qsizetype>(part.size()));
  });
  for (const auto& [name, content] : files) {
    const std::string_view own(reinterpret_cast<const char*>(content.data()), content.size());
    const std::string_view text =
        name == "project.json"
            ? std::string_view(json.constData(), static_cast<std::size_t>(json.size()))
            : own;
    bundle.add(name, {&text, 1});
  }
  bundle.finish();
  store(path, bytes);
}

/// A sample with many occurrences of the pattern.
inline PicturePtr manyPatterns() {
  auto picture = std::make_shared<Picture>();
  picture->image = readPicture(ESPY_SOURCE_DIR "/samples/pattern_many.pgm").image;
  picture->name = QStringLiteral("many");
  return picture;
}

/// Error of loading this file; empty on success.
inline QString refusal(const QString& path) {
  try {
    loadProject(path);
  } catch (const Error& error) {
    return QString::fromUtf8(error.what());
  }
  return {};
}

}  // namespace espy::desktop
