# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Identification as an HTTP service: add, replace, remove and search references, on one machine or
on a cluster.

``python -m espy.service FOLDER`` starts it on one machine; see docs/service.md. Ray Serve places
and restarts processes, the ledger (a file, or Redis) stores versions and placement, and
`espy.SurfaceLibrary` computes. Requires ``pip install 'espy[service]'``.
"""

from .settings import Settings

__all__ = ["Settings"]
