# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""``python -m espy.service``"""

import sys

from ._command import main

if __name__ == "__main__":
    sys.exit(main())
