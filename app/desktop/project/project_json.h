// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>
#include <vector>

#include "project/project.h"

/// JSON of a project without its pictures.
namespace espy::desktop {

/// Format version. Incremented when older programs cannot read what is written.
inline constexpr int kProjectVersion = 5;

/// Names of the pictures in the project's archive.
QString sceneName();
QString needleName(std::size_t index);
QString maskName(std::size_t index);
QString judgeName(std::size_t index);
QString partName(std::size_t index);

/// Distinct pictures of these labels, in order of first use.
std::vector<PicturePtr> partsOf(const std::vector<LabelledElsewhere>& said);

QByteArray toJson(const Project& project);

/// Reads everything but pixels and judges. `masks` receives which needles have a mask. Throws
/// `badPicture` or `unsupported`, with the file's name, for invalid JSON, numbers out of range and
/// later versions.
Project fromJson(const QByteArray& json, const QString& file, std::vector<bool>& masks);

}  // namespace espy::desktop
