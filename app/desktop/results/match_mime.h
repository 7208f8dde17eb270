// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/drag_data.h"
#include "results/exports.h"

namespace espy::desktop {

/// More matches than this, or more pixels of them, are no files: while these are written, both
/// programs wait.
inline constexpr std::size_t kMostDraggedFiles = 100;
inline constexpr std::uint64_t kMostDraggedPixels = std::uint64_t{1} << 24;

/// Matches on their way into another program: as CSV, as text, as files with the names that the
/// export of crops gives them, and, where it is a single one, as the picture inside its window.
class MatchMimeData : public DragData {
  Q_OBJECT

 public:
  explicit MatchMimeData(const ExportedMatches& matches);
};

}  // namespace espy::desktop
