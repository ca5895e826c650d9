#!/bin/sh
# Makes the first user of a deployment once, and stores its API key as a SecureString of Systems Manager. The key is never printed.
# Usage: first-key.sh <region> [<stage>]

set -eu
region=$1
stage=${2:-}
name=/trading/${stage:-main}/first-key
work=$(mktemp -d)
chmod 700 "$work"
trap 'rm -rf "$work"' EXIT

# The name is taken first: of two runs one makes the user, and an existing key is never replaced.
if ! aws ssm put-parameter --region "$region" --name "$name" --type SecureString --value pending >"$work/put" 2>&1; then
  if grep -q ParameterAlreadyExists "$work/put"; then
    echo "The first user exists. Its key is in $name."
    exit 0
  fi
  cat "$work/put" >&2
  exit 1
fi
give_up() {
  aws ssm delete-parameter --region "$region" --name "$name" || echo "Delete the parameter $name, then run this again." >&2
  exit 1
}
if [ -n "$stage" ]; then
  npm run --silent admin -- create-user --region "$region" --stage "$stage" >"$work/user" || give_up
else
  npm run --silent admin -- create-user --region "$region" >"$work/user" || give_up
fi
sed -n 's/^API key  *//p' "$work/user" | tr -d '\n' >"$work/key"
[ -s "$work/key" ] || give_up
aws ssm put-parameter --region "$region" --name "$name" --type SecureString --overwrite --value "file://$work/key" >/dev/null || give_up
echo "Made the first user. Its key is in $name."
