/** The deployment is what the declarations say: no route, grant, alarm or queue more or less. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { tableDefinition } from '#adapters/store/table-definition.ts'
import { DEFAULT_ROUTE, ROUTES } from '#functions/api/routes.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
import { type Resource, type Synthesis, synthesize } from './synthesis.ts'

let deployment: Synthesis
// Some seventy Lambdas are bundled and synthesized: a minute on a busy machine.
beforeAll(() => {
  deployment = synthesize()
}, 240_000)
const all = (type: string): readonly Resource[] => deployment.all(type)

const LAMBDAS = [...ROUTES, DEFAULT_ROUTE, ...CONSUMERS, ...SCHEDULES].map(({ handler }) => handler.spec)
const lambdaOf = (name: string): Resource => {
  const found = all('AWS::Lambda::Function').filter(
    (one) => one.Properties.Environment?.Variables?.FUNCTION_NAME === name,
  )
  expect(found, `functions named ${name}`).toHaveLength(1)
  return found[0] as Resource
}

describe('every declared Lambda', () => {
  it('is deployed once, on Node 24 and arm64, with its memory, time-out and environment', () => {
    expect(all('AWS::Lambda::Function')).toHaveLength(LAMBDAS.length)
    for (const spec of LAMBDAS) {
      const { Properties } = lambdaOf(spec.name)
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        MemorySize: spec.memoryMb ?? 512,
        Timeout: spec.timeoutS ?? 15,
      })
      const variables = Object.keys(Properties.Environment.Variables)
      expect(variables.includes('TABLE_NAME'), `${spec.name} and the table`).toBe(spec.uses.table !== 'none')
      expect(variables.includes('CATALOGUE_BUCKET'), `${spec.name} and the catalogue`).toBe(
        spec.uses.catalogue !== undefined,
      )
      expect(Properties.EphemeralStorage?.Size, `${spec.name} and its disk`).toBe(spec.scratchMb)
      expect(variables.includes('VAULT_KEY_ID'), `${spec.name} and the key`).toBe(spec.uses.vault !== undefined)
      expect(
        variables.includes('EXCHANGE_A_URL') && variables.includes('EXCHANGE_B_CLOB_URL'),
        `${spec.name} and the exchange`,
      ).toBe(spec.uses.exchanges === true)
      expect(variables.filter((name) => name.startsWith('QUEUE_URL_'))).toHaveLength(spec.uses.sends?.length ?? 0)
    }
  })

  it('keeps its log for the set time, in a group of its own', () => {
    const groups = all('AWS::Logs::LogGroup')
    expect(groups).toHaveLength(LAMBDAS.length + 1)
    for (const group of groups) expect(group.Properties.RetentionInDays).toBe(30)
    const used = all('AWS::Lambda::Function').map((one) => one.Properties.LoggingConfig.LogGroup.Ref)
    expect(new Set(used).size).toBe(LAMBDAS.length)
  })
})

describe('the grants', () => {
  const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']
  const WRITE = [...READ, 'dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem']
  const RECEIVE = [
    'sqs:ReceiveMessage',
    'sqs:ChangeMessageVisibility',
    'sqs:GetQueueUrl',
    'sqs:DeleteMessage',
    'sqs:GetQueueAttributes',
  ]
  const KMS = { seal: 'kms:Encrypt', open: 'kms:Decrypt' } as const
  const S3 = { read: ['s3:GetObject'], write: ['s3:GetObject', 's3:PutObject'] } as const
  const plain = (queue: string): string => queue.replaceAll('-', '')

  /** `table`, `table/index/work`, `executeorder`, `vaultkey`: a resource by the name its construct has. */
  const nameOf = (arn: Record<string, unknown>): string => {
    if ('Fn::Join' in arn) {
      const [, parts] = arn['Fn::Join'] as [string, (string | Record<string, unknown>)[]]
      return parts.map((part) => (typeof part === 'string' ? part : nameOf(part))).join('')
    }
    const text = 'Fn::ImportValue' in arn ? String(arn['Fn::ImportValue']) : (arn['Fn::GetAtt'] as string[])[0]
    return String(text)
      .replace(/^.*FnGetAtt/, '')
      .replace(/[0-9A-F]{8}(Arn[0-9A-F]{8})?$/, '')
  }
  const grantsOf = (name: string): string[] => {
    const role = lambdaOf(name).Properties.Role['Fn::GetAtt'][0]
    return all('AWS::IAM::Policy')
      .filter((policy) => JSON.stringify(policy.Properties.Roles).includes(`"${role}"`))
      .flatMap((policy) => policy.Properties.PolicyDocument.Statement)
      .flatMap((statement) =>
        [statement.Action]
          .flat()
          .flatMap((action) => [statement.Resource].flat().map((resource) => `${action} on ${nameOf(resource)}`)),
      )
      .sort()
  }
  const on = (actions: readonly string[], resources: readonly string[]): string[] =>
    actions.flatMap((action) => resources.map((resource) => `${action} on ${resource}`))

  it('are exactly those declared, each action by name on named resources', () => {
    const table = ['table', ...Object.keys(tableDefinition.indexes).map((index) => `table/index/${index}`)]
    for (const spec of LAMBDAS) {
      const { uses } = spec
      const declared = [
        ...on(['logs:CreateLogStream', 'logs:PutLogEvents'], [`${plain(spec.name)}log`]),
        ...on(uses.table === 'none' ? [] : uses.table === 'read' ? READ : WRITE, table),
        ...on(['sqs:SendMessage'], (uses.sends ?? []).map(plain)),
        ...on(
          (uses.vault ?? []).map((use) => KMS[use]),
          ['vaultkey'],
        ),
        ...on(uses.catalogue === undefined ? [] : S3[uses.catalogue], ['catalogue/markets.db.zst']),
        ...('queue' in spec ? on(RECEIVE, [plain(spec.queue)]) : []),
      ]
      expect(grantsOf(spec.name), spec.name).toEqual(declared.sort())
    }
    for (const role of all('AWS::IAM::Role')) expect(role.Properties.ManagedPolicyArns, role.id).toBeUndefined()
  })

  it('let the key seal and open either exchange credentials or webhook secrets, never both', () => {
    const sealers = LAMBDAS.filter(({ uses }) => uses.vault !== undefined)
    expect(sealers.length).toBeGreaterThan(0)
    for (const { name, uses } of sealers) {
      const role = lambdaOf(name).Properties.Role['Fn::GetAtt'][0]
      const onKey = all('AWS::IAM::Policy')
        .filter((policy) => JSON.stringify(policy.Properties.Roles).includes(`"${role}"`))
        .flatMap((policy) => policy.Properties.PolicyDocument.Statement)
        .filter((statement) => [statement.Action].flat().some((action: string) => action.startsWith('kms:')))
      expect(onKey, name).toHaveLength(uses.vault?.length ?? 0)
      const keys = uses.webhooks === true ? ['user', 'webhook'] : ['user', 'subaccount', 'exchange']
      for (const statement of onKey) {
        expect(statement.Condition, name).toEqual({
          'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': keys },
          Null: { 'kms:EncryptionContextKeys': 'false' },
        })
      }
    }
  })
})

