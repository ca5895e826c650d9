/** The figures as the tables people read, on the terminal and in docs/performance.md. */

import type { ListCost } from './measure-lists.ts'
import type { Load } from './measure-loads.ts'
import type { OrderCase } from './measure-orders.ts'
import type { PlanningFigures } from './measure-planning.ts'
import type { PollFigures } from './measure-polls.ts'
import type { PortfolioFigures } from './measure-portfolio.ts'
import { CONNECTIONS, type Throughput } from './measure-requests.ts'
import type { SearchFigures } from './measure-search.ts'
import type { ServiceFigures } from './measure-service.ts'
import type { Signing } from './measure-signing.ts'
import type { TriggerFigures } from './measure-triggers.ts'
import { costOf } from './order-use.ts'
import { PRICES } from './prices.ts'

export interface Machine {
  readonly at: string
  readonly commit: string
  readonly node: string
  readonly cpu: string
  readonly cores: number
  readonly memoryGb: number
  /** How many processes wanted a core over the last minute when the run began: above 0.5, others were at work too. */
  readonly busy: number
}

/** The text of each block of the page, by its name. */
export const report = (
  machine: Machine,
  loads: readonly Load[],
  signing: readonly Signing[],
  figures: ServiceFigures,
  orders: readonly OrderCase[],
): Readonly<Record<string, string>> => ({
  machine: machineText(machine),
  loads: loadsTable(loads),
  signing: signingTable(signing),
  requests: requestsTable(figures.requests),
  lists: listsTable(figures.lists, figures.untallied),
  acceptance: acceptanceText(figures.acceptance),
  orders: ordersTable(orders),
  costs: costsTable(orders),
})

const machineText = ({ at, commit, node, cpu, cores, memoryGb, busy }: Machine): string =>
  `Measured ${at} at commit ${commit}: ${cores} cores (${cpu}), ${memoryGb} GB of memory, Node ${node}, load average ${busy.toFixed(1)} when it began.`

const LIMIT_KB = 450
const LIMIT_KB_LARGER = 650
const LIMIT_RATIO = 1.3

const loadsTable = (loads: readonly Load[]): string =>
  table(
    ['', 'KB', 'limit', 'load ms', '× bare client', ''],
    loads.map(({ name, kind, kb, ms, ratio }) => {
      const larger = name.includes('credentials') || name.startsWith('search-')
      const limit = kind !== 'api' ? null : larger ? LIMIT_KB_LARGER : LIMIT_KB
      const missed = [
        ...(limit !== null && kb > limit ? ['too large'] : []),
        ...(kind === 'api' && ratio > LIMIT_RATIO ? ['too slow'] : []),
      ]
      const label = kind === 'bare' ? `*${name}*` : name
      return [label, kb.toFixed(0), String(limit ?? ''), ms.toFixed(0), ratio.toFixed(2), missed.join(', ')]
    }),
  )

const signingTable = (signing: readonly Signing[]): string =>
  table(
    ['id and signature of an order', 'p50 ms', 'p99 ms'],
    signing.map(({ wallet, p50, p99 }) => [wallet, p50.toFixed(2), p99.toFixed(2)]),
  )

const requestsTable = (requests: readonly Throughput[]): string =>
  table(
    [`${CONNECTIONS} connections`, 'requests/s', 'p50 ms', 'p99 ms'],
    requests.map(({ what, perSecond, p50, p99 }) => [what, perSecond.toFixed(0), p50.toFixed(0), p99.toFixed(0)]),
  )

const listsTable = (lists: readonly ListCost[], untallied: ListCost | null): string =>
  table(
    ['first page of 100', '`count`', 'ms', 'read units'],
    [
      ...lists.map((cost) => listRow(cost, cost.what)),
      ...(untallied === null ? [] : [listRow(untallied, 'no filter, before any tally is made')]),
    ],
  )

const listRow = ({ count, ms, readUnits }: ListCost, what: string): readonly string[] => [
  what,
  count.toLocaleString('en'),
  ms.toFixed(0),
  String(readUnits),
]

const acceptanceText = ({ orders, perSecond, p50, p99 }: ServiceFigures['acceptance']): string =>
  `${orders} orders at ${perSecond} a second, from the customer's 202 to the exchange's acceptance: p50 ${p50} ms, p99 ${p99} ms.`

const ordersTable = (orders: readonly OrderCase[]): string =>
  table(
    [
      '',
      'write units',
      'of these table, `list`, `work`, `live`',
      'read units',
      'SQS requests',
      'Lambda calls',
      'of these polls',
      'Lambda GB-s',
    ],
    orders.map(({ what, use }) => [
      what,
      round(use.writeUnits),
      ['table', 'list', 'work', 'live'].map((part) => round(use.writesTo[part] ?? 0)).join(' + '),
      round(use.readUnits),
      round(use.sqsStandard + use.sqsFifo),
      round(use.lambdaCalls),
      round(use.polls),
      use.gbS.toFixed(3),
    ]),
  )

