# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Draws a measured figure of a paper as SVG, for tools/lab-pages: a curve for each series (marks where rows are words), published values as open squares."""
import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 880, 380
LEFT, TOP, RIGHT, BOTTOM = 70, 14, 500, 330  # of the axes; the legend is at the right
COLOURS = ["#3b5b92", "#c0504d", "#4f8a3c", "#8064a2", "#d07f1e", "#2a9d9d", "#7a5230", "#c2458f", "#666666"]
DASHES = ["", "6 3", "2 3"]  # by machine
DECADES = 30  # largest over smallest value from which an axis is logarithmic, as in app/desktop/lab/paper_figures.cpp


def numbers(rows):
    """The rows as numbers, or empty where they are words."""
    try:
        return [float(row) for row in rows]
    except ValueError:
        return []


class Axis:
    """Maps values to pixels; `ticks` are (value, text)."""

    def __init__(self, values, start, end):
        least, most = min(values), max(values)
        self.logarithmic = least > 0 and most >= DECADES * least
        self.start, self.end = start, end
        if self.logarithmic:
            low, high = math.floor(math.log10(least)), math.ceil(math.log10(most))
            self.low, self.high = low, max(high, low + 1)
            self.ticks = [(10.0**k, f"{10.0**k:g}".replace("e+0", "e")) for k in range(self.low, self.high + 1)]
        else:
            step = 10.0 ** math.floor(math.log10(most)) if most > 0 else 1.0
            step *= next(part for part in (0.2, 0.5, 1, 2) if most <= 6 * part * step) if most > 0 else 1
            self.low, self.high = 0.0, max(step, math.ceil(most / step - 1e-9) * step)
            self.ticks = [(k * step, f"{k * step:g}") for k in range(round(self.high / step) + 1)]

    def at(self, value):
        part = (math.log10(value) if self.logarithmic else value) - self.low
        return round(self.start + part / (self.high - self.low) * (self.end - self.start), 1)


class Words:
    """An axis of rows that are words: equally far apart, with a tick each."""

    def __init__(self, rows, start, end):
        self.step = (end - start) / len(rows)
        self.start = start
        most = int(self.step / 6)  # characters
        self.ticks = list(enumerate(row if len(row) <= most else row[: most - 2] + ".." for row in rows))

    def at(self, value):
        return round(self.start + (value + 0.5) * self.step, 1)


def curves_of(exhibit, measured):
    """(name, colour, dash, published, [(row, value)]) of each series, and of each machine that has it."""
    for s, series in enumerate(exhibit["series"]):
        first = next(iter(measured.values()))["series"][s]["cells"]
        values = [(r, cell["published"]) for r, cell in enumerate(first) if cell["published"] is not None]
        if values:
            yield f"{series['name']}, published", s, "", True, values
        for m, (machine, line) in enumerate(measured.items()):
            values = [(r, cell["ours"]) for r, cell in enumerate(line["series"][s]["cells"]) if "ours" in cell]
            if values:
                name = series["name"] if len(measured) == 1 else f"{series['name']}, {machine}"
                yield name, s, DASHES[m % len(DASHES)], False, values


def axes_of(exhibit, across, up, unit):
    lines = [f'  <path d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}" fill="none" stroke="#222"/>']
    for value, text in across.ticks:
        lines.append(f'  <text x="{across.at(value)}" y="{BOTTOM + 18}" text-anchor="middle">{escape(text)}</text>')
    for value, text in up.ticks:
        y = up.at(value)
        lines.append(f'  <path d="M{LEFT} {y}H{RIGHT}" stroke="#ddd"/>')
        lines.append(f'  <text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{text}</text>')
    lines.append(f'  <text x="{(LEFT + RIGHT) // 2}" y="{BOTTOM + 40}" text-anchor="middle">{escape(exhibit["rows_are"])}</text>')
    middle = (TOP + BOTTOM) // 2
    lines.append(f'  <text x="16" y="{middle}" text-anchor="middle" transform="rotate(-90 16 {middle})">{escape(unit or "ratio")}</text>')
    return lines


def curve(points, colour, dash, published, joined, mark):
    """The points, and `mark`, a place in the legend."""
    lines = []
    if joined and not published:
        path = " ".join(f"{x},{y}" for x, y in points)
        style = f' stroke-dasharray="{dash}"' if dash else ""
        lines.append(f'  <polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{style}/>')
        lines.append(f'  <path d="M{mark[0] - 8} {mark[1]}h16" stroke="{colour}" stroke-width="2"{style}/>')
    for x, y in [*points, mark]:
        lines.append(f'  <rect x="{x - 4:g}" y="{y - 4:g}" width="8" height="8" fill="none" stroke="{colour}"/>' if published
                     else f'  <circle cx="{x:g}" cy="{y:g}" r="3" fill="{colour}"/>')
    return lines


def chart(exhibit, measured):
    """SVG text, or nothing for values of several units or without two rows of ours. `measured`: the line of each machine."""
    units = {cell["unit"] for line in measured.values() for series in line["series"] for cell in series["cells"]}
    curves = list(curves_of(exhibit, measured))
    ours = {row for *_, published, values in curves if not published for row, _ in values}
    if len(units) != 1 or len(ours) < 2:
        return ""
    rows = next(iter(measured.values()))["rows"]
    places = numbers(rows)
    across = Axis(places, LEFT, RIGHT) if places else Words(rows, LEFT, RIGHT)
    places = places or list(range(len(rows)))
    up = Axis([value for *_, values in curves for _, value in values], BOTTOM, TOP)
    height = max(HEIGHT, TOP + 20 * len(curves) + 10)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="Helvetica, Arial, sans-serif" font-size="12" fill="#222">',
             f'  <rect width="{WIDTH}" height="{height}" fill="white"/>', *axes_of(exhibit, across, up, units.pop())]
    for index, (name, series, dash, published, values) in enumerate(curves):
        y = TOP + 10 + 20 * index
        points = sorted((across.at(places[row]), up.at(value)) for row, value in values if value > 0 or not up.logarithmic)
        lines += curve(points, COLOURS[series % len(COLOURS)], dash, published, isinstance(across, Axis), (RIGHT + 22, y))
        lines.append(f'  <text x="{RIGHT + 36}" y="{y + 4}">{escape(name)}</text>')
    return "\n".join([*lines, "</svg>", ""])
