// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/lab_tools.h"

namespace espy::desktop {

LabTools labTools(const Registry& registry) {
  return {labExperiments(),
          [&registry](const LabRequest& request, const Control& control) {
            return runLab(registry, request, control);
          },
          labCsv, labJson};
}

}  // namespace espy::desktop
