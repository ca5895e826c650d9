#!/bin/sh
# Prints the summary of a deployment as Markdown, from the file of `cdk deploy --outputs-file`.
# Usage: deployed-summary.sh <outputs file> <region> [<stage>]

set -eu
stage=${3:-}
address=$(jq -er --arg stack "${stage:+$stage-}TradingApi" '.[$stack].Address' "$1")
accounts=$(jq -er --arg stack "${stage:+$stage-}TradingData" '.[$stack].Accounts' "$1")
name=/trading/${stage:-main}/first-key
cat <<WORDS
## The service runs

| | |
| --- | --- |
| Address | $address |
| Console | $address/v1/console |
| Accounts | $accounts |
| First API key | [$name](https://console.aws.amazon.com/systems-manager/parameters/?region=$2) in Systems Manager, Parameter Store: *Show decrypted value* |
WORDS
