# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Identify as a service: references are added, replaced, removed and searched over HTTP, by as many
processes and machines as a library needs.

``python -m espy.service FOLDER`` on one machine; docs/service.md tells the rest. Ray Serve places
and replaces processes, the ledger (a file, or Redis) keeps what must not be lost, and
`espy.SurfaceLibrary` computes. Needs ``pip install 'espy[service]'``.
"""

from .settings import Settings

__all__ = ["Settings"]
