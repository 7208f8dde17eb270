// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/scoped_variable.h"
#include "unit/denoise_files/support.h"

namespace espy {
namespace {

using namespace volumetest;

// First test of the program, since a loaded module stays loaded.
TEST(MissingNiftiModule, IsNamed) {
  const test::ScopedVariable none("ESPY_MODULE_DIR", "/nonexistent");
  const std::string start = bytesOfNumber<std::int32_t>(348) + std::string(400, '\0');
  expectFileRefused(ErrorCode::unsupported, "a.nii", start,
                    {"it is a NIfTI file", "ESPY_MODULE_DIR"});
  expectRefused(ErrorCode::unsupported, "a.nii.gz", {"it is a NIfTI file"},
                [] { checkVolumePath("a.nii.gz"); });
  checkVolumePath("a.npy");
}

}  // namespace
}  // namespace espy
