#!/bin/sh
# Checks the package: current models, lint, types, and tests against a running service. Needs Python 3.10 or later with venv, and pip's registry.
# Says so and succeeds if one of them is absent.
cd "$(dirname "$0")" || exit 1

(. ./environment.sh)
case $? in
  0) ;;
  77) echo 'The Python package is not tested.' && exit 0 ;;
  *) exit 1 ;;
esac

bin=.venv/bin
failed=0
"$bin/ruff" check . || failed=1
"$bin/ruff" format --check . || failed=1
"$bin/mypy" || failed=1
"$bin/pytest" || failed=1
exit $failed
