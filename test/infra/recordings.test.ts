/** Recordings on AWS: off they are nothing, on they are one permission and one rule. */

import { expect, it } from 'vitest'
import { synthesize, synthesizeWith } from './synthesis.ts'

const WATCHERS = ['watch-prices', 'watch-shard']

const recorders = (all: ReturnType<typeof synthesize>['all']): readonly string[] =>
  all('AWS::IAM::Role')
    .filter(({ Properties }) => JSON.stringify(Properties).includes('recordings/*'))
    .map(({ Properties }) => String(Properties.Description))

it('are not in a deployment by default', () => {
  const { all } = synthesize()
  expect(recorders(all)).toEqual([])
  expect(JSON.stringify(all('AWS::Lambda::Function'))).not.toContain('"RECORD"')
})

it.each([
  ['a new bucket', '', 1],
  ['an adopted bucket, which keeps its own rules', 'own-bucket', 0],
])('are stored by the price watch alone, which may read none, in %s', (_, adoptBucket, buckets) => {
  const { all } = synthesizeWith({ accounts: 'production', record: 'on', recordingDays: 7, adoptBucket })
  for (const roles of recorders(all)) expect(WATCHERS.some((name) => roles.includes(name))).toBe(true)
  expect(recorders(all)).toHaveLength(2)
  for (const { Properties } of all('AWS::IAM::Role')) {
    const statements: { Action: unknown; Resource: unknown }[] = Properties.Policies[0].PolicyDocument.Statement
    const about = statements.filter(({ Resource }) => JSON.stringify(Resource).includes('recordings/*'))
    for (const { Action } of about) expect(Action).toBe('s3:PutObject')
  }
  const set = all('AWS::Lambda::Function').filter(({ Properties }) => 'RECORD' in Properties.Environment.Variables)
  expect(set).toHaveLength(2)
  const made = all('AWS::S3::Bucket')
  expect(made).toHaveLength(buckets)
  for (const { Properties } of made)
    expect(Properties.LifecycleConfiguration.Rules).toContainEqual(
      expect.objectContaining({ Prefix: 'recordings/', ExpirationInDays: 7, Status: 'Enabled' }),
    )
})
