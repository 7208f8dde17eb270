// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <QFileInfo>
#include <algorithm>
#include <cstring>

#include "base/folder.h"
#include "espy/engine/find.h"
#include "espy/engine/mark.h"
#include "espy/pictures.h"
#include "model/paths.h"
#include "results/export_numbers.h"
#include "results/exports.h"

namespace espy::desktop {
namespace {

/// Marks are the same from every engine, and none is always there but those on the processor.
constexpr const char* kEngine = "openmp";

/// The matches whose outlines have one colour.
struct ColourGroup {
  Colour colour;
  std::vector<Match> matches;
};

/// Groups in the order of the needles, colours before greys: a grey scene becomes a colour picture
/// with the first outline, or not at all.
std::vector<ColourGroup> byColour(const ExportedMatches& matches) {
  const SearchResult& result = *matches.result;
  std::vector<ColourGroup> groups;
  std::vector<std::size_t> groupOf;
  for (const NeedleItem& item : result.needles) {
    const Colour colour = colourOf(item.colour);
    const auto at = std::find_if(groups.begin(), groups.end(),
                                 [&](const ColourGroup& group) { return group.colour == colour; });
    groupOf.push_back(static_cast<std::size_t>(at - groups.begin()));
    if (at == groups.end()) groups.push_back({colour, {}});
  }
  for (const std::uint32_t index : matches.indices) {
    const Match& match = result.finding.matches[index];
    groups[groupOf[match.needle]].matches.push_back(match);
  }
  std::erase_if(groups, [](const ColourGroup& group) { return group.matches.empty(); });
  std::stable_partition(groups.begin(), groups.end(),
                        [](const ColourGroup& group) { return !group.colour.isGrey(); });
  return groups;
}

/// Copies pixels of the scene into a picture that is of its format, or its grey in colour.
void copyPixels(const MutableImageView& picture, const ImageView& scene, std::int64_t x,
                std::int64_t y, std::int64_t count) {
  const auto sample = static_cast<std::size_t>(scene.format().bytesPerSample());
  const auto pixel = static_cast<std::size_t>(scene.format().bytesPerPixel());
  std::uint8_t* to = picture.pixel(x, y);
  const std::uint8_t* from = scene.pixel(x, y);
  if (picture.format() == scene.format()) {
    std::memcpy(to, from, static_cast<std::size_t>(count) * pixel);
    return;
  }
  for (std::int64_t i = 0; i < count; ++i, from += pixel) {
    for (int c = 0; c < 3; ++c, to += sample) std::memcpy(to, from, sample);
    if (scene.format().hasAlpha()) {
      std::memcpy(to, from + sample, sample);
      to += sample;
    }
  }
}

/// Puts the scene back wherever a match lies: the outline of one colour knows nothing of the
/// windows of another.
void restoreInside(const MutableImageView& picture, const ImageView& scene, const ImageView& flags,
                   const Control& control) {
  for (std::int64_t y = 0; y < flags.height(); ++y) {
    if (y % 64 == 0) control.check();
    const std::uint8_t* const row = flags.row(y);
    const std::uint8_t* const end = row + flags.width();
    const auto flagged = [](std::uint8_t flag) { return flag != kFlagNothing; };
    for (const std::uint8_t* at = std::find_if(row, end, flagged); at != end;) {
      const std::uint8_t* const last = std::find(at, end, kFlagNothing);
      copyPixels(picture, scene, at - row, y, last - at);
      at = std::find_if(last, end, flagged);
    }
  }
}

/// BASE.ENDING, or BASE-2.ENDING and so on where that is taken.
std::string freePath(const QString& base, const QString& ending) {
  QString path = base + ending;
  const auto taken = [](const QString& file) {
    const QFileInfo info(file);
    return info.exists() || info.isSymLink();
  };
  for (int i = 2; taken(path); ++i) path = base + QLatin1Char('-') + QString::number(i) + ending;
  return pathOf(path);
}

Image outlined(const Registry& registry, const ExportedMatches& matches,
               const MarkSettings& settings, const Control& control) {
  const ImageView& scene = matches.result->scene->image;
  Control quiet = control;
  quiet.progress = nullptr;  // several passes, each from 0 to 1, would confuse
  const auto flagsOf = [&](const std::vector<Match>& some) {
    return flagPlane(registry, kEngine, scene.size(), some, 2, quiet);
  };
  std::vector<Match> all;
  for (const std::uint32_t index : matches.indices) {
    all.push_back(matches.result->finding.matches[index]);
  }
  const std::vector<ColourGroup> groups = byColour(matches);
  MarkOptions options{settings.style, settings.thickness, {}};
  if (!groups.empty()) options.colour = groups.front().colour;
  if (settings.style != MarkStyle::outline || groups.size() < 2) {
    return espy::markedPicture(registry, kEngine, scene, all, options, quiet);
  }

  Image picture =
      espy::markedPicture(registry, kEngine, scene, groups.front().matches, options, quiet);
  for (auto group = groups.begin() + 1; group != groups.end(); ++group) {
    options.colour = group->colour;
    Timeline unheard;
    registry.get<PaintMarks>(kEngine)(picture.pixels(), flagsOf(group->matches), options, quiet,
                                      unheard);
  }
  restoreInside(picture.pixels(), scene, flagsOf(all), quiet);
  return picture;
}

}  // namespace

Image markedPicture(const Registry& registry, const ExportedMatches& matches,
                    const MarkSettings& settings, const Control& control) {
  Image picture = outlined(registry, matches, settings, control);
  if (!settings.numbers) return picture;
  return withNumbers(std::move(picture), matches, control);
}

std::size_t writeCrops(const ExportedMatches& matches, const QString& folder,
                       const Control& control) {
  constexpr int kDigits = 4;
  makeFolder(pathOf(folder));
  const SearchResult& result = *matches.result;
  const QString ending = usualEnding();
  std::vector<QString> names;
  for (const NeedleItem& item : result.needles) {
    names.push_back(safeFileName(item.name, QStringLiteral("-_")));
  }
  std::size_t written = 0;
  for (const std::uint32_t index : matches.indices) {
    control.check();
    const Match& match = result.finding.matches[index];
    const QString base =
        QStringLiteral("%1/%2_%3_%4_%5")
            .arg(folder, names[match.needle],
                 QString::number(index + 1).rightJustified(kDigits, QLatin1Char('0')),
                 QString::number(match.x), QString::number(match.y));
    writePicture(freePath(base, ending),
                 result.scene->image.view().crop(match.x, match.y, {match.width, match.height}));
    ++written;
    if (control.progress) {
      control.progress(static_cast<double>(written) / static_cast<double>(matches.indices.size()));
    }
  }
  return written;
}

}  // namespace espy::desktop
