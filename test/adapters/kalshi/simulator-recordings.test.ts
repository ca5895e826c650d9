/**
 * Real answers of EXCHANGE_A, recorded in June 2026, against the simulator's answers to the same calls. The folder named by
 * EXCHANGE_RECORDINGS holds them; without it there is nothing to compare.
 */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ANN,
  BOB,
  openSimulated,
  orderBody,
  type SimulatedExchange,
  TENNIS,
} from '#simulators/test/kalshi/simulated.ts'

const FOLDER = join(process.env['EXCHANGE_RECORDINGS'] ?? '', 'kalshi')
const isHere = process.env['EXCHANGE_RECORDINGS'] !== undefined && existsSync(FOLDER)

/** Taken out of the interface since (Kalshi reference, section 1). */
const REMOVED = [
  'fractional_trading_enabled',
  'liquidity_dollars',
  'response_price_units',
  'resting_orders_count',
  'service',
]
/** Present only where the market has such a thing. */
const SOMETIMES = [
  'custom_strike',
  'primary_participant_key',
  'floor_strike',
  'cap_strike',
  'strike_type',
  'is_provisional',
  'mve_collection_ticker',
  'mve_selected_legs',
  'settlement_ts',
  'settlement_value_dollars',
]

const read = (name: string) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))
const recorded = (name: string) => read(`${name}.json`)
const requestOf = (name: string): Record<string, unknown> => read(`${name}.meta.json`).request_body
const statusOf = (name: string): number => read(`${name}.meta.json`).status

/** Every recorded key is in ours with the same type, and every decimal text has the same number of decimals. */
const differences = (theirs: unknown, ours: unknown, path = ''): string[] => {
  if (Array.isArray(theirs)) {
    if (!Array.isArray(ours)) return [`${path} is no list`]
    return theirs.length > 0 && ours.length > 0 ? differences(theirs[0], ours[0], `${path}[0]`) : []
  }
  if (typeof theirs === 'object' && theirs !== null) {
    if (typeof ours !== 'object' || ours === null) return [`${path} is no object`]
    const known: Record<string, unknown> = { ...ours }
    return Object.entries(theirs)
      .filter(([key]) => !REMOVED.includes(key) && !(SOMETIMES.includes(key) && known[key] === undefined))
      .flatMap(([key, value]) =>
        Object.hasOwn(known, key) ? differences(value, known[key], `${path}.${key}`) : [`${path}.${key} is missing`],
      )
  }
  if (typeof theirs !== typeof ours) return [`${path} is ${typeof ours}, not ${typeof theirs}`]
  // The value a market expired at is free text.
  return path.endsWith('.expiration_value') || formOf(theirs) === formOf(ours)
    ? []
    : [`${path} is ${String(ours)}, not like ${String(theirs)}`]
}

/** Decimals and instants have a form of their own; other texts are alike. */
const formOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value : ''
  if (/^-?\d+\.\d+$/.test(text)) return `decimals ${text.split('.')[1]?.length}`
  return /^\d{4}-\d\d-\d\dT/.test(text) ? `instant ${/\.\d+Z$/.test(text) ? 'with' : 'without'} fraction` : ''
}

/** Keys of ours that were not recorded. */
const additions = (theirs: Record<string, unknown>, ours: Record<string, unknown>): string[] =>
  Object.keys(ours).filter((key) => !Object.hasOwn(theirs, key))

const withoutService = (body: { error?: Record<string, unknown> }) => {
  const { service: _, ...error } = body.error ?? {}
  return body.error === undefined ? body : { ...body, error }
}

