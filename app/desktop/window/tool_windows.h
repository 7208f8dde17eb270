// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QObject>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>

#include "model/picture.h"
#include "window/actions.h"

namespace espy {
class Registry;
}

namespace espy::desktop {

class IdentifyView;
class LabView;
class LiveView;
class PaperView;
class PicturePage;
class SignalView;
class TimingView;
class ToolWindow;
class Workbench;

/// The windows next to the main one: Timing, Lab, Identify, Signals and Live, one of each. Each is
/// created when first used. They are listed in tool_windows.cpp.
class ToolWindows : public QObject {
  Q_OBJECT

 public:
  ToolWindows(const Registry& registry, Workbench& bench, const Actions& actions,
              PicturePage& picture, QWidget& mainWindow);
  ~ToolWindows() override;

  /// Actions that open a window.
  static std::vector<ActionId> all();
  static bool opens(ActionId what);
  /// Opens a window, identified by its action, or brings it to the front.
  void open(ActionId what);
  /// Closes all windows.
  void close();
  /// The window, created if necessary, but not shown.
  ToolWindow& window(ActionId what);

  TimingView& timing();
  LabView& lab();
  PaperView& papers();
  IdentifyView& identify();
  SignalView& signalLanes();
  LiveView& live();

  void openRecordings(const QStringList& files);
  /// Plays a video; pictures become needles.
  void openLive(const QStringList& files);
  /// Identifies photographs; a library among the paths is opened.
  void identify(const QStringList& paths);
  void identify(const PicturePtr& picture);
  void openRace();
  /// Call when the scene, the needles or the settings changed.
  void update();

 signals:
  /// A frame is to be searched in the main window.
  void pictureWanted(const espy::desktop::PicturePtr& picture);

 private:
  struct Row;
  static const Row kTable[];

  /// Returns a function that throws if a path is that of the scene or a needle.
  std::function<void(const std::string& path)> inputGuard() const;
  QWidget* makeTiming();
  QWidget* makeLab();
  QWidget* makeIdentify();
  QWidget* makeSignalLanes();
  QWidget* makeLive();
  /// Stores the views' settings.
  void remember() const;

  const Registry& registry_;
  Workbench& bench_;
  const Actions& actions_;
  PicturePage& picture_;
  QWidget& mainWindow_;
  std::unordered_map<ActionId, std::unique_ptr<ToolWindow>> windows_;
  TimingView* timing_ = nullptr;
  LabView* lab_ = nullptr;
  PaperView* papers_ = nullptr;
  IdentifyView* identify_ = nullptr;
  SignalView* signal_ = nullptr;
  LiveView* live_ = nullptr;
};

}  // namespace espy::desktop
