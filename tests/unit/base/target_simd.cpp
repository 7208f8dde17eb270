// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unit/base/target_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::test::HWY_NAMESPACE {
namespace {

std::string targetName() {
  return hwy::TargetName(HWY_TARGET);
}

}  // namespace
}  // namespace espy::test::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::test {

ESPY_SIMD_TABLE(targetName);

std::string targetThatRuns() {
  return ESPY_SIMD_CALL(targetName)();
}

}  // namespace espy::test
#endif  // HWY_ONCE
