# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The examples of docs/service-operate.md: the manifest and the values have only fields that Kubernetes, KubeRay, Ray Serve and
the service know, and names agree between them.

Kubernetes objects, including Ray's pods, are validated by its own schemas (kubernetes-validate), Serve configurations
by Ray's models. KubeRay's schemas are in no package: its fields, and its chart's values, are listed by hand here.
"""

import copy
import os
import pathlib
import re
import shlex

import pytest

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed: pip install pyyaml")

from test_scale import Whole, wrong  # noqa: E402

SOURCE = pathlib.Path(os.environ["ESPY_SOURCE"])
EXAMPLES = SOURCE / "python" / "examples"
MANIFEST = (EXAMPLES / "service-kuberay.yaml").read_text()
OBJECTS = {(each["kind"], each["metadata"]["name"]): each for each in yaml.safe_load_all(MANIFEST)}
SERVICE = OBJECTS["RayService", "espy"]
CLUSTER = SERVICE["spec"]["rayClusterConfig"]
CONFIGURATION = yaml.safe_load(SERVICE["spec"]["serveConfigV2"])
VALUES = yaml.safe_load((EXAMPLES / "service-values.yaml").read_text())
#: Version of Kubernetes whose schemas are used.
KUBERNETES = "1.31"
#: Fields whose keys are free.
FREE = ("labels", "matchLabels", "stringData", "requests", "limits", "selector")

SECRET = {"valueFrom": {"secretKeyRef": {"name": str, "key": str}}}
TEMPLATE = {"?metadata": dict, "spec": dict}
RAY_SERVICE = {
    "apiVersion": ("ray.io/v1",),
    "kind": ("RayService",),
    "metadata": {"name": str, "?labels": {str: str}},
    "spec": {
        "serveConfigV2": str,
        "?excludeHeadPodFromServeSvc": bool,
        "?upgradeStrategy": {"type": ("NewCluster", "NewClusterWithIncrementalUpgrade", "None")},
        "rayClusterConfig": {
            "rayVersion": str,
            "?gcsFaultToleranceOptions": {
                "redisAddress": str,
                "?redisUsername": SECRET,
                "?redisPassword": SECRET,
                "?externalStorageNamespace": str,
            },
            "headGroupSpec": {"rayStartParams": {str: str}, "template": TEMPLATE},
            "?workerGroupSpecs": [
                {
                    "groupName": str,
                    "replicas": Whole,
                    "minReplicas": Whole,
                    "maxReplicas": Whole,
                    "?numOfHosts": Whole,
                    "?idleTimeoutSeconds": Whole,
                    "rayStartParams": {str: str},
                    "template": TEMPLATE,
                }
            ],
        },
    },
}
#: Values of the chart from which it makes a pod, for the head and for workers.
POD_VALUES = {
    "rayStartParams": {str: str},
    "resources": dict,
    "?containerEnv": [dict],
    "?tolerations": [dict],
    "?nodeSelector": {str: str},
    "?topologySpreadConstraints": [dict],
    "?podSecurityContext": dict,
    "?securityContext": dict,
    "?volumes": [dict],
    "?volumeMounts": [dict],
}
WORKER_VALUES = {**POD_VALUES, "replicas": Whole, "minReplicas": Whole, "maxReplicas": Whole}
CHART = {
    "?nameOverride": str,
    "?fullnameOverride": str,
    "image": {"repository": str, "tag": str, "pullPolicy": ("IfNotPresent", "Always", "Never")},
    "?gcsFaultTolerance": {
        "enabled": bool,
        "redisAddress": str,
        "?redisUsername": SECRET,
        "?redisPassword": SECRET,
        "?externalStorageNamespace": str,
    },
    "?common": {"containerEnv": [dict]},
    "head": {**POD_VALUES, "rayVersion": str},
    "worker": {**WORKER_VALUES, "groupName": str, "?disabled": bool},
    "additionalWorkerGroups": {
        "smallGroup": {"disabled": bool},
        "?gpu": {**WORKER_VALUES, "disabled": bool},
    },
}


def pods():
    """The manifest's Ray pods, by the names of their groups."""
    groups = {"head": CLUSTER["headGroupSpec"]}
    groups.update((each["groupName"], each) for each in CLUSTER["workerGroupSpecs"])
    return {name: group["template"] for name, group in groups.items()}


