/** The alarms are few, complete and helpful, and the documents describe them and their price correctly. */

import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
import { alarmIds } from '#local/admin/environment/alarm-ids.ts'
import { type Resource, synthesize } from './synthesis.ts'

let resources: (type: string) => readonly Resource[]
beforeAll(() => {
  resources = synthesize().all
}, 240_000)
const alarms = (): readonly Resource[] => resources('AWS::CloudWatch::Alarm')
const alarmNamed = (name: string): Resource => {
  const found = alarms().filter((alarm) => alarm.Properties.AlarmName === name)
  expect(found, `alarms named ${name}`).toHaveLength(1)
  return found[0] as Resource
}
const queueOf = (alarm: Resource): Resource | undefined => {
  const id = alarm.Properties.Dimensions[0].Value['Fn::GetAtt'][0]
  return resources('AWS::SQS::Queue').find((queue) => queue.id === id)
}
/** Alarms are paid by the metrics that they watch. */
const metricsWatched = (): number =>
  alarms().reduce(
    (sum, { Properties }) =>
      sum + (Properties.Metrics?.filter((one: { MetricStat?: unknown }) => one.MetricStat !== undefined).length ?? 1),
    0,
  )
const QUEUES = CONSUMERS.map(({ handler }) => handler.spec)
const ALONE = [
  'failures',
  'order-fate-unknown',
  'exit-overdue',
  'exit-incomplete',
  'exchange-refuses',
  'positions-differ',
]

