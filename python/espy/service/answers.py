# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The bodies of responses to searches and writes."""

from __future__ import annotations

from typing import Any

import numpy as np
from fastapi.responses import JSONResponse, Response

from ..surfaces import Features, Reference, SurfaceAnswer, SurfaceMatch
from .gateway import Change, Identified
from .problems import Problem


def change_fields(change: Change) -> dict[str, Any]:
    """The result of a write. Raises `Problem` if there was one."""
    written = change.written
    if written.problem:
        status = {"stale": 409, "unknown": 404, "refused": 422, "full": 507}[written.problem]
        raise Problem(status, written.detail)
    return {
        "id": change.id,
        "version": written.version,
        "slot": change.slot,
        "applied": written.applied,
        "existed": written.existed,
        # Shards that have applied this change search the surface.
        "change": change.change,
        "searched": change.searched,
    }


def written_response(change: Change, what: str) -> Response:
    """The same as a response, with status 201 for a new surface."""
    fields = change_fields(change)
    new = what == "written" and fields["applied"] and not fields["existed"]
    return JSONResponse({what: True, **fields}, 201 if new else 200)


def answer_fields(found: Identified, pairs: bool, request: str) -> dict[str, Any]:
    """The answer to a search."""
    answer = found.answer
    return {
        "references": answer.references,
        "matches": [_match_fields(answer, match, pairs) for match in answer.matches],
        "known": answer.id is not None,
        "id": answer.id,
        "margin": answer.margin,
        "coverage": found.coverage,
        "missing": found.missing,
        "photo": {"width": answer.query.width, "height": answer.query.height},
        "timeline": [{"stage": stage, "ms": ms} for stage, ms in found.timeline],
        "request": request,
    }


def answer_response(found: Identified, pairs: bool, request: str) -> Response:
    """The same as a response."""
    return JSONResponse(answer_fields(found, pairs, request))


def _match_fields(answer: SurfaceAnswer, match: SurfaceMatch, pairs: bool) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "id": match.id,
        "count": match.count,
        "inliers": match.inliers,
        "homography": None if match.homography is None else match.homography.ravel().tolist(),
    }
    if pairs and match.reference is not None:
        fields.update(_pair_fields(answer.query, match, match.reference))
    return fields


def _pair_fields(query: Features, match: SurfaceMatch, reference: Reference) -> dict[str, Any]:
    """What drawing the pairs needs: the reference's features, and the points of matched ones."""
    found = match.verification
    in_photo = query.points[found.pairs[:, 0], :2]
    in_reference = reference.points[found.pairs[:, 1], :2]
    rows = np.column_stack([in_photo, in_reference, found.inlying]).round(2)
    return {
        "reference": {
            "width": reference.width,
            "height": reference.height,
            "points": reference.points.astype(np.float64).round(2).tolist(),
        },
        "pairs": rows.astype(np.float64).round(2).tolist(),
    }
