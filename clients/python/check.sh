#!/bin/sh
# Checks the package: current models, lint, types, and tests against a running service. Needs Python 3.10 or later with venv, and pip's registry.
# Says so and succeeds if one of them is absent. Closes with "N passed, N failed".
cd "$(dirname "$0")" || exit 1
python=${PYTHON:-python3}
if ! "$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
  echo 'The Python package is not tested: there is no Python 3.10 or later with venv.'
  exit 0
fi
venv=${PYTHON_VENV:-.venv}
"$python" -m venv "$venv" || exit 1
if ! timeout 240 "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable '.[dev]'; then
  echo 'The Python package is not tested: pip could not install its packages.'
  exit 0
fi
failed=0
"$venv/bin/ruff" check . || failed=1
"$venv/bin/ruff" format --check . || failed=1
"$venv/bin/mypy" || failed=1
"$venv/bin/pytest" || failed=1
exit $failed
