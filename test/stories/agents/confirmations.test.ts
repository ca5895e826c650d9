/** Agents place, change and close in two calls. A confirmation is for one request, one key, one minute, and carries out once. */

import type { Client } from '@modelcontextprotocol/client'
import { beforeEach, describe, expect, it } from 'vitest'
import { openAgent } from '../../support/agent.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

let agent: Client
beforeEach(async () => {
  await startWorld({ quoted: true })
  agent = await openAgent(world)
})

const run = async (client: Client, name: string, given: Record<string, unknown>) => {
  const { structuredContent, isError = false, content } = await client.callTool({ name, arguments: given })
  return { isError, text: JSON.stringify(content), body: Object(structuredContent) }
}

const order = (more: object = {}) => ({
  subaccount_id: world.hero.subaccountId,
  svc_id: world.svcId(),
  buy_flag: true,
  qty: 10,
  price: 0.4,
  ...more,
})

const preview = async (more: object = {}, client = agent) => {
  const shown = await run(client, 'preview_order', order(more))
  expect(shown.isError, shown.text).toBe(false)
  return shown.body
}

const refusal = (status: number, code: string) => ({ isError: true, body: { status, code } })

const count = async () => (await world.orders()).length

describe('an order', () => {
  it('is shown by its preview, and placed by the confirmation', async () => {
    const { confirmation, would_happen: shown, expires_at } = await preview()
    expect(shown).toMatchObject({
      request: order(),
      legs: [{ market_title: expect.stringMatching(/\?$/), exchange_ticker: expect.any(String) }],
      resting_qty: 10,
      refusals: [],
    })
    expect(Date.parse(expires_at) - world.time.now).toBe(60_000)
    expect(await count()).toBe(0)
    const placed = await run(agent, 'place_order', { confirmation })
    expect(placed).toMatchObject({ isError: false, body: { svc_order_id: expect.any(String) } })
    await world.pass('5s')
    expect(await world.order(placed.body.svc_order_id)).toMatchObject({
      qty: 10,
      price: 0.4,
      svc_order_id: placed.body.svc_order_id,
    })
  })

  it('is placed once, however often and however late its confirmation comes again', async () => {
    const { confirmation } = await preview()
    const ten = await Promise.all(Array.from({ length: 10 }, () => run(agent, 'place_order', { confirmation })))
    const placed = ten.find(({ isError }) => !isError)
    expect(placed?.body.svc_order_id).toBeTypeOf('string')
    for (const one of ten.filter(({ isError }) => isError))
      expect(one).toMatchObject({
        ...refusal(409, 'confirmation_in_flight'),
        text: expect.stringMatching(/Call again with the same confirmation for its result/),
      })
    for (const passed of ['5s', '90s', '1h']) {
      await world.pass(passed, 30)
      expect(await run(agent, 'place_order', { confirmation })).toEqual(placed)
    }
    expect(await count()).toBe(1)
  })

  it('is not placed by a confirmation that is too late, changed, or sent with anything else', async () => {
    const { confirmation } = await preview()
    expect(await run(agent, 'place_order', { ...order() })).toMatchObject(refusal(422, 'confirmation_only'))
    expect(await run(agent, 'place_order', { confirmation, qty: 100 })).toMatchObject(refusal(422, 'confirmation_only'))
    const changed = world.ids.uuid()
    expect(await run(agent, 'place_order', { confirmation: changed })).toMatchObject(
      refusal(404, 'confirmation_unknown'),
    )
    expect(await run(agent, 'close_positions', { confirmation })).toMatchObject(
      refusal(409, 'confirmation_of_other_tool'),
    )
    world.time.now += 60_000
    expect(await run(agent, 'place_order', { confirmation })).toMatchObject(refusal(409, 'confirmation_expired'))
    expect(await count()).toBe(0)
  })

  it('is not placed by another key or another user, and the refusal is that of an unknown confirmation', async () => {
    const { confirmation } = await preview()
    const otherKey = await openAgent(world, { key: await world.newKey('trade') })
    const stranger = await openAgent(world, { key: await world.newKey('admin', world.ids.uuid()) })
    for (const other of [otherKey, stranger])
      expect(await run(other, 'place_order', { confirmation })).toMatchObject(refusal(404, 'confirmation_unknown'))
    expect(await count()).toBe(0)
  })

  it('has no confirmation for a key with scope read, or if the service would refuse the order', async () => {
    const reader = await openAgent(world, { key: await world.newKey('read') })
    expect(await preview({}, reader)).toMatchObject({
      confirmation: null,
      reason: expect.stringMatching(/scope trade/),
    })
    expect(await run(reader, 'place_order', { confirmation: world.ids.uuid() })).toMatchObject(
      refusal(403, 'scope_missing'),
    )
    await world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, { max_order_qty: 5 })
    expect(await preview()).toMatchObject({ confirmation: null, would_happen: { refusals: [{ code: 'risk_limit' }] } })
  })

  it('is checked against the limits again when it is placed', async () => {
    const { confirmation } = await preview()
    await world.post(`/v1/subaccounts/${world.hero.subaccountId}/halt`)
    expect(await run(agent, 'place_order', { confirmation })).toMatchObject(refusal(409, 'trading_halted'))
    await world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, { halted: false, max_order_qty: 9 })
    expect(await run(agent, 'place_order', { confirmation })).toMatchObject(refusal(409, 'risk_limit'))
    world.time.now += 61_000
    expect(await run(agent, 'place_order', { confirmation })).toMatchObject(refusal(409, 'confirmation_expired'))
    expect(await count()).toBe(0)
  })
})

