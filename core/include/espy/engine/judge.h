// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "espy/engine/registry.h"
#include "espy/judge.h"

#pragma GCC visibility push(default)
namespace espy {

// The functions of judge.h with an explicit registry and engine.
Judge learnJudge(const Registry& registry, std::string_view engine, const LearnTask& task,
                 const Control& control = {});
std::vector<double> judgeMatches(const Registry& registry, std::string_view engine,
                                 const Judge& judge, const Needle& needle, const ImageView& picture,
                                 std::span<const Match> matches, const Control& control = {});

}  // namespace espy
#pragma GCC visibility pop
