// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "common/verb.h"

namespace espy::cli {
namespace {

constexpr const Verb* kVerbs[] = {&kFindVerb,    &kIndexVerb,    &kWatchVerb,   &kScreenshotVerb,
                                  &kScreenVerb,  &kDenoiseVerb,  &kBatchVerb,   &kLearnVerb,
                                  &kLibraryVerb, &kIdentifyVerb, &kServiceVerb, &kSignalVerb,
                                  &kLabVerb,     &kDevicesVerb};

}  // namespace

std::span<const Verb* const> allVerbs() {
  return kVerbs;
}

}  // namespace espy::cli