describe('the daily cost of agents', () => {
  const limit = (dollars: number | null) =>
    world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, { mcp_daily_cost: dollars })

  it('bounds what agents confirm in a UTC day, and nobody else', async () => {
    await limit(10)
    const third = (await preview()).confirmation
    // 4 dollars each.
    for (const _ of [1, 2]) {
      const { confirmation } = await preview()
      expect((await run(agent, 'place_order', { confirmation })).isError).toBe(false)
    }
    const refused = await run(agent, 'place_order', { confirmation: third })
    expect(refused).toMatchObject(refusal(409, 'risk_limit'))
    expect(refused.text).toMatch(/could then cost 12 dollars since 00:00 UTC; mcp_daily_cost is 10/)
    expect(await count()).toBe(2)
    await world.place()
    await limit(12)
    expect((await run(agent, 'place_order', { confirmation: third })).isError).toBe(false)
    expect(await count()).toBe(4)
    await world.pass('30s')
  })

  it('counts a confirmation once, and begins anew at midnight', async () => {
    await limit(7)
    const { confirmation } = await preview()
    const next = (await preview()).confirmation
    const again = () => run(agent, 'place_order', { confirmation })
    const placed = await again()
    expect(placed.isError).toBe(false)
    expect(await again()).toEqual(placed)
    expect(await run(agent, 'place_order', { confirmation: next })).toMatchObject(refusal(409, 'risk_limit'))
    world.time.now += 86_400_000
    const tomorrow = (await preview()).confirmation
    expect((await run(agent, 'place_order', { confirmation: tomorrow })).isError).toBe(false)
    await world.pass('30s')
  })

  it('is shown with the limits, and a preview beyond the limit has no confirmation', async () => {
    const { subaccountId } = world.hero
    const shown = async () => (await world.get(`/v1/subaccounts/${subaccountId}/limits`)).body
    expect(await limit(7)).toMatchObject({ body: { mcp_daily_cost: 7, mcp_cost_today: 0 } })
    const { confirmation } = await preview()
    await run(agent, 'place_order', { confirmation })
    expect(await shown()).toMatchObject({ mcp_cost_today: 4 })
    expect(await preview()).toMatchObject({
      would_happen: { refusals: [] },
      confirmation: null,
      reason: expect.stringMatching(/could then cost 8 dollars since 00:00 UTC; mcp_daily_cost is 7/),
    })
    expect((await preview({ qty: 7 })).confirmation).toBeTypeOf('string')
    await world.pass('30s')
    world.time.now += 86_400_000
    expect(await shown()).toMatchObject({ mcp_cost_today: 0 })
    expect(await count()).toBe(1)
  })

  it.each([
    ['words for yes', { buy_flag: 'yes', price: 0.9 }, 9],
    ['numbers as texts', { qty: '1_0', price: '0.4' }, 4],
    ['an id without dashes, in capitals', () => ({ subaccount_id: bareId() }), 4],
  ])('counts a request with %s as the endpoint reads it', async (_what, given, dollars) => {
    await limit(dollars - 0.01)
    const more = typeof given === 'function' ? given() : given
    expect(await preview(more)).toMatchObject({
      confirmation: null,
      reason: expect.stringMatching(`could then cost ${dollars} dollars`),
    })
    await limit(dollars)
    expect((await preview(more)).confirmation).toBeTypeOf('string')
  })

  it('does not count a stop that protects a position, in whatever word', async () => {
    await limit(0.01)
    const shown = await run(agent, 'preview_complex_order', {
      subaccount_id: world.hero.subaccountId,
      svc_id: world.svcId(),
      conditional_order_params: { protect: 'on', stop_order_price: 0.2, trigger_order: { buy_flag: 'no' } },
    })
    expect(shown.body.confirmation, shown.text).toBeTypeOf('string')
  })

  const costOf = async (tool: string, given: object) => {
    await limit(0.01)
    const { body, text, isError } = await run(agent, tool, {
      subaccount_id: world.hero.subaccountId,
      svc_id: world.svcId(),
      ...given,
    })
    expect(isError, text).toBe(false)
    if (body.confirmation !== null) return 0
    expect(text).toMatch(/could then cost [\d.]+ dollars/)
    return Number(/cost ([\d.]+) dollars/.exec(text)?.[1])
  }

  it('counts an order without its exits, which only close what it has opened', async () => {
    const bracket = [
      { trigger_order: { qty: 10, buy_flag: false, price: 0.6 } },
      { trigger_order: { qty: 10, buy_flag: false, stop_order_price: 0.2 } },
    ]
    expect(await costOf('preview_order', order({ conditional_orders_params: bracket }))).toBe(4)
    const adds = { conditional_order_type: 'STOP', stop_order_price: 0.6, trigger_order: { qty: 10, buy_flag: true } }
    expect(await costOf('preview_order', order({ conditional_orders_params: [...bracket, adds] }))).toBe(14)
  })

  it('counts the exit of an order that only reduces, because it may open the position again', async () => {
    await world.place({ price: 0.44 })
    await world.pass('10s')
    const again = [{ trigger_order: { qty: 10, buy_flag: true, price: 0.3 } }]
    const sale = { buy_flag: false, price: 0.5, reduce_only: true, conditional_orders_params: again }
    expect(await costOf('preview_order', order(sale))).toBe(3)
  })

  it('does not count an exit that is attached to an order later', async () => {
    const parent = await world.place()
    await world.pass('5s')
    const attached = (buy_flag: boolean) => ({
      conditional_order_params: {
        parent_svc_order_id: parent,
        ...(buy_flag ? { stop_order_price: 0.6 } : {}),
        trigger_order: { qty: 10, buy_flag, ...(buy_flag ? {} : { stop_order_price: 0.2 }) },
      },
    })
    expect(await costOf('preview_complex_order', attached(false))).toBe(0)
    expect(await costOf('preview_complex_order', attached(true))).toBe(10)
    const unknown = {
      conditional_order_params: { ...attached(false).conditional_order_params, parent_svc_order_id: world.ids.uuid() },
    }
    const refused = await run(agent, 'preview_complex_order', { subaccount_id: world.hero.subaccountId, ...unknown })
    expect(refused).toMatchObject(refusal(404, 'not_found'))
  })

  const bareId = () => world.hero.subaccountId.replaceAll('-', '').toUpperCase()

  it('holds for confirmations that are used at once', async () => {
    await limit(9)
    const all = []
    for (const _ of [1, 2, 3, 4]) all.push((await preview()).confirmation)
    const used = await Promise.all(all.map((confirmation) => run(agent, 'place_order', { confirmation })))
    expect(used.filter(({ isError }) => !isError).length).toBeLessThanOrEqual(2)
    for (const confirmation of all) await run(agent, 'place_order', { confirmation })
    expect(await count()).toBe(2)
    await world.pass('30s')
  })

  it('does not bound closing, flattening, and orders that only reduce', async () => {
    await world.place({ price: 0.44 })
    await world.pass('10s')
    await limit(0.01)
    const { subaccountId } = world.hero
    const { confirmation } = await preview({ buy_flag: false, price: 0.5, reduce_only: true })
    expect((await run(agent, 'place_order', { confirmation })).isError).toBe(false)
    const close = await run(agent, 'preview_close', { subaccount_id: subaccountId })
    expect((await run(agent, 'close_positions', { confirmation: close.body.confirmation })).isError).toBe(false)
    await world.pass('30s')
  })

  it('counts what an amend adds, and a stop', async () => {
    const orderId = await world.place()
    await world.pass('5s')
    await limit(15)
    const amend = await run(agent, 'preview_amend', { order_id: orderId, qty: 20 })
    expect((await run(agent, 'amend_order', { confirmation: amend.body.confirmation })).isError).toBe(false)
    const stop = await run(agent, 'preview_complex_order', {
      subaccount_id: world.hero.subaccountId,
      svc_id: world.svcId(),
      conditional_order_params: {
        conditional_order_type: 'STOP',
        stop_order_price: 0.2,
        trigger_order: { qty: 10, buy_flag: false },
      },
    })
    // The limit is lowered after the preview.
    await limit(5)
    const armed = await run(agent, 'place_complex_order', { confirmation: stop.body.confirmation })
    expect(armed).toMatchObject(refusal(409, 'risk_limit'))
    expect(armed.text).toMatch(/could then cost 14 dollars/)
  })
})

