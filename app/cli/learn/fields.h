// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace espy::cli {

/// What a file says of a match, by the names that Espy's own tables have.
using Fields = std::map<std::string, std::string>;

/// Thrown where that makes no sense, with what is wrong; who catches it knows where.
struct Wrong {
  std::string fact;
};

/// Reads what `espy find --json` writes: objects with an image and its matches, one after the other
/// or in a list. Throws Error with the file's name for anything else.
std::vector<Fields> fieldsOfJson(const std::string& text, const std::string& file);

}  // namespace espy::cli
