// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Decorates functions that nvcc compiles for both the host and the device.
#ifdef __CUDACC__
#define ESPY_HOST_DEVICE __host__ __device__
#else
#define ESPY_HOST_DEVICE
#endif