describe('a request that dies', () => {
  it.each(Array.from({ length: 12 }, (_, step) => step + 1))(
    'at step %i is placed once by its repeat',
    async (dieAt) => {
      const { confirmation } = await preview()
      const message = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'place_order', arguments: { confirmation } },
      }
      await world.post('/v1/mcp', message, { dieAt }).catch(() => null)
      const repeated = await run(agent, 'place_order', { confirmation })
      expect(repeated.isError, repeated.text).toBe(false)
      expect(await count()).toBe(1)
      await world.pass('5s')
    },
  )
})

describe('other changes', () => {
  it('amend an order in two calls', async () => {
    const orderId = await world.place()
    await world.pass('5s')
    const shown = await run(agent, 'preview_amend', { order_id: orderId, qty: 20 })
    expect(shown.body).toMatchObject({ would_happen: { request: { qty: 20 }, order_now: { qty: 10 } } })
    const amended = await run(agent, 'amend_order', { confirmation: shown.body.confirmation })
    expect(amended).toMatchObject({ isError: false, body: { svc_order_id: orderId } })
    await world.pass('10s')
    expect(await world.order(orderId)).toMatchObject({ qty: 20 })
    const invalid = await run(agent, 'preview_amend', { order_id: orderId })
    expect(invalid).toMatchObject(refusal(422, 'invalid_request'))
    expect(invalid.text).toMatch(/at least one of qty, price and expiry_ts_utc is required/)
  })

  it('place a stop, close positions and flatten in two calls', async () => {
    await world.place({ price: 0.44 })
    await world.pass('10s')
    const { subaccountId } = world.hero
    const stop = await run(agent, 'preview_complex_order', {
      subaccount_id: subaccountId,
      svc_id: world.svcId(),
      conditional_order_params: {
        conditional_order_type: 'STOP',
        stop_order_price: 0.2,
        trigger_order: { qty: 10, buy_flag: false },
      },
    })
    expect(stop.body.would_happen).toHaveProperty('quotes_now')
    expect((await run(agent, 'place_complex_order', { confirmation: stop.body.confirmation })).isError).toBe(false)
    for (const [before, act] of [
      ['preview_close', 'close_positions'],
      ['preview_flatten', 'flatten_subaccount'],
    ] as const) {
      const shown = await run(agent, before, { subaccount_id: subaccountId })
      expect(shown.body.would_happen, shown.text).toHaveProperty('positions_now')
      expect(shown.body.confirmation).toBeTypeOf('string')
      const done = await run(agent, act, { confirmation: shown.body.confirmation })
      expect(done.isError, done.text).toBe(false)
      await world.pass('30s')
    }
  })
})
