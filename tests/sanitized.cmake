# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# Read by CTest before it runs the tests of a sanitized build. The address sanitizer takes what lies before a
# module's variables of a thread for their bounds, and where such a thread still lives at the end it falls over them.
set(ENV{ASAN_OPTIONS} "intercept_tls_get_addr=0:$ENV{ASAN_OPTIONS}")
