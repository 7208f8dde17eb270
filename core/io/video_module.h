// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>

#include "espy/image.h"
#include "io/video_abi.h"

namespace espy::io {

/// A module's reason of a failure.
using VideoSaid = std::array<char, 1000>;

/// The video module. Throws `unsupported` if it is not installed, "NAME: it is a video, but ...".
const EspyVideos& videoModule(const std::string& name, bool camera = false);

/// Throws unless there is a file of this name.
void checkVideoFile(const std::string& path);

/// The next frame of a video that the module has opened; nothing at the end.
std::optional<Image> decodedFrame(const EspyVideos& module, void* video, const std::string& name);

}  // namespace espy::io
