"""Address and key of the service: arguments, environment, or a profile of `pmt login`."""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

from .errors import SettingsError

LOCAL = "local"
"""The service that `npm start` runs in this folder."""

OTHERS = 0o077
OTHERS_WRITE = 0o022


@dataclass(frozen=True)
class Settings:
    """Address and key. The key is not printed."""

    base_url: str
    api_key: str = field(repr=False)
    subaccount_id: str | None = None


def settings(base_url: str | None, api_key: str | None, profile: str | None) -> Settings:
    """Returns the arguments, else the named profile, else `TRADING_URL` and `TRADING_KEY`, else the profile of `pmt login`.

    Without any of them it returns those of the service that `npm start` runs in this folder.
    """
    environment = os.environ
    subaccount = environment.get("TRADING_SUBACCOUNT") or environment.get("SUBACCOUNT_ID") or None
    url, key = environment.get("TRADING_URL"), environment.get("TRADING_KEY")
    if base_url is not None or api_key is not None:
        return _checked(Settings(base_url or "", api_key or "", subaccount))
    if profile is None and (url or key):
        return _checked(Settings(url or "", key or "", subaccount))
    chosen = profile or environment.get("PMT_PROFILE") or _usual()
    found = _local() if chosen == LOCAL else read_profile(chosen)
    return _checked(replace(found, subaccount_id=subaccount or found.subaccount_id))


def _usual() -> str:
    if _path("default").exists():
        return "default"
    if _dev_file().exists():
        return LOCAL
    raise SettingsError("No address and key: give base_url and api_key, set TRADING_URL and TRADING_KEY, or run pmt login.")


def _local() -> Settings:
    path = _dev_file()
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return Settings(str(found["base_url"]), str(found["api_key"]), found.get("subaccount_id"))
    except (OSError, ValueError, KeyError, TypeError):
        raise SettingsError(f"There is no service of this folder: {path} cannot be read.") from None


def _dev_file() -> Path:
    return Path(os.environ.get("LOCAL_DIR") or ".local") / "dev.json"


def read_profile(name: str) -> Settings:
    """Reads a profile of `pmt login`. Refuses a file that others can read, and a folder in which others can replace it."""
    path = _path(name)
    if not path.exists():
        raise SettingsError(f"There is no profile {name}. pmt login --profile {name} makes it.")
    _refuse_others(path, OTHERS, "600")
    _refuse_others(path.parent, OTHERS_WRITE, "700")
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return Settings(str(found["url"]), str(found["key"]), found.get("subaccount"))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise SettingsError(f"The profile {path} cannot be read. pmt login --profile {name} writes it again.") from None


def _checked(found: Settings) -> Settings:
    if urlsplit(found.base_url).scheme not in ("http", "https"):
        raise SettingsError("The address of the service begins with http:// or https://.")
    if not found.api_key or not found.api_key.isascii() or not found.api_key.isprintable():
        raise SettingsError("The key is missing, or is no API key.")
    return Settings(found.base_url.rstrip("/"), found.api_key, found.subaccount_id)


def _path(name: str) -> Path:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}", name):
        raise SettingsError(f"{name} is no name of a profile.")
    return _config_folder() / "profiles" / f"{name}.json"


def _config_folder() -> Path:
    given = os.environ.get("XDG_CONFIG_HOME")
    if given:
        return Path(given) / "pmt"
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming") / "pmt"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "pmt"
    return Path.home() / ".config" / "pmt"


def _refuse_others(path: Path, bits: int, mode: str) -> None:
    # Windows has no such mode; the folder of a user is closed to others there.
    if os.name != "nt" and path.stat().st_mode & bits:
        raise SettingsError(f"Others on this machine can read or change {path}, which holds a key. Close it: chmod {mode} '{path}'")
