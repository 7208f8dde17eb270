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

OptionTable programOptions() {
  OptionTable table;
  table.options = {
      {"Options", {"--version"}, "", "print the version"},
      {"Options", {"-h", "--help"}, "", "the verbs; VERB --help or help VERB: one in full"}};
  return table;
}

}  // namespace espy::cli
