#!/bin/sh
# Writes the generated modules of the Python package again: `npm run python`, after `npm run openapi`.
# The first run installs the generator in .venv, and needs Python 3.10 or later with venv, and pip's registry.
cd "$(dirname "$0")" || exit 1
. ./environment.sh
"$bin/python" scripts/generate.py && echo 'src/pmtrading/models.py and src/pmtrading/_operations.py are current.'
