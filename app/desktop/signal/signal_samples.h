// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <functional>

class QWidget;

namespace espy::desktop {

/// Path of a sample recording from the installation or the source tree; empty if there is none.
QString signalSample(const QString& name);

/// Whether all paths have extensions of recordings. The files are not read.
bool areRecordings(const QStringList& paths);
/// File dialog patterns of readable formats: "*.csv *.edf".
QString recordingPatterns();

/// Start page without recordings: `open` opens a file dialog, `sample` an installed sample.
QWidget* newSignalInvitation(const std::function<void()>& open,
                             const std::function<void(const QString& name)>& sample);

}  // namespace espy::desktop
