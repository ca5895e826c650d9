/** Cost of an unused deployment, counted from its template: AWS list prices of us-east-1, November 2026. */

import { CONSUMERS } from '#functions/queues/consumers.ts'
import type { Synthesis } from './synthesis.ts'

/** A line of the bill, in dollars a month. */
export interface CostLine {
  readonly item: string
  readonly quantity: string
  readonly list: number
  /** Less what AWS never charges an account for. */
  readonly charged: number
}

const MILLION = 1_000_000
const PRICE = {
  key: 1,
  alarmMetric: 0.1,
  queueRequest: { standard: 0.4 / MILLION, fifo: 0.5 / MILLION },
  lambdaCall: 0.2 / MILLION,
  gigabyteSecond: 13.33 / MILLION,
  readUnit: 0.125 / MILLION,
}
const FREE = { alarmMetrics: 10, queueRequests: MILLION }

const MINUTES_A_MONTH = 730 * 60

/** Lambda keeps five requests waiting at a queue, each for 20 s. */
const RECEIVES_A_MONTH = 5 * 3 * MINUTES_A_MONTH

/** How long a run takes that finds nothing to do. */
const IDLE_RUN_S = 0.2

/** Half a unit for each of the 16 partitions of the index of due work. */
const READS_OF_A_SWEEP = 16 / 2
/** Sweeps of `sweep-soon`, beside the sweep of each minute. */
const SOONER_SWEEPS_A_MINUTE = 5
/** Reads of the list of armed stops. */
const READS_OF_A_WATCH = 0.5
/** When the service was used, and when the catalogue was synced. */
const READS_OF_A_SYNC_CHECK = 2
const READS: Readonly<Record<string, number>> = {
  'sweep-work': READS_OF_A_SWEEP,
  'watch-prices': READS_OF_A_WATCH,
  'sync-markets': READS_OF_A_SYNC_CHECK,
}

export const idleCost = ({ all }: Synthesis): readonly CostLine[] => {
  const keys = all('AWS::KMS::Key').length
  const alarms = all('AWS::CloudWatch::Alarm')
  const metrics = alarms.reduce(
    (sum, { Properties }) =>
      sum + (Properties.Metrics?.filter((one: { MetricStat?: unknown }) => one.MetricStat !== undefined).length ?? 1),
    0,
  )
  return [
    {
      item: 'KMS key',
      quantity: `${keys}; each of its first two yearly rotations adds 1.00`,
      ...same(PRICE.key * keys),
    },
    {
      item: 'alarms',
      quantity: `${alarms.length}, which watch ${metrics} metrics`,
      list: PRICE.alarmMetric * metrics,
      charged: PRICE.alarmMetric * Math.max(0, metrics - FREE.alarmMetrics),
    },
    receives(all),
    soonerSweeps(all),
    ...schedules(all),
  ]
}

const same = (dollars: number) => ({ list: dollars, charged: dollars })

const receives = (all: Synthesis['all']): CostLine => {
  const named = (name: string): string | undefined =>
    all('AWS::Lambda::Function').find(({ Properties }) => Properties.Environment.Variables.FUNCTION_NAME === name)?.id
  const mapped = all('AWS::Lambda::EventSourceMapping').map(({ Properties }) => Properties.FunctionName.Ref)
  const read = CONSUMERS.map(({ handler }) => handler.spec).filter(({ name }) => mapped.includes(named(name)))
  const fifo = read.filter((spec) => spec.fifo === true).length
  const list = RECEIVES_A_MONTH * (fifo * PRICE.queueRequest.fifo + (read.length - fifo) * PRICE.queueRequest.standard)
  return {
    item: 'receives from empty queues',
    quantity: `Lambda asks ${read.length} queues ${RECEIVES_A_MONTH.toLocaleString('en')} times each`,
    list,
    // The more expensive requests are those beyond the free tier.
    charged: list - FREE.queueRequests * PRICE.queueRequest.standard,
  }
}

/** The messages of a minute are sent in one request, and each is received and deleted. */
const soonerSweeps = (all: Synthesis['all']): CostLine => {
  const lambda = all('AWS::Lambda::Function').find(
    ({ Properties }) => Properties.Environment.Variables.FUNCTION_NAME === 'sweep-soon',
  )
  const gigabytes = Number(lambda?.Properties.MemorySize) / 1_024
  const runs = MINUTES_A_MONTH * SOONER_SWEEPS_A_MINUTE
  const messages = (MINUTES_A_MONTH + 2 * runs) * PRICE.queueRequest.standard
  const reads = runs * READS_OF_A_SWEEP * PRICE.readUnit
  return {
    item: 'sweeps between the minutes',
    quantity: `${runs.toLocaleString('en')} of ${IDLE_RUN_S} s *(estimate)*, with their messages and reads`,
    list: messages + reads + runs * (PRICE.lambdaCall + IDLE_RUN_S * gigabytes * PRICE.gigabyteSecond),
    charged: messages + reads,
  }
}

const schedules = (all: Synthesis['all']): readonly CostLine[] => {
  const scheduled = all('AWS::Events::Rule').filter(({ Properties }) => Properties.ScheduleExpression !== undefined)
  const runs = scheduled.map(({ Properties }) => {
    const lambda = all('AWS::Lambda::Function').find(({ id }) => JSON.stringify(Properties.Targets).includes(`"${id}"`))
    const [, minutes = '1'] = /^rate\((\d+) /.exec(Properties.ScheduleExpression) ?? []
    return {
      name: String(lambda?.Properties.Environment.Variables.FUNCTION_NAME),
      times: MINUTES_A_MONTH / Number(minutes),
      gigabytes: Number(lambda?.Properties.MemorySize) / 1_024,
    }
  })
  const sum = (of: (run: (typeof runs)[number]) => number): number => runs.reduce((all, run) => all + of(run), 0)
  const units = sum(({ name, times }) => times * (READS[name] ?? Number.NaN))
  return [
    {
      item: 'runs of the schedules',
      quantity: `${sum(({ times }) => times).toLocaleString('en')} of ${IDLE_RUN_S} s *(estimate)*`,
      list: sum(({ times, gigabytes }) => times * (PRICE.lambdaCall + IDLE_RUN_S * gigabytes * PRICE.gigabyteSecond)),
      charged: 0,
    },
    {
      item: 'their reads of the table',
      quantity: `${(units / MILLION).toFixed(2)} million read units`,
      ...same(units * PRICE.readUnit),
    },
  ]
}

/** As the table in docs/cost.md has it. */
export const tableRow = ({ item, quantity, list, charged }: CostLine): string =>
  `| ${item} | ${quantity} | ${list.toFixed(2)} | ${charged.toFixed(2)} |`
