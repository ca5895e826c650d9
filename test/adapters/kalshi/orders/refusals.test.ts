import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cancelOutcome, readError, submitOutcome } from '#adapters/exchanges/kalshi/http/errors.ts'
import { reportUnknownValues } from '#adapters/exchanges/known-values.ts'
import {
  readError as readErrorOfB,
  submitOutcome as submitOutcomeOfB,
} from '#adapters/exchanges/polymarket/http/errors.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { answerAlways } from '../../http/loopback-server.ts'
import { adapterFor, anySignal, someOrder, toSend } from '../desk.ts'

const ORDER = toSend(someOrder({ shard: 2 }))
const wrapped = (code: string, details?: string) => ({
  error: { code, message: code.replaceAll('_', ' '), ...(details === undefined ? {} : { details }) },
})
const submit = (status: number, body: unknown) => submitOutcome(status, readError(body), ORDER)
const cancel = (status: number, body: unknown) => cancelOutcome(status, readError(body))

describe('the error bodies', () => {
  it.each([
    ['wrapped', wrapped('insufficient_balance'), 'insufficient_balance', 'insufficient balance'],
    [
      'flat',
      { code: 'bad_request', message: 'bad request', details: 'json: no' },
      'bad_request',
      'bad request: json: no',
    ],
    ['of a query', { msg: 'Parameter validation failed' }, '', 'Parameter validation failed'],
    ['of a rate limit', { error: 'too many requests' }, '', 'too many requests'],
    ['none', null, '', ''],
  ])('are read in each of their shapes: %s', (_, body, code, words) => {
    expect(readError(body)).toMatchObject({ code, words })
  })

  it('are read whatever they hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 300, max: 599 }), (body, status) => {
        const outcome = submit(status, body)
        expect(['rejected', 'killed', 'duplicate', 'later', 'unknown']).toContain(outcome.kind)
        expect(['gone', 'later', 'unknown']).toContain(cancel(status, body).kind)
        if (status >= 500) expect(outcome.kind).toBe('unknown')
      }),
    )
  })
})

