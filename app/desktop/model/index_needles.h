// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "espy/engine/needle_index.h"
#include "model/needle_tray.h"

namespace espy::desktop {

/// An open index of needles.
struct IndexNeedles {
  /// Throws `Error`; `badUse` for an index of scenes.
  explicit IndexNeedles(const std::string& folder);

  /// The needle's name without the folder that all names share.
  QString name(std::uint32_t number) const;

  NeedleIndex index;
  std::size_t shared = 0;  ///< length of the shared folder's name, in bytes
};

/// Whether this is the folder of an index, of either kind.
bool isIndexFolder(const QString& path);

/// Opens an index as a needle. Its pixels are a sheet of its first pictures. Throws `Error`.
PicturePtr pictureOfIndex(const QString& path);

/// What was found of an index in the tray, by number: a needle each, without a copy of its pixels.
/// Their ids are negative, `before` of them being used.
std::vector<NeedleItem> foundOf(const NeedleItem& index, std::span<const std::uint32_t> numbers,
                                std::int64_t before = 0);

}  // namespace espy::desktop
