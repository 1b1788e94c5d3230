"""The deployment: nginx as configured in front of two replicas, and files that say the same in every form."""

import re
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from browser import ROOT
from nginx_front import DEPLOY, NGINX, running

TOOLS = Path(sys.executable).parent
PINNED = re.compile(r"^([A-Za-z0-9_.-]+)==([^\s;\\]+)", re.MULTILINE)


@pytest.fixture(scope="module")
def deployed(tmp_path_factory):
    assert NGINX, "This test needs nginx: apt-get install nginx-light."
    with running(tmp_path_factory.mktemp("deployed")) as both:
        yield both


def asked(front, path, **headers):
    return urllib.request.urlopen(urllib.request.Request(f"{front.address}{path}", headers=headers), timeout=20)


def test_item_11_a_reader_gets_one_cookie_and_stays_with_one_replica(deployed):
    front, _ = deployed
    first = asked(front, "/?first")
    cookie = first.headers["Set-Cookie"].split(";")[0]
    assert cookie.startswith("replica=") and len(cookie) > 30
    for _ in range(6):
        assert "replica=" not in (asked(front, "/?later", Cookie=cookie).headers["Set-Cookie"] or "")
    assert len({upstream for upstream, _ in [*front.upstreams("/?first"), *front.upstreams("/?later", 6)]}) == 1


def test_item_11_one_address_is_spread_over_both(deployed):
    front, _ = deployed
    for i in range(24):
        asked(front, "/?spread", Cookie=f"replica=reader{i * 7919}")
    places = [upstream for upstream, _ in front.upstreams("/?spread", 24)]
    assert len(set(places)) == 2 and min(map(places.count, set(places))) >= 4


def test_item_11_files_travel_small_and_come_from_the_cache(deployed):
    front, _ = deployed
    page = asked(front, "/").read().decode()
    script = "/" + re.search(r"static/js/index[^\"']+\.js", page)[0]
    plain = len(asked(front, script).read())
    squeezed = asked(front, script, **{"Accept-Encoding": "gzip"})
    assert squeezed.headers["Content-Encoding"] == "gzip" and len(squeezed.read()) < plain / 2
    assert [cached for _, cached in front.upstreams(script, 2)][-1] == "HIT"


def test_item_11_a_file_cannot_be_sent_and_headers_pass_through(deployed):
    front, _ = deployed
    assert asked(front, "/").headers["X-Content-Type-Options"] == "nosniff"
    with pytest.raises(urllib.error.HTTPError, match=r"41[13]|403"):
        urllib.request.urlopen(urllib.request.Request(f"{front.address}/_stcore/upload_file/a/b", b"x" * 100_000,
                                                      method="PUT"), timeout=20)


# ---- What the files say ----------------------------------------------------------------------------------------------


def test_item_10_the_locks_hold_what_is_asked_for_each_with_its_hashes():
    wanted, tested = (dict(PINNED.findall((ROOT / name).read_text("utf-8")))
                      for name in ("requirements.txt", "tests/requirements.txt"))
    text = {name: (DEPLOY / f"{name}.lock").read_text("utf-8") for name in ("requirements", "cpu", "tests")}
    full, cpu, tests = (dict(PINNED.findall(one)) for one in text.values())
    assert wanted.items() <= full.items()
    assert cpu.items() <= full.items() and wanted.items() - cpu.items() == {("torch", wanted["torch"])}
    assert cpu.items() | tested.items() <= tests.items()
    assert not any(name.startswith(("nvidia", "cuda", "triton", "torch")) for name in cpu | tests)
    for one in text.values():
        packages = re.split(r"^(?=[A-Za-z0-9])", one, flags=re.MULTILINE)[1:]
        assert len(packages) > 40 and all("--hash=sha256:" in package for package in packages)
    assert "--require-hashes -r assets/deploy/tests.lock" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_item_11_the_container_installs_what_is_pinned():
    pinned = re.search(r"^torch==.+$", (ROOT / "requirements.txt").read_text("utf-8"), re.MULTILINE)[0]
    containerfile = (DEPLOY / "Containerfile").read_text("utf-8")
    assert pinned in containerfile and pinned in (ROOT / "README.md").read_text("utf-8")
    for folder in re.findall(r"^COPY (\S+) ", containerfile, re.MULTILINE):
        assert (ROOT / folder).exists()


def test_item_11_all_forms_give_the_same_settings():
    nginx, compose, kubernetes = ((DEPLOY / name).read_text("utf-8")
                                  for name in ("nginx.conf", "compose.yaml", "kubernetes.yaml"))
    for text in (compose, kubernetes):
        assert "STREAMLIT_SERVER_COOKIE_SECRET" in text and "STREAMLIT_SERVER_ALLOWED_HOSTS" in text
    replicas = re.findall(r"server (app-\d):8501", nginx)
    assert replicas == re.findall(r"^  (app-\d): \*app", compose, re.MULTILINE) and len(replicas) == 2
    assert "replicas: 2" in kubernetes and "session-cookie-name: replica" in kubernetes
    assert "client_max_body_size 64k" in nginx and "proxy-body-size: 64k" in kubernetes
    made = re.search(r"location ~ \^/\((.+)\)/ \{\n.+\n.+http_404;", nginx)[1].split("|")
    of_all, of_made = kubernetes.split("kind: Ingress")[1:]
    assert re.findall("path: /(.+)", of_made) == [*made, "r"] and "http_404" in of_made and "http_404" not in of_all
    assert re.search(r"location /r/ \{\n.+\n.+non_idempotent http_404;\n.+proxy_buffering off;", nginx)
    assert all('session-cookie-change-on-failure: "true"' in text for text in (of_all, of_made))
    assert "proxy_read_timeout 1h" in nginx and 'proxy-read-timeout: "3600"' in kubernetes


@pytest.mark.parametrize("tool", ["check-jsonschema --builtin-schema vendor.compose-spec compose.yaml",
                                  "kubernetes-validate --strict kubernetes.yaml",
                                  "hadolint --failure-threshold info Containerfile"], ids=lambda line: line.split()[-1])
def test_item_11_the_files_hold_before_their_own_tools(tool):
    name, *given = tool.split()
    done = subprocess.run([TOOLS / name, *given], cwd=DEPLOY, capture_output=True, text=True)
    assert not done.returncode, done.stdout + done.stderr


def test_item_11_the_image_has_the_version_of_the_project():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    for name in ("Containerfile", "compose.yaml", "kubernetes.yaml"):
        assert set(re.findall(r"\blecture:([\w.]+)", (DEPLOY / name).read_text("utf-8"))) == {version}
