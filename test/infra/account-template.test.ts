/** The template that prepares an account is the CDK's own, with two roles. They may do what the workflow needs and no more. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { API_KEYS, KEY_USES, USERS } from '#adapters/store/engine/table-definition.ts'
import { ACCOUNT_TEMPLATE, accountTemplate, ROLES_TEMPLATE } from '#infra/account-template.ts'

/** Short forms of CloudFormation, such as `!Ref`, as their text. */
const FUNCTIONS = ['Ref', 'Sub', 'If', 'Equals', 'Not', 'Select', 'Split'].flatMap((name) =>
  ([undefined, 'seq', 'map'] as const).map((collection) => ({
    tag: `!${name}`,
    ...(collection === undefined ? {} : { collection }),
    resolve: (value: unknown) =>
      typeof value === 'string'
        ? value
        : // biome-ignore lint/suspicious/noExplicitAny: a node of any shape
          { [name]: (value as any).toJSON() },
  })),
)
const template = parse(readFileSync(ROLES_TEMPLATE, 'utf8'), { customTags: FUNCTIONS })
const ROLES = ['GitHubDiffRole', 'GitHubDeployRole'] as const
const statementsOf = (role: (typeof ROLES)[number]) =>
  template.Resources[role].Properties.Policies.flatMap(
    // biome-ignore lint/suspicious/noExplicitAny: templates are as deep as CloudFormation
    ({ PolicyDocument }: any) => PolicyDocument.Statement,
  )

it('aws-account.yaml is written from the CDK in use and github-roles.yaml (npm run account-template)', () => {
  expect(readFileSync(ACCOUNT_TEMPLATE, 'utf8')).toBe(accountTemplate())
})

it('the parameters keep what `cdk bootstrap` chooses, and the CDK leaves this stack in place', () => {
  const { Parameters } = parse(accountTemplate(), { customTags: FUNCTIONS })
  expect(Parameters.FileAssetsBucketKmsKeyId.Default).toBe('AWS_MANAGED_KEY')
  expect(Parameters.BootstrapVariant.Default).not.toContain('AWS CDK: Default Resources')
  expect(Parameters.Qualifier.Default).toBe('hnb659fds')
  const needed = Object.entries<object>(Parameters).filter(([, about]) => !('Default' in about))
  expect(needed.map(([name]) => name)).toEqual(['Repository', 'RepositoryId', 'OwnerId'])
})

describe.each(ROLES)('%s', (role) => {
  const trust = template.Resources[role].Properties.AssumeRolePolicyDocument.Statement

  it('is only for one environment of one repository', () => {
    expect(trust).toHaveLength(1)
    const { StringEquals, ...others } = trust[0].Condition
    expect(others).toEqual({})
    const environment = role === 'GitHubDiffRole' ? 'aws-diff' : 'aws'
    const claim = (name: string) => StringEquals[`token.actions.githubusercontent.com:${name}`]
    expect(claim('aud')).toBe('sts.amazonaws.com')
    expect(claim('repository_id')).toBe('RepositoryId')
    const [numbered, named] = claim('sub')
    expect(numbered.Sub[0]).toBe(`repo:\${Owner}@\${OwnerId}/\${Name}@\${RepositoryId}:environment:${environment}`)
    expect(named).toBe(`repo:\${Repository}:environment:${environment}`)
  })

  it('names each resource, and has no action with a wildcard', () => {
    for (const { Effect, Action, Resource } of statementsOf(role)) {
      expect(Effect).toBe('Allow')
      expect([Action].flat().join()).not.toContain('*')
      // AWS takes no resource for this one.
      if (Action === 'cloudformation:ListImports') continue
      for (const resource of [Resource].flat()) {
        const text = typeof resource === 'string' ? resource : resource.Sub[0]
        expect(text).toMatch(
          /^arn:\$\{AWS::Partition\}:[a-z]+:[^*]*\$\{AWS::AccountId\}:[^*]+(?:TradingData-\*|\/\*)?$/,
        )
      }
    }
  })
})

it('the role before the approval only reads, with the role of the CDK for look-ups', () => {
  const [statement, ...others] = statementsOf('GitHubDiffRole')
  expect(others).toEqual([])
  expect(statement.Action).toBe('sts:AssumeRole')
  expect(statement.Resource).toContain(':role/cdk-hnb659fds-lookup-role-')
})

it('the role after the approval sees whether a deployed stack imports what the update removes, in its own region', () => {
  const anywhere = statementsOf('GitHubDeployRole').filter(({ Resource }: { Resource: unknown }) => Resource === '*')
  expect(anywhere).toEqual([
    {
      Sid: 'ImportsOfTheStacks',
      Effect: 'Allow',
      Action: 'cloudformation:ListImports',
      Resource: '*',
      Condition: { StringEquals: { 'aws:RequestedRegion': 'AWS::Region' } },
    },
  ])
})

it('the role after the approval reads no row but those of users and keys', () => {
  // biome-ignore lint/suspicious/noExplicitAny: templates are as deep as CloudFormation
  const rows = statementsOf('GitHubDeployRole').find(({ Sid }: any) => Sid === 'KeysOfUsers')
  expect(rows.Condition['ForAllValues:StringLike']['dynamodb:LeadingKeys']).toEqual([
    ...[API_KEYS, KEY_USES, USERS].map((prefix) => `${prefix}*`),
    'k#*',
  ])
  expect(rows.Condition.Null).toEqual({ 'dynamodb:LeadingKeys': 'false' })
  expect(rows.Action).not.toContain('dynamodb:Scan')
})
