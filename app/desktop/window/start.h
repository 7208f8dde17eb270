// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCommandLineOption>

class QCommandLineParser;

namespace espy::desktop {

class MainWindow;

/// The options of `espy-desktop`, and what they open.
class Start {
 public:
  explicit Start(QCommandLineParser& parser);

  /// Id of the desktop entry whose window is opened.
  QString desktopEntry() const;
  /// Opens the window that the parsed command line requests: the main one, or a tool window alone.
  void open(MainWindow& window) const;

 private:
  QCommandLineParser& parser_;
  QCommandLineOption needle_;
  QCommandLineOption traveller_;
  QCommandLineOption identify_;
  QCommandLineOption signals_;
  QCommandLineOption live_;
};

}  // namespace espy::desktop