const costsTable = (orders: readonly OrderCase[]): string => {
  const { million, lambdaGbS, logGb } = PRICES
  const prices = table(
    [`us-east-1, ${PRICES.checked}`, 'dollars'],
    [
      ['million DynamoDB write units', String(million.dynamoDbWriteUnits)],
      ['million DynamoDB read units', String(million.dynamoDbReadUnits)],
      ['million SQS requests, standard / FIFO', `${million.sqsStandard} / ${million.sqsFifo}`],
      ['million Lambda calls', String(million.lambdaCalls)],
      ['million GB-s of Lambda on arm64', (lambdaGbS * 1e6).toFixed(2)],
      ['million HTTP API calls', String(million.httpApiCalls)],
      ['million KMS requests', String(million.kmsRequests)],
      ['GB of CloudWatch Logs taken in', String(logGb)],
    ],
  )
  const costs = table(
    ['dollars per million', 'DynamoDB', 'SQS', 'Lambda', 'HTTP API', 'KMS', 'logs', 'total'],
    orders.map(({ what, use }) => {
      const { dynamoDb, sqs, lambda, httpApi, kms, logs, total } = costOf(use)
      return [what, ...[dynamoDb, sqs, lambda, httpApi, kms, logs, total].map((dollars) => dollars.toFixed(2))]
    }),
  )
  return `${costs}\n\n${prices}`
}

/** With the machine, because `--search` measures this part alone. */
export const searchText = (machine: Machine, { markets, made, searched, peer }: SearchFigures): string => {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const megabytes = (mb: number) => `${mb.toFixed(0)} MB`
  const whole = table(
    [
      `${markets.toLocaleString('en')} markets`,
      'made in',
      'memory to make it',
      'size',
      'first answer after',
      'memory to search',
    ],
    [
      [
        'snapshot',
        seconds(made.ms),
        megabytes(made.peakRssMb),
        `${(made.bytes / 1e6).toFixed(1)} MB`,
        seconds(searched.coldMs),
        megabytes(searched.peakRssMb),
      ],
      ['*MiniSearch*', seconds(peer.ms), megabytes(peer.peakRssMb), '', seconds(peer.ms), megabytes(peer.peakRssMb)],
    ],
  )
  const questions = table(
    ['', '`total` up to', 'p50 ms', 'p99 ms', '*MiniSearch p50 ms*'],
    searched.kinds.map(({ what, total, p50, p99 }) => [
      what,
      total.toLocaleString('en'),
      p50.toFixed(1),
      p99.toFixed(1),
      peer.kinds.find((kind) => kind.what === what)?.p50.toFixed(1) ?? '',
    ]),
  )
  return `${machineText(machine)}\n\n${whole}\n\n${questions}`
}

/** With the machine, because `--planning` measures this part alone. */
export const planningText = (machine: Machine, { first, plans }: PlanningFigures): string => {
  const figures = table(
    ['ten members on both exchanges, 400 levels each', 'legs', 'p50 ms', 'p99 ms'],
    plans.map(({ what, legs, p50, p99 }) => [what, String(legs), p50.toFixed(2), p99.toFixed(2)]),
  )
  const fresh = `The very first plan of a process, half of all books: ${first.toFixed(0)} ms.`
  return `${machineText(machine)}\n\n${figures}\n\n${fresh}`
}

export const portfolioText = (machine: Machine, { fills, markets, costs }: PortfolioFigures): string => {
  const rows = table(
    [`${fills.toLocaleString('en')} fills in ${markets} markets`, 'p50 ms', 'p99 ms', 'read units'],
    costs.map(({ what, p50, p99, readUnits }) => [what, p50.toFixed(0), p99.toFixed(0), String(readUnits)]),
  )
  return `${machineText(machine)}\n\n${rows}`
}

const round = (value: number): string => String(Math.round(value * 100) / 100)

export const triggersText = (
  machine: Machine,
  { stops, instruments, polls }: PollFigures,
  { prints, burst }: TriggerFigures,
): string => {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const costs = table(
    [
      `${stops.toLocaleString('en')} stops over ${instruments.toLocaleString('en')} instruments, one poll`,
      'ms',
      'read units',
      'per instrument',
    ],
    polls.map(({ what, ms, readUnits }) => [
      what,
      ms.toFixed(0),
      readUnits.toFixed(1),
      (readUnits / instruments).toFixed(3),
    ]),
  )
  const { perSecond, accounts } = burst
  const times = burst.atLeast === 0 ? '' : `, ${(burst.sinceFiring / burst.atLeast).toFixed(2)} times`
  return [
    machineText(machine),
    '',
    costs,
    '',
    `${prints.count} prints, one stop each, polled every 5 s: from the print to the acceptance of the order p50 ${seconds(prints.p50)}, p99 ${seconds(prints.p99)}.`,
    '',
    `${burst.stops} stops at once over ${accounts} accounts: from the first that fires to the last acceptance ${burst.sinceFiring.toFixed(1)} s${times} the ${burst.atLeast.toFixed(1)} s that the rate limits (${perSecond} orders a second and account) alone need. All had fired after ${burst.firing.toFixed(1)} s, and each account had its first order accepted after ${burst.firstAccepted.toFixed(1)} s. From the print, which a look has to see first, it was ${burst.seconds.toFixed(1)} s.`,
  ].join('\n')
}

const table = (head: readonly string[], rows: ReadonlyArray<readonly string[]>): string =>
  [head, head.map((_, place) => (place === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
