/** The smoke test of a deployment: its order rests at the exchange and is cancelled, and it stops with the name of the failed step. */

import { describe, expect, it } from 'vitest'
import { credentialsOf } from '#local/admin/commands/smoke-test.ts'
import { type Answer, type Trial, tryOrder } from '#local/admin/smoke/try-order.ts'
import { worldOfTest } from '#test/support/use-world.ts'

const { world, startWorld } = worldOfTest()

describe('the order of the smoke test', () => {
  it('rests on a paper account and is cancelled, through the real handlers', async () => {
    await startWorld({ accounts: 'paper', exchange: 'EXCHANGE_A', quoted: true })
    const lines: string[] = []
    await tryOrder({
      call: async (method, path, body) => {
        if (path.startsWith('/v1/markets/search'))
          return { status: 200, body: { results: [{ svc_id: world.svcId() }] } }
        if (method === 'GET') return world.get(path)
        if (method === 'DELETE') return world.delete(path)
        return method === 'PUT' ? world.put(path, body) : world.post(path, body)
      },
      sleep: (seconds) => world.pass(`${seconds}s`),
      credentials: { paper: { cash: 100 } },
      report: (line) => void lines.push(line),
    })
    expect(lines).toEqual([
      'created a subaccount',
      'stored credentials of EXCHANGE_A',
      'found 1 markets',
      'placed an order: RESTING',
      'cancelled it: CANCELLED',
      'deleted the subaccount',
    ])
    expect(world.exchangeCallsTo(/^(POST|DELETE) .*\/orders?$/)).toBe(0)
  })

  /** A service that answers each step from a list. */
  const trial = (answers: Readonly<Record<string, Answer>>): Trial => ({
    call: async (method, path) => {
      const step = Object.keys(answers).find((name) => `${method} ${path}`.startsWith(name))
      return step === undefined ? { status: 404, body: { code: 'none' } } : (answers[step] as Answer)
    },
    sleep: async () => undefined,
    credentials: {},
    report: () => undefined,
  })
  const OPEN = { 'POST /v1/subaccounts': { status: 201, body: { subaccount_id: 's' } } }
  const KEYS = { ...OPEN, 'PUT /v1/subaccounts/s/credentials/EXCHANGE_A': { status: 200, body: {} } }
  const MARKETS = { ...KEYS, 'GET /v1/markets/search': { status: 200, body: { results: [{ svc_id: 7 }] } } }
  const PLACED = { ...MARKETS, 'POST /v1/orders': { status: 202, body: { svc_order_id: 'o' } } }

  it.each([
    ['subaccount: answered 404', {}],
    ['credentials: answered 404', OPEN],
    ['search: no market within 600 s', { ...KEYS, 'GET /v1/markets/search': { status: 200, body: { results: [] } } }],
    ['order: answered 404', MARKETS],
    ['order: REJECTED', { ...PLACED, 'GET /v1/orders/o': { status: 200, body: { status: 'REJECTED' } } }],
    [
      'order: not settled within 60 s',
      { ...PLACED, 'GET /v1/orders/o': { status: 200, body: { status: 'PROCESSING' } } },
    ],
  ])('fails with "%s"', async (words, answers) => {
    await expect(tryOrder(trial(answers))).rejects.toThrow(words)
  })
})

it('only play money is traded', () => {
  const KEY = { DEMO_KEY_ID: 'id', DEMO_PRIVATE_KEY: 'pem' }
  expect(credentialsOf('paper', {})).toEqual({ paper: { cash: 100 } })
  expect(credentialsOf('demo', KEY)).toEqual({ api_key_id: 'id', private_key: 'pem' })
  expect(credentialsOf('demo', {})).toBeNull()
  expect(credentialsOf('simulated', KEY)).toBeNull()
  expect(credentialsOf('production', KEY)).toBeNull()
})
