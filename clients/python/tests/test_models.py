"""Models, settings and tables."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest

import pmtrading as pm
from pmtrading import models
from pmtrading._call import parsed

HERE = Path(__file__).resolve().parent.parent
PROFILE = {"url": "http://127.0.0.1:1", "key": "pmt_a_secret", "subaccount": "s"}


def test_the_generated_files_are_current() -> None:
    checked = subprocess.run([sys.executable, "scripts/generate.py", "--check"], cwd=HERE, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


def test_the_version_is_that_of_the_service() -> None:
    version = json.loads((HERE.parent.parent / "package.json").read_text())["version"]
    assert pm.__version__ == version


def test_prices_are_exact_decimals() -> None:
    level = models.PriceLevel.model_validate(parsed('{"price": 0.1, "qty": 3}'))
    assert level.price * 3 == Decimal("0.3")


def test_a_field_that_may_be_null_may_be_absent() -> None:
    page = {"orders": [], "count": 0, "as_of": "2026-11-21T09:30:02Z", "has_more": False}
    assert models.ListOrdersReply.model_validate(page).next_cursor is None


def test_values_of_a_later_version_are_accepted() -> None:
    status = models.OrderStatus("PAUSED")
    assert (status, str(status), status.value) == ("PAUSED", "PAUSED", "PAUSED")


def test_a_misspelt_field_of_a_request_is_refused() -> None:
    with pytest.raises(ValueError, match="prize"):
        models.CreateOrder.model_validate({"subaccount_id": "s", "svc_id": 1, "buy_flag": True, "qty": 1, "prize": 0.1})


def test_secrets_are_not_printed() -> None:
    made = models.CredentialsOfExchangeA.model_validate({"api_key_id": "id", "private_key": "-----BEGIN"})
    assert "BEGIN" not in repr(made) + str(made)


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("TRADING_URL", "TRADING_KEY", "TRADING_SUBACCOUNT", "SUBACCOUNT_ID", "PMT_PROFILE", "LOCAL_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "pmt" / "profiles"
    folder.mkdir(parents=True, mode=0o700)
    path = folder / "default.json"
    path.write_text(json.dumps(PROFILE))
    path.chmod(0o600)
    return path


def test_the_profile_of_pmt_login_is_read(profile: Path) -> None:
    client = pm.TradingClient()
    assert (client._settings.base_url, client.subaccount_id) == ("http://127.0.0.1:1", "s")


def test_the_environment_comes_before_the_profile(profile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRADING_URL", "https://other.test")
    with pytest.raises(pm.SettingsError, match="key"):
        pm.TradingClient()
    monkeypatch.setenv("TRADING_KEY", "pmt_b_c")
    assert pm.TradingClient()._settings.base_url == "https://other.test"


def test_a_profile_that_others_can_read_is_refused(profile: Path) -> None:
    profile.chmod(0o644)
    with pytest.raises(pm.SettingsError, match="chmod 600"):
        pm.TradingClient()
    profile.chmod(0o600)
    profile.parent.chmod(0o777)
    with pytest.raises(pm.SettingsError, match="chmod 700"):
        pm.TradingClient()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"url": "http://127.0.0.1:1"}'])
def test_a_broken_profile_is_refused(profile: Path, text: str) -> None:
    profile.write_text(text)
    with pytest.raises(pm.SettingsError, match="cannot be read"):
        pm.TradingClient()


@pytest.mark.parametrize("name", ["../other", "", "a b", "missing"])
def test_a_wrong_name_of_a_profile_is_refused(profile: Path, name: str) -> None:
    with pytest.raises(pm.SettingsError):
        pm.TradingClient(profile=name or " ")


def test_without_settings_the_error_says_how_to_give_them(profile: Path) -> None:
    profile.unlink()
    with pytest.raises(pm.SettingsError, match="pmt login"):
        pm.TradingClient()
    os.mkdir(".local")
    Path(".local/dev.json").write_text(json.dumps({"base_url": "http://127.0.0.1:2", "api_key": "k", "subaccount_id": "t"}))
    assert pm.TradingClient().subaccount_id == "t"


def test_a_reply_becomes_a_table() -> None:
    pytest.importorskip("pandas")
    trade = {
        "trade_id": "a",
        "price": "0.4",
        "qty": 2,
        "taker_buy_flag": True,
        "is_block_trade": False,
        "timestamp": "2026-11-21T09:30:02Z",
    }
    trades = [models.Trade.model_validate({**trade, "trade_id": name, "qty": qty}) for name, qty in (("a", 2), ("b", 3))]
    reply = models.GetTradesReply.model_validate({"svc_id": 1, "trades": trades, "has_more": False, "as_of": trade["timestamp"]})
    frame = pm.to_frame(reply)
    assert list(frame["trade_id"]) == ["a", "b"] and frame["qty"].sum() == 5
    assert pm.to_frame(reply, decimals=True)["price"][0] == Decimal("0.4")
    assert pm.to_frame([]).empty


def test_a_list_of_any_name_becomes_a_table() -> None:
    pytest.importorskip("pandas")
    gain = {"subaccount_id": "s", "tag": "a", "realized_pnl": 1, "unrealized_pnl": None, "total_fees": 0, "fill_count": 2, "markets": []}
    frame = pm.to_frame(models.ListPnlReply.model_validate({"pnl": [gain, {**gain, "tag": "b"}], "has_more": False}))
    assert list(frame["tag"]) == ["a", "b"]
