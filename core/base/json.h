// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "espy/timeline.h"

#pragma GCC visibility push(default)
/// A minimal JSON writer. Matches, of which there can be millions, are streamed instead of
/// collected in a document.
namespace espy {

/// Returns a quoted string. Invalid UTF-8, which file names may contain, becomes U+FFFD.
std::string jsonString(std::string_view text);

/// Returns the shortest digits that read back as the same double, always with a point or an
/// exponent, so that typed readers see a floating-point number. `value` must be finite.
std::string jsonNumber(double value);

/// [{"stage":"load","ms":0.31},...]
std::string jsonTimeline(const Timeline& timeline);
/// ,"members":[{"engine":"cuda:0","timeline":[...],"total_ms":1.9},...], or nothing if one engine
/// did all.
std::string jsonMembers(const RunReport& report);

}  // namespace espy
#pragma GCC visibility pop
