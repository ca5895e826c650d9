/** The dashboard shows what there is, by metrics that cost nothing, and searches for lines that the functions write. */

import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
import { inOneRegion } from './in-one-region.ts'
import { LIVE_STAGE, type Synthesis, synthesize, synthesizeWith } from './synthesis.ts'

interface Widget {
  readonly type: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly properties: {
    readonly title?: string
    readonly query?: string
    readonly metrics?: ReadonlyArray<ReadonlyArray<unknown>>
  }
}

let deployment: Synthesis
let widgets: readonly Widget[]

/** The body is text with references to resources in it. */
const widgetsIn = (from: Synthesis): { readonly name: string; readonly widgets: readonly Widget[] } => {
  const [dashboard, ...more] = from.all('AWS::CloudWatch::Dashboard')
  if (dashboard === undefined || more.length > 0) throw new Error('there is not one dashboard')
  const [glue, parts] = dashboard.Properties.DashboardBody['Fn::Join'] as [string, unknown[]]
  const text = parts
    .map((part) => (typeof part === 'string' ? part : `<${Object.values(part as object)[0]}>`))
    .join(glue)
  return {
    name: inOneRegion(dashboard.Properties.DashboardName),
    widgets: (JSON.parse(text) as { widgets: Widget[] }).widgets,
  }
}

beforeAll(() => {
  deployment = synthesize()
  widgets = widgetsIn(deployment).widgets
}, 240_000)

const metrics = () => widgets.flatMap(({ properties }) => properties.metrics ?? [])
const queries = () => widgets.flatMap(({ properties }) => properties.query ?? [])

describe('the dashboard', () => {
  it('shows orders, acceptance, outcomes, queues, failures, requests, the watch and what costs', () => {
    expect(widgets.map(({ properties }) => properties.title)).toEqual([
      undefined,
      'Orders a minute',
      'Time to acceptance by the exchange, ms',
      'Sends by outcome (unknown: looked up until it is known)',
      'Age of the oldest message, s',
      'Messages put aside',
      'Failures by function',
      'Requests by status',
      'Answer time, ms',
      'Runs of the schedules',
      'Table, units',
      'Messages sent',
      'Functions of the account',
      'The price watch',
      'Log taken in, bytes',
    ])
  })

  it('reads metrics that AWS keeps anyway, and no more than the fifty that are free', () => {
    const namespaces = new Set(metrics().map(([namespace]) => namespace))
    expect([...namespaces].toSorted()).toEqual(['AWS/DynamoDB', 'AWS/Lambda', 'AWS/Logs', 'AWS/SQS'])
    expect(metrics().length).toBeLessThanOrEqual(50)
  })

  it('has every queue with its dead-letter queue', () => {
    const shown = JSON.stringify(metrics())
    for (const { handler } of CONSUMERS) {
      const id = handler.spec.queue.replaceAll('-', '')
      expect(shown).toMatch(new RegExp(`"ApproximateAgeOfOldestMessage","QueueName","<${id}[0-9A-F]{8},QueueName>"`))
      expect(shown).toMatch(
        new RegExp(`"ApproximateNumberOfMessagesVisible","QueueName","<${id}dead[0-9A-F]{8},QueueName>"`),
      )
    }
  })

  it('searches the logs of the deployment for lines and fields that the functions write', () => {
    const written = sources()
    for (const query of queries()) {
      expect(query).toMatch(/^SOURCE 'trading-(api|workers|watch|access)'/)
      for (const [, words = ''] of query.matchAll(/message = "([^"]+)"/g)) expect(written).toContain(`'${words}'`)
    }
    const fields = ['sinceCreatedMs', 'outcome', 'TriggersCrossed', 'PricesUnavailable', 'PriceStreamGaps']
    for (const field of [...fields, 'MarketsWithoutPrice', 'MarketsNotWatched']) {
      expect(written).toContain(field)
      expect(
        queries().some((query) => query.includes(field)),
        field,
      ).toBe(true)
    }
    for (const { handler } of SCHEDULES)
      expect(queries().join()).toContain(`strcontains(function, "${handler.spec.name}")`)
  })

  it('lays nothing over anything else', () => {
    const overlaps = widgets.flatMap((one, place) =>
      widgets
        .slice(place + 1)
        .filter((other) => one.x < other.x + other.width && other.x < one.x + one.width)
        .filter((other) => one.y < other.y + other.height && other.y < one.y + one.height),
    )
    expect(overlaps).toEqual([])
    expect(Math.max(...widgets.map(({ x, width }) => x + width))).toBe(24)
  })

  it('the dashboard of another stage reads its own logs; each has its address in an output', () => {
    const live = synthesizeWith(LIVE_STAGE)
    const { name, widgets: its } = widgetsIn(live)
    expect([widgetsIn(deployment).name, name]).toEqual(['trading-<region>', 'trading-live-<region>'])
    expect(
      its
        .flatMap(({ properties }) => properties.query ?? [])
        .every((query) => query.startsWith("SOURCE 'trading-live-")),
    ).toBe(true)
    const output = (from: Synthesis, stack: string) =>
      JSON.stringify(from.templates.get(stack)?.Outputs?.['Dashboard']?.Value)
    expect(output(deployment, 'TradingData')).toContain('#dashboards/dashboard/trading-",{"Ref":"AWS::Region"}')
    expect(output(live, 'live-TradingData')).toContain('#dashboards/dashboard/trading-live-",{"Ref":"AWS::Region"}')
  }, 240_000)
})

/** The code that runs in AWS. */
const sources = (): string =>
  ['shared', 'functions']
    .flatMap((room) => {
      const folder = new URL(`../../${room}/`, import.meta.url)
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
      return files.map((file) => readFileSync(new URL(file, folder), 'utf8'))
    })
    .join('\n')
