#!/bin/sh
# First step of the workflow Deploy: prints what is still missing, with the values for the forms, and fails; or prints nothing.
# Needs the variables that GitHub sets, and ACCOUNT, REGION and REVIEWERS (number of rules that demand an approval).

set -eu
missing=0
if ! printf %s "${ACCOUNT:-}" | grep -Eqx '[0-9]{12}' || ! printf %s "${REGION:-}" | grep -Eqx '[a-z]{2}(-[a-z]+)+-[0-9]'; then
  missing=1
  cat <<WORDS
## Prepare the AWS account

1. Download [infra/fork/aws-account.yaml]($GITHUB_SERVER_URL/$GITHUB_REPOSITORY/blob/$GITHUB_SHA/infra/fork/aws-account.yaml).
2. Choose a region, such as \`eu-west-1\`: EXCHANGE_B takes no orders from the United States and others. There open [CloudFormation](https://console.aws.amazon.com/cloudformation/home#/stacks/create), choose the file, and fill in:

| field | value |
| --- | --- |
| Stack name | \`CDKToolkit\` |
| Repository | \`$GITHUB_REPOSITORY\` |
| RepositoryId | \`$GITHUB_REPOSITORY_ID\` |
| OwnerId | \`$GITHUB_REPOSITORY_OWNER_ID\` |

3. Add the variables \`AWS_ACCOUNT_ID\` (12 digits) and \`AWS_REGION\` to [the repository]($GITHUB_SERVER_URL/$GITHUB_REPOSITORY/settings/variables/actions).
WORDS
fi
if [ "${REVIEWERS:-0}" = 0 ]; then
  missing=1
  cat <<WORDS
## Protect the deployment

In [Settings, Environments]($GITHUB_SERVER_URL/$GITHUB_REPOSITORY/settings/environments) make the environment \`aws\`, and choose yourself under *Required reviewers*.
Without it a run would deploy without an approval.
WORDS
fi
[ "$missing" = 0 ]
