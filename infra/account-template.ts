/** The CDK's bootstrap template and the roles for GitHub as one template. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMap, parseDocument } from 'yaml'

const inFork = (file: string): string => fileURLToPath(new URL(`fork/${file}`, import.meta.url))

export const ACCOUNT_TEMPLATE = inFork('aws-account.yaml')
export const ROLES_TEMPLATE = inFork('github-roles.yaml')

const WORDS = `# Prepares an AWS account for the deploy workflow: docs/deploy-by-fork.md. Name the stack CDKToolkit.
# Written by \`npm run account-template\` from the bootstrap template of aws-cdk and from github-roles.yaml. Do not edit.
`

/** The CDK does not overwrite a bootstrap stack of another variant, so \`cdk bootstrap\` leaves the roles in place. */
const VARIANT = 'prediction-market-trading: CDK with roles for GitHub'

/** Throws if both templates have a part of one name. */
export const accountTemplate = (): string => {
  const cdk = dirname(createRequire(import.meta.url).resolve('aws-cdk/package.json'))
  const template = parseDocument(readFileSync(join(cdk, 'lib/api/bootstrap/bootstrap-template.yaml'), 'utf8'))
  const roles = parseDocument(readFileSync(ROLES_TEMPLATE, 'utf8'))
  for (const part of ['Parameters', 'Conditions', 'Resources', 'Outputs']) {
    const [into, from] = [template.get(part), roles.get(part)]
    if (!isMap(into) || !isMap(from)) throw new Error(`${part} is missing in a template`)
    for (const pair of from.items) {
      if (into.has(pair.key)) throw new Error(`${part} has two of ${String(pair.key)}`)
      into.add(pair)
    }
  }
  template.setIn(['Description'], 'What the CDK and the deploy workflow of one GitHub repository need in this account')
  template.setIn(['Parameters', 'BootstrapVariant', 'Default'], VARIANT)
  // As the CDK's own command: without this default the form would make a KMS key of a dollar a month.
  template.setIn(['Parameters', 'FileAssetsBucketKmsKeyId', 'Default'], 'AWS_MANAGED_KEY')
  // The parameters for a person come first in the form, the CDK's after them.
  template.setIn(
    ['Metadata'],
    template.createNode({
      'AWS::CloudFormation::Interface': {
        ParameterGroups: [{ Label: { default: 'Your fork' }, Parameters: keysOf(roles.get('Parameters')) }],
      },
      // An unused parameter and an old property of the CDK's template, which stays as it is.
      'cfn-lint': { config: { ignore_checks: ['W2001', 'W3045'] } },
    }),
  )
  template.commentBefore = null
  return `${WORDS}${template.toString({ lineWidth: 0 })}`
}

const keysOf = (map: unknown): readonly string[] => (isMap(map) ? map.items.map(({ key }) => String(key)) : [])
