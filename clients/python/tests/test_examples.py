"""Every example, run as its reader would run it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import Service

from pmtrading import TradingClient, models

HERE = Path(__file__).resolve().parent.parent
LONGEST_S = 90


@contextmanager
def running(service: Service, name: str, log: Path, **more: object) -> Iterator[subprocess.Popen[bytes]]:
    environment = {**service.environment(), **{key: str(value) for key, value in more.items()}}
    with log.open("w") as out:
        process = subprocess.Popen([sys.executable, str(HERE / "examples" / name)], env=environment, stdout=out, stderr=out, cwd=log.parent)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def until(is_true: Callable[[], bool], log: Path) -> None:
    deadline = time.monotonic() + LONGEST_S
    while not is_true():
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.1)


def test_every_example_is_run_here() -> None:
    tests = Path(__file__).read_text()
    examples = [path.name for path in (HERE / "examples").iterdir() if path.suffix in {".py", ".ipynb"}]
    assert examples and all(f'"{name}"' in tests for name in examples), examples


@pytest.mark.parametrize("name", ["market_maker.py", "bracket_bot.py"])
def test_an_example_without_a_market_says_so(name: str) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "SVC_ID"}
    example = [sys.executable, str(HERE / "examples" / name)]
    done = subprocess.run(example, env=environment, capture_output=True, text=True, timeout=LONGEST_S, check=False)
    assert (done.returncode, done.stderr.split(".")[0]) == (1, "SVC_ID is missing")


def test_the_market_maker_quotes_and_leaves_nothing_behind(
    service: Service, client: TradingClient, market: models.Market, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with running(service, "market_maker.py", log, SVC_ID=market.svc_id) as process:
        until(lambda: re.search(r"(bid|ask) 0\.\d+, position", log.read_text()) is not None or process.poll() is not None, log)
        process.send_signal(signal.SIGTERM)
        assert process.wait(LONGEST_S) == 0, log.read_text()
    assert "Traceback" not in log.read_text()
    until(lambda: client.list_orders(status=["open"], svc_id=market.svc_id).count == 0, log)


def test_the_bracket_bot_arms_both_exits(service: Service, client: TradingClient, market: models.Market, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with running(service, "bracket_bot.py", log, SVC_ID=market.svc_id) as process:
        until(lambda: "entry EXECUTED" in log.read_text() or process.poll() is not None, log)
        until(lambda: len(set(re.findall(r"exit (TP|SL) ", log.read_text()))) == 2 or process.poll() is not None, log)
        assert process.poll() is None, log.read_text()
        process.send_signal(signal.SIGTERM)
        assert process.wait(LONGEST_S) == 0, log.read_text()
    assert "continue without this program" in log.read_text()
    client.cancel_all_complex_orders(models.CancelAllComplexOrders(subaccount_id=service.subaccount_id))


def test_the_webhook_receiver_takes_only_signed_messages(service: Service, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with running(service, "webhook_receiver.py", log, PORT=port) as process:
        until(lambda: "webhook.test" in log.read_text() or process.poll() is not None, log)
        process.send_signal(signal.SIGTERM)
        assert process.wait(LONGEST_S) == 0, log.read_text()


def test_the_notebook_runs(service: Service, market: models.Market, monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("pandas")
    for name, value in service.environment().items():
        monkeypatch.setenv(name, value)
    book = nbformat.read(HERE / "examples" / "prices.ipynb", as_version=4)
    nbclient.NotebookClient(book, timeout=LONGEST_S, kernel_name="python3").execute()
    outputs = [output for cell in book.cells for output in cell.get("outputs", [])]
    assert any("text/html" in output.get("data", {}) for output in outputs)


def test_the_first_steps_of_the_guide_reach_a_fill(service: Service, tmp_path: Path) -> None:
    guide = (HERE / "../../docs/python.md").read_text()
    program, steps = (re.findall(rf"```{kind}\n(.*?)```", guide, re.S)[0] for kind in ("python", "bash"))
    (tmp_path / "first_fill.py").write_text(program)
    steps = steps.replace("/path/to/trading/.local", str(service.folder)).replace("/path/to/trading", str(HERE.parent.parent))
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("TRADING_", "PMT_", "SUBACCOUNT_"))}
    environment |= {"XDG_CONFIG_HOME": str(tmp_path), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    done = subprocess.run(["sh", "-ec", steps], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=400, check=False)
    if "connection broken by" in done.stdout + done.stderr:
        pytest.skip("pip's registry does not answer")
    assert re.search(r"^EXECUTED 2 0\.\d+ 0\.\d+\nSVC_ID=\d+$", done.stdout, re.M), done.stdout + done.stderr


@pytest.mark.parametrize("page", ["README.md", "../../docs/python.md"])
def test_the_programs_of_the_guides_run(service: Service, tmp_path: Path, page: str) -> None:
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", (HERE / page).read_text(), re.S)):
        path = tmp_path / f"{number}.py"
        path.write_text(block)
        environment = {**service.environment(), "BASE_URL": service.url, "API_KEY": service.key}
        done = subprocess.run([sys.executable, str(path)], env=environment, capture_output=True, text=True, timeout=LONGEST_S, check=False)
        assert done.returncode == 0, f"{block}\n{done.stdout}{done.stderr}"
