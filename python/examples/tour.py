# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # A tour of espy
#
# Open this file as a notebook (VS Code, Jupytext), or run it: `python tour.py FOLDER` saves the
# plots in a folder. It uses the sample pictures in Espy's source tree.

# %%
import pathlib
import sys

import matplotlib.pyplot as plt
import numpy as np

import espy

HERE = pathlib.Path(__file__).parent if "__file__" in globals() else pathlib.Path.cwd()
SAMPLES = HERE.parent.parent / "samples"
crowd = espy.read(SAMPLES / "crowd.ppm")
traveller = espy.read(SAMPLES / "traveller.ppm")
print(espy.engines())

# %% [markdown]
# ## Where is the traveller?
#
# He is there exactly once. A finding is a sequence of matches, and can mark them in the scene.

# %%
finding = espy.find(traveller, crowd)
print(finding, finding.timeline)

figure, (left, right) = plt.subplots(1, 2, figsize=(12, 6))
left.imshow(finding.marked(style="dim"))
left.set_title("the rest is darkened")
match = finding.best
right.imshow(crowd[match.y - 24 : match.y + 40, match.x - 24 : match.x + 40])
right.set_title("and close up")
if plt.isinteractive():
    plt.show()

# %% [markdown]
# ## The look-alikes
#
# `score_map` returns his score at every position; `find` keeps the best matches, here with sub-pixel
# positions.

# %%
scores = espy.score_map(traveller, crowd, method="zncc")
alike = espy.find(traveller, crowd, method="zncc", min_score=0.5, top=12, sub_pixel=True)

figure, (left, right) = plt.subplots(1, 2, figsize=(12, 6))
left.imshow(scores, cmap="magma")
left.plot([m.x for m in alike], [m.y for m in alike], "o", mfc="none", mec="cyan")
left.set_title(f"scores, and the best {len(alike)} places")
right.bar(range(len(alike)), alike.array["score"])
right.set_title("their scores")
if plt.isinteractive():
    plt.show()

# %% [markdown]
# ## And at night?
#
# In the dark and in noise others score nearly as well. `espy.learn` makes a filter from a few
# matches that are labelled true or false.

# %%
random = np.random.default_rng(1)
night = np.clip(crowd * 0.4 + random.normal(0, 14, crowd.shape), 0, 255).astype(np.uint8)
night_finding = espy.find(traveller, night, method="zncc", min_score=0.45)
true_place = (finding.best.x, finding.best.y)
is_true = [abs(m.x - true_place[0]) + abs(m.y - true_place[1]) < 3 for m in night_finding]
print(f"{len(night_finding)} look like him at night, {sum(is_true)} is he")

# %% [markdown]
# ## How long does it take?
#
# The answer is the same on each engine; the times differ.

# %%
names = [engine.name for engine in espy.engines() if engine.available]
times = {}
for name in names:
    found = espy.find(traveller, crowd, method="sad", min_score=0.95, engine=name)
    assert found.best.box == finding.best.box
    times[name] = sum(found.timeline.values())
figure, axes = plt.subplots(figsize=(8, 3))
axes.barh(list(times), list(times.values()))
axes.set_xscale("log")
axes.set_xlabel("milliseconds")
if plt.isinteractive():
    plt.show()

# %%
if len(sys.argv) > 1 and not hasattr(sys, "ps1"):
    folder = pathlib.Path(sys.argv[1])
    for number in plt.get_fignums():
        plt.figure(number).savefig(folder / f"plot-{number}.png")
