/** The deployment is what the declarations say: no route, grant or queue more or less. Its alarms have a test of their own. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { tableDefinition } from '#adapters/store/engine/table-definition.ts'
import { ON_ALARM } from '#functions/alarms/alarms.ts'
import { DEFAULT_ROUTE, ROUTES } from '#functions/api/routes.ts'
import { WRONG_METHODS } from '#functions/api/wrong-methods.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
import { SOCKETS } from '#functions/sockets/sockets.ts'
import { notesKeyUses } from '#lambda/declaration.ts'
import { inOneRegion, isFixed } from './in-one-region.ts'
import { LIVE_LOGS } from './live-logs.ts'
import { LIVE_STAGE, type Resource, type Synthesis, synthesize, synthesizeWith } from './synthesis.ts'

let deployment: Synthesis
beforeAll(() => {
  deployment = synthesize()
}, 240_000)
const all = (type: string): readonly Resource[] => deployment.all(type)

interface Statement {
  readonly Action: string | readonly string[]
  readonly Resource: Record<string, unknown> | readonly Record<string, unknown>[]
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>
}

const LAMBDAS = [...ROUTES, DEFAULT_ROUTE, ...CONSUMERS, ...SCHEDULES, ...SOCKETS, ...ON_ALARM].map(
  ({ handler }) => handler.spec,
)
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
      expect(variables.includes('TABLE_NAME'), `${spec.name} and the table`).toBe(
        spec.uses.table !== 'none' || spec.uses.costStop !== undefined,
      )
      expect(variables.includes('CATALOGUE_BUCKET'), `${spec.name} and the catalogue`).toBe(
        spec.uses.catalogue !== undefined,
      )
      expect(Properties.EphemeralStorage?.Size, `${spec.name} and its disk`).toBe(spec.scratchMb)
      expect(variables.includes('VAULT_KEY_ID'), `${spec.name} and the key`).toBe(spec.uses.vault !== undefined)
      expect(
        variables.includes('EXCHANGE_A_API_URL') && variables.includes('EXCHANGE_B_CLOB_URL'),
        `${spec.name} and the exchange`,
      ).toBe(spec.uses.exchanges !== undefined)
      expect(variables.filter((name) => name.startsWith('QUEUE_URL_'))).toHaveLength(
        (spec.uses.sends?.length ?? 0) + (spec.uses.requeues === true ? 1 : 0),
      )
    }
  })

  it('keeps its log for the set time, in the group of its stack', () => {
    const groups = all('AWS::Logs::LogGroup')
    const names = ['trading-access', 'trading-api', 'trading-watch', 'trading-workers']
    expect(groups.map((group) => group.Properties.LogGroupName).sort()).toEqual(names)
    for (const group of groups) expect(group.Properties.RetentionInDays).toBe(30)
    for (const { stack, Properties } of all('AWS::Lambda::Function')) {
      const used = groups.find((group) => group.stack === stack && group.id === Properties.LoggingConfig.LogGroup.Ref)
      expect(used?.Properties.LogGroupName).toBe(`trading-${stack.replace('Trading', '').toLowerCase()}`)
    }
  })

  it('shares its role only with those that may do exactly the same; the gateway has roles by which it calls them', () => {
    const used = all('AWS::Lambda::Function').map(
      ({ stack, Properties }) => `${stack} ${Properties.Role['Fn::GetAtt'][0]}`,
    )
    const ofFunctions = all('AWS::IAM::Role').filter(({ id }) => !id.startsWith('invoker'))
    expect([...new Set(used)].sort()).toEqual(ofFunctions.map(({ stack, id }) => `${stack} ${id}`).sort())
    // Two roles of a stack with the same grants would be one too many.
    const allowed = ofFunctions.map(({ stack, Properties }) => `${stack} ${JSON.stringify(Properties.Policies)}`)
    expect(new Set(allowed).size).toBe(allowed.length)
    for (const { id, Properties } of ofFunctions)
      expect(Properties.Description, id).toMatch(/^What these functions may do: /)
  })
})

describe('feature flags of the CDK', () => {
  interface Flag {
    readonly userValue?: unknown
    readonly recommendedValue: unknown
    readonly unconfiguredBehavesLike?: { readonly v2?: unknown }
  }
  interface Artifact {
    readonly type: string
    readonly properties?: { readonly flags?: Readonly<Record<string, Flag>>; readonly tags?: Record<string, string> }
  }
  const artifacts = (): readonly Artifact[] => {
    const manifest: { readonly artifacts: Record<string, Artifact> } = JSON.parse(
      readFileSync(join(deployment.folder, 'manifest.json'), 'utf8'),
    )
    return Object.values(manifest.artifacts)
  }

  it('are all chosen, so that no deployment prints a line about them', () => {
    const flags = artifacts().flatMap(({ properties }) => Object.entries(properties?.flags ?? {}))
    expect(flags.length).toBeGreaterThan(80)
    const open = flags.filter(
      ([, { userValue, recommendedValue, unconfiguredBehavesLike }]) =>
        userValue === undefined && (unconfiguredBehavesLike?.v2 ?? false) !== recommendedValue,
    )
    expect(open.map(([name]) => name)).toEqual([])
  })

  it('leave each stack its tag, by which the account shows what the service costs', () => {
    const stacks = artifacts().filter(({ type }) => type === 'aws:cloudformation:stack')
    expect(stacks.map(({ properties }) => properties?.tags)).toEqual(
      Array.from({ length: 4 }, () => ({ project: 'prediction-market-trading' })),
    )
  })
})

/** CloudFormation takes 500 resources in a stack and 1 MB of template, and refuses the whole deployment beyond. */
it('each stack stays within two thirds of what CloudFormation takes, so that there is room to deploy the next features', () => {
  for (const [stack, resources] of deployment.resourcesOf) {
    expect(
      resources,
      `${stack} nears CloudFormation's limit of 500: move some routes to a second API stack that imports the HTTP API ` +
        '(HttpApi.fromHttpApiAttributes), before a deployment is refused. See docs/decisions/0040.',
    ).toBeLessThanOrEqual(333)
  }
  const endpoints = ROUTES.length + 1
  for (const [stack, bytes] of deployment.bytesOf) expect(bytes, stack).toBeLessThanOrEqual(600_000)
  // A function, its integration and its route; of a wrong method only the last. Roles are shared.
  const roles = all('AWS::IAM::Role').filter(({ stack }) => stack === 'TradingApi').length
  expect(roles).toBeLessThan(endpoints / 2)
  expect(deployment.resourcesOf.get('TradingApi')).toBeLessThanOrEqual(
    3 * endpoints + WRONG_METHODS.length + roles + 10,
  )
})

