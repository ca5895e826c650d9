/** Meaning of EXCHANGE_B's refusals for an order (Polymarket reference, section 3.9), pure and through the adapter. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cancelOutcome, readError, submitOutcome } from '#adapters/exchanges/polymarket/http/errors.ts'
import { writePayload } from '#adapters/exchanges/polymarket/orders/part-payload.ts'
import { CONTRACTS } from '#adapters/exchanges/polymarket/signing/contracts.ts'
import { STANDARD, START } from '#simulators/test/polymarket/simulated.ts'
import { answerAlways, listen } from '../../http/loopback-server.ts'
import { adapterFor, anySignal, MARKET, someOrder, toSend } from '../desk.ts'

const submit = (status: number, body: unknown) => submitOutcome(status, readError(body), { nativeId: MARKET })
const text = (error: string) => ({ error })
const ID = `0x${'ab'.repeat(32)}`

const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const ACCOUNT = {
  accountKey: 'ann',
  secrets: {
    private_key: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
    signature_type: '0',
    address: WALLET,
    funder: WALLET,
    api_key: 'key',
    api_secret: 'c2VjcmV0',
    api_passphrase: 'phrase',
  },
}

const { payload, hashes } = writePayload(
  { exchange: CONTRACTS.exchangeV2, domainVersion: '2', assetType: 'CONDITIONAL' },
  { maker: WALLET, signer: WALLET, signatureType: 0 },
  [
    {
      outcome: 'YES',
      kind: 'GTC',
      fields: {
        salt: 1,
        maker: WALLET,
        signer: WALLET,
        tokenId: STANDARD.tokens[0],
        makerAmount: 4_000_000n,
        takerAmount: 10_000_000n,
        side: 'BUY',
        signatureType: 0,
        timestamp: START,
      },
    },
  ],
)
const HASH = hashes[0] ?? ''
const SENDABLE = toSend(someOrder(), { kind: 'ready', identity: HASH, payload, exchangeOrderIds: hashes })

describe('the error bodies', () => {
  it.each([
    ['a text', text('invalid expiration'), 'invalid expiration', null],
    [
      'a text with a wait',
      { ...text('post-only mode'), code: 'post_only_mode', retry_after_seconds: 90 },
      'post-only mode',
      90_000,
    ],
    ['of an order', { success: false, errorMsg: 'Insufficient balance', orderID: null }, 'Insufficient balance', null],
    ['of an object', { error: { message: 'no' } }, 'no', null],
    ['a page', null, '', null],
  ])('are read in each of their shapes: %s', (_, body, words, retryAfterMs) => {
    expect(readError(body)).toEqual({ words, retryAfterMs, page: null })
  })

  it('are read whatever they hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 300, max: 599 }), (body, status) => {
        const outcome = submit(status, body)
        expect(['rejected', 'killed', 'duplicate', 'later', 'unknown']).toContain(outcome.kind)
        expect(['gone', 'later', 'unknown']).toContain(cancelOutcome(status, readError(body)).kind)
        if (status >= 500 && status !== 503) expect(outcome.kind).toBe('unknown')
      }),
    )
  })
})

describe('a refused order', () => {
  it.each([
    [400, 'Invalid order payload', 'invalid_order'],
    [400, 'invalid expiration', 'expiry_refused'],
    [400, 'order canceled in the CTF exchange contract', 'invalid_order'],
    [400, 'the order owner has to be the owner of the API KEY', 'credentials_invalid'],
    [400, 'the order signer address has to be the address of the API KEY', 'credentials_invalid'],
    [400, 'maker address not allowed, please use the deposit wallet flow', 'wallet_not_allowed'],
    [400, "'0x12' address banned", 'account_restricted'],
    [400, "'0x12' address in closed only mode", 'account_restricted'],
    [400, 'order_version_mismatch', 'protocol_mismatch'],
    [400, 'invalid order version', 'protocol_mismatch'],
    [400, `order ${ID} is invalid. Price (0.405) breaks minimum tick size rule: 0.01`, 'price_off_tick'],
    [400, `order ${ID} is invalid. Size (4) lower than the minimum: 5`, 'qty_below_minimum'],
    [400, `order ${ID} crosses the book`, 'would_cross'],
    [400, 'invalid post-only order: order crosses book', 'would_cross'],
    [400, 'invalid post-only order: only GTC and GTD order types are allowed', 'invalid_order'],
    [400, 'not enough balance / allowance', 'insufficient_balance'],
    [400, 'not enough balance / allowance: the balance is not enough -> balance: 1', 'insufficient_balance'],
    [
      400,
      'invalid amounts, the market buy orders maker amount supports a max accuracy of 2 decimals',
      'invalid_amounts',
    ],
    [400, 'invalid amount for a marketable BUY order ($0.5), min size: $1', 'value_below_minimum'],
    [401, 'Unauthorized/Invalid api key', 'credentials_invalid'],
    [404, 'market not found', 'market_not_found'],
    [400, 'some new reason', 'refused_by_exchange'],
  ])('is rejected for good with status %i and "%s" as %s', (status, words, code) => {
    expect(submit(status, words === '' ? null : text(words))).toMatchObject({
      kind: 'rejected',
      code,
      reason: expect.stringMatching(/^[A-Z].*\.$/),
    })
  })

  it.each([
    [403, text('Trading restricted in your region, please refer to available regions'), null],
    [400, null, null],
    [401, null, null],
    [401, undefined, 'Unauthorized | Cloudflare'],
    [403, null, null],
    [404, null, null],
    [404, undefined, 'a page'],
    [422, null, null],
    [418, null, null],
    [451, null, null],
    [451, text('unavailable for legal reasons'), null],
    [403, undefined, 'Attention Required! | Cloudflare'],
    [400, undefined, 'a page'],
    [503, undefined, 'Just a moment...'],
    [301, null, null],
    [302, undefined, 'a page'],
    [307, text('moved'), null],
  ])('waits while every order is refused, with status %i, %j and the page %j', (status, body, page) => {
    expect(submitOutcome(status, readError(body, null, page), { nativeId: MARKET })).toMatchObject({
      kind: 'later',
      refusing: 'exchange_refuses',
      reason: expect.stringMatching(/^The exchange refuses all orders from here \(status \d+.*\)\.$/),
    })
    expect(cancelOutcome(status, readError(body, null, page))).toMatchObject({
      kind: 'later',
      refusing: 'exchange_refuses',
    })
  })

  it('waits alone where a 403 says something that is not known', () => {
    const outcome = submit(403, text('this account is under review'))
    expect(outcome).toMatchObject({ kind: 'later', reason: expect.stringContaining('under review') })
    expect(outcome).not.toHaveProperty('refusing')
  })

  it.each([
    [502, '502 Bad Gateway'],
    [503, 'a page'],
  ])('is of unknown outcome behind a page of the exchange itself: status %i', (status, page) => {
    expect(submitOutcome(status, readError(undefined, null, page), { nativeId: MARKET })).toMatchObject({
      kind: 'unknown',
    })
  })

  it('is a duplicate when the exchange has seen its id', () => {
    expect(submit(400, text(`order ${ID} is invalid. Duplicated.`))).toEqual({ kind: 'duplicate' })
  })

  it.each([
    "order couldn't be fully filled. FOK orders are fully filled or killed.",
    'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.',
  ])('is killed when it had to trade at once and could not: %s', (words) => {
    expect(submit(400, text(words))).toMatchObject({ kind: 'killed' })
  })

  it.each([
    [425, null, null],
    [425, text('the matching engine is restarting'), null],
    [400, text('Rate limit exceeded for tokenId: 1'), 1_000],
    [400, text('the market is not yet ready to process new orders'), null],
    [503, text('Trading is currently disabled. Check polymarket.com for updates'), null],
    [503, text('Trading is currently cancel-only. New orders are not accepted, but cancels are allowed.'), null],
    [503, text('trading is disabled'), null],
    [
      503,
      { ...text('post-only mode: only post-only orders and cancels are allowed'), retry_after_seconds: 60 },
      60_000,
    ],
  ])('waits when it is not the order’s fault: status %i, %j', (status, body, retryAfterMs) => {
    expect(submit(status, body)).toMatchObject({
      kind: 'later',
      retryAfterMs,
      reason: expect.stringMatching(/the order waits/),
    })
  })

  it('waits where the token buckets refuse it, and is of unknown outcome after any other 429', () => {
    const body = { error: 'Rate limit exceeded for tokenId: 1', retry_after_seconds: 7 }
    const refused = (namesBucket: boolean, said: unknown) =>
      submitOutcome(429, { ...readError(said), namesBucket }, { nativeId: MARKET })
    expect(refused(true, null)).toMatchObject({ kind: 'later', retryAfterMs: 1_000 })
    expect(refused(true, body)).toMatchObject({ kind: 'later', retryAfterMs: 7_000 })
    expect(refused(false, null)).toMatchObject({ kind: 'unknown' })
    expect(refused(false, body)).toMatchObject({ kind: 'unknown' })
  })

  it.each([
    [400, text('order match delayed due to market conditions')],
    [400, text('context canceled')],
    [500, text('could not insert order')],
    [500, text('there are no matching orders')],
    [500, text('FOK orders are filled or killed')],
    // The same words without the status say the same: documents show them as `errorMsg` of a 200 too.
    [400, text('could not insert order')],
    [400, text('could not run the execution')],
    [400, text('there are no matching orders')],
    [400, text('FOK orders are filled or killed')],
    [400, text('the trade contains rounding issues')],
    [400, text("the price of the taker's order has a discrepancy greater than allowed with the worst maker order")],
    [400, text('error delaying the order')],
    [502, null],
    [503, null],
    [520, null],
    [408, null],
    [408, '<html><title>Request Timeout</title></html>'],
  ])('leaves open if the order was accepted: status %i, %j', (status, body) => {
    expect(submit(status, body)).toMatchObject({ kind: 'unknown' })
  })
})

describe('an order answered with success', () => {
  const answered = async (body: unknown) => {
    const server = await answerAlways(200, body)
    const urls = { clob: server.url, gamma: server.url, data: server.url, relayer: server.url, site: server.url }
    try {
      const exchange = adapterFor(urls, () => START)
      const outcome = await exchange.submit(ACCOUNT, SENDABLE, anySignal())
      return { outcome, sends: server.requests.length, headers: server.requests[0]?.headers }
    } finally {
      await server.close()
    }
  }
  const posted = (more: Record<string, unknown>) => ({
    success: true,
    errorMsg: '',
    orderID: HASH,
    status: 'live',
    ...more,
  })

  it('is signed over its very bytes, says who calls, and is sent once', async () => {
    const { sends, headers } = await answered(posted({}))
    expect(sends).toBe(1)
    expect(headers).toMatchObject({
      poly_address: expect.stringMatching(/^0x/),
      poly_api_key: 'key',
      poly_passphrase: 'phrase',
      poly_timestamp: String(START / 1_000),
      'user-agent': expect.stringMatching(/\w/),
      'content-type': 'application/json',
    })
  })

  it('is sent once others that it would meet have left the book, a hundred of them at a time', async () => {
    const server = await listen((request, response, nth) => {
      const reported = JSON.parse(server.requests[nth - 1]?.body ?? '')
      response.end(JSON.stringify(request.method === 'DELETE' ? { canceled: reported, not_canceled: {} } : posted({})))
    })
    const urls = { clob: server.url, gamma: server.url, data: server.url, relayer: server.url, site: server.url }
    const others = Array.from({ length: 230 }, (_, n) => `0x${n.toString(16).padStart(64, '0')}`)
    const attempt = { ...SENDABLE.attempt, payload: JSON.stringify({ ...JSON.parse(payload), w: others }) }
    try {
      const outcome = await adapterFor(urls, () => START).submit(ACCOUNT, { ...SENDABLE, attempt }, anySignal())
      expect(outcome).toMatchObject({ kind: 'accepted' })
      const requested = server.requests.filter(({ method }) => method === 'DELETE').map(({ body }) => JSON.parse(body))
      expect(requested.map(({ length }) => length)).toEqual([100, 100, 30])
      expect(requested.flat()).toEqual(others)
      expect(server.requests.at(-1)).toMatchObject({ method: 'POST', url: '/order' })
    } finally {
      await server.close()
    }
  })

  it.each([
    ['nothing matched', { takingAmount: '', makingAmount: '' }, 'live', 0],
    ['all matched', { status: 'matched', takingAmount: '10', makingAmount: '4' }, 'ended', 10_000_000],
    [
      'all matched, in base units',
      { status: 'matched', takingAmount: '10000000', makingAmount: '4000000' },
      'ended',
      10_000_000,
    ],
    ['part matched', { status: 'matched', takingAmount: '4.5', makingAmount: '1.8' }, 'live', 4_500_000],
    [
      'part matched, in base units',
      { status: 'matched', takingAmount: '4500000', makingAmount: '1800000' },
      'live',
      4_500_000,
    ],
    ['held back', { status: 'delayed' }, 'live', 0],
    ['not held back', { status: 'unmatched' }, 'live', 0],
    ['amounts that are none', { status: 'matched', takingAmount: 'many' }, 'live', 0],
    ['statuses in other letters', { status: 'MATCHED', takingAmount: '10' }, 'ended', 10_000_000],
    ['numbers instead of texts', { status: 'matched', takingAmount: 10 }, 'ended', 10_000_000],
    ['an id in other letters', { orderID: `0x${HASH.slice(2).toUpperCase()}` }, 'live', 0],
  ])('is read in all its forms: %s', async (_, more, state, filledQty) => {
    expect((await answered(posted(more))).outcome).toMatchObject({ kind: 'accepted', order: { state, filledQty } })
  })

  it.each([
    ['a text in place of an order', { orderID: '', errorMsg: 'not enough balance / allowance' }, 'rejected'],
    ['as one without success', { success: false, orderID: null, errorMsg: 'Insufficient balance' }, 'rejected'],
    [
      'a pause in words',
      { orderID: '', errorMsg: 'post-only mode: only post-only orders and cancels are allowed' },
      'later',
    ],
    ['nothing in place of an order', { orderID: null, errorMsg: null }, 'unknown'],
    ['no success, and no reason', { success: false }, 'unknown'],
    [
      'a failure of the exchange itself',
      { success: false, orderID: '', errorMsg: 'could not run the execution' },
      'unknown',
    ],
    ['a reason beside its id', { errorMsg: 'something new' }, 'unknown'],
    [
      'a kill beside its id',
      { status: undefined, errorMsg: "order couldn't be fully filled. FOK orders are fully filled or killed." },
      'killed',
    ],
    ['another order', { orderID: ID }, 'unknown'],
  ])('can be a refusal all the same: %s', async (_, more, kind) => {
    expect((await answered(posted(more))).outcome).toMatchObject({ kind })
  })

  it.each([
    ['no order', {}],
    ['a page', '<html>'],
    ['a list', []],
  ])('means nothing with %s in it', async (_, body) => {
    expect((await answered(body)).outcome).toMatchObject({ kind: 'unknown' })
  })
})