describe('the alarms', () => {
  const alarms = (): readonly Resource[] => all('AWS::CloudWatch::Alarm')

  it('are one for each Lambda, with its own text, on crashes and on failures its frame caught', () => {
    for (const spec of LAMBDAS) {
      const own = alarms().filter((alarm) => alarm.Properties.AlarmDescription === spec.ifBroken)
      expect(own, spec.name).toHaveLength(1)
      const watched = JSON.stringify(own[0]?.Properties.Metrics)
      expect(watched).toContain(`"MetricName":"Errors"`)
      expect(watched).toContain(`"Ref":"${lambdaOf(spec.name).id}"`)
      expect(watched).toContain(`{"Name":"function","Value":"${spec.name}"}`)
    }
  })

  it('watch each queue for what waits too long and for what was put aside', () => {
    const hidden = (fed: string): number =>
      all('AWS::SQS::Queue').find((queue) => queue.id === fed)?.Properties.VisibilityTimeout
    const waiting = alarms().filter((alarm) => alarm.Properties.MetricName === 'ApproximateAgeOfOldestMessage')
    expect(waiting).toHaveLength(CONSUMERS.length)
    for (const { Properties } of waiting) {
      expect(Properties.Threshold).toBe(2 * hidden(Properties.Dimensions[0].Value['Fn::GetAtt'][0]))
    }
    const dead = alarms().filter((alarm) => alarm.Properties.MetricName === 'ApproximateNumberOfMessagesVisible')
    expect(dead).toHaveLength(CONSUMERS.length)
  })

  it('notice a schedule that does not run at all', () => {
    const silent = alarms().filter((alarm) => alarm.Properties.MetricName === 'Invocations')
    expect(silent.map((alarm) => alarm.Properties.Period).sort()).toEqual(
      SCHEDULES.map(({ handler }) => 180 * handler.spec.everyMinutes).sort(),
    )
    for (const { Properties } of silent) {
      expect(Properties).toMatchObject({ ComparisonOperator: 'LessThanThreshold', TreatMissingData: 'breaching' })
    }
  })

  it('are these and one each for orders of unknown fate, for exits that do not happen, and for answers that are 5xx', () => {
    const names = ['OrderFateUnknown', 'ExitOverdue', 'ExitIncomplete', '5xx']
    const single = alarms().filter(({ Properties }) => names.includes(Properties.MetricName))
    expect(single).toHaveLength(4)
    expect(alarms()).toHaveLength(LAMBDAS.length + 2 * CONSUMERS.length + SCHEDULES.length + 4)
  })

  it('all go to the topic, which lets them in', () => {
    const [topic] = all('AWS::SNS::Topic')
    for (const alarm of alarms()) {
      expect(alarm.Properties.AlarmActions).toHaveLength(1)
      expect(JSON.stringify(alarm.Properties.AlarmActions)).toContain(topic?.id)
    }
    const [policy] = all('AWS::SNS::TopicPolicy')
    expect(policy?.Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
    )
  })
})

