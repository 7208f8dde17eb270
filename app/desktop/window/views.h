// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QObject>
#include <QStackedWidget>
#include <functional>
#include <string>

#include "model/picture.h"
#include "window/actions.h"

namespace espy {
class Registry;
}

namespace espy::desktop {

class BatchView;
class IdentifyView;
class LabView;
class PicturePage;
class SignalView;
class TimingView;
class Workbench;

/// What fills the window, one at a time: the picture, and the views beside it. Each is made when it
/// is first shown, so that the window opens at once. A view is a row of the table in views.cpp.
class Views : public QObject {
  Q_OBJECT

 public:
  Views(const Registry& registry, Workbench& bench, const Actions& actions, PicturePage& picture,
        QWidget& window);

  QStackedWidget* stack() { return stack_; }
  /// Shows a view, by the action that asks for it.
  void show(Do view);
  Do shown() const { return shown_; }
  /// The actions of all views, in order, for the switcher.
  static std::vector<Do> all();
  static bool isView(Do what);

  TimingView& timing();
  BatchView& batch();
  LabView& lab();
  IdentifyView& identify();
  SignalView& signalLanes();

  void showBatch(const QStringList& files);
  void showRecordings(const QStringList& files);
  void showRace();
  /// Asks which known surface a picture shows.
  void identify(const PicturePtr& picture);
  /// What is searched for, or how, has changed.
  void update();
  /// Writes what is to be remembered of them.
  void remember() const;

 signals:
  void changed();           ///< another view is shown
  void abilitiesChanged();  ///< of a view: what can be done in it

 private:
  struct Row;
  static const Row kTable[];

  QWidget* makePicture();
  /// Refuses to write over the scene and the needles.
  std::function<void(const std::string& path)> inputGuard() const;
  QWidget* makeTiming();
  QWidget* makeBatch();
  QWidget* makeLab();
  QWidget* makeIdentify();
  QWidget* makeSignalLanes();
  QWidget* page(Do view);

  const Registry& registry_;
  Workbench& bench_;
  const Actions& actions_;
  PicturePage& picture_;
  QWidget& window_;
  QStackedWidget* stack_;
  QHash<int, QWidget*> pages_;  ///< by action
  Do shown_ = Do::picture;
  TimingView* timing_ = nullptr;
  BatchView* batch_ = nullptr;
  LabView* lab_ = nullptr;
  IdentifyView* identify_ = nullptr;
  SignalView* signal_ = nullptr;
};

}  // namespace espy::desktop
