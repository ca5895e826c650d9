#!/bin/sh
# Installs what is missing, then runs a file on the Node of the project: the installed one, else the machine's own.

project=$(dirname "$0")/..
node "$project/local/install.mjs" || exit
# A relative folder would be another one for a child process that runs elsewhere.
PATH=$(cd "$project" && pwd)/node_modules/.bin:$PATH
export PATH
# `env` looks Node up again: this shell remembers the one that installed it. SQLite is experimental before Node 26.
exec env node --disable-warning=ExperimentalWarning "$@"
