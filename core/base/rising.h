// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "espy/control.h"

namespace espy {

/// The same control, whose progress reports only what is more than before: for work that may be
/// repeated in another way.
inline Control rising(Control control) {
  if (!control.progress) return control;
  control.progress = [whole = std::move(control.progress),
                      most = std::make_shared<double>(-1)](double done) {
    if (done > *most) whole(*most = done);
  };
  return control;
}

}  // namespace espy
