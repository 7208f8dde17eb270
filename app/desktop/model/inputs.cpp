// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/inputs.h"

#include <filesystem>
#include <system_error>

#include "base/phrase.h"
#include "espy/error.h"
#include "model/paths.h"

namespace espy::desktop {

namespace {

void refuseIf(const std::string& path, const QString& input, const Message& what) {
  std::error_code unknown;  // ignored, such as a missing file
  if (input.isEmpty() || !std::filesystem::equivalent(path, pathOf(input), unknown)) return;
  throw Error(ErrorCode::badUse, phrase("{}: is the {}; choose another name", path, what));
}

}  // namespace

void refuseInputs(const std::string& path, const PicturePtr& scene,
                  const std::vector<NeedleItem>& needles) {
  if (scene) refuseInputs(path, QStringList{scene->path});
  for (const NeedleItem& needle : needles) refuseIf(path, needle.picture->path, phrase("needle"));
}

void refuseInputs(const std::string& path, const QStringList& pictures) {
  for (const QString& picture : pictures) {
    refuseIf(path, picture, phrase("picture that was searched"));
  }
}

}  // namespace espy::desktop