describe('the grants', () => {
  const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']
  const MORE = { remove: 'dynamodb:DeleteItem', bulk: 'dynamodb:BatchWriteItem' } as const
  const RECEIVE = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']
  const KMS = { seal: 'kms:Encrypt', open: 'kms:Decrypt' } as const
  const S3 = { read: ['s3:GetObject'], write: ['s3:GetObject', 's3:PutObject'] } as const
  /** A call that does not say which rows it writes is refused. */
  const NAMES_ROWS = { Null: { 'dynamodb:LeadingKeys': 'false' } }
  const plain = (queue: string): string => queue.replaceAll('-', '')

  /** `table`, `table/index/work`, `executeorder`, `vaultkey`: a resource by the name its construct has. */
  const nameOf = (arn: Record<string, unknown>): string => {
    if ('Fn::Join' in arn) {
      const [, parts] = arn['Fn::Join'] as [string, (string | Record<string, unknown>)[]]
      const joined = parts.map((part) => (typeof part === 'string' ? part : nameOf(part))).join('')
      return joined.replace(/^arn:.*:(event-source-mapping|execute-api:.*:AWS::AccountId):/, '')
    }
    if ('Ref' in arn) return String(arn['Ref']).replace(/[0-9A-F]{8}$/, '')
    const read = arn['Fn::GetStackOutput'] as { readonly OutputName: string } | undefined
    const text = read?.OutputName ?? (arn['Fn::GetAtt'] as string[])[0]
    return String(text)
      .replace(/^.*(FnGetAtt|OutputRef)/, '')
      .replace(/[0-9A-F]{8}(Arn[0-9A-F]{8})?$/, '')
  }
  /** Statements of its role, and policies that were added beside it. */
  const statementsOf = (name: string): Statement[] => {
    const { stack, Properties } = lambdaOf(name)
    const id = Properties.Role['Fn::GetAtt'][0]
    const within = all('AWS::IAM::Role').filter((role) => role.stack === stack && role.id === id)
    const beside = all('AWS::IAM::Policy').filter(
      (policy) => policy.stack === stack && JSON.stringify(policy.Properties.Roles).includes(`"${id}"`),
    )
    return [
      ...within.flatMap((role) => role.Properties.Policies),
      ...beside.map((policy) => policy.Properties),
    ].flatMap((policy) => policy.PolicyDocument.Statement)
  }
  const grantsOf = (name: string): string[] => {
    return statementsOf(name)
      .flatMap((statement) =>
        [statement.Action]
          .flat()
          .flatMap((action) => [statement.Resource].flat().map((resource) => `${action} on ${nameOf(resource)}`)),
      )
      .sort()
  }
  const on = (actions: readonly string[], resources: readonly string[]): string[] =>
    actions.flatMap((action) => resources.map((resource) => `${action} on ${resource}`))

  const logOf = (stack: string): string => stack.replace('Trading', '').toLowerCase()

  it('are exactly those declared, each action by name on named resources', () => {
    const table = ['table', ...Object.keys(tableDefinition.indexes).map((index) => `table/index/${index}`)]
    for (const spec of LAMBDAS) {
      const { uses } = spec
      const declared = [
        ...on(['logs:CreateLogStream', 'logs:PutLogEvents'], [`${logOf(lambdaOf(spec.name).stack)}log`]),
        ...on(uses.table === 'none' ? [] : READ, table),
        ...(notesKeyUses(spec) || uses.table === 'write' ? ['dynamodb:PutItem on table'] : []),
        ...(uses.alsoWrites ?? []).map((more) => `${MORE[more]} on table`),
        ...('idempotent' in spec ? ['dynamodb:DeleteItem on table'] : []),
        ...on(['sqs:SendMessage'], (uses.sends ?? []).map(plain)),
        ...on(
          (uses.vault ?? []).map((use) => KMS[use]),
          ['vaultkey'],
        ),
        ...(uses.costStop === undefined
          ? []
          : [`dynamodb:${uses.costStop === 'read' ? 'GetItem' : 'PutItem'} on table`]),
        ...(uses.streams === 'push' ? ['execute-api:ManageConnections on streams/live/*/@connections/*'] : []),
        ...on(uses.catalogue === undefined ? [] : S3[uses.catalogue], ['catalogue/markets.db.zst']),
        ...('queue' in spec ? on(RECEIVE, [plain(spec.queue)]) : []),
        // Only who gives messages back may hide them longer, and take them off its queue itself.
        ...('queue' in spec && uses.requeues === true
          ? on(['sqs:ChangeMessageVisibility', 'sqs:DeleteMessage'], [plain(spec.queue)])
          : []),
      ]
      expect(grantsOf(spec.name), spec.name).toEqual(declared.sort())
    }
    for (const role of all('AWS::IAM::Role')) expect(role.Properties.ManagedPolicyArns, role.id).toBeUndefined()
  })

  it('let functions that only read write the last use of a key, and no other row', () => {
    const readers = LAMBDAS.filter(notesKeyUses)
    expect(readers.length).toBeGreaterThan(10)
    for (const { name } of readers) {
      const [put, ...others] = statementsOf(name).filter(({ Action }) => [Action].flat().includes('dynamodb:PutItem'))
      expect(others).toEqual([])
      expect(put?.Condition, name).toEqual({
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['L#*'] },
        ...NAMES_ROWS,
      })
    }
  })

  it('let only the functions of API keys write API keys, and let these write no orders', () => {
    const keepers: string[] = []
    for (const { name, uses } of LAMBDAS) {
      for (const { Action, Condition } of statementsOf(name)) {
        const writes = [Action].flat().some((action) => /^dynamodb:(Put|Delete|Update|BatchWrite)/.test(action))
        if (!writes) continue
        const { Null, ...onKeys } = Condition ?? {}
        expect({ Null }, name).toEqual(NAMES_ROWS)
        const [[operator = '', keyed = {}] = []] = Object.entries(onKeys)
        const prefixes = [keyed['dynamodb:LeadingKeys'] ?? []].flat()
        if (uses.apiKeys !== true && uses.table === 'write' && operator === 'ForAllValues:StringNotLike')
          expect(prefixes, name).toEqual(['K#*'])
        else expect(operator, name).toBe('ForAllValues:StringLike')
        if (operator === 'ForAllValues:StringLike' && prefixes.includes('K#*')) {
          expect(prefixes, name).toEqual(['K#*', 'U#*', 'I#*', 'L#*'])
          keepers.push(name)
        }
      }
    }
    expect(keepers.sort()).toEqual(['create-api-key', 'revoke-api-key'])
  })

  it('let the key seal and open either exchange credentials or webhook secrets, never both', () => {
    const sealers = LAMBDAS.filter(({ uses }) => uses.vault !== undefined)
    expect(sealers.length).toBeGreaterThan(0)
    for (const { name, uses } of sealers) {
      const onKey = statementsOf(name).filter((statement) =>
        [statement.Action].flat().some((action) => action.startsWith('kms:')),
      )
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

it('each role holds no more policy than IAM takes, with the longest names AWS gives', () => {
  const AWS: Readonly<Record<string, string>> = {
    'AWS::Partition': 'aws-us-gov',
    'AWS::Region': 'ap-southeast-1',
    'AWS::AccountId': '123456789012',
  }
  const LONGEST_ARN = 'x'.repeat(125)
  const written = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(written)
    if (typeof value !== 'object' || value === null) return value
    if ('Fn::Join' in value) return (value['Fn::Join'] as [string, unknown[]])[1].map(written).join('')
    if ('Ref' in value) return AWS[String(value.Ref)] ?? 'x'.repeat(36)
    if ('Fn::GetAtt' in value || 'Fn::GetStackOutput' in value) return LONGEST_ARN
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, written(each)]))
  }
  const sizes = all('AWS::IAM::Role').map(({ id, Properties }) => ({
    id,
    characters: JSON.stringify(Properties.Policies.map((policy: object) => written(policy))).length,
  }))
  expect(Math.max(...sizes.map(({ characters }) => characters))).toBeGreaterThan(3_000)
  expect(sizes.filter(({ characters }) => characters > 10_240)).toEqual([])
})

