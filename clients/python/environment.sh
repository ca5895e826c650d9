# Makes .venv with the package and the tools of its development. Sourced by check.sh and generate.sh, in this folder. Sets `bin`.
# Exits with 77 if this machine has no Python 3.10 or later, or no answer of pip's registry; with 1 after any other failure.

python=
for one in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python3.10}; do
  if "$one" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then python=$one && break; fi
done
if [ -z "$python" ]; then
  echo 'There is no Python 3.10 or later with venv on this machine.'
  exit 77
fi

bin=.venv/bin

# One package that pip has to ask its registry for.
registry_is_silent() {
  folder=$(mktemp -d) || return 1
  timeout 60 "$bin/python" -m pip download --disable-pip-version-check --no-cache-dir --no-deps --retries 1 --timeout 25 --dest "$folder" httpx \
    >"$folder/log" 2>&1
  code=$?
  broken=$(grep 'connection broken by' "$folder/log" | grep -cv SSLError)
  rm -r "$folder"
  [ $code -eq 124 ] || { [ $code -ne 0 ] && [ "$broken" -gt 0 ]; }
}

# Packages are installed again if they are of another list, another Python, or another folder.
installed="$("$python" --version) $PWD $(cksum <pyproject.toml)"
if [ "$(cat .venv/installed 2>/dev/null)" != "$installed" ]; then
  "$python" -m venv --clear .venv || exit 1
  if registry_is_silent || ! timeout 420 "$bin/python" -m pip install --quiet --disable-pip-version-check --editable '.[dev]'; then
    if registry_is_silent; then
      echo "pip's registry does not answer."
      exit 77
    fi
    echo 'pip could not install the packages, although its registry answers.'
    exit 1
  fi
  echo "$installed" >.venv/installed
fi