def pod_of_values(name, container):
    """The pod that the chart makes from the values."""
    given = VALUES["additionalWorkerGroups"]["gpu"] if name == "gpu" else VALUES[name]
    image = VALUES["image"]
    env = VALUES["common"]["containerEnv"] + given.get("containerEnv", [])
    made = {"name": container, "image": f"{image['repository']}:{image['tag']}", "env": env}
    made.update((key, given[key]) for key in ("resources", "securityContext", "volumeMounts"))
    spec = {"containers": [made], "volumes": given["volumes"]}
    spec["securityContext"] = given["podSecurityContext"]
    if "tolerations" in given:
        spec["tolerations"] = given["tolerations"]
    return {"spec": spec}


def misspelt(value):
    """Yields copies of an object, each with one misspelt key."""
    inner = [(value, [])]
    for at, path in inner:
        for key, each in at.items() if isinstance(at, dict) else enumerate(at):
            # Keys in these are free.
            if isinstance(each, (dict, list)) and key not in FREE:
                inner.append((each, [*path, key]))
    for at, path in inner:
        if isinstance(at, dict) and at:
            broken = copy.deepcopy(value)
            place = broken
            for key in path:
                place = place[key]
            last = sorted(place)[-1]
            place[last + "x"] = place.pop(last)
            yield broken, path


# Kubernetes.


def objects():
    """All objects that Kubernetes itself defines, including Ray's and the chart's pods."""
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "pod"}}
    found = {
        f"{kind}/{name}": each for (kind, name), each in OBJECTS.items() if kind != "RayService"
    }
    found.update((f"pod/{name}", {**pod, **each}) for name, each in pods().items())
    for name, container in (("head", "ray-head"), ("worker", "ray-worker"), ("gpu", "ray-worker")):
        found[f"values/{name}"] = {**pod, **pod_of_values(name, container)}
    return found


@pytest.mark.parametrize("name", objects())
def test_kubernetes_knows_all_fields(name):
    kubernetes = pytest.importorskip(
        "kubernetes_validate",
        reason="kubernetes-validate is not installed: pip install kubernetes-validate",
    )
    document = objects()[name]
    kubernetes.validate(document, KUBERNETES, strict=True)
    for broken, path in misspelt(document):
        with pytest.raises(kubernetes.ValidationError):
            kubernetes.validate(broken, KUBERNETES, strict=True)
            pytest.fail(f"{name}: a key in {path} may be anything")


# KubeRay.


def test_kuberay_knows_all_fields():
    assert wrong(SERVICE, RAY_SERVICE) == []
    broken = copy.deepcopy(SERVICE)
    broken["spec"]["rayClusterConfig"]["gcsFaultTolerance"] = {}
    broken["spec"]["rayClusterConfig"]["workerGroupSpecs"][0]["replicas"] = "4"
    assert sorted(wrong(broken, RAY_SERVICE)) == [
        "it.spec.rayClusterConfig.gcsFaultTolerance: is not known",
        "it.spec.rayClusterConfig.workerGroupSpecs[0].replicas: '4'",
    ]


def test_the_chart_knows_all_values():
    assert wrong(VALUES, CHART) == []
    broken = {**VALUES, "gcsFaultToleranceOptions": {}}
    assert wrong(broken, CHART) == ["it.gcsFaultToleranceOptions: is not known"]


