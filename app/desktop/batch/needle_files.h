// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTemporaryDir>
#include <vector>

#include "espy/engine/batch.h"
#include "model/needle_tray.h"

namespace espy::desktop {

/// Needles as files, for those who read files. Those that came from no file, and all masks, are
/// written into a folder that lives as long as this.
class NeedleFiles {
 public:
  /// Throws `espy::Error` where one cannot be written.
  explicit NeedleFiles(const std::vector<NeedleItem>& needles);

  const std::vector<BatchNeedle>& all() const { return files_; }

 private:
  std::string write(const QString& folder, const QString& name, const ImageView& picture);

  QTemporaryDir folder_;
  std::vector<BatchNeedle> files_;
};

}  // namespace espy::desktop
