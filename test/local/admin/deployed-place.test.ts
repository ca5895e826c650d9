/** A deployment is found by the outputs of its stacks, and its logs are read in the pages that CloudWatch gives. */

import { describe, expect, it } from 'vitest'
import { openTable } from '#adapters/store/engine/table.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { queueOutput } from '#infra/queue-output.ts'
import { alarmMails } from '#local/admin/doctor/cloud/alarm-mails.ts'
import { alarms as alarmsOf } from '#local/admin/doctor/cloud/alarms.ts'
import { mappings as mappingsOf } from '#local/admin/doctor/cloud/mappings.ts'
import { alarmIds } from '#local/admin/environment/alarm-ids.ts'
import type { CallAws } from '#local/admin/environment/call-aws.ts'
import { cloudWatchLogs } from '#local/admin/environment/cloudwatch-logs.ts'
import { deployedPlace } from '#local/admin/environment/deployed-place.ts'
import { stackOutputs } from '#local/admin/environment/stack-outputs.ts'
import { LIVE_LOGS } from '#test/infra/live-logs.ts'

const QUEUES = CONSUMERS.map(({ handler }) => handler.spec.queue)

/** As CloudFormation writes it (API reference, DescribeStacks). */
const described = (outputs: Readonly<Record<string, string>>): string =>
  `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>
  <StackName>x</StackName><Outputs>${Object.entries(outputs)
    .map(
      ([name, value]) =>
        `<member>\n<OutputKey>${name}</OutputKey>\n<OutputValue>${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}</OutputValue></member>`,
    )
    .join(
      '',
    )}</Outputs><Tags><member><Key>a</Key><Value>b</Value></member></Tags></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`

const DATA = {
  TableName: 'live-TradingData-table',
  VaultKeyArn: 'arn:aws:kms:eu-west-1:1:key/2',
  CatalogueBucket: 'bucket',
  StreamAddress: 'wss://s.execute-api.eu-west-1.amazonaws.com/live',
  Exchanges: JSON.stringify({ EXCHANGE_A: { api: 'https://a.example?x=1&y=2' } }),
  ...Object.fromEntries(QUEUES.map((queue) => [queueOutput(queue), `https://sqs.eu-west-1.amazonaws.com/1/${queue}`])),
}

const ask: CallAws = async (_service, _target, { StackName }) =>
  StackName === 'live-TradingData' ? described(DATA) : described({ Address: 'https://trade.example.com' })

describe('a deployment', () => {
  it('is found by its stage and region', async () => {
    const place = await deployedPlace('eu-west-1', 'live', () => ask)
    expect(place).toMatchObject({
      name: 'live-TradingData in eu-west-1',
      stage: 'live',
      table: { name: 'live-TradingData-table', region: 'eu-west-1' },
      baseUrl: 'https://trade.example.com',
      streams: { endpoint: 'https://s.execute-api.eu-west-1.amazonaws.com/live' },
      exchanges: { EXCHANGE_A: { api: 'https://a.example?x=1&y=2' } },
    })
    expect(place.queues.urls['execute-order']).toBe('https://sqs.eu-west-1.amazonaws.com/1/execute-order')
    place.close()
  })

  it('is searched in exactly the logs that it has: one that is missing would be refused by CloudWatch', async () => {
    const searched: unknown[] = []
    const recording: CallAws = async (service, target, body) => {
      if (service === 'cloudformation') return ask(service, target, body)
      searched.push(body['logGroupName'])
      return '{}'
    }
    const place = await deployedPlace('eu-west-1', 'live', () => recording)
    await place.logs.find(['one'], 0, 10_000)
    place.close()
    expect(searched.toSorted()).toEqual(LIVE_LOGS)
  })

  it('a deployment of an earlier version is refused with the output that it lacks', async () => {
    const old: CallAws = async () => described({ TableName: 'x' })
    await expect(deployedPlace('eu-west-1', '', () => old)).rejects.toThrow('The outputs have no VaultKeyArn')
  })

  it('a deployment without outputs has none', async () => {
    expect(await stackOutputs(async () => '<DescribeStacksResponse/>', 'x')).toEqual({})
  })
})