def test_values_make_the_cluster_of_the_manifest():
    groups = {each["groupName"]: each for each in CLUSTER["workerGroupSpecs"]}
    given = {"head": VALUES["head"], "cpu": VALUES["worker"]}
    given["gpu"] = VALUES["additionalWorkerGroups"]["gpu"]
    options = {**VALUES["gcsFaultTolerance"]}
    assert options.pop("enabled")
    assert options == CLUSTER["gcsFaultToleranceOptions"]
    assert VALUES["head"]["rayVersion"] == CLUSTER["rayVersion"]
    assert VALUES["worker"]["groupName"] == "cpu"
    assert VALUES["worker"]["replicas"] == groups["cpu"]["replicas"]
    for name, pod in pods().items():
        spec = pod["spec"]
        (container,) = spec["containers"]
        image = VALUES["image"]
        assert container["image"] == f"{image['repository']}:{image['tag']}"
        assert container["env"] == VALUES["common"]["containerEnv"]
        for key in ("resources", "securityContext", "volumeMounts"):
            assert container[key] == given[name][key], (name, key)
        assert spec["volumes"] == given[name]["volumes"]
        assert spec["securityContext"] == given[name]["podSecurityContext"]
        assert spec.get("tolerations") == given[name].get("tolerations")
    assert CLUSTER["headGroupSpec"]["rayStartParams"] == VALUES["head"]["rayStartParams"]


# Names agree.


def secrets_used(value):
    """All references to secrets in an object."""
    if isinstance(value, dict):
        if "secretKeyRef" in value:
            yield value["secretKeyRef"]["name"], value["secretKeyRef"]["key"]
        for each in value.values():
            yield from secrets_used(each)
    elif isinstance(value, list):
        for each in value:
            yield from secrets_used(each)


def test_names_are_those_of_something():
    used = set(secrets_used([list(OBJECTS.values()), VALUES]))
    assert used
    for name, key in used:
        assert key in OBJECTS["Secret", name]["stringData"]
    host, port = CLUSTER["gcsFaultToleranceOptions"]["redisAddress"].split(":")
    door = OBJECTS["Service", host]["spec"]
    assert [each["port"] for each in door["ports"]] == [int(port)]
    store = OBJECTS["StatefulSet", "espy-redis"]["spec"]
    assert store["serviceName"] == host
    labels = store["template"]["metadata"]["labels"]
    assert door["selector"].items() <= labels.items()
    assert store["selector"]["matchLabels"].items() <= labels.items()
    (container,) = store["template"]["spec"]["containers"]
    assert {each["targetPort"] for each in door["ports"]} <= {p["name"] for p in container["ports"]}
    claims = {name for kind, name in OBJECTS if kind == "PersistentVolumeClaim"}
    for name, pod in pods().items():
        for volume in pod["spec"]["volumes"]:
            assert volume["persistentVolumeClaim"]["claimName"] in claims, name


def test_redis_writes_each_command_to_its_disk():
    spec = OBJECTS["StatefulSet", "espy-redis"]["spec"]
    (container,) = spec["template"]["spec"]["containers"]
    arguments = container["args"]
    options = {arguments[i]: arguments[i + 1] for i in range(1, len(arguments), 2)}
    assert options["--appendonly"] == "yes"
    assert options["--appendfsync"] == "always"
    assert options["--maxmemory-policy"] == "noeviction"
    mounted = {each["name"]: each["mountPath"] for each in container["volumeMounts"]}
    (claim,) = spec["volumeClaimTemplates"]
    assert mounted[claim["metadata"]["name"]] == options["--dir"]


def test_pods_of_ray_do_not_set_what_kuberay_sets_itself():
    for name, pod in pods().items():
        for container in pod["spec"]["containers"]:
            names = {each["name"] for each in container["env"]}
            assert not names & {"REDIS_PASSWORD", "RAY_REDIS_ADDRESS"}, name


