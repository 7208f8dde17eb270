// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// In place of verbs.cpp: the verb find alone (espy-find).
#include "common/verb.h"

namespace espy::cli {
namespace {

constexpr const Verb* kVerbs[] = {&kFindVerb};

}  // namespace

std::span<const Verb* const> allVerbs() {
  return kVerbs;
}

}  // namespace espy::cli
