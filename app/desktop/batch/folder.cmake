# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