describe.skipIf(!isHere)('recorded answers', () => {
  let simulated: SimulatedExchange
  let orderId = ''
  const ORDERS = '/portfolio/events/orders'
  const replay = (name: string, more: Record<string, unknown> = {}) =>
    simulated.call('POST', ORDERS, { ...requestOf(name), ticker: TENNIS, ...more })
  const cancel = (id: string) => simulated.call('DELETE', `${ORDERS}/${id}?market_ticker=${TENNIS}`)

  beforeAll(async () => {
    simulated = await openSimulated()
    await simulated.control('book', { market: TENNIS, bids: [[0.47, 3]], asks: [[0.52, 3]] })
  })
  afterAll(() => simulated?.close())

  const agrees = (name: string, answer: { status: number; body: Record<string, unknown> }) => {
    expect(answer.status).toBe(statusOf(name))
    if (answer.status >= 400) expect(answer.body).toEqual(withoutService(recorded(name)))
    else expect(differences(recorded(name), answer.body)).toEqual([])
  }

  it('the answers to refused callers match the recordings', async () => {
    const balance = (more: object) => simulated.call('GET', '/portfolio/balance', undefined, { ...ANN, ...more })
    agrees('auth__bad_signature', await balance({ signedPath: () => '/wrong' }))
    agrees('auth__unknown_key_id', await balance({ apiKeyId: '00000000-0000-0000-0000-000000000000' }))
    agrees('auth__missing_signature_header', await balance({ leaveOut: 'KALSHI-ACCESS-SIGNATURE' }))
    for (const [name, skew] of [
      ['minus5s', -5_000],
      ['plus5s', 5_000],
      ['minus30s', -30_000],
      ['minus5min', -300_000],
      ['plus5min', 300_000],
    ] as const) {
      agrees(`auth__skew_${name}`, await balance({ skew }))
    }
  })

  it('the answers of an order’s life match: created, repeated, canceled, canceled again, its id used again', async () => {
    const created = await replay('orders__create_v2_maker')
    agrees('orders__create_v2_maker', created)
    expect(additions(recorded('orders__create_v2_maker'), created.body)).toEqual([])
    orderId = String(created.body['order_id'])
    agrees('orders__get_after_create', await simulated.call('GET', `/portfolio/orders/${orderId}`))
    agrees('orders__duplicate_client_order_id', await replay('orders__duplicate_client_order_id'))
    agrees('orders__cancel_v2', await cancel(orderId))
    agrees('orders__get_after_cancel', await simulated.call('GET', `/portfolio/orders/${orderId}`))
    agrees('orders__cancel_already_canceled', await cancel(orderId))
    agrees('orders__reuse_canceled_client_id', await replay('orders__reuse_canceled_client_id'))
    agrees('orders__cancel_unknown_id', await cancel('00000000-0000-0000-0000-000000000000'))
  })

  it('the answers to a taker match: fill, fee, position', async () => {
    const taken = await replay('orders__create_v2_taker_ioc')
    agrees('orders__create_v2_taker_ioc', taken)
    const { average_fill_price, average_fee_paid, fill_count, remaining_count } =
      recorded('orders__create_v2_taker_ioc')
    expect(taken.body).toMatchObject({ average_fill_price, average_fee_paid, fill_count, remaining_count })
    agrees('orders__cancel_executed', await cancel(String(taken.body['order_id'])))
    const fills = await simulated.call('GET', '/portfolio/fills?limit=10')
    agrees('fills__after_taker', fills)
    const [theirs] = recorded('fills__after_taker').fills
    const [ours] = fills.body['fills'] as unknown as [Record<string, unknown>]
    expect(additions(theirs, ours)).toEqual(['exchange_index'])
    expect(ours).toMatchObject({ fee_cost: theirs.fee_cost, yes_price_dollars: theirs.yes_price_dollars })
    agrees('portfolio__orders_list', await simulated.call('GET', '/portfolio/orders?limit=10'))
    agrees('portfolio__positions', await simulated.call('GET', '/portfolio/positions'))
    agrees('auth__balance_ok', await simulated.call('GET', '/portfolio/balance'))
    agrees('settlements__page', await simulated.call('GET', '/portfolio/settlements?limit=10'))
  })

  it('the answers to refused orders match', async () => {
    agrees('orders__insufficient_balance', await replay('orders__insufficient_balance'))
    agrees('orders__invalid_price_structure', await replay('orders__invalid_price_structure'))
    agrees('orders__numeric_field_types', await replay('orders__numeric_field_types'))
    agrees('orders__post_only_cross', await replay('orders__post_only_cross'))
  })

  it('the answers to an order that meets its own match', async () => {
    const resting = await replay('orders__stp_setup')
    agrees('orders__stp_setup', resting)
    agrees('orders__stp_self_cross', await replay('orders__stp_self_cross'))
    const id = String(resting.body['order_id'])
    agrees('orders__stp_resting_after', await simulated.call('GET', `/portfolio/orders/${id}`))
    agrees('cleanup__stp_resting', await cancel(id))
  })

  it('the answers about market data match', async () => {
    for (const [name, path] of [
      ['markets__single', `/markets/${TENNIS}`],
      ['markets__unauth_single', `/markets/${TENNIS}`],
      ['markets__single_filter_lastpage', `/markets?tickers=${TENNIS}`],
      ['markets__page1', '/markets?limit=5&status=unopened'],
      ['markets__status_closed', '/markets?limit=5&status=closed'],
      ['markets__status_settled', '/markets?limit=5&status=settled'],
      ['markets__limit_over_max', '/markets?limit=1001'],
      ['orderbook__base', `/markets/${TENNIS}/orderbook`],
      ['trades__public_recorded', '/markets/trades?limit=12'],
      ['exchange__status', '/exchange/status'],
    ] as const) {
      agrees(name, await simulated.call('GET', path))
    }
    const ours = (await simulated.call('GET', `/markets/${TENNIS}`)).body['market'] as unknown as Record<
      string,
      unknown
    >
    expect(additions(recorded('markets__single').market, ours).sort()).toEqual([
      'exchange_index',
      'settlement_bounds_type',
      'subtitle',
    ])
  })

  it('the answers about the limits of the lowest tier match', async () => {
    simulated.simulator.addAccount({
      id: 'ann',
      apiKeyId: 'ann-key',
      publicKeyPem: ANN.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      cash: {},
      tier: 'basic',
    })
    const limits = await simulated.call('GET', '/account/limits')
    expect(limits.body).toEqual(recorded('account__limits'))
    expect((await simulated.call('POST', ORDERS, orderBody(), BOB)).status).toBe(201)
  })
})