def test_no_container_runs_as_root():
    made = [*pods().values(), OBJECTS["StatefulSet", "espy-redis"]["spec"]["template"]]
    made.append(OBJECTS["Job", "espy-ready"]["spec"]["template"])
    made += [pod_of_values("head", "ray-head"), pod_of_values("worker", "ray-worker")]
    made.append(pod_of_values("gpu", "ray-worker"))
    for pod in made:
        spec = pod["spec"]
        assert spec["securityContext"]["runAsNonRoot"] is True
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        for container in spec["containers"]:
            assert container["securityContext"]["allowPrivilegeEscalation"] is False
            assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}


def test_what_the_values_need_is_applied_by_its_label():
    typed = re.search(
        r"kubectl apply -f service-kuberay.yaml -l (\S+)=(\S+)",
        (EXAMPLES / "service-values.yaml").read_text(),
    )
    chosen = {
        kind
        for (kind, _), each in OBJECTS.items()
        if each["metadata"]["labels"].get(typed[1]) == typed[2]
    }
    assert chosen == {"Secret", "PersistentVolumeClaim", "Service", "StatefulSet"}


# Ray Serve.


def unknown(value, model, place="it"):
    """Keys that Ray's model does not have; it would ignore them silently."""
    return [f"{place}.{key}" for key in value if key not in model.model_fields]


def test_serve_knows_all_fields():
    schema = pytest.importorskip(
        "ray.serve.schema", reason="Ray Serve is not installed: pip install 'ray[serve]'"
    )

    def strange(configuration):
        found = unknown(configuration, schema.ServeDeploySchema)
        found += unknown(configuration["http_options"], schema.HTTPOptionsSchema)
        for application in configuration["applications"]:
            found += unknown(application, schema.ServeApplicationSchema, application["name"])
            for deployment in application["deployments"]:
                found += unknown(deployment, schema.DeploymentSchema, deployment["name"])
        return found

    schema.ServeDeploySchema.model_validate(CONFIGURATION)
    assert strange(CONFIGURATION) == []
    broken = copy.deepcopy(CONFIGURATION)
    broken["applications"][0]["deployments"][0]["max_replicas_a_node"] = 1
    assert strange(broken) == ["Shard.max_replicas_a_node"]
    broken["applications"][1]["name"] = broken["applications"][0]["name"]
    with pytest.raises(ValueError):
        schema.ServeDeploySchema.model_validate(broken)


def test_applications_are_those_of_the_service():
    from espy.service.settings import GATEWAY_APP, SHARD_APP

    applications = {each["name"]: each for each in CONFIGURATION["applications"]}
    gateway = applications.pop(GATEWAY_APP)
    assert gateway["route_prefix"] == "/"
    assert "group" not in gateway["args"]
    groups = gateway["args"]["groups"]
    assert set(applications) == {SHARD_APP.format(group=group) for group in range(groups)}
    for name, each in applications.items():
        assert each["route_prefix"] is None
        args = {**each["args"]}
        assert SHARD_APP.format(group=args.pop("group")) == name
        assert args == gateway["args"], "all get the same"


def test_the_service_is_where_the_pods_have_it():
    (args,) = [
        each["args"] for each in CONFIGURATION["applications"] if "group" not in each["args"]
    ]
    assert args["keys"] is True, "it can be asked from elsewhere"
    assert CONFIGURATION["http_options"]["host"] == args["host"]
    assert CONFIGURATION["http_options"]["port"] == args["port"]
    for name, pod in pods().items():
        (container,) = pod["spec"]["containers"]
        assert args["folder"] in {each["mountPath"] for each in container["volumeMounts"]}, name
    workers = {each["groupName"]: each for each in CLUSTER["workerGroupSpecs"]}
    (container,) = workers["cpu"]["template"]["spec"]["containers"]
    cpus = int(container["resources"]["limits"]["cpu"]) * workers["cpu"]["replicas"]
    assert args["groups"] * args["replicas"] * args["cpus"] <= cpus


