/** Orders and fills as CSV, for clients that accept it. */

import { expect, it } from 'vitest'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

const read = (path: string, accept: string) => world.get(path, { headers: { accept } })

/** The rows of a CSV without quoted commas, by column. */
const rowsOf = (text: string): ReadonlyArray<Readonly<Record<string, string>>> => {
  const [head = '', ...rows] = text.trimEnd().split('\r\n')
  const columns = head.split(',')
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, n) => [columns[n] ?? '', cell])))
}

it('orders are rows of CSV with the fields of JSON, and pages continue by the header link', async () => {
  await startWorld()
  for (const name of ['one', '=2+3', 'three']) {
    world.time.now += 1
    await world.place({ price: 0.3, client_order_id: name })
  }
  await world.settle()
  const first = await read('/v1/orders?limit=2&status=open', 'text/csv')
  expect(first.status).toBe(200)
  expect(first.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
  expect(rowsOf(first.body)).toMatchObject([
    { client_order_id: 'three', status: 'RESTING', price: '0.3', buy_flag: 'true', average_price: '' },
    { client_order_id: "'=2+3", status: 'RESTING' },
  ])
  const [, next = ''] = /^<(.*)>; rel="next"$/.exec(first.headers['link'] ?? '') ?? []
  const second = await read(next, 'text/csv')
  expect(rowsOf(second.body)).toMatchObject([{ client_order_id: 'one' }])
  expect(second.headers['link']).toBeUndefined()
})

it('fills are rows of CSV with the fields of JSON, newest first', async () => {
  await startWorld()
  await world.simulated.book([[0.35, 100]], [[0.45, 100]])
  await world.place({ price: 0.45, qty: 1, client_order_id: 'a' })
  await world.settle()
  await world.pass('5s')
  await world.place({ price: 0.45, qty: 2, client_order_id: 'b' })
  await world.pass('5s')
  await world.settle()
  const { body } = await read('/v1/fills', 'text/csv')
  expect(rowsOf(body)).toMatchObject([
    { client_order_id: 'b', qty: '2', price: '0.45', status: 'FINAL' },
    { client_order_id: 'a', qty: '1' },
  ])
})

it('an empty list is its header row, and a refusal stays JSON', async () => {
  await startWorld()
  const { body } = await read('/v1/orders', 'text/csv')
  expect(body).toMatch(/^svc_order_id,order_type,.*\r\n$/)
  const refused = await read('/v1/orders?limit=0', 'text/csv')
  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_request' } })
})

it.each(['*/*', 'application/json', 'text/*', 'text/csv;q=0', 'text/csv;q=0.5, application/json'])(
  'a client that accepts %s gets JSON',
  async (accept) => {
    await startWorld()
    expect((await read('/v1/orders', accept)).body).toMatchObject({ orders: [], count: 0 })
  },
)
