// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>
#include <cstdint>
#include <vector>

#include "canvas/marks.h"
#include "espy/control.h"
#include "espy/engine/registry.h"
#include "model/match_list.h"
#include "model/settings.h"

/// Export of matches as text and pictures. Independent of widgets, callable from any thread.
namespace espy::desktop {

/// An immutable selection of a result's matches. Keeps the result alive.
struct ExportedMatches {
  SearchResultPtr result;
  std::vector<std::uint32_t> indices;  ///< in table order
  JudgedPtr judged = {};               ///< of the whole result; may be null
};
ExportedMatches shownMatches(const MatchList& list);

/// CSV (RFC 4180) with a header: image,needle,x,y,width,height,score,distance,angle,scale; if poses
/// were searched also mirrored, centre and corners, as in JSON; and judge, if there is one.
QByteArray csvOf(const ExportedMatches& matches);
/// Tab-separated table contents, one line per match, for pasting into spreadsheets.
QByteArray tsvOf(const ExportedMatches& matches);
/// The JSON of `espy find --json` with these matches only, in search order.
QByteArray jsonOf(const ExportedMatches& matches);

/// The matches in the needles' colours, in this order.
Marks marksOf(const ExportedMatches& matches);

/// A marked copy of the scene, with outlines in the needles' colours. Windows have priority over
/// outlines of other needles: no pixel of a match is painted over. Numbers, if enabled, are on top.
Image markedPicture(const Registry& registry, const ExportedMatches& matches,
                    const MarkSettings& settings, const Control& control = {});

/// Writes each match as a picture into a folder, which is created if missing: needle_0001_x_y.png,
/// with the number in the table. Existing files stay; the next free name is used. Returns the
/// number of files written. Throws `Error` at the first failure, and with `cancelled`; files
/// written before stay.
std::size_t writeCrops(const ExportedMatches& matches, const QString& folder,
                       const Control& control = {});

}  // namespace espy::desktop
