// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "common/shared_options.h"

namespace espy::cli {

/// Arguments of `espy index` for an index of needles.
struct NeedleIndexRequest : SharedOptions {
  std::string index;
  std::vector<std::string> others;  ///< pictures, or names
};

// Actions on an index of needles. They return the exit status.
int createNeedleIndex(const NeedleIndexRequest& request);
/// Adds pictures; with `replace`, in place of those of the same name.
int addNeedles(const NeedleIndexRequest& request, bool replace);
int removeNeedles(const NeedleIndexRequest& request);
int listNeedles(const NeedleIndexRequest& request);
int describeNeedleIndex(const NeedleIndexRequest& request);
/// Verifies the index, and whether the files have changed since they were added.
int verifyNeedleIndex(const NeedleIndexRequest& request);
int compactNeedleIndex(const NeedleIndexRequest& request);

}  // namespace espy::cli
