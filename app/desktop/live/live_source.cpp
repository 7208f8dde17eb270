// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "live/live_source.h"

#include <QFileInfo>
#include <QGuiApplication>

#include "model/paths.h"

namespace espy::desktop {

LiveSource videoSource(const QString& path) {
  LiveSource source;
  source.kind = LiveSource::Kind::video;
  source.place = pathOf(path);
  source.name = QFileInfo(path).fileName();
  return source;
}

LiveTools liveTools() {
  LiveTools tools;
  tools.open = [](const LiveSource& source) {
    switch (source.kind) {
      case LiveSource::Kind::camera:
        return openCamera(source.place);
      case LiveSource::Kind::video:
        return openVideo(source.place);
      case LiveSource::Kind::screen:
        break;
    }
    return openScreen(source.screen);
  };
  tools.monitors = [] { return screenMonitors(); };
  tools.windows = [] { return screenWindows(); };
  tools.coversScreen = QGuiApplication::platformName() == QLatin1String("xcb");
  return tools;
}

}  // namespace espy::desktop
