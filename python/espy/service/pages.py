# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The web page and its files."""

from __future__ import annotations

from importlib import resources

from fastapi import FastAPI
from fastapi.responses import Response

_POLICY = (
    "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none';"
    " frame-ancestors 'none'"
)
_PAGE = {
    "": ("index.html", "text/html"),
    "page.js": ("page.js", "text/javascript"),
    "page.css": ("page.css", "text/css"),
    "docs": ("api.html", "text/html"),
    "api.js": ("api.js", "text/javascript"),
}


def add_pages(app: FastAPI) -> None:
    """Adds routes for the web page and its files."""
    folder = resources.files("espy.service") / "page"
    for path, (file, kind) in _PAGE.items():
        text = (folder / file).read_text(encoding="utf-8")

        def page(text: str = text, kind: str = kind) -> Response:
            headers = {"Content-Security-Policy": _POLICY, "Referrer-Policy": "no-referrer"}
            return Response(text, media_type=kind, headers=headers)

        app.add_api_route(f"/{path}", page, include_in_schema=False)
