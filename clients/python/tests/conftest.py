"""A service as `npm start` runs it, in a folder of its own, for all tests that need one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pmtrading import TradingClient, models

ROOT = Path(__file__).resolve().parents[3]
START_S = 300
RUNNING = os.environ.get("SERVICE_DIR")
"""Data folder of a service that runs already, in place of one of the tests' own."""


@dataclass(frozen=True)
class Service:
    folder: Path
    url: str
    key: str = field(repr=False)
    subaccount_id: str

    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("TRADING_", "PMT_"))}
        return {**kept, "TRADING_URL": self.url, "TRADING_KEY": self.key, "SUBACCOUNT_ID": self.subaccount_id}


def pytest_configure() -> None:
    # A run that is ended from outside stops its service, too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    if RUNNING is not None:
        yield described(Path(RUNNING))
        return
    folder = tmp_path_factory.mktemp("service")
    # Installs the packages of Node if they are missing.
    command = ["sh", "local/start.sh"]
    environment = {**os.environ, "LOCAL_DIR": str(folder), "PORT": "0"}
    with (folder / "start.log").open("w") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
        )
    try:
        yield ready(process, folder)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def ready(process: subprocess.Popen[bytes], folder: Path) -> Service:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline and process.poll() is None:
        if "Ctrl-C stops it" in (folder / "start.log").read_text():
            return described(folder)
        time.sleep(0.2)
    raise AssertionError((folder / "start.log").read_text())


def described(folder: Path) -> Service:
    found: dict[str, Any] = json.loads((folder / "dev.json").read_text())
    return Service(folder, found["base_url"], found["api_key"], found["subaccount_id"])


@pytest.fixture
def client(service: Service) -> Iterator[TradingClient]:
    with TradingClient(service.url, service.key) as made:
        yield made


@pytest.fixture(scope="session")
def market(service: Service) -> models.Market:
    """A market of the simulated EXCHANGE_A that trades."""
    with TradingClient(service.url, service.key) as made:
        return made.search_markets(q="senate georgia", exchange_name="EXCHANGE_A", limit=1).results[0]
