// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "espy/engine/live.h"

namespace espy::cli {

/// The lines of an event, one for each match, or one without a place:
///     NAME:X,Y,W,H time=T event=E score=S [angle=A scale=F [mirrored]] needle=FILE
///     NAME: time=T event=E [needle=FILE]
std::string textOf(const Event& event, const std::string& name,
                   const std::vector<std::string>& needles);

/// {"time":T,"frame":N,"event":E,"needle":FILE,"matches":[as find prints them]} and a newline;
/// `needle` is null for `still`.
std::string jsonOf(const Event& event, const std::vector<std::string>& needles, bool hasDistance);

/// Seconds with at most six decimals.
std::string secondsOf(double seconds);

}  // namespace espy::cli
