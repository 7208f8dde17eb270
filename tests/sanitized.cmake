# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# Read by CTest before it runs the tests of a sanitized build. For dlopen'ed libraries, AddressSanitizer misreads the
# memory before their thread-local storage as its bounds, and crashes at exit if such a thread is still running.
set(ENV{ASAN_OPTIONS} "intercept_tls_get_addr=0:$ENV{ASAN_OPTIONS}")
