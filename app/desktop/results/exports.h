// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>
#include <cstdint>
#include <vector>

#include "espy/control.h"
#include "espy/engine/registry.h"
#include "model/match_list.h"
#include "model/settings.h"

/// Matches as text and as pictures. Nothing here knows widgets, so that it runs in any thread.
namespace espy::desktop {

/// What is exported: some matches of a result. It keeps the result alive and changes no more.
struct ExportedMatches {
  SearchResultPtr result;
  std::vector<std::uint32_t> indices;  ///< in the order of the table
  JudgedPtr judged = {};               ///< what judges say of all of the result; may be null
};
ExportedMatches shownMatches(const MatchList& list);

/// By RFC 4180, with a line of titles: image,needle,x,y,width,height,score,distance,angle,scale,
/// and where poses were searched mirrored, the centre and the corners, as JSON has them; judge,
/// where there is one.
QByteArray csvOf(const ExportedMatches& matches);
/// For spreadsheets, through the clipboard: what the table shows, a line for each match.
QByteArray tsvOf(const ExportedMatches& matches);
/// The object that `espy find --json` writes, with these matches only, in the order of the search.
QByteArray jsonOf(const ExportedMatches& matches);

/// A copy of the scene with marks, outlines in the colours of their needles. Where outlines run
/// into windows of other needles, the windows win: no pixel of a match is painted over. With
/// numbers where they are shown, which lie over everything.
Image markedPicture(const Registry& registry, const ExportedMatches& matches,
                    const MarkSettings& settings, const Control& control = {});

/// Writes each match as a picture of its own into a folder, which is made where it is missing:
/// needle_0001_x_y.png, with the number that the table shows. A file that is there already stays;
/// the next free name is taken. Returns how many were written. Throws at the first that fails, with
/// a sentence that names the file and the fact, and with `cancelled`; what was written stays.
std::size_t writeCrops(const ExportedMatches& matches, const QString& folder,
                       const Control& control = {});

}  // namespace espy::desktop
