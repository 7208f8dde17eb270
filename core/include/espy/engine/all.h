// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/area.h"
#include "espy/engine/batch.h"
#include "espy/engine/contour.h"
#include "espy/engine/denoise.h"
#include "espy/engine/exact.h"
#include "espy/engine/find.h"
#include "espy/engine/identify.h"
#include "espy/engine/judge.h"
#include "espy/engine/lab.h"
#include "espy/engine/live.h"
#include "espy/engine/machine.h"
#include "espy/engine/mark.h"
#include "espy/engine/measure.h"
#include "espy/engine/motif.h"
#include "espy/engine/needle_index.h"
#include "espy/engine/network.h"
#include "espy/engine/options.h"
#include "espy/engine/picture_denoiser.h"
#include "espy/engine/plugin.h"
#include "espy/engine/pose.h"
#include "espy/engine/ranking.h"
#include "espy/engine/registry.h"
#include "espy/engine/scene.h"
#include "espy/engine/scene_index.h"
#include "espy/engine/score.h"
#include "espy/engine/several.h"
#include "espy/engine/signal.h"
#include "espy/engine/simd.h"
#include "espy/engine/surfaces.h"
#include "espy/engine/video.h"
#include "espy/engine/volume_files.h"
#include "espy/espy.h"

#pragma GCC visibility push(default)
namespace espy {

/// Returns all engines with all capabilities of this build.
Registry makeRegistry();
/// The same without the capabilities for signals and surfaces.
Registry makeFindRegistry();
/// The process's registry, created at the first call and used by every function of espy/ that has
/// no registry parameter.
const Registry& allEngines();

}  // namespace espy
#pragma GCC visibility pop
