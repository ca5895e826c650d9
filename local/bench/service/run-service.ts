/** Starts the service in a process of its own and speaks to it: over HTTP as a customer, and beside that for the figures. */

import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { openTable, type Table } from '#adapters/store/engine/table.ts'
import { DAY } from '#domain/kernel/time.ts'
import { LOCAL_CREDENTIALS } from '../../stack/aws/dynamodb.ts'
import { asNpmStart } from './as-npm-start.ts'
import type { BenchAccount, Ready, Reported, Work } from './service-process.ts'

export interface MeasuredService extends Ready {
  /** Answers the parsed body; throws unless the status is a success. */
  call(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<unknown>
  /** The control API of EXCHANGE_A. */
  control(path: string, body?: unknown): Promise<unknown>
  /** Another account at the simulated EXCHANGE_A, with money. */
  addAccount(account: BenchAccount): Promise<void>
  work(): Promise<Readonly<Record<string, Work>>>
  /** A separate client of the table, which reports the units that each request consumed. */
  openTable(onConsumed: (units: number) => void): Table
  /** The log of the service. */
  readonly log: { bytes: number; errors: number; firstError: string | null }
  stop(): Promise<void>
}

export interface BenchRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  /** Another one than the service's first. */
  readonly apiKey?: string
}

export interface RunOptions {
  /** Counts the AWS usage of each Lambda, which makes every request a little slower. */
  readonly metered: boolean
}

export const runService = async (dir: string, { metered }: RunOptions): Promise<MeasuredService> => {
  const script = fileURLToPath(new URL('service-process.ts', import.meta.url))
  const { NODE_OPTIONS: _, DYNAMODB_ENDPOINT: __, ...env } = process.env
  const node = asNpmStart()
  const child = fork(script, [dir, metered ? 'metered' : 'plain'], {
    env: { ...env, ...node.environment, NODE_NO_WARNINGS: '1' },
    execArgv: [...node.flags],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const log = { bytes: 0, errors: 0, firstError: null as string | null }
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      log.bytes += Buffer.byteLength(text)
      for (const line of text.split('\n')) {
        if (!(line.includes('"level":"error"') || (stream === child.stderr && line !== ''))) continue
        log.errors += 1
        log.firstError ??= line
      }
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  /** The next message of the process. */
  const reported = async (): Promise<Reported> => {
    const message = new Promise<Reported>((resolve) => child.once('message', (next) => resolve(next as Reported)))
    const first = await Promise.race([message, ended])
    if (typeof first === 'object' && first !== null) return first
    throw new Error(`the service ended with code ${first}: ${log.firstError}`)
  }
  const first = await reported()
  if (!('ready' in first)) throw new Error('the service did not say where it is')
  const { ready } = first

  return {
    ...ready,
    log,
    call: (method, path, body) => send(method, `${ready.baseUrl}${path}`, { 'x-api-key': ready.apiKey }, body),
    control: (path, body) => send(body === undefined ? 'GET' : 'POST', `${ready.controlUrl}${path}`, {}, body),
    work: async () => {
      const answer = reported()
      child.send('work')
      const next = await answer
      return 'work' in next ? next.work : {}
    },
    addAccount: async (account) => {
      const answer = reported()
      child.send(account)
      await answer
    },
    openTable: (onConsumed) =>
      openTable({
        ...ready.table,
        region: 'us-east-1',
        credentials: LOCAL_CREDENTIALS,
        onConsumed: ({ total }) => onConsumed(total),
      }),
    stop: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

const send = async (method: string, url: string, headers: Readonly<Record<string, string>>, body: unknown) => {
  const reply = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${url} answered ${reply.status}: ${text}`)
  const parsed: unknown = JSON.parse(text)
  return parsed
}

/** The market the benchmark trades in, as soon as the first sync of the catalogue has stored it, with a book of our own. */
export const pickMarket = async (service: MeasuredService): Promise<BenchMarket> => {
  const [market] = await pickMarkets(service, 1)
  if (market === undefined) throw new Error('no market was found')
  return market
}

export interface BenchMarket {
  readonly svcId: number
  /** Its name at the exchange. */
  readonly ticker: string
}

/** So many of them, which trade for longer than the bench lasts. */
export const pickMarkets = async (service: MeasuredService, count: number): Promise<readonly BenchMarket[]> => {
  const until = new Date(Date.now() + DAY).toISOString()
  for (let tries = 0; tries < 100; tries++) {
    const found = await service
      .call('GET', `/v1/markets/search?exchange_name=EXCHANGE_A&expiration_date_start=${until}&limit=200`)
      .catch(() => ({ results: [] }))
    const { results } = v.parse(Search, found)
    const markets = results.flatMap(({ svc_id: svcId, tick_size_price: tick, ticker }) =>
      tick === 0.01 ? [{ svcId, ticker }] : [],
    )
    if (markets.length >= count) return markets.slice(0, count)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${count} markets were not synced within ten seconds`)
}

const Search = v.object({
  results: v.array(
    v.object({
      svc_id: v.number(),
      ticker: v.string(),
      tick_size_price: v.number(),
    }),
  ),
})
