// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>
#include <vector>

#include "project/project.h"

/// What a project says in JSON, beside its pictures.
namespace espy::desktop {

/// Counts up when older programs could not read what is written.
inline constexpr int kProjectVersion = 4;

/// The names under which the pictures of a project lie in its file.
QString sceneName();
QString needleName(std::size_t index);
QString maskName(std::size_t index);
QString judgeName(std::size_t index);
QString partName(std::size_t index);

/// The parts of other pictures that matches there are about, each once, as they come.
std::vector<PicturePtr> partsOf(const std::vector<SaidElsewhere>& said);

QByteArray toJson(const Project& project);

/// Everything but pixels and what judges have learned; which needles have a mask is in `masks`.
/// Throws `badPicture` or `unsupported`, with the file's name, for what is no project or one of a
/// later version. Numbers out of range are refused as well: nobody would have written them.
Project fromJson(const QByteArray& json, const QString& file, std::vector<bool>& masks);

}  // namespace espy::desktop
