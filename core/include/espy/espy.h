// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/ahead.h"
#include "espy/batch.h"
#include "espy/control.h"
#include "espy/error.h"
#include "espy/exact.h"
#include "espy/features.h"
#include "espy/files.h"
#include "espy/find.h"
#include "espy/identify.h"
#include "espy/image.h"
#include "espy/judge.h"
#include "espy/lab.h"
#include "espy/look.h"
#include "espy/machine.h"
#include "espy/mark.h"
#include "espy/marked.h"
#include "espy/measure.h"
#include "espy/memory.h"
#include "espy/motif.h"
#include "espy/network.h"
#include "espy/photographs.h"
#include "espy/pictures.h"
#include "espy/pose.h"
#include "espy/ranking.h"
#include "espy/recording.h"
#include "espy/recordings.h"
#include "espy/registry.h"
#include "espy/scaled.h"
#include "espy/scene.h"
#include "espy/score.h"
#include "espy/search.h"
#include "espy/signal.h"
#include "espy/simd.h"
#include "espy/surfaces.h"
#include "espy/timeline.h"
#include "espy/video.h"

#pragma GCC visibility push(default)
namespace espy {

/// All engines with everything that this build can do.
Registry makeRegistry();

/// The version of the library, "0.1.0".
const char* version();

}  // namespace espy
#pragma GCC visibility pop
