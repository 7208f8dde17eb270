// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/batch.h"
#include "espy/contour.h"
#include "espy/control.h"
#include "espy/denoise.h"
#include "espy/engine/network.h"
#include "espy/error.h"
#include "espy/features.h"
#include "espy/files.h"
#include "espy/find.h"
#include "espy/image.h"
#include "espy/index.h"
#include "espy/judge.h"
#include "espy/live.h"
#include "espy/mark.h"
#include "espy/motif.h"
#include "espy/pictures.h"
#include "espy/recording.h"
#include "espy/recordings.h"
#include "espy/scene.h"
#include "espy/surfaces.h"
#include "espy/timeline.h"
#include "espy/video.h"

#pragma GCC visibility push(default)
namespace espy {

/// The version of the library, "0.1.0".
const char* version();

}  // namespace espy
#pragma GCC visibility pop
