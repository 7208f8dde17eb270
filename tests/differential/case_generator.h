// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck.h>

#include "differential/find_cases.h"

namespace espy::test {

/// Scenes up to 90 x 70, needles up to 40 pixels a side, small ones more often.
inline rc::Gen<CaseSeed> anyCase() {
  using rc::gen::inRange;
  using rc::gen::set;
  return rc::gen::build<CaseSeed>(
      set(&CaseSeed::kind, inRange(0, kKinds)), set(&CaseSeed::width, inRange(1, 91)),
      set(&CaseSeed::height, inRange(1, 71)),
      set(&CaseSeed::needleWidth, rc::gen::oneOf(inRange(1, 6), inRange(1, 40))),
      set(&CaseSeed::needleHeight, rc::gen::oneOf(inRange(1, 6), inRange(1, 40))),
      set(&CaseSeed::needles, rc::gen::oneOf(rc::gen::just(1), inRange(1, 6))),
      set(&CaseSeed::detail, rc::gen::arbitrary<std::uint64_t>()));
}

/// Fails with this difference, unless it is empty.
inline void failOn(const std::string& difference) {
  if (!difference.empty()) RC_FAIL(difference);
}

}  // namespace espy::test