describe('the doctor of a deployment', () => {
  const TOPIC = 'arn:aws:sns:eu-west-1:1:live-alarms'
  const alarm = (name: string, state: string, more = '') =>
    `<member><Dimensions><member><Name>AlarmName</Name><Value>x</Value></member></Dimensions><AlarmDescription>Text &amp; advice.</AlarmDescription>
     <StateUpdatedTimestamp>2026-11-29T10:00:00Z</StateUpdatedTimestamp><AlarmName>${name}</AlarmName><StateValue>${state}</StateValue>
     <ActionsEnabled>${more || 'true'}</ActionsEnabled><OKActions><member>${TOPIC}</member></OKActions>
     <AlarmActions><member>${TOPIC}</member></AlarmActions></member>`
  const alarmsAnswer = (...members: string[]) =>
    `<DescribeAlarmsResponse><DescribeAlarmsResult><MetricAlarms>${members.join('\n')}</MetricAlarms></DescribeAlarmsResult></DescribeAlarmsResponse>`
  const mapping = (queue: string, State = 'Enabled') => ({
    UUID: `uuid-of-${queue}`,
    EventSourceArn: `arn:aws:sqs:eu-west-1:1:${queue}`,
    State,
  })
  const cloudOf = async (alarms: string, pages: ReadonlyArray<readonly object[]>) => {
    const requested: unknown[] = []
    const place = await deployedPlace('eu-west-1', 'live', () => async (service, target, body) => {
      if (service === 'cloudformation') return ask(service, target, body)
      requested.push([service, target, body])
      if (service === 'monitoring') return alarms
      const page = Number(body['Marker'] ?? 0)
      return JSON.stringify({
        EventSourceMappings: pages[page],
        NextMarker: page + 1 < pages.length ? String(page + 1) : null,
      })
    })
    place.close()
    const examined = { place, table: openTable(place.table), now: 0 }
    return { alarms: await alarmsOf.look(examined), mappings: await mappingsOf.look(examined), requested }
  }
  /** All alarms of the deployment, quiet but for the given ones. */
  const allAlarms = (...special: readonly string[]) =>
    alarmsAnswer(
      ...special,
      ...alarmIds()
        .filter((id) => !special.some((one) => one.includes(`-live-${id}<`)))
        .map((id) => alarm(`trading-live-${id}`, 'OK')),
    )
  const others = (...gone: string[]) => QUEUES.filter((queue) => !gone.includes(queue)).map((queue) => mapping(queue))

  it('finds alarms quiet and all mappings enabled, over several pages', async () => {
    const { alarms, mappings, requested } = await cloudOf(allAlarms(), [
      [mapping('some-other-queue', 'Disabled')],
      others(),
    ])
    expect(alarms).toEqual([{ ok: true, detail: `${alarmIds().length} alarms, none fires` }])
    expect(mappings).toEqual([{ ok: true, detail: `${QUEUES.length} functions take the messages of their queues` }])
    expect(requested).toContainEqual([
      'monitoring',
      '',
      expect.objectContaining({ Action: 'DescribeAlarms', AlarmNamePrefix: 'trading-live-' }),
    ])
  })

  it('names each alarm that fires with its text, and none of another deployment', async () => {
    const { alarms } = await cloudOf(
      allAlarms(
        alarm('trading-live-order-fate-unknown', 'ALARM'),
        alarm('trading-live-eu-failures', 'ALARM'),
        alarm('trading-live-requests', 'OK', 'false'),
      ),
      [others()],
    )
    expect(alarms).toEqual([
      {
        ok: false,
        detail:
          'trading-live-order-fate-unknown fires since 2026-11-29T10:00:00Z. Text & advice. docs/operations.md, "Alarms", says what to do.',
      },
      { ok: true, isNote: true, detail: expect.stringContaining('trading-live-requests sends no mail') },
    ])
  })

  it('names the alarms that were deleted', async () => {
    const left = alarmIds().filter((id) => id !== 'exit-overdue' && id !== 'failures')
    const { alarms } = await cloudOf(alarmsAnswer(...left.map((id) => alarm(`trading-live-${id}`, 'OK'))), [others()])
    expect(alarms).toEqual([
      {
        ok: false,
        detail:
          'These alarms do not exist: trading-live-failures, trading-live-exit-overdue. Nobody hears what they watch. npm run deploy -- --revert-drift makes them again.',
      },
    ])
  })

  it('names a function whose mapping is disabled or missing, with the command that enables it', async () => {
    const { mappings } = await cloudOf(alarmsAnswer(), [
      [mapping('execute-order', 'Disabled'), ...others('execute-order', 'cancel-order')],
    ])
    expect(mappings).toEqual([
      {
        ok: false,
        detail:
          'execute-order takes no messages: its event source mapping is Disabled. Orders are accepted and do not reach the exchange. ' +
          'Look at the log of execute-order. Enable it: aws lambda update-event-source-mapping --uuid uuid-of-execute-order --enabled.',
      },
      { ok: false, detail: expect.stringMatching(/^cancel-order takes no messages: it has no event source mapping\./) },
    ])
  })
})

