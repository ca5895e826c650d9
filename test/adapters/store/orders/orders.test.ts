import { describe, expect, it } from 'vitest'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { positionStore } from '#adapters/store/portfolio/positions.ts'
import { qty } from '#domain/kernel/numbers.ts'
import type { Order } from '#domain/orders/order.ts'
import { freshTable } from '#test/support/store.ts'
import { fullOrder } from '../full-records.ts'
import { NOW, SUBACCOUNT, sampleFill, sampleOrder, uuidAt } from '../samples.ts'

const freshOrders = async () => orderStore((await freshTable()).table)

describe('orders in the store', () => {
  it('reads back an order with every field set exactly as it was stored', async () => {
    const orders = await freshOrders()
    const order: Order = {
      ...fullOrder,
      customAssetId: uuidAt(NOW, 9),
      label: { title: 'Will it snow in Ürümqi?', ticker: null },
      attempt: {
        number: 2,
        identity: uuidAt(NOW, 77),
        payload: '{"p":"0.42"}',
        exchangeOrderIds: ['0xa1', '0xb2'],
        sends: 3,
        firstSentAt: NOW + 1,
        lastSentAt: NOW + 2,
        arrived: true,
        refusal: { code: 'insufficient_balance', reason: 'not enough' },
        childObservations: { killed: ['0xa1'], missing: [{ id: '0xb2', since: NOW + 3 }] },
        step: 'rests',
      },
      exchangeOrderId: `0x${'ab'.repeat(32)}`,
      reported: { qty: qty(1e15), cost: 999_998n * 10n ** 15n, fees: null },
      feesPaid: sampleFill(sampleOrder()).fee,
    }
    expect(await orders.create(order)).toBe(true)
    expect(await orders.get(order.orderId)).toEqual(order)
  })

  it('reads back a new order, whose fields are mostly null, exactly as it was stored', async () => {
    const orders = await freshOrders()
    const order = sampleOrder({ price: null, orderType: 'MARKET', buyFlag: false, dueAt: null })
    await orders.create(order)
    expect(await orders.get(order.orderId)).toEqual(order)
  })

  it('answers null for an order that is not there', async () => {
    expect(await (await freshOrders()).get(uuidAt(NOW, 404))).toBeNull()
  })

  it('creates an id once', async () => {
    const orders = await freshOrders()
    const order = sampleOrder()
    expect(await orders.create(order)).toBe(true)
    expect(await orders.create({ ...order, clientOrderId: 'second' })).toBe(false)
    expect(await orders.get(order.orderId)).toEqual(order)
  })

  it('saves only over the version the caller saw, and then counts one up', async () => {
    const orders = await freshOrders()
    const order = sampleOrder()
    await orders.create(order)
    expect(await orders.save({ ...order, status: 'PROCESSING' }, [])).toBe(true)
    expect(await orders.save({ ...order, status: 'CANCELLED' }, [])).toBe(false)
    expect(await orders.get(order.orderId)).toEqual({ ...order, status: 'PROCESSING', version: 1 })
  })

  it('lets exactly one of ten concurrent saves through', async () => {
    const orders = await freshOrders()
    const order = sampleOrder()
    await orders.create(order)
    const saved = await Promise.all(
      Array.from({ length: 10 }, (_, n) => orders.save({ ...order, retries: n + 1 }, [sampleFill(order, n)])),
    )
    expect(saved.filter(Boolean)).toHaveLength(1)
    const winner = saved.indexOf(true)
    expect(await orders.get(order.orderId)).toEqual({ ...order, retries: winner + 1, version: 1 })
    expect(await orders.fills(order.orderId, 100)).toEqual([sampleFill(order, winner)])
  })

  it('stores nothing when one of the fills is held already', async () => {
    const orders = await freshOrders()
    const order = sampleOrder()
    await orders.create(order)
    expect(await orders.save({ ...order, fillCount: 1 }, [sampleFill(order, 1)])).toBe(true)
    const next = { ...order, version: 1, fillCount: 3 }
    expect(await orders.save(next, [sampleFill(order, 2), sampleFill(order, 1)])).toBe(false)
    expect(await orders.fills(order.orderId, 100)).toEqual([sampleFill(order, 1)])
    expect((await orders.get(order.orderId))?.fillCount).toBe(1)
  })

  it('stores what several orders traded in one market in one transaction, with one write of their position', async () => {
    let writes = 0
    const { table } = await freshTable({
      onConsumed: ({ operation }) => {
        if (operation === 'transact') writes += 1
      },
    })
    const orders = orderStore(table)
    const [one, other] = [sampleOrder(), sampleOrder({ orderId: uuidAt(NOW, 2) })]
    for (const order of [one, other]) await orders.create(order)
    const traded = [one, other].map((order, n) => ({ order, newFills: [sampleFill(order, n + 1)], settledFills: [] }))
    expect(await orders.saveTogether(traded)).toBe(true)
    expect(writes).toBe(1)
    expect((await orders.get(other.orderId))?.version).toBe(other.version + 1)
    const ledger = await positionStore(table).get(one.subaccountId, one.exchange, one.svcId)
    expect(ledger).toMatchObject({ fillsStored: 2, version: 1 })
  })

  it('stores nothing of several orders when one of them has changed', async () => {
    const { table } = await freshTable()
    const orders = orderStore(table)
    const [one, other] = [sampleOrder(), sampleOrder({ orderId: uuidAt(NOW, 2) })]
    for (const order of [one, other]) await orders.create(order)
    await orders.save({ ...other, retries: 1 })
    const traded = [one, other].map((order, n) => ({ order, newFills: [sampleFill(order, n + 1)], settledFills: [] }))
    expect(await orders.saveTogether(traded)).toBe(false)
    expect(await orders.get(one.orderId)).toEqual(one)
    expect(await orders.fills(one.orderId, 10)).toEqual([])
    expect(await positionStore(table).get(one.subaccountId, one.exchange, one.svcId)).toBeNull()
  })

  it('refuses more new fills than one transaction holds, in words', async () => {
    const orders = await freshOrders()
    const order = sampleOrder()
    await orders.create(order)
    const fills = Array.from({ length: 91 }, (_, n) => sampleFill(order, n))
    await expect(orders.save(order, fills)).rejects.toThrow(RangeError)
    expect(await orders.save(order, fills.slice(1))).toBe(true)
    expect(await orders.fills(order.orderId, 1_000)).toHaveLength(90)
  })

  it('lists fills by exchange time, oldest first, and at most as many as requested', async () => {
    const orders = await freshOrders()
    const order = sampleOrder()
    await orders.create(order)
    const fills = [5, 3, 9, 1].map((n) => sampleFill(order, n, { exchangeTradeId: `trade ${n}`, isMaker: n > 4 }))
    await orders.save(order, fills)
    const inOrder = [1, 3, 5, 9].map((n) => fills.find((fill) => fill.exchangeAt === NOW + n))
    expect(await orders.fills(order.orderId, 100)).toEqual(inOrder)
    expect(await orders.fills(order.orderId, 2)).toEqual(inOrder.slice(0, 2))
  })

  it('knows which of some fills it holds, of one order or of several', async () => {
    const orders = await freshOrders()
    const [one, other] = [sampleOrder(), sampleOrder()]
    for (const order of [one, other]) {
      await orders.create(order)
      await orders.save(order, [sampleFill(order, 1), sampleFill(order, 2)])
    }
    const requested = [one, other].flatMap(({ orderId }) =>
      [3, 2].map((n) => ({ orderId, fillId: sampleFill(one, n).fillId })),
    )
    expect(await orders.knownFills(requested)).toEqual([sampleFill(one, 2), sampleFill(other, 2)])
    expect(await orders.knownFills([])).toEqual([])
  })

  it('moves a fill that has settled, once, and only one that was open', async () => {
    const orders = await freshOrders()
    const order = sampleOrder()
    await orders.create(order)
    const open = sampleFill(order, 1, { status: 'PROVISIONAL' })
    await orders.save(order, [open, sampleFill(order, 2)])
    const final = { ...open, status: 'FINAL' as const }
    expect(await orders.save({ ...order, version: 1 }, [], [final])).toBe(true)
    expect(await orders.save({ ...order, version: 2 }, [], [{ ...open, status: 'REVERSED' }])).toBe(false)
    expect(await orders.save({ ...order, version: 2 }, [], [sampleFill(order, 3)])).toBe(false)
    expect(await orders.fills(order.orderId, 10)).toEqual([final, sampleFill(order, 2)])
  })

  it('remembers whose an order id of the exchange is, per exchange', async () => {
    const orders = await freshOrders()
    const { orderId } = sampleOrder()
    await orders.claimExchangeIds('EXCHANGE_B', ['0xa1', '0xb2'], orderId)
    await orders.claimExchangeIds('EXCHANGE_B', ['0xa1'], orderId)
    await orders.claimExchangeIds('EXCHANGE_A', [], orderId)
    expect(await orders.ownerOf('EXCHANGE_B', '0xb2')).toBe(orderId)
    expect(await orders.ownerOf('EXCHANGE_A', '0xb2')).toBeNull()
    expect(await orders.ownerOf('EXCHANGE_B', '0xc3')).toBeNull()
  })

  it('counts an order as live from its creation until it is settled', async () => {
    const orders = await freshOrders()
    const order = sampleOrder()
    const live = async () => (await orders.live(SUBACCOUNT, 'EXCHANGE_A')).map((found) => found.orderId)
    await orders.create(order)
    await orders.create(sampleOrder({ exchange: 'EXCHANGE_B' }, 2))
    expect(await live()).toEqual([order.orderId])
    await orders.save({ ...order, status: 'EXECUTED', sendState: 'acked', exchangeFilledQty: order.qty }, [])
    expect(await live()).toEqual([order.orderId])
    await orders.save(
      {
        ...order,
        version: 1,
        status: 'EXECUTED',
        sendState: 'acked',
        exchangeFilledQty: order.qty,
        tradedQty: order.qty,
      },
      [],
    )
    expect(await live()).toEqual([])
  })

  it('names the row that does not parse', async () => {
    const { table } = await freshTable()
    await table.putAll([{ pk: 'O#=broken', sk: 'O', st: 'NO_SUCH_STATUS' }])
    await expect(orderStore(table).get('broken')).rejects.toThrow(/row O#=broken O does not parse: .*st/)
  })
})
