// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Decorates functions that nvcc compiles for a GPU, and other compilers for the processor.
#ifdef __CUDACC__
#define ESPY_ON_DEVICE __device__
#else
#define ESPY_ON_DEVICE
#endif
