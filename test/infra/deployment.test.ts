/** The deployment is what the declarations say: no route, grant, alarm or queue more or less. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_ROUTE, ROUTES } from '#functions/api/routes.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
import { type Bundle, buildBundles } from '#infra/bundles.ts'
import { tradingApp } from '#infra/trading-app.ts'

interface Resource {
  readonly Type: string
  // biome-ignore lint/suspicious/noExplicitAny: templates are as deep as CloudFormation
  readonly Properties: any
  readonly Metadata?: Readonly<Record<string, string>>
}
type Template = { readonly Resources: Readonly<Record<string, Resource>> }

const folder = mkdtempSync(join(tmpdir(), 'deployment-'))
let bundles: readonly Bundle[] = []
const templates: Record<string, Template> = {}

beforeAll(() => {
  bundles = buildBundles(join(folder, 'dist'))
  const cdk = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')) as {
    context: Record<string, unknown>
  }
  // The cdk command sets this one by itself; SAM finds the bundles through it.
  const context = { ...cdk.context, 'aws:cdk:enable-asset-metadata': true }
  const app = new App({ context, outdir: join(folder, 'cdk.out') })
  // Throws when cdk-nag finds something that is not accepted with a reason.
  const { stacks } = tradingApp(join(folder, 'dist'), app)
  const assembly = app.synth()
  for (const stack of stacks) templates[stack.stackName] = assembly.getStackByName(stack.stackName).template as Template
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const all = (type: string): Resource[] =>
  Object.values(templates).flatMap((template) => Object.values(template.Resources).filter((one) => one.Type === type))

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
      expect(variables.includes('VAULT_KEY_ID'), `${spec.name} and the key`).toBe(spec.uses.vault !== undefined)
      expect(variables.includes('EXCHANGE_A_URL'), `${spec.name} and the exchange`).toBe(spec.uses.exchanges === true)
      expect(variables.filter((name) => name.startsWith('QUEUE_URL_'))).toHaveLength(spec.uses.sends?.length ?? 0)
    }
  })

  it('has an alarm that says what to do', () => {
    const texts = all('AWS::CloudWatch::Alarm').map((alarm) => alarm.Properties.AlarmDescription)
    for (const spec of LAMBDAS) expect(texts).toContain(spec.ifBroken)
    for (const alarm of all('AWS::CloudWatch::Alarm')) expect(alarm.Properties.AlarmActions).toHaveLength(1)
  })

  it('may do exactly what it declares, on named things', () => {
    const statements = all('AWS::IAM::Policy').flatMap((policy) => policy.Properties.PolicyDocument.Statement)
    for (const statement of statements) {
      const actions: string[] = [statement.Action].flat()
      const resources = [statement.Resource].flat()
      for (const action of actions) expect(action).not.toContain('*')
      for (const resource of resources) expect(resource).not.toBe('*')
    }
    const actionsOf = (name: string): string[] => {
      const role = lambdaOf(name).Properties.Role['Fn::GetAtt'][0]
      return all('AWS::IAM::Policy')
        .filter((policy) => JSON.stringify(policy.Properties.Roles).includes(`"${role}"`))
        .flatMap((policy) => policy.Properties.PolicyDocument.Statement)
        .flatMap((statement) => [statement.Action].flat())
    }
    for (const spec of LAMBDAS) {
      const actions = actionsOf(spec.name)
      expect(actions.includes('dynamodb:GetItem'), spec.name).toBe(spec.uses.table !== 'none')
      expect(actions.includes('dynamodb:PutItem'), spec.name).toBe(spec.uses.table === 'write')
      expect(actions.filter((action) => action === 'sqs:SendMessage').length, spec.name).toBe(
        spec.uses.sends?.length ?? 0,
      )
      expect(actions.includes('kms:Encrypt'), spec.name).toBe(spec.uses.vault?.includes('seal') ?? false)
      expect(actions.includes('kms:Decrypt'), spec.name).toBe(spec.uses.vault?.includes('open') ?? false)
    }
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

  it('stands in the template as SAM reads it: bundles as assets on disk, integrations by reference', () => {
    for (const { Properties, Metadata } of all('AWS::Lambda::Function')) {
      expect(Properties.Handler).toBe('index.handler')
      const asset = join(folder, 'cdk.out', Metadata?.['aws:asset:path'] ?? 'missing')
      expect(existsSync(join(asset, 'index.mjs')), asset).toBe(true)
      expect(existsSync(join(asset, 'index.mjs.map'))).toBe(false)
    }
    for (const { Properties } of all('AWS::ApiGatewayV2::Integration')) {
      expect(Properties).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' })
      expect(Object.keys(Properties.IntegrationUri)).toEqual(['Fn::GetAtt'])
    }
  })
})

describe('what must not be lost', () => {
  it('the table is on demand, protected, backed up, and outlives its stack', () => {
    const [table] = Object.values(templates['TradingData']?.Resources ?? {}).filter(
      (one) => one.Type === 'AWS::DynamoDB::GlobalTable',
    )
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
    ).toEqual(['list', 'live', 'work'])
  })

  it('every queue has a dead-letter queue, and hides a message longer than its consumer runs', () => {
    const queues = all('AWS::SQS::Queue')
    expect(queues).toHaveLength(2 * CONSUMERS.length)
    const fed = queues.filter((queue) => queue.Properties.RedrivePolicy !== undefined)
    expect(fed.map((queue) => queue.Properties.VisibilityTimeout).sort()).toEqual(
      CONSUMERS.map(({ handler: { spec } }) =>
        spec.fifo ? (spec.timeoutS ?? 15) + 15 : 6 * (spec.timeoutS ?? 15),
      ).sort(),
    )
    for (const mapping of all('AWS::Lambda::EventSourceMapping')) {
      expect(mapping.Properties.FunctionResponseTypes).toEqual(['ReportBatchItemFailures'])
    }
  })

  it('each schedule runs at its interval', () => {
    const rates = all('AWS::Events::Rule').map((rule) => rule.Properties.ScheduleExpression)
    expect(rates.sort()).toEqual(
      SCHEDULES.map(
        ({ handler: { spec } }) => `rate(${spec.everyMinutes} minute${spec.everyMinutes === 1 ? '' : 's'})`,
      ).sort(),
    )
  })
})

describe('the bundles', () => {
  /** Search and credentials may weigh more (they hold an engine, and an exchange). */
  const LIMIT_KB: Readonly<Record<string, number>> = { 'search-markets': 650, 'put-credentials': 650 }

  it('of the endpoints stay below 450 KB', () => {
    for (const { handler } of [...ROUTES, DEFAULT_ROUTE]) {
      const bundle = bundles.find((one) => one.name === handler.spec.name)
      expect((bundle?.bytes ?? Number.POSITIVE_INFINITY) / 1024, handler.spec.name).toBeLessThan(
        LIMIT_KB[handler.spec.name] ?? 450,
      )
    }
  })

  it('hold nothing of the local stack, of the deployment, of tests, or of an exchange they do not talk to', () => {
    for (const spec of LAMBDAS) {
      const inputs = bundles.find((one) => one.name === spec.name)?.inputs ?? []
      expect(inputs.length).toBeGreaterThan(0)
      const strangers = inputs.filter((input) => /(^|\/)(local|infra|test)\/|aws-cdk|fauxqs|esbuild/.test(input))
      expect(strangers, spec.name).toEqual([])
      const exchanges = inputs.filter((input) => input.startsWith('shared/adapters/exchanges/'))
      expect(exchanges.length > 0, `${spec.name} and the exchanges`).toBe(spec.uses.exchanges === true)
      expect(
        inputs.some((input) => input.includes('client-kms')),
        `${spec.name} and KMS`,
      ).toBe(spec.uses.vault !== undefined)
    }
  })
})
