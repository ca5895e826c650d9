/**
 * Highest cost of a deployment in a day that strangers can cause, counted from its template. Every route gets as many requests as the
 * gateway admits, none with a valid key. AWS list prices of us-east-1, November 2026, with data transfer, and without free tiers.
 */

import { ROUTES } from '#functions/api/routes.ts'
import { LARGE_ANSWERS } from '#lambda/limits/route-limits.ts'
import type { Resource, Synthesis } from './synthesis.ts'

export interface FloodLine {
  readonly item: string
  readonly perSecond: number
  readonly dollarsPerMillion: number
  /** Of a day. */
  readonly dollars: number
}

const MILLION = 1_000_000
const DAY_S = 86_400
const GB = 1_000_000_000

/** Dollars per million, but for a GB-second and a GB. */
const PRICE = {
  call: 1,
  lambdaCall: 0.2,
  message: 0.4,
  readUnit: 0.125,
  gbSecond: 13.33 / MILLION,
  loggedGb: 0.5,
  sentGb: 0.09,
}

/** A request that is refused, or answered from memory (estimate). */
const RUN_S = 0.01
/** A line in the access log, and the lines of Lambda about a call. */
const LOGGED_BYTES = 300 + 330
/** Headers and a short body. */
const SMALL_ANSWER = 600
/** The gateway counts an answer once for each. */
const COUNTED_BYTES = 512 * 1_024
/** Containers that give out a large answer at the same time (estimate). */
const CONTAINERS = 2

/** `bytesOf` is the size of the largest answer of a public function. */
export const floodCost = (deployment: Synthesis, bytesOf: (name: string) => number): readonly FloodLine[] => {
  const { all } = deployment
  const [http, sockets] = ['TradingApi', 'TradingWorkers'].map((stack) =>
    all('AWS::ApiGatewayV2::Stage').find((one) => one.stack === stack),
  )
  if (http === undefined || sockets === undefined) throw new Error('a stage is missing')
  const nameOf = routeNames(deployment)
  const own = limitsOf(http).map(({ key, perSecond }) => ({ name: nameOf(key), perSecond }))
  const isPublic = (name: string): boolean => bytesOf(name) > 0
  const vital = own.filter(({ name }) => !isPublic(name))
  const line = (item: string, perSecond: number, dollarsPerMillion: number): FloodLine => ({
    item,
    perSecond,
    dollarsPerMillion,
    dollars: (perSecond * DAY_S * dollarsPerMillion) / MILLION,
  })
  const memory = memoryOf(deployment)
  const largest = Math.max(...ROUTES.map(({ handler }) => memory(handler.spec.name)))
  const refusedIn = (gigabytes: number): number => costOf(gigabytes, SMALL_ANSWER) + PRICE.readUnit
  const [connects, messages] = limitsOf(sockets).toSorted((a, b) => a.key.localeCompare(b.key))
  const shared = Number(http.Properties.DefaultRouteSettings.ThrottlingRateLimit)
  const perMessage = PRICE.call + costOf(memory('take-message'), SMALL_ANSWER) + PRICE.readUnit
  return [
    line('requests that need a key, which share one limit', shared, refusedIn(largest)),
    line(
      'cancels, flatten, halt and the dead man’s switch',
      vital.reduce((sum, { perSecond }) => sum + perSecond, 0),
      refusedIn(Math.max(...vital.map(({ name }) => memory(name)))),
    ),
    ...own
      .filter(({ name }) => isPublic(name))
      .map(({ name, perSecond }) => line(name, perSecond, publicCost(name, perSecond, memory(name), bytesOf(name)))),
    line(
      'messages on connections without a key, with the answer to each',
      messages?.perSecond ?? Number.NaN,
      perMessage,
    ),
    // Opened, refused and closed: three messages, three calls, a queue message sent, received and deleted, two reads.
    line(
      'connections to the stream',
      connects?.perSecond ?? Number.NaN,
      3 * costOf(memory('open-stream'), SMALL_ANSWER) + 3 * PRICE.message + 2 * PRICE.readUnit + 0.25 / 10,
    ),
  ]
}

/** Cost of a million answers of so many bytes. */
const costOf = (memoryGb: number, bytes: number): number =>
  PRICE.call * Math.max(1, Math.ceil(bytes / COUNTED_BYTES)) +
  PRICE.lambdaCall +
  MILLION * RUN_S * memoryGb * PRICE.gbSecond +
  (MILLION * LOGGED_BYTES * PRICE.loggedGb) / GB +
  (MILLION * bytes * PRICE.sentGb) / GB

/** A function refuses requests beyond its limit of a large answer. */
const publicCost = (name: string, perSecond: number, memoryGb: number, bytes: number): number => {
  const limit = LARGE_ANSWERS[name]
  const given = limit === undefined ? perSecond : Math.min(perSecond, CONTAINERS * limit.perSecond)
  const part = given / perSecond
  return part * costOf(memoryGb, bytes + SMALL_ANSWER) + (1 - part) * costOf(memoryGb, SMALL_ANSWER)
}

const limitsOf = (stage: Resource) =>
  Object.entries<{ readonly ThrottlingRateLimit: number }>(stage.Properties.RouteSettings).map(([key, limit]) => ({
    key,
    perSecond: limit.ThrottlingRateLimit,
  }))

/** GB of a function. */
const memoryOf = ({ all }: Synthesis): ((name: string) => number) => {
  const megabytes = new Map(
    all('AWS::Lambda::Function').map(({ Properties }) => [
      String(Properties.Environment.Variables.FUNCTION_NAME),
      Number(Properties.MemorySize),
    ]),
  )
  return (name) => (megabytes.get(name) ?? Number.NaN) / 1_024
}

/** The function of a route, by its key. */
const routeNames = ({ all }: Synthesis): ((key: string) => string) => {
  const functions = new Map(
    all('AWS::Lambda::Function').map(({ id, Properties }) => [
      id,
      String(Properties.Environment.Variables.FUNCTION_NAME),
    ]),
  )
  const integrations = new Map(all('AWS::ApiGatewayV2::Integration').map((one) => [one.id, one.Properties]))
  return (key) => {
    const route = all('AWS::ApiGatewayV2::Route').find(({ Properties }) => Properties.RouteKey === key)
    const integration = integrations.get(route?.Properties.Target['Fn::Join'][1][1].Ref)
    const name = functions.get(integration?.IntegrationUri['Fn::GetAtt'][0])
    if (name === undefined) throw new Error(`no function answers ${key}`)
    return name
  }
}

/** As the table in docs/cost.md has it. */
export const floodRow = ({ item, perSecond, dollarsPerMillion, dollars }: FloodLine): string =>
  `| ${item} | ${perSecond} | ${dollarsPerMillion.toFixed(2)} | ${dollars.toFixed(2)} |`
