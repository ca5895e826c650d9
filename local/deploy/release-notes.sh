#!/bin/sh
# Prints the section of CHANGELOG.md for a tag such as v1.1.0. Fails if the packages have another version, or the section is missing.

set -eu
version=${1#v}
packed=$(node -p "require('./package.json').version")
if [ "$packed" != "$version" ]; then
  echo "The tag is $1, and package.json has $packed." >&2
  exit 1
fi
notes=$(awk -v heading="## $version" '$0 == heading { on = 1; next } /^## / { on = 0 } on' CHANGELOG.md)
case $notes in
  *[![:space:]]*) ;;
  *) echo "CHANGELOG.md has no section $version." >&2; exit 1 ;;
esac
case $notes in
  *'Not released yet.'*) echo "CHANGELOG.md says that $version is not released yet: remove that line first." >&2; exit 1 ;;
esac
printf '%s\n' "$notes"
