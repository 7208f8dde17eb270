// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace espy::desktop {

/// What lies over the view while something is dragged over it: where photographs become surfaces
/// of the library, and where they are asked about. The one under the pointer lights up.
class IdentifyZones : public QWidget {
  Q_OBJECT

 public:
  enum class Zone { none, add, ask, open, make };

  /// `library` is the part of the view to which photographs are added.
  IdentifyZones(QWidget* view, const QWidget& library);

  /// What can be done with what is dragged: a library is opened, and without one that is open
  /// photographs make a new one.
  void begin(bool isLibrary, bool hasLibrary);
  /// The zone at a place of the view, which lights up.
  Zone light(const QPoint& place);
  void end();
  Zone zoneAt(const QPoint& place) const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QRect frameOf(Zone zone) const;

  const QWidget& library_;
  bool isLibrary_ = false;
  bool hasLibrary_ = false;
  Zone lit_ = Zone::none;
};

}  // namespace espy::desktop
