# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The examples of docs/scale.md: manifests have only fields that Kubernetes and KubeRay know, and
their commands work.

The schemas are maintained by hand for the fields in use, so that no cluster is needed.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed: pip install pyyaml")

EXAMPLES = pathlib.Path(os.environ["ESPY_SOURCE"]) / "python" / "examples"


class Whole:
    """An integer >= 0."""


class Quantity:
    """A quantity as Kubernetes writes CPUs and bytes."""


QUANTITIES = {"?cpu": Quantity, "?memory": Quantity}
POD = {
    "spec": {
        "?restartPolicy": ("Never", "OnFailure", "Always"),
        "containers": [
            {
                "name": str,
                "image": str,
                "?workingDir": str,
                "?command": [str],
                "?resources": {"?requests": QUANTITIES, "?limits": QUANTITIES},
                "?volumeMounts": [{"name": str, "mountPath": str}],
            }
        ],
        "?volumes": [{"name": str, "?persistentVolumeClaim": {"claimName": str}}],
    }
}
RAY_JOB = {
    "apiVersion": ("ray.io/v1",),
    "kind": ("RayJob",),
    "metadata": {"name": str},
    "spec": {
        "entrypoint": str,
        "?backoffLimit": Whole,
        "?shutdownAfterJobFinishes": bool,
        "?ttlSecondsAfterFinished": Whole,
        "rayClusterSpec": {
            "headGroupSpec": {"rayStartParams": {str: str}, "template": POD},
            "?workerGroupSpecs": [
                {
                    "groupName": str,
                    "?replicas": Whole,
                    "minReplicas": Whole,
                    "maxReplicas": Whole,
                    "rayStartParams": {str: str},
                    "template": POD,
                }
            ],
        },
    },
}
INDEXED_JOB = {
    "apiVersion": ("batch/v1",),
    "kind": ("Job",),
    "metadata": {"name": str},
    "spec": {
        "completionMode": ("Indexed",),
        "completions": Whole,
        "parallelism": Whole,
        "?backoffLimitPerIndex": Whole,
        "?maxFailedIndexes": Whole,
        "template": POD,
    },
}


def wrong(value, schema, place="it"):
    """Violations of a schema, a sentence each. ? marks optional keys; unknown keys are errors."""
    if isinstance(schema, list):
        if not isinstance(value, list) or not value:
            return [f"{place}: no list"]
        return [w for i, each in enumerate(value) for w in wrong(each, schema[0], f"{place}[{i}]")]
    if isinstance(schema, tuple):
        return [] if value in schema else [f"{place}: {value!r}"]
    if schema is Whole:
        return [] if type(value) is int and value >= 0 else [f"{place}: {value!r}"]
    if schema is Quantity:
        fits = isinstance(value, str) and re.fullmatch(r"\d+(m|[KMGT]i)?", value)
        return [] if fits else [f"{place}: {value!r}"]
    if isinstance(schema, type):
        return [] if type(value) is schema else [f"{place}: {value!r}"]
    if not isinstance(value, dict):
        return [f"{place}: no object"]
    if str in schema:
        pairs = value.items()
        return [f"{place}.{k}: {v!r}" for k, v in pairs if type(k) is not str or type(v) is not str]
    known = {key.lstrip("?"): each for key, each in schema.items()}
    found = [f"{place}.{key}: is not known" for key in value if key not in known]
    found += [f"{place}.{key}: is missing" for key in schema if key[0] != "?" and key not in value]
    for key in known.keys() & value.keys():
        found += wrong(value[key], known[key], f"{place}.{key}")
    return found


def pods(manifest):
    """All pod templates in a manifest."""
    spec = manifest["spec"]
    if "template" in spec:
        return [spec["template"]["spec"]]
    cluster = spec["rayClusterSpec"]
    groups = [cluster["headGroupSpec"], *cluster["workerGroupSpecs"]]
    return [group["template"]["spec"] for group in groups]


@pytest.mark.parametrize("name, schema", [("kuberay", RAY_JOB), ("kubernetes-job", INDEXED_JOB)])
def test_manifests_have_the_fields_that_are_known(name, schema):
    (manifest,) = yaml.safe_load_all((EXAMPLES / f"{name}.yaml").read_text())
    assert wrong(manifest, schema) == []
    assert wrong({**manifest, "kinds": "x"}, schema) == ["it.kinds: is not known"]
    for pod in pods(manifest):
        volumes = {volume["name"] for volume in pod["volumes"]}
        mounted = {mount["name"] for each in pod["containers"] for mount in each["volumeMounts"]}
        assert mounted <= volumes
    images = {each["image"] for pod in pods(manifest) for each in pod["containers"]}
    assert len(images) == 1, "Ray and Espy are the same on all nodes"


def test_entrypoint_is_what_the_command_takes():
    from espy._cluster_command import parser

    (manifest,) = yaml.safe_load_all((EXAMPLES / "kuberay.yaml").read_text())
    typed = re.search(r"python -m espy\.cluster (.*?) \|\|", manifest["spec"]["entrypoint"])[1]
    given = parser().parse_args(typed.split())
    assert given.resume and given.job == "job.json"


@pytest.fixture
def job(tmp_path):
    """A folder with a job of nine pictures, one of them damaged."""
    samples = EXAMPLES.parents[1] / "samples"
    shutil.copy(samples / "traveller.ppm", tmp_path / "needle.ppm")
    (tmp_path / "shots").mkdir()
    for number in range(8):
        shutil.copy(samples / "traveller.ppm", tmp_path / "shots" / f"{number}.ppm")
    (tmp_path / "shots" / "8.ppm").write_bytes(b"no picture")
    (tmp_path / "job.json").write_text(json.dumps({
        "needles": [{"file": "needle.ppm"}], "images": ["shots/"], "outputs": {"csv": "all.csv"}}))
    return tmp_path


def run(folder, *words, **names):
    link = folder / "bin"
    link.mkdir(exist_ok=True)
    if not (link / "espy").exists():
        os.symlink(os.environ["ESPY_COMMAND"], link / "espy")
    surroundings = {**os.environ, **names, "PATH": f"{link}:{os.environ['PATH']}"}
    return subprocess.run(
        words, cwd=folder, env=surroundings, capture_output=True, text=True, check=False, timeout=60
    )


def test_the_pods_of_the_indexed_job_do_all_shards(job):
    (manifest,) = yaml.safe_load_all((EXAMPLES / "kubernetes-job.yaml").read_text())
    spec = manifest["spec"]
    (container,) = spec["template"]["spec"]["containers"]
    assert f"/{spec['completions']} " in container["command"][2]
    for index in range(spec["completions"]):
        done = run(job, *container["command"], JOB_COMPLETION_INDEX=str(index))
        assert done.returncode == 0, done.stderr
    merged = run(job, "espy", "batch", "--merge", "job.journal")
    assert merged.returncode == 3
    assert merged.stderr.endswith("8 of 9 images done, 1 failed, 8 matches\n")


def test_the_array_of_slurm_does_all_shards_and_merges(job):
    script = EXAMPLES / "slurm.sh"
    assert "#SBATCH --array=1-64\n" in script.read_text()
    for number in range(1, 5):
        assert not (job / "all.csv").exists()
        names = {"SLURM_ARRAY_TASK_ID": str(number), "SLURM_ARRAY_TASK_COUNT": "4"}
        done = run(job, "sh", str(script), **names)
        assert done.returncode == 0, done.stderr
    assert (job / "all.csv").read_text().count("\n") == 10