it('no endpoint and no function of streams may take longer than the gateway waits for it', () => {
  for (const { handler } of [...ROUTES, DEFAULT_ROUTE, ...SOCKETS])
    expect(handler.spec.timeoutS ?? 15, handler.spec.name).toBeLessThanOrEqual(29)
})

describe('the HTTP API', () => {
  it('has one route per endpoint, one for everything else, and those that keep fixed paths from parameters', () => {
    const routes = all('AWS::ApiGatewayV2::Route').filter(({ stack }) => stack === 'TradingApi')
    const keys = routes.map((route) => route.Properties.RouteKey)
    expect(keys.sort()).toEqual(
      [
        '$default',
        ...[...ROUTES.map(({ handler }) => handler.spec), ...WRONG_METHODS].map(
          ({ method, path }) => `${method} ${path}`,
        ),
      ].sort(),
    )
  })

  it('shares a stack with a WebSocket API of one throttled route per stream function, without message logs', () => {
    const [api] = all('AWS::ApiGatewayV2::Api').filter(({ stack }) => stack === 'TradingData')
    expect(api?.Properties).toMatchObject({ ProtocolType: 'WEBSOCKET', Name: 'prediction-market-trading-streams' })
    const of = (type: string) => all(type).filter(({ stack }) => stack === 'TradingWorkers')
    const routes = of('AWS::ApiGatewayV2::Route').map(({ Properties }) => [Properties.RouteKey, Properties.Target])
    const integrations = new Map(of('AWS::ApiGatewayV2::Integration').map(({ id, Properties }) => [id, Properties]))
    expect(routes.map(([key]) => key).sort()).toEqual(SOCKETS.map(({ handler }) => handler.spec.route).sort())
    for (const { handler } of SOCKETS) {
      const [, target] = routes.find(([key]) => key === handler.spec.route) ?? []
      const uri = integrations.get(target['Fn::Join'][1][1].Ref)?.IntegrationUri
      expect(JSON.stringify(uri)).toContain(`"${lambdaOf(handler.spec.name).id}"`)
    }
    const [stage] = of('AWS::ApiGatewayV2::Stage')
    expect(stage?.Properties).toMatchObject({
      StageName: 'live',
      DefaultRouteSettings: { ThrottlingBurstLimit: 200, ThrottlingRateLimit: 8 },
      RouteSettings: {
        $connect: { ThrottlingBurstLimit: 100, ThrottlingRateLimit: 1 },
        $default: { ThrottlingBurstLimit: 500, ThrottlingRateLimit: 1 },
      },
    })
    // CloudFormation refuses the settings of a route that is not there yet.
    for (const { id, Properties } of of('AWS::ApiGatewayV2::Route'))
      if (Properties.RouteKey !== '$disconnect') expect(stage?.DependsOn).toContain(id)
    // A log of a WebSocket API needs a role that a new account does not have: the first deployment would fail.
    expect(stage?.Properties).not.toHaveProperty('AccessLogSettings')
  })

  it('is throttled, and logs neither headers nor queries', () => {
    const [stage] = all('AWS::ApiGatewayV2::Stage')
    expect(stage?.Properties.DefaultRouteSettings).toEqual({ ThrottlingBurstLimit: 200, ThrottlingRateLimit: 8 })
    expect(stage?.Properties.AccessLogSettings.Format).not.toMatch(/header|query|path\b/i)
  })

  it('gives what takes risk away limits of its own, so that a flood of other requests keeps none of it out', () => {
    const [stage] = all('AWS::ApiGatewayV2::Stage')
    const vital = [
      'DELETE /v1/orders/{order_id}',
      'POST /v1/orders/cancel',
      'POST /v1/orders/cancel-all',
      'DELETE /v1/complex-orders/{complex_order_id}',
      'POST /v1/complex-orders/cancel-all',
      'POST /v1/subaccounts/{subaccount_id}/flatten',
      'POST /v1/subaccounts/{subaccount_id}/halt',
      'PUT /v1/subaccounts/{subaccount_id}/dead-mans-switch',
    ]
    for (const key of vital) {
      const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = stage?.Properties.RouteSettings[key] ?? {}
      expect(rate, key).toBeGreaterThanOrEqual(1)
      expect(burst, key).toBeGreaterThanOrEqual(50)
    }
    const limited = Object.keys(stage?.Properties.RouteSettings ?? {})
    const routes = all('AWS::ApiGatewayV2::Route').filter(({ Properties }) => limited.includes(Properties.RouteKey))
    // CloudFormation refuses the settings of a route that is not there yet.
    for (const { id } of routes) expect(stage?.DependsOn).toContain(id)
    expect(routes).toHaveLength(limited.length)
  })

  it('appears in the template as SAM reads it: each route leads to its Lambda, each Lambda to its bundle', () => {
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

describe('resources that must not be lost', () => {
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
    expect(all('AWS::KMS::Key')).toMatchObject([
      { DeletionPolicy: 'RetainExceptOnCreate', Properties: { EnableKeyRotation: true } },
    ])
  })

  it('every queue is what its consumer declares, has a dead-letter queue, and hides a message longer than it runs', () => {
    const queues = all('AWS::SQS::Queue')
    expect(queues).toHaveLength(2 * CONSUMERS.length)
    for (const { handler } of CONSUMERS) {
      const { queue: name, fifo, comesAgainSoon, timeoutS = 15 } = handler.spec
      const queue = queues.find(
        (one) => one.id.startsWith(name.replaceAll('-', '')) && one.Properties.RedrivePolicy !== undefined,
      )
      expect(queue?.Properties.VisibilityTimeout, name).toBe(fifo || comesAgainSoon ? timeoutS + 5 : 6 * timeoutS)
      expect(queue?.Properties.RedrivePolicy.maxReceiveCount, name).toBe(comesAgainSoon ? 120 : 20)
      expect(queue?.Properties.FifoQueue, name).toBe(fifo)
      expect(queue?.Properties.FifoThroughputLimit, name).toBe(fifo && 'perMessageGroupId')
      const dead = queue?.Properties.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0]
      expect(queues.find((one) => one.id === dead)?.Properties.FifoQueue, name).toBe(fifo)
    }
  })

  it('a consumer hands back only the messages that failed, and takes as many Lambdas as the account has', () => {
    const mappings = all('AWS::Lambda::EventSourceMapping')
    expect(mappings).toHaveLength(CONSUMERS.length)
    for (const { Properties } of mappings) {
      expect(Properties.FunctionResponseTypes).toEqual(['ReportBatchItemFailures'])
    }
    // One declares a limit: its runs wait for receivers of webhooks, of which a user's hold 40 at most.
    const limits = mappings.flatMap(({ Properties }) => Properties.ScalingConfig?.MaximumConcurrency ?? [])
    expect(limits).toEqual([100])
  })

  it('a chain of messages may be as long as it must be: Lambda stops no consumer because it was called in the chain before', () => {
    const mayRecur = LAMBDAS.filter(({ name }) => lambdaOf(name).Properties.RecursiveLoop === 'Allow')
    expect(mayRecur.map(({ name }) => name)).toEqual(CONSUMERS.map(({ handler }) => handler.spec.name))
  })

  it('each schedule runs at its interval, and no run is repeated: the next one does its work', () => {
    const rates = all('AWS::Events::Rule').flatMap((rule) => rule.Properties.ScheduleExpression ?? [])
    expect(rates.sort()).toEqual(
      SCHEDULES.map(
        ({ handler: { spec } }) => `rate(${spec.everyMinutes} minute${spec.everyMinutes === 1 ? '' : 's'})`,
      ).sort(),
    )
    const repeats = all('AWS::Lambda::EventInvokeConfig').map((config) => config.Properties.MaximumRetryAttempts)
    expect(repeats).toEqual(SCHEDULES.map(() => 0))
  })
})

it('the function that stops costs starts only by the alarms on requests and traffic, or the exceeded budget', () => {
  const lambda = { 'Fn::GetAtt': [lambdaOf('stop-costs').id, 'Arn'] }
  const rules = all('AWS::Events::Rule').filter(({ Properties }) => Properties.EventPattern !== undefined)
  expect(rules).toMatchObject([{ Properties: { Targets: [{ Arn: lambda }] } }])
  const { resources, detail } = rules[0]?.Properties.EventPattern ?? {}
  expect(JSON.stringify(resources)).toMatch(/:alarm:trading-requests"/)
  expect(detail).toEqual({ state: { value: ['ALARM'] } })
  expect(all('AWS::SNS::Subscription')).toMatchObject([{ Properties: { Protocol: 'lambda', Endpoint: lambda } }])
})

/** Most settings at once, because each choice of them is a synthesis of its own. */
const SET = {
  stage: 'demo',
  corsOrigin: 'https://app.example.com,http://localhost:5173',
  monthlyBudget: '7',
  consumerConcurrency: '2',
  alarmEmail: 'me@example.com',
  stageRatePerSecond: '5',
  logRetentionDays: '7',
  domainName: 'trade.example.com',
  domainCertificate: 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b',
}

describe('the settings', () => {
  it('turn on CORS for several origins, mail alarms, watch the costs, and throttle', () => {
    const { all } = synthesizeWith(SET)
    const [http] = all('AWS::ApiGatewayV2::Api').filter(({ Properties }) => Properties.ProtocolType === 'HTTP')
    expect(http?.Properties.CorsConfiguration.AllowOrigins).toEqual([
      'https://app.example.com',
      'http://localhost:5173',
    ])
    expect(all('AWS::Budgets::Budget')[0]?.Properties.Budget.BudgetLimit).toEqual({ Amount: 7, Unit: 'USD' })
    // But for those whose messages are worth nothing later.
    const limits = all('AWS::Lambda::EventSourceMapping').map(({ Properties }) => Properties.ScalingConfig)
    const limited = CONSUMERS.filter(({ handler }) => handler.spec.neverLimited !== true)
    expect(limits.filter((limit) => limit !== undefined)).toEqual(limited.map(() => ({ MaximumConcurrency: 2 })))
    expect(limits).toHaveLength(CONSUMERS.length)
    const subscribed = all('AWS::SNS::Subscription').map(({ Properties }) => Properties.Protocol)
    expect(subscribed.sort()).toEqual(['email', 'lambda'])
    expect(all('AWS::ApiGatewayV2::Stage')[0]?.Properties.DefaultRouteSettings.ThrottlingRateLimit).toBe(5)
    for (const group of all('AWS::Logs::LogGroup')) expect(group.Properties.RetentionInDays).toBe(7)
  })

  it('a number of days that CloudWatch does not know is refused', () => {
    expect(() => synthesizeWith({ logRetentionDays: 31 })).toThrow('logRetentionDays')
  })

  it('put a domain of one’s own in front of the HTTP API', () => {
    const { all } = synthesizeWith(SET)
    expect(all('AWS::ApiGatewayV2::DomainName')).toMatchObject([{ Properties: { DomainName: 'trade.example.com' } }])
    expect(all('AWS::ApiGatewayV2::ApiMapping')).toHaveLength(1)
  })

  it('adopt a table, a key and a bucket that exist: nothing of the kind is made, and every grant names them', () => {
    const { all } = synthesizeWith({
      adoptTable: 'trading-restored',
      adoptKey: 'arn:aws:kms:eu-west-1:123456789012:key/0a1b',
      adoptBucket: 'trading-catalogue',
    })
    for (const type of ['AWS::DynamoDB::GlobalTable', 'AWS::KMS::Key', 'AWS::S3::Bucket']) expect(all(type)).toEqual([])
    const place = all('AWS::Lambda::Function').find(
      ({ Properties }) => Properties.Environment.Variables.FUNCTION_NAME === 'place-order',
    )
    expect(place?.Properties.Environment.Variables.TABLE_NAME).toBe('trading-restored')
    expect(JSON.stringify(all('AWS::IAM::Role'))).toContain('key/0a1b')
  })
})

/** Resources that could have a name in the account, with the property of the name. */
const NAMED_BY = [
  ['AWS::DynamoDB::GlobalTable', 'TableName'],
  ['AWS::SQS::Queue', 'QueueName'],
  ['AWS::SNS::Topic', 'TopicName'],
  ['AWS::S3::Bucket', 'BucketName'],
  ['AWS::Lambda::Function', 'FunctionName'],
  ['AWS::IAM::Role', 'RoleName'],
  ['AWS::Events::Rule', 'Name'],
] as const

describe('two stages side by side', () => {
  it('share no name in the account: neither stack nor log, alarm, metric, API, dashboard, budget', () => {
    const [one, other] = [synthesizeWith(LIVE_STAGE), synthesizeWith(SET)]
    const namesOf = ({ all, resourcesOf }: Synthesis): readonly string[] => [
      ...resourcesOf.keys(),
      ...all('AWS::Logs::LogGroup').map(({ Properties }) => `log ${Properties.LogGroupName}`),
      ...all('AWS::CloudWatch::Alarm').map(({ Properties }) => `alarm ${Properties.AlarmName}`),
      ...all('AWS::CloudWatch::Alarm').flatMap(({ Properties }) =>
        String(Properties.Namespace).startsWith('Trading') ? `metric ${Properties.Namespace}` : [],
      ),
      ...all('AWS::ApiGatewayV2::Api').map(({ Properties }) => `api ${Properties.Name}`),
      ...all('AWS::CloudWatch::Dashboard').map(
        ({ Properties }) => `dashboard ${inOneRegion(Properties.DashboardName)}`,
      ),
      ...all('AWS::Budgets::Budget').map(({ Properties }) => `budget ${inOneRegion(Properties.Budget.BudgetName)}`),
    ]
    expect(namesOf(one)).toContain('live-TradingData')
    expect(
      namesOf(one)
        .filter((name) => name.startsWith('log '))
        .toSorted(),
    ).toEqual(LIVE_LOGS.map((name) => `log ${name}`))
    expect(namesOf(one)).toContain('alarm trading-live-failures')
    expect(namesOf(one)).toContain('metric Trading/live')
    expect(namesOf(one)).toContain('dashboard trading-live-<region>')
    expect(namesOf(one)).toContain('budget trading-live-budget-<region>')
    const shared = namesOf(one).filter((name) => namesOf(other).includes(name))
    expect(shared).toEqual([])
    // No other resource has a fixed name: CloudFormation makes names from the name of the stack.
    const fixed = one.everything.flatMap(({ Type, Properties = {} }) =>
      NAMED_BY.flatMap(([type, key]) => (Type === type && key in Properties ? `${type} ${key}` : [])),
    )
    expect(fixed).toEqual([])
  })

  it('each gives its functions its name, so that their metrics are distinguishable', () => {
    for (const { Properties } of synthesizeWith(LIVE_STAGE).all('AWS::Lambda::Function'))
      expect(Properties.Environment.Variables.STAGE).toBe('live')
  })
})

describe('names that are fixed', () => {
  const FIXED = {
    'AWS::Logs::LogGroup': 'LogGroupName',
    'AWS::CloudWatch::Alarm': 'AlarmName',
    'AWS::CloudWatch::Dashboard': 'DashboardName',
  } as const
  /**
   * Properties that fix the name of a resource: CloudFormation refuses a name that is taken. Names of policies begin with the name of their stack.
   */
  const NAMES = /^(LogGroup|Alarm|Dashboard|Function|Role|Queue|Table|Bucket|Topic|Rule|Alias)Name$/

  it('are those of logs, alarms and the dashboard: of nothing else may a name be taken, as the deploy guide says', () => {
    const resources = [...deployment.templates.values()].flatMap((template) => Object.values(template.Resources))
    const named = resources.flatMap(({ Type, Properties = {} }) =>
      Object.keys(Properties)
        .filter((name) => NAMES.test(name) && isFixed(Properties[name]))
        .map((name) => [Type, name, inOneRegion(Properties[name])] as const),
    )
    for (const [type, property, name] of named) {
      expect(Object.entries(FIXED), String(name)).toContainEqual([type, property])
      expect(name).toMatch(/^trading/)
    }
    expect(new Set(named.map(([type]) => type))).toEqual(new Set(Object.keys(FIXED)))
    const guide = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8')
    expect(guide).toContain('a log group, an alarm, the dashboard or the budget of that name is there')
  })

  it('are others in another stage, so that both can be in one account', () => {
    const live = synthesizeWith(LIVE_STAGE)
    const namesIn = (of: Synthesis): readonly string[] => [
      ...of.templates.keys(),
      ...of.everything.flatMap(({ Properties = {} }) =>
        Object.keys(Properties)
          .filter((name) => NAMES.test(name) && isFixed(Properties[name]))
          .map((name) => inOneRegion(Properties[name])),
      ),
    ]
    const both = [...namesIn(deployment), ...namesIn(live)]
    expect(both.length).toBeGreaterThan(20)
    expect(both.filter((name, place) => both.indexOf(name) !== place)).toEqual([])
  })
})