describe('the HTTP API', () => {
  it('has one route per endpoint and one for everything else', () => {
    const keys = all('AWS::ApiGatewayV2::Route').map((route) => route.Properties.RouteKey)
    expect(keys.sort()).toEqual(
      ['$default', ...ROUTES.map(({ handler }) => `${handler.spec.method} ${handler.spec.path}`)].sort(),
    )
  })

  it('is throttled, and logs neither headers nor queries', () => {
    const [stage] = all('AWS::ApiGatewayV2::Stage')
    expect(stage?.Properties.DefaultRouteSettings).toEqual({ ThrottlingBurstLimit: 100, ThrottlingRateLimit: 50 })
    expect(stage?.Properties.AccessLogSettings.Format).not.toMatch(/header|query|path\b/i)
  })

  it('stands in the template as SAM reads it: each route leads to its Lambda, each Lambda to its bundle on disk', () => {
    const integrations = new Map(all('AWS::ApiGatewayV2::Integration').map((one) => [one.id, one.Properties]))
    for (const { handler } of [...ROUTES, DEFAULT_ROUTE]) {
      const { method, path, name } = handler.spec
      const key = method === 'ANY' ? path : `${method} ${path}`
      const route = all('AWS::ApiGatewayV2::Route').find((one) => one.Properties.RouteKey === key)
      const { 'Fn::Join': target } = route?.Properties.Target ?? {}
      expect(target, key).toEqual(['', ['integrations/', { Ref: expect.any(String) }]])
      expect(integrations.get(target[1][1].Ref), key).toMatchObject({
        IntegrationType: 'AWS_PROXY',
        PayloadFormatVersion: '2.0',
        IntegrationUri: { 'Fn::GetAtt': [lambdaOf(name).id, 'Arn'] },
      })
    }
    for (const { Metadata } of all('AWS::Lambda::Function')) {
      const asset = join(deployment.folder, Metadata?.['aws:asset:path'] ?? 'missing')
      expect(existsSync(join(asset, 'index.mjs')), asset).toBe(true)
      expect(existsSync(join(asset, 'index.mjs.map'))).toBe(false)
    }
  })
})

