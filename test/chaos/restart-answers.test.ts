/** Stops, kills and cuts under load: each answer is machine-readable, and none is a bare 500. */

import { createServer, connect as dial, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { startDynamoDb } from '#local/stack/aws/dynamodb.ts'
import { freePort } from '../support/free-port.ts'
import { type Dev, devOf, newFolder, startProcess } from '../support/npm-start.ts'

interface Line {
  readonly port: number
  /** Refuses new connections, and cuts open ones. */
  cut(): void
  mend(): Promise<void>
}

/** A proxy between the service and its table. */
const lineTo = async (endpoint: string): Promise<Line> => {
  const to = new URL(endpoint)
  const port = await freePort()
  const open = new Set<Socket>()
  let server: Server | null = null
  const mend = async (): Promise<void> => {
    server = createServer((near) => {
      const far = dial(Number(to.port), to.hostname)
      for (const socket of [near, far]) {
        open.add(socket)
        socket.on('error', () => undefined).on('close', () => open.delete(socket))
      }
      near.pipe(far).pipe(near)
    })
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve))
  }
  await mend()
  return {
    port,
    cut: () => {
      server?.close()
      for (const socket of open) socket.destroy()
    },
    mend,
  }
}

/** Asks without pause in several lanes, and keeps whatever is no good answer. */
const load = (dev: Dev) => {
  const bad: string[] = []
  const counts = new Map<number, number>()
  let isOver = false
  let requested = 0
  const requests = [
    { method: 'GET', path: '/v1/orders?limit=5' },
    { method: 'GET', path: '/v1/subaccounts' },
    { method: 'GET', path: '/v1/markets/search?q=senate&limit=1' },
    { method: 'GET', path: `/v1/subaccounts/${dev.subaccount_id}/credentials/EXCHANGE_A` },
    { method: 'POST', path: '/v1/custom-assets' },
    { method: 'GET', path: '/v1/nowhere' },
  ]
  const ask = async (): Promise<void> => {
    const { method, path } = requests[requested % requests.length] ?? { method: 'GET', path: '/' }
    requested += 1
    const body =
      method === 'POST' ? { subaccount_id: dev.subaccount_id, name: `asset ${requested}`, svc_ids: [] } : null
    const reply = await fetch(`${dev.base_url}${path}`, {
      method,
      headers: { 'x-api-key': dev.api_key, 'content-type': 'application/json', 'idempotency-key': `load ${requested}` },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    const text = await reply.text()
    counts.set(reply.status, (counts.get(reply.status) ?? 0) + 1)
    if (!isWellFormed(reply, text)) bad.push(`${method} ${path}: ${reply.status} ${text.slice(0, 200)}`)
  }
  const lane = async (): Promise<void> => {
    while (!isOver) {
      // No connection, hence no answer. The client has to repeat the request.
      await ask().catch(() => wait(20))
      await wait(60)
    }
  }
  const lanes = Array.from({ length: 4 }, lane)
  return {
    counts,
    bad,
    stop: async () => {
      isOver = true
      await Promise.all(lanes)
    },
  }
}

const isWellFormed = (reply: Response, text: string): boolean => {
  const body = parsed(text)
  if (reply.status < 300) return body !== undefined
  if (reply.status >= 500 && (reply.status !== 503 || reply.headers.get('retry-after') === null)) return false
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

it('a service that is stopped, killed and cut off from its table sends only well-formed answers', {
  timeout: 300_000,
}, async ({ onTestFinished }) => {
  const engine = await startDynamoDb()
  onTestFinished(engine.stop)
  const toEngine = await lineTo(engine.endpoint)
  onTestFinished(toEngine.cut)
  const dir = newFolder(onTestFinished)
  const port = String(await freePort())
  const environment = { DYNAMODB_ENDPOINT: `http://127.0.0.1:${toEngine.port}${new URL(engine.endpoint).pathname}` }
  let service = await startProcess(onTestFinished, { dir, port, environment })
  const asking = load(devOf(dir))
  await wait(2_000)

  toEngine.cut()
  await vi.waitFor(() => expect(asking.counts.get(503) ?? 0).toBeGreaterThan(0), { timeout: 60_000, interval: 200 })
  await toEngine.mend()
  await wait(3_000)

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await service.kill(signal)
    service = await startProcess(onTestFinished, { dir, port, environment })
    await wait(1_500)
  }
  const before = asking.counts.get(200) ?? 0
  await vi.waitFor(() => expect(asking.counts.get(200) ?? 0).toBeGreaterThan(before), { timeout: 30_000 })
  await asking.stop()
  expect(asking.bad).toEqual([])
  expect([...asking.counts.keys()].sort()).toEqual(expect.arrayContaining([200, 201, 404, 503]))
})
