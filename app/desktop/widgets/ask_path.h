// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <functional>

class QFileDialog;
class QWidget;

namespace espy::desktop {

/// What is to be written, or chosen.
struct PathQuestion {
  QString title;        ///< "Export matches"
  QString remembered;   ///< under this word the folder is remembered
  QString folder;       ///< to begin with, where none is remembered
  QString name;         ///< suggested, with its ending; empty: a folder is asked for
  QStringList filters;  ///< "PNG pictures (*.png)"; the ending follows the one that is chosen
};

/// The first ending that a filter names: "png".
QString endingOf(const QString& filter);

/// Asks for a path without stopping the window, beginning in the folder that was taken last. Which
/// one that was is for the caller to say, with `rememberPath`, when there was something to take.
QFileDialog* askForPath(QWidget* parent, const PathQuestion& question,
                        std::function<void(const QString& path)> chosen);

/// The folder that was taken last, or this one. For dialogs of another kind.
QString rememberedFolder(const QString& word, const QString& otherwise);
void rememberFolder(const QString& word, const QString& folder);
/// The folder that this file is in, or this folder.
void rememberPath(const QString& word, const QString& path);

}  // namespace espy::desktop