describe('what must not be lost', () => {
  it('the table is on demand, protected, backed up, and outlives its stack', () => {
    const [table] = all('AWS::DynamoDB::GlobalTable')
    expect(table).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
        Replicas: [
          { DeletionProtectionEnabled: true, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
        ],
      },
    })
    expect(
      table?.Properties.GlobalSecondaryIndexes.map((index: { IndexName: string }) => index.IndexName).sort(),
    ).toEqual(['list', 'live', 'trigger', 'work'])
  })

  it('the key that seals credentials rotates, and outlives its stack', () => {
    expect(all('AWS::KMS::Key')).toMatchObject([{ DeletionPolicy: 'Retain', Properties: { EnableKeyRotation: true } }])
  })

  it('every queue is what its consumer declares, has a dead-letter queue, and hides a message longer than it runs', () => {
    const queues = all('AWS::SQS::Queue')
    expect(queues).toHaveLength(2 * CONSUMERS.length)
    for (const { handler } of CONSUMERS) {
      const { queue: name, fifo, timeoutS = 15 } = handler.spec
      const queue = queues.find(
        (one) => one.id.startsWith(name.replaceAll('-', '')) && one.Properties.RedrivePolicy !== undefined,
      )
      expect(queue?.Properties.VisibilityTimeout, name).toBe(fifo ? timeoutS + 15 : 6 * timeoutS)
      expect(queue?.Properties.FifoQueue, name).toBe(fifo)
      const dead = queue?.Properties.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0]
      expect(queues.find((one) => one.id === dead)?.Properties.FifoQueue, name).toBe(fifo)
    }
  })

  it('a consumer hands back only the messages that failed, and cannot use up all Lambdas of the account', () => {
    const mappings = all('AWS::Lambda::EventSourceMapping')
    expect(mappings).toHaveLength(CONSUMERS.length)
    for (const { Properties } of mappings) {
      expect(Properties.FunctionResponseTypes).toEqual(['ReportBatchItemFailures'])
      expect(Properties.ScalingConfig.MaximumConcurrency).toBe(20)
    }
  })

  it('each schedule runs at its interval, and no run is repeated: the next one does its work', () => {
    const rates = all('AWS::Events::Rule').map((rule) => rule.Properties.ScheduleExpression)
    expect(rates.sort()).toEqual(
      SCHEDULES.map(
        ({ handler: { spec } }) => `rate(${spec.everyMinutes} minute${spec.everyMinutes === 1 ? '' : 's'})`,
      ).sort(),
    )
    const repeats = all('AWS::Lambda::EventInvokeConfig').map((config) => config.Properties.MaximumRetryAttempts)
    expect(repeats).toEqual(SCHEDULES.map(() => 0))
  })
})

describe('the settings', () => {
  it('turn on CORS for one origin, mail alarms, and throttle', () => {
    const { all } = synthesize({
      corsOrigin: 'https://app.example.com',
      alarmEmail: 'me@example.com',
      stageRatePerSecond: '5',
      logRetentionDays: '7',
    })
    expect(all('AWS::ApiGatewayV2::Api')[0]?.Properties.CorsConfiguration.AllowOrigins).toEqual([
      'https://app.example.com',
    ])
    expect(all('AWS::SNS::Subscription')).toMatchObject([
      { Properties: { Protocol: 'email', Endpoint: 'me@example.com' } },
    ])
    expect(all('AWS::ApiGatewayV2::Stage')[0]?.Properties.DefaultRouteSettings.ThrottlingRateLimit).toBe(5)
    for (const group of all('AWS::Logs::LogGroup')) expect(group.Properties.RetentionInDays).toBe(7)
  })

  it('a number of days that CloudWatch does not know is refused', () => {
    expect(() => synthesize({ logRetentionDays: 31 })).toThrow('logRetentionDays')
  })
})
