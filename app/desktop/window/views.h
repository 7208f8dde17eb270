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

/// The pages of the window, one shown at a time: the picture and the other views. Each is created
/// when first shown, so that the window opens fast. The views are listed in views.cpp.
class Views : public QObject {
  Q_OBJECT

 public:
  Views(const Registry& registry, Workbench& bench, const Actions& actions, PicturePage& picture,
        QWidget& window);

  QStackedWidget* stack() { return stack_; }
  /// Shows a view, identified by its action.
  void show(ActionId view);
  ActionId shown() const { return shown_; }
  /// Actions of all views, in the order of the switcher.
  static std::vector<ActionId> all();
  static bool isView(ActionId what);

  TimingView& timing();
  BatchView& batch();
  LabView& lab();
  IdentifyView& identify();
  SignalView& signalLanes();

  void showBatch(const QStringList& files);
  void showRecordings(const QStringList& files);
  void showRace();
  /// Opens the view that identifies a picture's surface.
  void identify(const PicturePtr& picture);
  /// Call when the scene, the needles or the settings changed.
  void update();
  /// Stores the views' settings.
  void remember() const;

 signals:
  void changed();           ///< another view is shown
  void abilitiesChanged();  ///< the set of available actions changed

 private:
  struct Row;
  static const Row kTable[];

  QWidget* makePicture();
  /// Returns a function that throws if a path is that of the scene or a needle.
  std::function<void(const std::string& path)> inputGuard() const;
  QWidget* makeTiming();
  QWidget* makeBatch();
  QWidget* makeLab();
  QWidget* makeIdentify();
  QWidget* makeSignalLanes();
  QWidget* page(ActionId view);

  const Registry& registry_;
  Workbench& bench_;
  const Actions& actions_;
  PicturePage& picture_;
  QWidget& window_;
  QStackedWidget* stack_;
  QHash<int, QWidget*> pages_;  ///< by ActionId
  ActionId shown_ = ActionId::picture;
  TimingView* timing_ = nullptr;
  BatchView* batch_ = nullptr;
  LabView* lab_ = nullptr;
  IdentifyView* identify_ = nullptr;
  SignalView* signal_ = nullptr;
};

}  // namespace espy::desktop