describe('a refused create', () => {
  it.each([
    [400, wrapped('insufficient_balance'), 'insufficient_balance'],
    [400, wrapped('insufficient_shard_balance'), 'insufficient_balance'],
    [404, wrapped('insufficient_shard_balance'), 'insufficient_balance'],
    [400, wrapped('INSUFFICIENT_BALANCE'), 'insufficient_balance'],
    [400, wrapped('available_balance_too_low'), 'insufficient_balance'],
    [400, wrapped('user_not_found:_f50604b8-d25a-4b0c-b3c9-ce5b48ffcad0'), 'no_account_on_shard'],
    [400, wrapped('invalid_price'), 'price_off_tick'],
    [400, wrapped('invalid_order_size'), 'qty_invalid'],
    [400, wrapped('invalid_order', 'post only cross'), 'would_cross'],
    [400, wrapped('invalid_order', 'MARKET_INACTIVE'), 'market_closed'],
    [400, wrapped('invalid_parameters', 'expiration_time must be in the future'), 'expiry_refused'],
    [400, wrapped('invalid_parameters', 'something else'), 'invalid_order'],
    [400, wrapped('missing_parameters'), 'invalid_order'],
    [400, { code: 'bad_request', message: 'bad request', details: 'json: cannot unmarshal' }, 'invalid_order'],
    [409, wrapped('market_inactive'), 'market_closed'],
    [400, wrapped('MARKET_NOT_ACTIVE'), 'market_closed'],
    [409, wrapped('MARKET_ALREADY_CLOSED'), 'market_closed'],
    [404, wrapped('market_not_found'), 'market_not_found'],
    [404, wrapped('not_found'), 'market_not_found'],
    [400, wrapped('EXCEEDED_PER_MARKET_RISK_LIMIT'), 'position_limit'],
    [401, wrapped('authentication_error', 'NOT_FOUND'), 'credentials_invalid'],
    [401, wrapped('authentication_error', 'INCORRECT_API_KEY_SIGNATURE'), 'credentials_invalid'],
    [403, wrapped('insufficient_scope', 'key restricted to one sub-account'), 'not_permitted'],
    [410, wrapped('deprecated_v1_order_endpoint'), 'endpoint_retired'],
    [409, wrapped('some_new_reason'), 'exchange_refused'],
    [400, wrapped('exchange_index_must_be_between_0_and_3'), 'exchange_refused'],
  ])('is rejected for good with status %i and %j as %s', (status, body, code) => {
    const outcome = submit(status, body)
    expect(outcome).toMatchObject({ kind: 'rejected', code, reason: expect.stringMatching(/^[A-Z].*\.$/) })
  })

  it.each([
    ['EXCHANGE_A', 'order_id_and_client_order_id_mismatch'],
    ['EXCHANGE_A', 'order_side_mismatch'],
    ['EXCHANGE_A', 'order_ticker_mismatch'],
    ['EXCHANGE_A', 'exchange_index_must_be_between_0_and_3'],
    ['EXCHANGE_A', 'INVALID_AMEND_QTY_FOR_ORDER'],
    ['EXCHANGE_A', 'CANNOT_UPDATE_FILLED_ORDER'],
    ['EXCHANGE_A', 'SELF_CROSS_ATTEMPT'],
    ['EXCHANGE_B', 'invalid nonce'],
    ['EXCHANGE_B', 'Too many orders in payload: 16, max allowed: 15'],
  ])('with words that %s documents is no unknown value: %s', (exchange, words) => {
    const unknown: unknown[] = []
    reportUnknownValues({ ...SILENT_LOG, warn: (...said) => void unknown.push(said) }, Date.now)
    const outcome =
      exchange === 'EXCHANGE_A'
        ? submit(400, wrapped(words))
        : submitOutcomeOfB(400, readErrorOfB({ error: words }), { nativeId: '0x1' })
    expect(outcome).toMatchObject({ kind: 'rejected' })
    expect(unknown).toEqual([])
  })

  it('names the shard whose money is missing', () => {
    expect(submit(400, wrapped('insufficient_shard_balance'))).toMatchObject({
      reason: expect.stringMatching(/shard 2 .*KXPRESPARTY-28-D/),
    })
  })

  it('is a duplicate when the identity was used before', () => {
    expect(submit(409, wrapped('order_already_exists'))).toEqual({ kind: 'duplicate' })
    expect(submit(409, wrapped('ORDER_ALREADY_EXISTS'))).toEqual({ kind: 'duplicate' })
  })

  it('is killed when a FOK cannot be filled whole', () => {
    expect(submit(409, wrapped('fill_or_kill_insufficient_resting_volume'))).toMatchObject({ kind: 'killed' })
  })

  it.each([
    [409, wrapped('trading_is_paused')],
    [409, wrapped('exchange_is_paused')],
    [409, wrapped('TRADING_PAUSED')],
    [401, wrapped('header_timestamp_expired')],
    [429, { error: 'too many requests' }],
    [425, null],
  ])('waits when it is not the order’s fault: status %i, %j', (status, body) => {
    expect(submit(status, body)).toMatchObject({ kind: 'later', reason: expect.stringMatching(/the order waits/) })
  })

  it.each([
    [400, null],
    [401, null],
    [403, null],
    [404, null],
    [404, {}],
    [410, null],
    [451, null],
    [418, { message: 'no' }],
    [301, null],
    [307, { message: 'moved' }],
  ])('waits while every order is refused: status %i, %j', (status, body) => {
    const refusing = { kind: 'later', refusing: 'exchange_refuses' }
    expect(submit(status, body)).toMatchObject({
      ...refusing,
      reason: expect.stringMatching(/^The exchange refuses all orders from here \(status/),
    })
    expect(cancel(status, body)).toMatchObject(refusing)
  })

  it.each([
    [500, wrapped('internal_error')],
    [503, null],
    [503, wrapped('exchange_is_paused')],
    [504, wrapped('order_already_exists')],
    [408, null],
    [409, wrapped('EXCHANGE_UNAVAILABLE')],
    [400, wrapped('SELF_CROSS_ATTEMPT_PARTIALLY_FILLED')],
    [400, wrapped('invalid_order', 'self_cross_attempt_partially_filled')],
  ])('leaves open if the order was accepted: status %i, %j', (status, body) => {
    expect(submit(status, body)).toMatchObject({ kind: 'unknown' })
  })
})

describe('a create answered with success', () => {
  const answered = async (status: number, body: unknown, timeInForce: 'GTC' | 'IOC' = 'GTC') => {
    const server = await answerAlways(status, body)
    const exchange = adapterFor(`${server.url}/trade-api/v2`, () => Date.now())
    const account = {
      accountKey: 'a',
      secrets: {
        api_key_id: 'k',
        private_key:
          '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----',
      },
    }
    const outcome = await exchange.submit(account, toSend(someOrder({ timeInForce })), anySignal())
    await server.close()
    return outcome
  }
  const CREATED = {
    order_id: 'o',
    client_order_id: someOrder().orderId,
    fill_count: '4.00',
    remaining_count: '6.00',
    ts_ms: 1,
  }

  it('rests while something remains, and has ended when nothing does', async () => {
    expect(await answered(201, CREATED)).toMatchObject({
      kind: 'accepted',
      order: { exchangeOrderId: 'o', state: 'live', filledQty: 4_000_000 },
    })
    expect(await answered(201, { ...CREATED, remaining_count: '0.00' })).toMatchObject({ order: { state: 'ended' } })
    expect(await answered(201, CREATED, 'IOC')).toMatchObject({ order: { state: 'ended' } })
    const { client_order_id: _, ...nameless } = CREATED
    expect(await answered(201, nameless)).toMatchObject({ kind: 'accepted' })
  })

  it.each([
    ['no order id', 201, { fill_count: '0.00', remaining_count: '1.00' }],
    ['an empty body', 201, ''],
    ['an error in a 200', 200, wrapped('deprecated_v1_order_endpoint')],
    ['a count that is none', 201, { ...CREATED, fill_count: 'many' }],
    ['the order of another identity', 201, { ...CREATED, client_order_id: 'another' }],
    ['more filled than was asked for', 201, { ...CREATED, fill_count: '40.00' }],
    ['more left than was asked for', 201, { ...CREATED, fill_count: '0.00', remaining_count: '10.01' }],
    ['a web page', 200, '<html></html>'],
  ])('is unknown with %s', async (_, status, body) => {
    expect(await answered(status, body)).toMatchObject({ kind: 'unknown' })
  })
})

describe('a refused cancel', () => {
  it.each([
    [404, wrapped('not_found'), 'gone'],
    [404, null, 'later'],
    [409, wrapped('market_inactive'), 'gone'],
    [400, wrapped('MARKET_INACTIVE'), 'gone'],
    [409, wrapped('exchange_is_paused'), 'later'],
    [429, { error: 'too many requests' }, 'later'],
    [401, wrapped('header_timestamp_expired'), 'later'],
    [403, wrapped('insufficient_scope'), 'later'],
    [500, null, 'unknown'],
    [504, null, 'unknown'],
  ])('a refusal with status %i and %j is %s', (status, body, kind) => {
    expect(cancel(status, body).kind).toBe(kind)
  })
})
