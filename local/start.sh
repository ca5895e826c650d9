#!/bin/sh
# `npm start`: prints its options, or installs what is missing and runs the service in little memory.

case " $* " in
  *' --help '* | *' -h '*) exec cat local/start-usage.txt ;;
esac

export MALLOC_ARENA_MAX=2
exec sh local/node.sh --max-semi-space-size=4 --initial-old-space-size=24 --heap-growing-percent=40 local/start.ts "$@"