describe('the mails of alarms', () => {
  const TOPIC = 'arn:aws:sns:eu-west-1:1:live-alarms'
  const ALARM = `<member><AlarmName>trading-live-failures</AlarmName><AlarmActions><member>${TOPIC}</member></AlarmActions></member>`
  /** As SNS writes it (API reference, ListSubscriptionsByTopic). */
  const subscribed = (arn: string): string =>
    `<member><TopicArn>${TOPIC}</TopicArn><Protocol>email</Protocol><SubscriptionArn>${arn}</SubscriptionArn><Owner>1</Owner><Endpoint>me@example.com</Endpoint></member>`
  const look = async (subscriptions: string, accounts: 'paper' | 'production' = 'paper') => {
    const place = await deployedPlace('eu-west-1', 'live', () => async (service, target, body) => {
      if (service === 'cloudformation') return ask(service, target, body)
      if (service === 'monitoring')
        return `<DescribeAlarmsResponse><DescribeAlarmsResult><MetricAlarms>${ALARM}</MetricAlarms></DescribeAlarmsResult></DescribeAlarmsResponse>`
      expect([service, body['Action'], body['TopicArn']]).toEqual(['sns', 'ListSubscriptionsByTopic', TOPIC])
      return `<ListSubscriptionsByTopicResponse><ListSubscriptionsByTopicResult><Subscriptions>${subscriptions}</Subscriptions></ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>`
    })
    place.close()
    return alarmMails.look({ place: { ...place, accounts }, table: openTable(place.table), now: 0 })
  }

  it('are well once the address is confirmed, and red until then', async () => {
    expect(await look(subscribed(`${TOPIC}:5f2a`))).toEqual([
      { ok: true, detail: 'alarms are mailed to me@example.com' },
    ])
    expect(await look(subscribed('PendingConfirmation'))).toEqual([
      {
        ok: false,
        detail: expect.stringMatching(/^me@example\.com gets no alarm: its address is not confirmed\. Follow the link/),
      },
    ])
  })

  it('without an address are a note, and red with real money', async () => {
    expect(await look('')).toMatchObject([{ ok: true, isNote: true, detail: expect.stringContaining('alarmEmail') }])
    expect(await look('', 'production')).toMatchObject([{ ok: false }])
  })
})

describe('the logs of a deployment', () => {
  it('are read whole if no text is given, with one search of each group', async () => {
    const requested: unknown[] = []
    const callAws: CallAws = async (_service, _target, body) => {
      requested.push([body['logGroupName'], body['filterPattern']])
      return JSON.stringify({ events: [] })
    }
    await cloudWatchLogs(callAws, ['one', 'two']).find([], 0, 10)
    expect(requested).toEqual([
      ['one', ''],
      ['two', ''],
    ])
  })

  it('name the function that Lambda ended, which logged nothing itself', async () => {
    const events = [
      {
        timestamp: 7,
        message: '2026-11-29T10:00:00Z 8f2 Task timed out after 15.00 seconds\n\n',
        logStreamName: '2026/11/29/execute-order[$LATEST]0a1b',
      },
      { timestamp: 8, message: 'END RequestId: 8f2', logStreamName: 'x' },
    ]
    const lines = await cloudWatchLogs(async () => JSON.stringify({ events }), ['one']).find(['Task timed out'], 0, 10)
    expect(lines).toEqual([
      {
        at: 7,
        level: 'error',
        function: 'execute-order',
        message: '2026-11-29T10:00:00Z 8f2 Task timed out after 15.00 seconds',
        fields: { means: expect.stringContaining('Its work comes again') },
      },
    ])
  })

  it('are searched in every group and page for any of the texts; each line appears once, in order', async () => {
    const requested: unknown[] = []
    const page = (events: readonly object[], nextToken?: string) => JSON.stringify({ events, nextToken })
    const line = (time: string) => JSON.stringify({ level: 'info', message: 'order sent', time, orderId: 'one' })
    const callAws: CallAws = async (_service, target, body) => {
      requested.push([target, body['logGroupName'], body['filterPattern'], body['nextToken']])
      if (body['logGroupName'] === 'trading-access')
        return page([{ timestamp: 5, message: '{"requestId":"r","route":"POST /v1/orders","status":"202"}' }])
      if (body['nextToken'] === undefined)
        return page([{ timestamp: 9, message: line('1970-01-01T00:00:02.000Z') }], 'more')
      return page([
        { timestamp: 9, message: line('1970-01-01T00:00:01.000Z') },
        { timestamp: 9, message: 'REPORT RequestId: 1' },
        { timestamp: 9, message: line('1970-01-01T00:00:02.000Z') },
      ])
    }
    const lines = await cloudWatchLogs(callAws, ['trading-workers', 'trading-access']).find(['one', 'r"'], 0, 10_000)
    expect(lines.map(({ at, message }) => [at, message])).toEqual([
      [5, 'request answered'],
      [1_000, 'order sent'],
      [2_000, 'order sent'],
    ])
    expect(requested).toContainEqual(['Logs_20140328.FilterLogEvents', 'trading-workers', '?"one" ?"r\\""', 'more'])
    expect(requested).toHaveLength(3)
  })
})
