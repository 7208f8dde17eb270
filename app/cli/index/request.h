// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "common/shared_options.h"

namespace espy::cli {

/// Arguments of `espy index`.
struct IndexRequest : SharedOptions {
  std::string index;
  std::vector<std::string> others;  ///< pictures, or names
};

// Actions on an index of needles. They return the exit status.
int createNeedleIndex(const IndexRequest& request);
/// Adds pictures; with `replace`, in place of those of the same name.
int addNeedles(const IndexRequest& request, bool replace);
int removeNeedles(const IndexRequest& request);
int listNeedles(const IndexRequest& request);
int describeNeedleIndex(const IndexRequest& request);
/// Verifies the index, and whether the files have changed since they were added.
int verifyNeedleIndex(const IndexRequest& request);
int compactNeedleIndex(const IndexRequest& request);

}  // namespace espy::cli
