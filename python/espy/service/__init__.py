# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Identification as an HTTP service: add, replace, remove and search references, in one process or
on a cluster.

``python -m espy.service FOLDER`` starts it; see docs/service.md. `espy.SurfaceLibrary` computes and
stores, versions included; of several processes Ray Serve is in charge. `espy.client` is a client.
Requires ``pip install './python[service]'`` in Espy's source.
"""

from .settings import Settings

__all__ = ["Settings"]
