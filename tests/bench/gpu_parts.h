// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "bench/report.h"

/// Parts of gpu_bench other than exact find. `wanted` returns whether a part of this name was
/// requested.
namespace espy::bench {

/// Driver calls and latency of cancellation: the parts "memory" and "cancel".
void benchHabits(Report& report, const std::function<bool(const char* part)>& wanted);

/// Denoising: iterations a second of large pictures and volumes, and small ones until the gap: the
/// part "denoise".
void benchDenoise(Report& report, const std::function<bool(const char* part)>& wanted);

/// Identification with references in device memory or streamed, compared with the tensor cores'
/// peak: the part "identify".
void benchIdentify(Report& report, const std::function<bool(const char* part)>& wanted);

/// Small networks, layer by layer and by Espy's strategies, compared with lower bounds: the part
/// "judge".
void benchJudge(Report& report, const std::function<bool(const char* part)>& wanted);

/// The lab's signal-sad compared with the GPU's peak: the part "lab".
void benchLab(Report& report, const std::function<bool(const char* part)>& wanted);

/// A screen of which a part, or all, changes in each frame, and 1,000 needles: the part "live".
void benchLive(Report& report, const std::function<bool(const char* part)>& wanted);

/// Motif kernels, and whole searches with resident samples: the parts "motif kernels", "motif
/// bounds", "motif day", "motif hard", "motif channels" and "motif year".
void benchMotifs(Report& report, const std::function<bool(const char* part)>& wanted);

/// Needles in any pose, in synthetic scenes with ground truth: the part "pose".
void benchPoses(Report& report, const std::function<bool(const char* part)>& wanted);

/// Scored find compared with its lower bound: parts whose names begin with "score".
void benchScoredFind(Report& report, const std::function<bool(const char* part)>& wanted);

/// Work divided among the GPUs of this machine, compared with one of them: the part "several".
void benchSeveral(Report& report, const std::function<bool(const char* part)>& wanted);

}  // namespace espy::bench
