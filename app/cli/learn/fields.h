// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace espy::cli {

/// Fields of a match in a file, by the column names of Espy's tables.
using Fields = std::map<std::string, std::string>;

/// Invalid fields. The catcher adds file and line.
struct InvalidFields {
  std::string fact;
};

/// Parses the output of `espy find --json`: JSON objects with an image and its matches,
/// concatenated or in a list. Throws Error with the file's name for anything else.
std::vector<Fields> fieldsOfJson(const std::string& text, const std::string& file);

}  // namespace espy::cli
