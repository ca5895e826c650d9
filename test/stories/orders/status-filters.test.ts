/** `status` of the lists of orders and complex orders: several values, and `open` for all that are not final. */

import { describe, expect, it } from 'vitest'
import { ORDER_STATUSES } from '#domain/orders/status.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

let ids: Readonly<Record<string, string>>
const statuses = async (query: string): Promise<string[]> => {
  const answer = await world.get(`/v1/orders?${query}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body.count).toBe(answer.body.orders.length)
  return answer.body.orders.map(({ status }: { status: string }) => status).sort()
}

const placeFour = async (): Promise<void> => {
  await startWorld()
  await world.simulated.book([[0.35, 100]], [[0.45, 100]])
  const resting = await world.place({ price: 0.3 })
  const executed = await world.place({ price: 0.45, qty: 1 })
  const cancelled = await world.place({ price: 0.31 })
  await world.settle()
  await world.delete(`/v1/orders/${cancelled}`)
  await world.settle()
  const pending = await world.place({ price: 0.32 })
  ids = { resting, executed, cancelled, pending }
}

describe('orders', () => {
  it.each<[string, string[]]>([
    ['status=open', ['PENDING_SUBMISSION', 'RESTING']],
    ['status=RESTING,CANCELLED', ['CANCELLED', 'RESTING']],
    ['status=RESTING&status=CANCELLED', ['CANCELLED', 'RESTING']],
    ['status=open,RESTING&status=EXECUTED', ['EXECUTED', 'PENDING_SUBMISSION', 'RESTING']],
    ['status=RESTING', ['RESTING']],
    ['status=REJECTED', []],
    [`status=${ORDER_STATUSES.join()}`, ['CANCELLED', 'EXECUTED', 'PENDING_SUBMISSION', 'RESTING']],
    ['status=open&include_legs=true', ['PENDING_SUBMISSION', 'RESTING']],
    ['status=open,EXECUTED&order_type=LIMIT', ['EXECUTED', 'PENDING_SUBMISSION', 'RESTING']],
  ])('are filtered by %s', async (query, expected) => {
    await placeFour()
    expect(await statuses(query)).toEqual(expected)
    await world.settle()
  })

  it.each([
    ['status=closed', 0, 'closed'],
    ['status=RESTING,OPEN', 1, 'OPEN'],
    ['status=', 0, ''],
  ])('a list with the filter %s is refused at the place of the word', async (query, place, input) => {
    await startWorld()
    const { status, body } = await world.get(`/v1/orders?${query}`)
    expect(status).toBe(422)
    expect(body.detail).toMatchObject([{ type: 'enum', loc: ['query', 'status', place], input }])
  })
})

describe('complex orders', () => {
  const list = async (query: string): Promise<string[]> => {
    const { body } = await world.get(`/v1/complex-orders?${query}`)
    const found = [...body.complex_orders.conditional_orders, ...body.complex_orders.twap_orders]
    expect(body.count).toBe(found.length)
    return found.map(({ status }: { status: string }) => status).sort()
  }

  it('are filtered by several statuses, and by open, with a parent or without', async () => {
    await placeFour()
    const attach = async (parent: string | undefined): Promise<string> =>
      (
        await world.post('/v1/complex-orders', {
          subaccount_id: world.hero.subaccountId,
          svc_id: world.svcId(),
          conditional_order_params: {
            conditional_order_type: 'TP',
            parent_svc_order_id: parent,
            trigger_order: { qty: 1, buy_flag: false, price: 0.9 },
          },
        })
      ).body.complex_order_id
    const [gone, armed] = [await attach(ids['resting']), await attach(ids['resting'])]
    await world.delete(`/v1/complex-orders/${gone}`)
    await world.settle()
    expect([gone, armed]).not.toContain(undefined)
    expect(await list('status=open')).toEqual(['PENDING'])
    expect(await list('status=open&status=CANCELLED')).toEqual(['CANCELLED', 'PENDING'])
    expect(await list(`status=open&parent_svc_order_id=${ids['resting']}`)).toEqual(['PENDING'])
    expect(await list(`status=CANCELLED,TRIGGERED&parent_svc_order_id=${ids['resting']}`)).toEqual(['CANCELLED'])
    expect(await list('status=ACTIVE,TRIGGERED')).toEqual([])
    await world.settle()
  })
})
