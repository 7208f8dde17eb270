// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMimeData>

#include "results/exports.h"

namespace espy::desktop {

/// Matches on their way into another program: as CSV, as text, and, where it is a single one, as
/// the picture inside its window. Each is made when somebody asks for it.
class MatchMimeData : public QMimeData {
  Q_OBJECT

 public:
  explicit MatchMimeData(ExportedMatches matches);

  QStringList formats() const override;
  bool hasFormat(const QString& type) const override;

 protected:
  QVariant retrieveData(const QString& type, QMetaType wanted) const override;

 private:
  ExportedMatches matches_;
};

}  // namespace espy::desktop
