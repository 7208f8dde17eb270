# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Removing noise: types, axes, units, and scikit-image's answers."""


import numpy as np
import pytest

import espy


def steps(shape, random, noise=0.1):
    """An array of 0.2 and 0.8 with noise, and the same without."""
    clean = np.full(shape, 0.2)
    clean[tuple(slice(n // 3, 2 * n // 3) for n in shape)] = 0.8
    return clean + noise * random.standard_normal(shape), clean


def error(array, wanted):
    return float(np.sqrt(np.mean((array - wanted) ** 2)))


def objective(result, noisy, strength, spacing=(1, 1, 1)):
    """The rof objective per sample, of one channel."""
    squares = 0
    for axis in range(result.ndim):
        difference = np.diff(result, axis=axis, append=np.take(result, [-1], axis)) / spacing[axis]
        squares = squares + difference**2
    return (np.sqrt(squares).sum() + ((result - noisy) ** 2).sum() / (2 * strength)) / result.size


@pytest.mark.parametrize("shape", [(40, 50), (12, 20, 16)])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_floats_keep_scale_and_type(shape, kind, random):
    noisy, clean = steps(shape, random)
    for factor, offset in ((1, 0), (1000, 0), (0.001, 5)):
        array = (noisy * factor + offset).astype(kind)
        before = array.copy()
        result = espy.denoise(array, 0.1)
        assert result.dtype == kind and result.shape == shape
        assert (array == before).all()
        assert error((result - offset) / factor, clean) < error(noisy, clean) / 2


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
@pytest.mark.parametrize("channel_axis", [None, -1, 0])
def test_integers_stay_integers(kind, channel_axis, random):
    most = np.iinfo(kind).max
    noisy, clean = steps((60, 50), random)
    array = np.clip(noisy * most, 0, most).astype(kind)
    if channel_axis is not None:
        array = np.stack([array] * 3, axis=channel_axis)
        clean = np.stack([clean] * 3, axis=channel_axis)
    result, facts = espy.denoise(array, 0.2, channel_axis=channel_axis, report=True)
    assert result.dtype == kind and result.shape == array.shape
    assert error(result / most, clean) < 0.06
    assert facts.strength == pytest.approx(0.2) and facts.noise == 0 and facts.gap <= 1e-4


def test_integers_of_volumes_are_in_units_of_their_type(random):
    noisy, clean = steps((10, 20, 16), random)
    array = np.clip(noisy * 100, 0, 255).astype(np.uint8)
    result, facts = espy.denoise(array, 0.08, report=True)
    assert result.dtype == np.uint8 and facts.strength == pytest.approx(0.08)
    floats, same = espy.denoise(array.astype(np.float32), weight=0.08 * 255, report=True, gap=1e-5)
    assert np.abs(result - floats).max() < 2
    assert same.strength == pytest.approx(0.08 * 255 / (float(array.max()) - float(array.min())))
    assert error(result / 100, clean) < 0.06


def test_pictures_have_the_bytes_of_the_command(command, samples, tmp_path):
    scene = espy.read(samples / "crowd.ppm")[:90, :120]
    espy.write(tmp_path / "scene.png", scene)
    by_name = espy.denoise(tmp_path / "scene.png", 0.05)
    assert (by_name == espy.denoise(scene, 0.05, channel_axis=-1)).all()
    helped = command("--help")
    if "denoise" not in helped:
        pytest.skip("the command has no denoise")
    command("denoise", tmp_path / "scene.png", "--strength", 0.05, "-o", tmp_path / "clean.png")
    assert (espy.read(tmp_path / "clean.png") == by_name).all()


def test_the_strength_comes_from_the_noise(random):
    noisy, clean = steps((80, 80), random, noise=0.08)
    result, facts = espy.denoise(noisy, report=True)
    assert facts.noise * (noisy.max() - noisy.min()) == pytest.approx(0.08, rel=0.1)
    assert facts.strength == pytest.approx(0.75 * facts.noise)
    assert error(result, clean) < error(noisy, clean) / 2
    assert facts.engine in [engine.name for engine in espy.engines()]


def test_axes_and_spacing(random):
    noisy, _ = steps((8, 10, 12), random)
    plain = espy.denoise(noisy, 0.1, gap=1e-6)
    turned = espy.denoise(noisy.transpose(2, 0, 1), 0.1, gap=1e-6).transpose(1, 2, 0)
    assert np.abs(plain - turned).max() < 0.02
    # Far slices hardly share their edges: like each slice by itself.
    apart = espy.denoise(noisy, 0.1, spacing=(500, 1, 1), gap=1e-6)
    span = noisy.max() - noisy.min()
    own = [s.max() - s.min() for s in noisy]
    slices = np.stack(
        [espy.denoise(s, 0.1 * span / o, gap=1e-6) for s, o in zip(noisy, own)]
    )
    assert np.abs(apart - slices).max() < 0.02
    assert np.abs(plain - slices).max() > 0.05
    # The order of the spacing is that of the axes.
    wide = espy.denoise(noisy, 0.1, spacing=(1, 1, 500), gap=1e-6)
    assert np.abs(wide - apart).max() > 0.05


def test_the_result_minimises_the_objective(random):
    noisy, _ = steps((30, 40), random)
    best = espy.denoise(noisy, weight=0.1, gap=1e-6)
    least = objective(best, noisy, 0.1)
    assert objective(noisy, noisy, 0.1) > least + 0.01
    for _ in range(20):
        other = best + 0.02 * random.standard_normal(best.shape)
        assert objective(other, noisy, 0.1) > least


def test_tensors(random):
    tensors = np.zeros((6, 8, 10, 6))
    tensors[..., [0, 2, 5]] = 1.0
    tensors[2:4, 3:6, 4:7, 0] = 3.0
    noisy = tensors + 0.4 * random.standard_normal(tensors.shape)
    result = espy.denoise(noisy, 0.15, tensors=True, keep_positive=True)
    assert result.shape == noisy.shape and result.dtype == noisy.dtype
    assert error(result, tensors) < error(noisy, tensors) / 2
    xx, xy, yy, xz, yz, zz = np.moveaxis(result, -1, 0)
    matrices = np.stack([xx, xy, xz, xy, yy, yz, xz, yz, zz], -1).reshape(-1, 3, 3)
    assert np.linalg.eigvalsh(matrices).min() > 0
    first = espy.denoise(
        np.moveaxis(noisy, -1, 0), 0.15, tensors=True, channel_axis=0, keep_positive=True
    )
    assert (np.moveaxis(first, 0, -1) == result).all()


def test_outliers_vanish(random):
    clean = np.full((40, 40), 100, np.uint8)
    noisy = clean.copy()
    noisy[random.random(clean.shape) < 0.1] = 255
    assert (espy.denoise(noisy, 1.2, model="tvl1") == clean).mean() > 0.99


def test_bad_use(random):
    array = random.random((20, 20)).astype(np.float32)
    for words, arguments in {
        "eps": {"eps": 1e-3},
        "the same": {"strength": 0.1, "weight": 0.1},
        "model": {"model": "tv"},
        "above 0": {"strength": -1},
        "spacing": {"spacing": (1, 2, 3)},
        "no axis 5": {"channel_axis": 5},
        "gap": {"gap": 0},
        "iteration": {"max_num_iter": 0},
        "kept positive": {"keep_positive": True},
        "no_such": {"engine": "no_such"},
    }.items():
        with pytest.raises(espy.BadUse, match=words):
            espy.denoise(array if "channel_axis" not in arguments else array[None], **arguments)
    for wrong in (np.zeros((3, 3), np.int32), np.zeros((3, 3), complex), np.zeros(5, np.float32)):
        with pytest.raises(espy.BadUse, match="an array to denoise must"):
            espy.denoise(wrong)
    array[3, 7] = np.nan
    with pytest.raises(espy.BadUse, match=r"\(7, 3, 0\)"):
        espy.denoise(array)
    with pytest.raises(espy.BadUse, match="masked"):
        espy.denoise(np.ma.masked_invalid(array))
    with pytest.raises(espy.BadUse, match="6 components"):
        espy.denoise(np.zeros((4, 4, 5), np.float32), tensors=True)
    with pytest.warns(espy.PictureWarning, match="channel_axis=-1"):
        espy.denoise(np.zeros((4, 4, 3), np.uint8), 0.1)


def test_flat_and_tiny_arrays():
    for shape in ((1, 1), (1, 5), (3, 1, 2)):
        for kind in (np.uint8, np.float64):
            array = np.full(shape, 7, kind)
            assert (espy.denoise(array) == array).all()
    # In units of the type, where nearly nothing of it is used.
    dark = np.zeros((3, 4, 5), np.uint16)
    assert (espy.denoise(dark, 0.1) == dark).all()
    dark[1, 2, 3] = 9
    assert (espy.denoise(dark, 0.5) == 0).all()
    assert (espy.denoise(dark / 65535, weight=0.5) < 1e-5).all()
    with pytest.raises(espy.BadUse, match="not 1001"):
        espy.denoise(dark, 1001)


def test_it_can_be_cancelled(random):
    noisy = random.random((1500, 1500)).astype(np.float32)
    cancel = espy.Cancel()
    reports = []

    def stop(done):
        reports.append(done)
        cancel.cancel()

    with pytest.raises(espy.Cancelled):
        espy.denoise(noisy, 5, gap=1e-6, iterations=10**9, progress=stop, cancel=cancel)
    assert len(reports) <= 2, "it went on after it was cancelled"


@pytest.mark.parametrize("shape", [(64, 80), (12, 24, 20)])
def test_answers_of_scikit_image(shape, random):
    restoration = pytest.importorskip("skimage.restoration", reason="scikit-image is not installed")
    noisy, clean = steps(shape, random)
    theirs = restoration.denoise_tv_chambolle(noisy, weight=0.1, eps=1e-7, max_num_iter=2000)
    ours = espy.denoise(noisy, weight=0.1, gap=1e-6)
    assert error(ours, theirs) < 0.01
    assert objective(ours, noisy, 0.1) <= objective(theirs, noisy, 0.1) + 1e-5
