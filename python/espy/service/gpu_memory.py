# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Memory of this machine's GPUs, by NVML."""

from __future__ import annotations

import ctypes


class _Memory(ctypes.Structure):
    _fields_ = [
        ("total", ctypes.c_ulonglong),
        ("free", ctypes.c_ulonglong),
        ("used", ctypes.c_ulonglong),
    ]


def memory() -> list[tuple[int, int]]:
    """Used and total bytes of each GPU. Empty without a driver."""
    try:
        driver = ctypes.CDLL("libnvidia-ml.so.1")
    except OSError:
        return []
    if driver.nvmlInit_v2() != 0:
        return []
    try:
        count = ctypes.c_uint()
        driver.nvmlDeviceGetCount_v2(ctypes.byref(count))
        memories = []
        for number in range(count.value):
            device, info = ctypes.c_void_p(), _Memory()
            if (
                driver.nvmlDeviceGetHandleByIndex_v2(number, ctypes.byref(device)) == 0
                and driver.nvmlDeviceGetMemoryInfo(device, ctypes.byref(info)) == 0
            ):
                memories.append((info.used, info.total))
        return memories
    finally:
        driver.nvmlShutdown()
