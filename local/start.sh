#!/bin/sh
# `npm start`: prints its options, or installs what is missing and runs the service in little memory.

case " $* " in
  *' --help '* | *' -h '*) exec cat local/start-usage.txt ;;
esac

node local/install.mjs || exit
export MALLOC_ARENA_MAX=2
exec node_modules/.bin/node --max-semi-space-size=4 --initial-old-space-size=24 --heap-growing-percent=40 local/start.ts "$@"
