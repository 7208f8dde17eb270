// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/inputs.h"

#include <filesystem>
#include <system_error>

#include "base/phrase.h"
#include "espy/error.h"
#include "model/paths.h"

namespace espy::desktop {

void refuseInputs(const std::string& path, const PicturePtr& scene,
                  const std::vector<NeedleItem>& needles) {
  const auto refuseIf = [&](const QString& input, const Message& what) {
    std::error_code unknown;  // ignored, such as a missing file
    if (input.isEmpty() || !std::filesystem::equivalent(path, pathOf(input), unknown)) return;
    throw Error(ErrorCode::badUse, phrase("{}: is the {}; choose another name", path, what));
  };
  if (scene) refuseIf(scene->path, phrase("picture that was searched"));
  for (const NeedleItem& needle : needles) refuseIf(needle.picture->path, phrase("needle"));
}

}  // namespace espy::desktop
