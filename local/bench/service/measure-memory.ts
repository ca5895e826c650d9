/**
 * The memory of the whole local stack: starts it by `npm start`, whose own process counts, places orders for some minutes, and adds up the proportional
 * set sizes (PSS) of its processes, in which a page that several processes share counts once. Needs `/proc`, so Linux.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { cpuSeconds, isRunning, memoryOf, type ProcessMemory, treeOf } from './process-memory.ts'

export interface MemoryEffort {
  readonly minutes: number
  readonly ordersPerSecond: number
}

export interface MemoryFigures {
  readonly startWall: number
  /** Peak of all processes of the start, also of processes that ended during it. */
  readonly startCpu: number
  readonly startPeak: Sample
  readonly ready: Sample
  readonly end: Sample
  readonly peak: Sample
  readonly orders: number
  readonly refused: number
}

/** One look at the processes. */
interface Sample extends ProcessMemory {
  /** Seconds since the process was started. */
  readonly at: number
}

const LOOK_EVERY_MS = { starting: 200, running: 2_000 }
const REPORT_EVERY_MS = 15_000
/** Orders placed before all that rest are cancelled: as many as an eager person would leave. */
const CANCEL_EVERY = 300

export const measureMemory = async (
  dir: string,
  { minutes, ordersPerSecond }: MemoryEffort,
  progress: (text: string) => void,
): Promise<MemoryFigures> => {
  const { NODE_OPTIONS: _, DYNAMODB_ENDPOINT: __, ...env } = process.env
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env: { ...env, LOCAL_DIR: dir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const watch = watchMemory(child.pid ?? 0, began)
  try {
    await isReady(child)
    const startWall = (performance.now() - began) / 1_000
    const startCpu = cpuSeconds(child.pid ?? 0)
    const ready = watch.last()
    const startPeak = watch.peak()
    watch.slowDown()
    progress(`ready after ${startWall.toFixed(1)} s and ${startCpu.toFixed(1)} s of CPU; ${text(ready)}`)
    const reporting = setInterval(() => progress(text(watch.last())), REPORT_EVERY_MS)
    const placed = await placeOrders(join(dir, 'dev.json'), minutes * 60 * ordersPerSecond, 1_000 / ordersPerSecond)
    clearInterval(reporting)
    return { startWall, startCpu, startPeak, ready, end: watch.last(), peak: watch.peak(), ...placed }
  } finally {
    watch.stop()
    const processes = treeOf(child.pid ?? 0)
    process.kill(-(child.pid ?? 0), 'SIGTERM')
    while (processes.some(isRunning)) await wait(100)
  }
}

export const memoryText = ({ startWall, startCpu, startPeak, ready, end, peak, orders, refused }: MemoryFigures) =>
  [
    `Ready after ${startWall.toFixed(1)} s (${startCpu.toFixed(1)} s of CPU). PSS of all processes:`,
    '',
    `- peak of the start: ${text(startPeak)}`,
    `- ready: ${text(ready)}`,
    `- peak afterwards: ${text(peak)}`,
    `- after ${orders} orders, ${refused} of them refused: ${text(end)}`,
  ].join('\n')

const text = ({ at, pss, rss, byProgram }: Sample): string => {
  const parts = Object.entries(byProgram).map(([program, bytes]) => `${program} ${mb(bytes)}`)
  return `${mb(pss)} MB at ${at.toFixed(0)} s (${parts.join(', ')}; RSS ${mb(rss)})`
}

const mb = (bytes: number): string => (bytes / 1e6).toFixed(0)

/** Resolves when it has said how to use it. */
const isReady = async (child: ChildProcess): Promise<void> => {
  let said = ''
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the service ended with code ${code}: ${said.slice(-2_000)}`)
  })
  const spoken = new Promise<void>((resolve) =>
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      said = `${said}${chunk}`.slice(-10_000)
      if (said.includes('Ctrl-C stops it')) resolve()
    }),
  )
  await Promise.race([spoken, ended])
  ended.catch(() => undefined)
}

const watchMemory = (pid: number, began: number) => {
  let last: Sample = { at: 0, pss: 0, rss: 0, byProgram: {} }
  let peak = last
  const look = (): void => {
    last = { at: (performance.now() - began) / 1_000, ...memoryOf(pid) }
    if (last.pss > peak.pss) peak = last
  }
  let timer = setInterval(look, LOOK_EVERY_MS.starting)
  return {
    last: () => last,
    peak: () => peak,
    /** The start is over: its peak must not count later memory. */
    slowDown: () => {
      clearInterval(timer)
      peak = last
      timer = setInterval(look, LOOK_EVERY_MS.running)
    },
    stop: () => clearInterval(timer),
  }
}

const Dev = v.object({ base_url: v.string(), api_key: v.string(), subaccount_id: v.string() })
const Search = v.object({ results: v.array(v.object({ svc_id: v.number() })) })

/** Buys and sells in turn, resting and at once, on both exchanges; every so often all that rest are cancelled. */
const placeOrders = async (file: string, count: number, everyMs: number) => {
  const dev = v.parse(Dev, JSON.parse(readFileSync(file, 'utf8')))
  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Response> =>
    fetch(`${dev.base_url}${path}`, {
      method,
      headers: { 'x-api-key': dev.api_key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const marketsOf = async (exchange: string) => {
    const reply = await call('GET', `/v1/markets/search?exchange_name=${exchange}&limit=10`)
    return v.parse(Search, await reply.json()).results.map(({ svc_id }) => svc_id)
  }
  const [a, b] = [await marketsOf('EXCHANGE_A'), await marketsOf('EXCHANGE_B')]
  const markets = a.flatMap((svcId, index) => [svcId, b[index] ?? svcId])
  const calls: Array<Promise<boolean>> = []
  const began = performance.now()
  for (let number = 0; number < count; number += 1) {
    const how = number % 3 === 0 ? { order_type: 'MARKET' } : { price: number % 4 < 2 ? 0.4 : 0.6 }
    const order = {
      subaccount_id: dev.subaccount_id,
      svc_id: markets[number % markets.length],
      buy_flag: number % 4 < 2,
      qty: 10,
      ...how,
    }
    const done = (reply: Promise<Response>): Promise<boolean> =>
      reply.then(async (answer) => {
        await answer.arrayBuffer()
        return answer.ok
      })
    calls.push(done(call('POST', '/v1/orders', order)).catch(() => false))
    if (number % CANCEL_EVERY === CANCEL_EVERY - 1)
      calls.push(done(call('POST', '/v1/orders/cancel-all', { subaccount_id: dev.subaccount_id })).catch(() => false))
    // An eye on how they stand, as a page with a list of orders would have.
    if (number % 10 === 0) calls.push(done(call('GET', '/v1/orders?limit=20')).catch(() => false))
    await wait(Math.max(0, began + (number + 1) * everyMs - performance.now()))
  }
  const answers = await Promise.all(calls)
  return { orders: count, refused: answers.filter((ok) => !ok).length }
}
