// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include "espy/engine/lab.h"

namespace espy::desktop {

/// The values of a sweep as a person types them: with commas, semicolons or blanks between them.
QStringList sweepValues(const QString& text);

/// Why a parameter cannot be swept so, as a sentence; empty where it can.
QString sweepTrouble(const LabParameter& parameter, const QString& text);

}  // namespace espy::desktop