def test_the_service_builds_the_applications():
    pytest.importorskip("ray.serve")
    import importlib

    for each in CONFIGURATION["applications"]:
        module, function = each["import_path"].split(":")
        built = getattr(importlib.import_module(module), function)(each["args"])
        assert {one["name"] for one in each["deployments"]} == {built._bound_deployment.name}


@pytest.fixture(scope="module")
def routes(tmp_path_factory):
    """The service's operations, as (method, path)."""
    pytest.importorskip("ray.serve")
    from espy.service.api import api_of
    from espy.service.gateway import Gateway
    from espy.service.settings import Settings

    gateway = Gateway(Settings(str(tmp_path_factory.mktemp("service"))), None)
    made = api_of(gateway)
    gateway.stop()
    return {(method, route.path) for route in made.routes for method in route.methods}


def test_probes_ask_what_is_answered(routes):
    probed = set()
    for name, pod in pods().items():
        for container in pod["spec"]["containers"]:
            for probe in ("readinessProbe", "livenessProbe", "startupProbe"):
                if probe in container:
                    get = container[probe]["httpGet"]
                    assert get["port"] == CONFIGURATION["http_options"]["port"], name
                    probed.add(get["path"])
    (container,) = OBJECTS["Job", "espy-ready"]["spec"]["template"]["spec"]["containers"]
    host, port, path = re.search(r"http://([^:/]+):(\d+)(/\w+)", container["command"][2]).groups()
    assert host == f"{SERVICE['metadata']['name']}-serve-svc"
    assert int(port) == CONFIGURATION["http_options"]["port"]
    probed.add(path)
    assert probed == {"/health", "/ready"}
    assert {("GET", path) for path in probed} <= routes


# docs/service.md, docs/service-operate.md

PAGES = {name: (SOURCE / "docs" / f"{name}.md").read_text() for name in ("service", "service-operate")}


def test_the_table_of_operations_has_them_all(routes):
    table = set(re.findall(r"^\| `([A-Z]+) (/\S*)` \|", PAGES["service"], re.MULTILINE))
    mine = {(method, path.replace("{id:path}", "{id}")) for method, path in routes}
    pages = {"/", "/docs", "/page.js", "/page.css", "/api.js"}
    assert table == {
        (method, path) for method, path in mine if method != "HEAD" and path not in pages
    }


def test_the_table_of_figures_has_them_all():
    from espy.service.metrics import FIGURES

    table = re.findall(r"^\| `(espy_\w+)` \| (\w+) \|", PAGES["service-operate"], re.MULTILINE)
    assert dict(table) == {name: kind.__name__.lower() for name, (kind, _) in FIGURES.items()}
    assert len(table) == len(FIGURES)


def typed(text):
    """The arguments of the service's commands in a text."""
    for line in text.splitlines():
        found = re.search(r"python -m espy\.service ([^#`']+)", line)
        if found:
            yield shlex.split(found[1].strip())


@pytest.mark.parametrize(
    "file",
    [
        "docs/service.md",
        "docs/service-operate.md",
        "python/examples/service-kuberay.yaml",
        "python/examples/service-values.yaml",
    ],
)
def test_commands_are_what_the_service_takes(file, tmp_path):
    from espy.service import _command

    commands = list(typed((SOURCE / file).read_text()))
    assert commands
    for words in commands:
        if words[0] == "keys":
            given = ["keys", words[1], str(tmp_path), *words[3:]]
            assert _command.main(given) == _command.DONE
        elif words[0] not in ("copy", "stop"):
            assert _command._begin_parser().parse_args(words).folder
    with pytest.raises(SystemExit):
        _command._begin_parser().parse_args(["FOLDER", "--shard", "x"])


def test_the_verb_takes_the_options_of_the_module(command):
    from espy.service import _command

    verb = set(re.findall(r"(--[a-z-]+)", command("service", "--help"))) - {"--help"}
    parser = _command._begin_parser()
    module = {name for action in parser._actions for name in action.option_strings}
    assert verb == module - {"-h", "--help"} | {"--role", "--per-minute", "--parts"}
