// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/identify.h"

namespace espy::identify {

/// Reference implementation: the count of one reference.
std::int32_t countPlainly(std::span<const std::uint8_t> query,
                          std::span<const std::uint8_t> reference, const RankOptions& options);

/// `RankReferences` of the engine `reference`: counts every reference and sorts all.
std::vector<Ranking> rankPlainly(const RankTask& task, const Control& control, RunReport& report);

/// `MatchOrb` of the engine `reference`.
std::vector<FeatureMatch> matchOrbPlainly(const Features& query, const Features& reference,
                                          Ratio ratio, const Control& control);

}  // namespace espy::identify
