// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "espy/timeline.h"

#pragma GCC visibility push(default)
/// The little of JSON that we write. Written by hand because a flat picture can have millions of
/// matches, which go out as they come instead of into a document first.
namespace espy {

/// Text in quotes. Bytes that are not UTF-8, as file names may have, become U+FFFD.
std::string jsonString(std::string_view text);

/// The shortest digits that read back as the same double; always with a point or an exponent, so
/// that typed readers see a floating-point number. `value` must be finite.
std::string jsonNumber(double value);

/// [{"stage":"load","ms":0.31},...]
std::string jsonTimeline(const Timeline& timeline);

}  // namespace espy
#pragma GCC visibility pop
