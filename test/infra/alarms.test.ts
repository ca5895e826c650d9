/** The alarms are few, each says what to do, none is missing, and what is written about them and their price is true. */

import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
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
  it('are two for each queue, one for each schedule, and six more', () => {
    const names = [
      ...QUEUES.flatMap(({ queue }) => [`${queue}-waiting`, `${queue}-dead`]),
      ...SCHEDULES.map(({ handler }) => `${handler.spec.name}-not-done`),
      ...ALONE,
    ]
    expect(alarms().map((alarm) => alarm.Properties.AlarmName)).toHaveLength(names.length)
    for (const name of names)
      expect(alarmNamed(`trading-${name}`).Properties.AlarmDescription).toMatch(/^[A-Z].{60,}\.$/)
  })

  it('tell of the first message of a queue that was put aside, and what that means', () => {
    for (const { queue, ifBroken } of QUEUES) {
      const alarm = alarmNamed(`trading-${queue}-dead`)
      expect(alarm.Properties).toMatchObject({
        MetricName: 'ApproximateNumberOfMessagesVisible',
        Threshold: 1,
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
        TreatMissingData: 'notBreaching',
      })
      expect(alarm.Properties.AlarmDescription).toContain(ifBroken)
      const dead = queueOf(alarm)?.id
      const fed = resources('AWS::SQS::Queue').filter(
        (one) => one.Properties.RedrivePolicy?.deadLetterTargetArn['Fn::GetAtt'][0] === dead,
      )
      expect(fed).toHaveLength(1)
      expect(fed[0]?.id).toMatch(new RegExp(`^${queue.replaceAll('-', '')}[0-9A-F]{8}$`))
    }
  })

  it('tell of a queue that stands still: its oldest message waits for twice the time one is hidden, or as long as declared', () => {
    for (const { queue, ifBroken, patienceS } of QUEUES) {
      const alarm = alarmNamed(`trading-${queue}-waiting`)
      expect(alarm.Properties.MetricName).toBe('ApproximateAgeOfOldestMessage')
      expect(alarm.Properties.AlarmDescription).toContain(ifBroken)
      expect(queueOf(alarm)?.Properties.RedrivePolicy).toBeDefined()
      expect(alarm.Properties.Threshold).toBe(patienceS ?? 2 * queueOf(alarm)?.Properties.VisibilityTimeout)
    }
  })

  it('tell of a schedule of which within three intervals a run failed, or none was', () => {
    for (const { handler } of SCHEDULES) {
      const { name, everyMinutes, ifBroken } = handler.spec
      const { Properties } = alarmNamed(`trading-${name}-not-done`)
      expect(Properties).toMatchObject({
        Threshold: 1,
        ComparisonOperator: 'LessThanThreshold',
        TreatMissingData: 'breaching',
      })
      expect(Properties.AlarmDescription).toContain(ifBroken)
      const [lambda] = resources('AWS::Lambda::Function').filter(
        (one) => one.Properties.Environment.Variables.FUNCTION_NAME === name,
      )
      const [told, ...counted] = Properties.Metrics
      expect(told.Expression).toBe('IF(FILL(errors, 0) > 0, 0, runs)')
      expect(counted).toMatchObject(
        [
          ['errors', 'Errors'],
          ['runs', 'Invocations'],
        ].map(([Id, MetricName]) => ({
          Id,
          ReturnData: false,
          MetricStat: {
            Metric: { MetricName, Dimensions: [{ Name: 'FunctionName', Value: { Ref: lambda?.id } }] },
            Period: 180 * everyMinutes,
            Stat: 'Sum',
          },
        })),
      )
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

  it('count as failures the answers nobody meant: a 5xx of the gateway, but not the 503 of a function that has an exchange away', () => {
    const [filter, ...others] = resources('AWS::Logs::MetricFilter')
    expect(others).toEqual([])
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

  it('all go to the topic, which lets them in', () => {
    const [topic] = resources('AWS::SNS::Topic')
    for (const alarm of alarms()) {
      expect(alarm.Properties.AlarmActions).toHaveLength(1)
      expect(JSON.stringify(alarm.Properties.AlarmActions)).toContain(topic?.id)
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
    const kind = (name: string): string =>
      name
        .replace(
          new RegExp(`^trading-(${QUEUES.map(({ queue }) => queue).join('|')})-(waiting|dead)$`),
          'trading-<queue>-$2',
        )
        .replace(/^trading-.*-not-done$/, 'trading-<schedule>-not-done')
    const there = alarms().map((alarm) => alarm.Properties.AlarmName as string)
    const said = new Set(named.filter((name) => !logs.includes(name)))
    expect([...said].filter((name) => !there.includes(name) && !there.some((one) => kind(one) === name))).toEqual([])
    expect([...new Set(there.map(kind))].filter((name) => !said.has(name))).toEqual([])
  })

  it('says in each row an alarm, or why there is none', () => {
    for (const row of rows) expect(row.split('|')[3], row).toMatch(/`trading-|none: /)
  })

  it('says of every metric the service counts what it means, and each without an alarm stands with a reason', () => {
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

describe('docs/cost.md', () => {
  const cost = read('docs/cost.md')
  const rows = cost
    .slice(cost.indexOf('## Idle, per month'), cost.indexOf('## Per order'))
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('**', '')))
    // Its sum ends the table; the next one tells of one row in detail.
    .filter((_, place, all) => place <= all.findIndex((cells) => cells[1] === 'together'))
  const row = (what: string): readonly string[] => rows.find((cells) => cells[1] === what) ?? []
  const METRIC = 0.1
  const FREE_METRICS = 10

  it('prices the alarms that there are, by the metrics they watch', () => {
    const watched = alarms().reduce(
      (sum, { Properties }) =>
        sum + (Properties.Metrics?.filter((one: { MetricStat?: unknown }) => one.MetricStat !== undefined).length ?? 1),
      0,
    )
    const [, , text, list, free] = row('alarms')
    expect(text).toBe(`${alarms().length}, which watch ${watched} metrics`)
    expect(list).toBe((METRIC * watched).toFixed(2))
    expect(free).toBe((METRIC * Math.max(0, watched - FREE_METRICS)).toFixed(2))
  })

  it('adds up, to less than 15 dollars, and says the same wherever it says it', () => {
    const [, , , list = '', free = ''] = row('together')
    const sum = (column: number): string =>
      rows
        .filter((cells) => cells[1] !== 'together')
        .reduce((all, cells) => all + Number(cells[column]), 0)
        .toFixed(2)
    expect([sum(3), sum(4)]).toEqual([list, free])
    expect(Number(list)).toBeLessThan(15)
    const whole = Math.round(Number(list))
    expect(cost).toContain(`${whole} idle +`)
    expect(read('docs/deploy.md')).toContain(`About ${whole} dollars a month idle`)
  })
})
