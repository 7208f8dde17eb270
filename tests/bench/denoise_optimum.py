#!/usr/bin/env python3
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The least objectives of total variation on 16 x 16 samples, by CVXPY and scikit-image.

    denoise_optimum.py

Prints the constants of tests/differential/denoise_test.cpp (needs cvxpy, numpy, scikit-image).
"""

import cvxpy
import numpy as np
from skimage.restoration import denoise_tv_chambolle


def samples():
    state = 1
    values = []
    for i in range(256):
        state = (state * 1103515245 + 12345) % 2147483648
        noise = state // 65536 % 101 - 50
        block = (i % 16 // 6 + i // 16 // 5) % 2
        values.append((60 + 130 * block + noise) / 255)
    return np.array(values, dtype=np.float32).astype(float).reshape(16, 16)


def slopes(u):
    x = np.zeros_like(u)
    y = np.zeros_like(u)
    x[:, :-1] = u[:, 1:] - u[:, :-1]
    y[:-1] = u[1:] - u[:-1]
    return x, y


def objective(u, f, model, strength):
    x, y = slopes(u)
    data = ((u - f) ** 2).sum() / 2 if model == "rof" else np.abs(u - f).sum()
    return (np.sqrt(x * x + y * y).sum() + data / strength) / f.size


def by_cvxpy(f, model, strength):
    u = cvxpy.Variable(f.shape)
    zero_x = np.zeros((f.shape[0], 1))
    zero_y = np.zeros((1, f.shape[1]))
    x = cvxpy.hstack([u[:, 1:] - u[:, :-1], zero_x])
    y = cvxpy.vstack([u[1:] - u[:-1], zero_y])
    both = cvxpy.vstack([cvxpy.vec(x, order="C"), cvxpy.vec(y, order="C")])
    data = cvxpy.sum_squares(u - f) / 2 if model == "rof" else cvxpy.sum(cvxpy.abs(u - f))
    problem = cvxpy.Problem(cvxpy.Minimize(cvxpy.sum(cvxpy.norm(both, axis=0)) + data / strength))
    problem.solve(solver="CLARABEL")
    return objective(u.value, f, model, strength)


f = samples()
for model, strength in (("rof", 0.1), ("rof", 0.5), ("tvl1", 0.5), ("tvl1", 1)):
    line = f"{model} {strength}: CVXPY {by_cvxpy(f, model, strength):.7f}"
    if model == "rof":
        u = denoise_tv_chambolle(f, weight=strength, eps=0, max_num_iter=20000)
        line += f", scikit-image {objective(u, f, model, strength):.7f}"
    print(line)