describe('the alarms', () => {
  it('are thirteen, which watch thirteen metrics: one for the queue of orders, one for each schedule, three for costs, and six more', () => {
    const names = [
      'execute-order-waiting',
      'requests',
      'traffic',
      'invocations',
      ...SCHEDULES.map(({ handler }) => `${handler.spec.name}-not-done`),
      ...ALONE,
    ]
    expect(alarms().map((alarm) => alarm.Properties.AlarmName)).toHaveLength(names.length)
    expect(alarmIds().toSorted(), 'the alarms that doctor reads').toEqual(names.toSorted())
    for (const name of names)
      expect(alarmNamed(`trading-${name}`).Properties.AlarmDescription).toMatch(/^[A-Z].{60,}\.$/)
    expect(metricsWatched()).toBe(13)
  })

  it('tell of orders that wait for their consumer: twice the time a taken one is hidden', () => {
    const [spec, ...others] = QUEUES.filter(({ alarmAfterS }) => alarmAfterS !== undefined)
    expect([spec?.queue, others]).toEqual(['execute-order', []])
    const alarm = alarmNamed('trading-execute-order-waiting')
    expect(alarm.Properties.MetricName).toBe('ApproximateAgeOfOldestMessage')
    expect(alarm.Properties.AlarmDescription).toContain(spec?.ifBroken)
    expect(queueOf(alarm)?.Properties.RedrivePolicy).toBeDefined()
    expect(alarm.Properties.Threshold).toBe(2 * queueOf(alarm)?.Properties.VisibilityTimeout)
  })

  it('tell of a schedule that did not run within three intervals', () => {
    for (const { handler } of SCHEDULES) {
      const { name, everyMinutes, ifBroken } = handler.spec
      const { Properties } = alarmNamed(`trading-${name}-not-done`)
      const [lambda] = resources('AWS::Lambda::Function').filter(
        (one) => one.Properties.Environment.Variables.FUNCTION_NAME === name,
      )
      expect(Properties).toMatchObject({
        MetricName: 'Invocations',
        Dimensions: [{ Name: 'FunctionName', Value: { Ref: lambda?.id } }],
        Period: 180 * everyMinutes,
        Statistic: 'Sum',
        Threshold: 1,
        ComparisonOperator: 'LessThanThreshold',
        TreatMissingData: 'breaching',
      })
      expect(Properties.AlarmDescription).toContain(ifBroken)
    }
  })

  it('tell of the first order of unknown fate, exit that does not happen, position that differs, and failure of any function', () => {
    const metrics = [
      'Failures',
      'OrderFateUnknown',
      'ExitOverdue',
      'ExitIncomplete',
      'ExchangeRefuses',
      'PositionsDiffer',
    ]
    for (const [index, name] of ALONE.entries()) {
      const { Properties } = alarmNamed(`trading-${name}`)
      expect(Properties).toMatchObject({
        Namespace: 'Trading',
        MetricName: metrics[index],
        Statistic: 'Sum',
        Threshold: 1,
      })
      expect(Properties.Dimensions, 'what is counted by something is not seen by an alarm on all').toBeUndefined()
    }
  })

  it('tell of a runaway without any setting: calls of all functions, requests, and bytes of answers', () => {
    expect(alarmNamed('trading-invocations').Properties).toMatchObject({
      Namespace: 'AWS/Lambda',
      MetricName: 'Invocations',
      Period: 3600,
      Threshold: 300_000,
    })
    expect(alarmNamed('trading-invocations').Properties.Dimensions).toBeUndefined()
    expect(alarmNamed('trading-traffic').Properties).toMatchObject({
      MetricName: 'DataProcessed',
      Period: 3600,
      Threshold: 2e9,
    })
    for (const name of ['trading-requests', 'trading-traffic'])
      expect(JSON.stringify(resources('AWS::Events::Rule'))).toContain(`:alarm:${name}"`)
  })

  it('count unintended answers as failures: a 5xx of the gateway, but not the 503 of an absent exchange', () => {
    const [filter] = resources('AWS::Logs::MetricFilter').filter(({ stack }) => stack === 'TradingApi')
    expect(filter?.Properties).toMatchObject({
      FilterPattern: '{ ($.status = "5*") && (($.status != "503") || ($.error != "-")) }',
      MetricTransformations: [{ MetricNamespace: 'Trading', MetricName: 'Failures', MetricValue: '1' }],
    })
    const [stage] = resources('AWS::ApiGatewayV2::Stage')
    const log = filter?.Properties.LogGroupName.Ref
    expect(JSON.stringify(stage?.Properties.AccessLogSettings.DestinationArn)).toContain(log)
    const line = JSON.parse(stage?.Properties.AccessLogSettings.Format)
    expect(line).toMatchObject({ status: '$context.status', error: '$context.integrationErrorMessage' })
  })

  it('count as failures the crashes that Lambda writes into the log of consumers and schedules', () => {
    for (const stack of ['TradingWorkers', 'TradingWatch']) {
      const filters = resources('AWS::Logs::MetricFilter').filter((one) => one.stack === stack)
      expect(filters.map(({ Properties }) => Properties)).toMatchObject([
        {
          FilterPattern:
            '?"Task timed out" ?"Runtime.ExitError" ?"Runtime.ImportModuleError" ?"Status: error" ?"Status: timeout"',
          MetricTransformations: [{ MetricNamespace: 'Trading', MetricName: 'Failures', MetricValue: '1' }],
        },
      ])
      const [log] = resources('AWS::Logs::LogGroup').filter((one) => one.stack === stack)
      expect(filters[0]?.Properties.LogGroupName.Ref).toBe(log?.id)
    }
  })

  it('all go to the topic, which lets them in', () => {
    const [topic] = resources('AWS::SNS::Topic')
    for (const alarm of alarms()) {
      expect(alarm.Properties.AlarmActions).toHaveLength(1)
      expect(JSON.stringify(alarm.Properties.AlarmActions)).toContain(topic?.id)
      expect(alarm.Properties.OKActions, 'the owner also reads that it is over').toEqual(alarm.Properties.AlarmActions)
    }
    const [policy] = resources('AWS::SNS::TopicPolicy')
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

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const operations = read('docs/operations.md')
const chapter = (from: string, to: string): string => operations.slice(operations.indexOf(from), operations.indexOf(to))

describe('docs/operations.md', () => {
  const rows = chapter('### Failures and their alarms', '### What a broken function means')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)

  it('names in its table of what fails every alarm there is, and none that there is not', () => {
    expect(rows.length).toBeGreaterThan(15)
    const named = rows.flatMap((row) => [...row.matchAll(/`(trading-[a-z<>-]+)`/g)].map(([, name = '']) => name))
    const logs = resources('AWS::Logs::LogGroup').map((group) => group.Properties.LogGroupName)
    const kind = (name: string): string => name.replace(/^trading-.*-not-done$/, 'trading-<schedule>-not-done')
    const there = alarms().map((alarm) => alarm.Properties.AlarmName as string)
    const said = new Set(named.filter((name) => !logs.includes(name)))
    expect([...said].filter((name) => !there.includes(name) && !there.some((one) => kind(one) === name))).toEqual([])
    expect([...new Set(there.map(kind))].filter((name) => !said.has(name))).toEqual([])
  })

  it('says in each row an alarm, or why there is none', () => {
    for (const row of rows) expect(row.split('|')[3], row).toMatch(/`trading-|none: /)
  })

  it('explains every metric of the service, and gives a reason for each without an alarm', () => {
    const counted = new Set(
      sources().flatMap((text) => [...text.matchAll(/\.metric\('(\w+)'/g)].map(([, name = '']) => name)),
    )
    expect(counted).toContain('ExitIncomplete')
    const watched = alarms().map((alarm) => alarm.Properties.MetricName)
    const [alarmed, silent] = [
      [...counted].filter((name) => watched.includes(name)),
      [...counted].filter((name) => !watched.includes(name)),
    ]
    const text = chapter('### Metrics', '### Logs')
    const [first = '', second = ''] = text.split('No alarm watches')
    expect(alarmed.filter((name) => !first.includes(`\`${name}\``))).toEqual([])
    expect(silent.filter((name) => !second.includes(`\`${name}\``))).toEqual([])
  })
})

/** The text of every module that can count something. */
const sources = (): readonly string[] =>
  ['shared', 'functions'].flatMap((room) =>
    readdirSync(new URL(`../../${room}`, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => read(`${room}/${file}`)),
  )
