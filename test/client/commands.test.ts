/** Output and exit codes of commands, against a service that gives prepared answers. */

import { describe, expect, it } from 'vitest'
import { complexOrder } from '#contract/contingent/complex-order-examples.ts'
import { order } from '#contract/kernel/examples/sample-order.ts'
import { fill, position, tagPnl } from '#contract/portfolio/portfolio-examples.ts'
import { problem } from './prepared.ts'
import { type Answers, typeCommand } from './type-command.ts'

/** Runs a command against these answers, by method and path; the rest is unknown there. */
const type = (answers: Answers, ...line: string[]) => typeUntil(AbortSignal.timeout(10_000), answers, ...line)

/** The same; the signal is Ctrl-C. */
const typeUntil = (signal: AbortSignal, answers: Answers, ...line: string[]) =>
  typeCommand({ ...OWN, ...answers }, line, signal)

const SUBACCOUNT = order.subaccount_id
const OWN: Answers = { 'GET subaccounts': () => [{ subaccount_id: SUBACCOUNT }] }
const [ID, OTHER] = ['019aa5a0-0000-7000-8000-000000000001', '019aa5a0-0000-7000-8000-000000000002']

const cancelled = (...ids: string[]) => ({ cancelled_svc_order_ids: ids, failed_cancelled_reasons: {} })
const notCancelled = (id: string, why: string) => ({
  cancelled_svc_order_ids: [],
  failed_cancelled_reasons: { [id]: why },
})
const complexCancelled = (id: string, now: object = {}) => ({
  cancelled_complex_order_ids: [id],
  failed_cancelled_complex_order_ids: {},
  complex_order: { ...complexOrder, ...now },
})
const listOf = (...found: object[]) => ({
  complex_orders: { conditional_orders: found, twap_orders: [] },
  count: found.length,
  has_more: false,
})
const NONE_ARMED = { 'GET complex-orders': () => listOf() }

describe('changing an order', () => {
  const pending = { ...order, svc_order_id: ID, last_amend: { status: 'PENDING', reason: null } }
  const changing = (last_amend: object): Answers => ({
    [`PATCH orders/${ID}`]: () => Response.json(pending, { status: 202 }),
    [`GET orders/${ID}`]: () => ({ ...pending, qty: 15, last_amend, fills: [] }),
  })

  it('waits until the change is done, and prints the order', async () => {
    const done = await type(changing({ status: 'DONE', reason: null }), 'amend', ID, '--qty', '15')
    expect(done).toMatchObject({ code: 0 })
    expect(done.stdout).toContain('15')
  })

  it('a refused change exits with 1, and says why', async () => {
    const reason = 'The order had filled before it could be changed.'
    const refused = await type(changing({ status: 'REFUSED', reason }), 'amend', ID, '--price', '0.41')
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.stderr).toContain(reason)
  })

  it('a change without content is wrong usage', async () => {
    expect(await type({}, 'amend', ID)).toMatchObject({ code: 2, requested: [] })
  })
})

describe('placing an order', () => {
  const market = { svc_id: order.svc_id, name: 'Will it rain?' }
  const placing = (change: object): Answers => ({
    [`GET markets/${order.svc_id}`]: () => market,
    'POST orders': () => ({ svc_order_id: ID, complex_orders: {} }),
    [`GET orders/${ID}`]: () => ({ ...order, fills: [], fills_complete: true, ...change }),
  })
  const buy = (answers: Answers, ...more: string[]) => type(answers, 'buy', String(order.svc_id), '10', '0.4', ...more)

  it('a rejected order exits with 1, and says why beside the order', async () => {
    const rejected = await buy(placing({ status: 'REJECTED', reject_reason: 'The market is closed.' }))
    expect(rejected).toMatchObject({ code: 1 })
    expect(rejected.stdout).toContain('REJECTED')
    expect(rejected.stderr).toMatch(/The order was rejected: The market is closed\.$/m)
  })

  it('a mistake is refused in a sentence, which names the field unless it names it already', async () => {
    const tooLarge = { type: 'less_than', loc: ['body', 'price'], msg: 'Input should be less than 1' }
    const past = { type: 'value_error', loc: ['body'], msg: 'Value error, expiry_ts_utc must be in the future' }
    const detail = [tooLarge, { ...past, loc: ['body', 'conditional_orders_params', 0] }, past]
    const { code, stderr } = await buy({
      ...placing({}),
      'POST orders': () => Response.json({ detail }, { status: 422 }),
    })
    expect([code, stderr]).toEqual([
      1,
      '422: price: Input should be less than 1; expiry_ts_utc must be in the future (expiry_ts_utc is --expiry); expiry_ts_utc must be in the future (expiry_ts_utc is --expiry)',
    ])
  })

  it('while trading is halted is refused with the command that ends the halt', async () => {
    const { code, stderr } = await buy({ ...placing({}), 'POST orders': () => problem(409, 'trading_halted') })
    expect([code, stderr]).toEqual([1, '409: It is trading_halted. On the command line: pmt resume.'])
  })

  it.each(['EXECUTED', 'CANCELLED', 'EXPIRED'])('that is %s exits with 0', async (status) => {
    expect(await buy(placing({ status }))).toMatchObject({ code: 0 })
  })

  it('prints nothing but JSON with --json, and its progress elsewhere', async () => {
    const { code, stdout, stderr } = await buy(placing({ status: 'EXECUTED' }), '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ status: 'EXECUTED' })
    expect(stderr).toContain(`${ID} placed for "Will it rain?"`)
  })

  it('a placed order that may not be followed exits with 1', async () => {
    const revoked = { ...placing({}), [`GET orders/${ID}`]: () => problem(401, 'unauthorized') }
    expect(await buy(revoked)).toMatchObject({ code: 1, stdout: `placed: ${ID}` })
  })
})

describe('an order that ends without a command', () => {
  const bodies: { time_in_force?: string; expiry_ts_utc?: string }[] = []
  const placing: Answers = {
    [`GET markets/${order.svc_id}`]: () => ({ svc_id: order.svc_id, name: 'Will it rain?' }),
    'POST orders': async (request) => {
      bodies.push((await request.json()) as object)
      return { svc_order_id: ID, complex_orders: {} }
    },
    [`GET orders/${ID}`]: () => ({ ...order, status: 'EXPIRED', fills: [], fills_complete: true }),
  }
  const buy = (...more: string[]) => type(placing, 'buy', String(order.svc_id), '10', '0.4', ...more)

  it('is GTD by its expiry alone: the service would ignore the expiry of any other', async () => {
    expect(await buy('--expiry', '2030-01-01T12:00:00Z')).toMatchObject({ code: 0 })
    expect(bodies.at(-1)).toMatchObject({ time_in_force: 'GTD', expiry_ts_utc: '2030-01-01T12:00:00Z' })
    expect(await buy('--expiry', '2030-01-01', '--tif', 'GTC')).toMatchObject({
      code: 2,
      requested: [expect.anything()],
    })
  })

  it.each([
    ['--expiry', '2h'],
    ['--tif', 'GTC'],
    ['--tif', 'GTD', '--expiry', '2h'],
  ])('needs a price with %s %s: without one it would trade at once', async (...option) => {
    const { code, stderr, requested: asked } = await type(placing, 'buy', String(order.svc_id), '10', ...option)
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      'An order without a price trades at once. Give a price, or leave out --expiry and --tif.',
    ])
    expect(asked).not.toContain('POST orders')
  })

  it('GTD needs the time', async () => {
    const { code, stderr, requested: asked } = await buy('--tif', 'GTD')
    expect([code, stderr.split('\n')[0]]).toEqual([2, '--tif GTD needs --expiry.'])
    expect(asked).not.toContain('POST orders')
  })

  it('may say how long it rests', async () => {
    await buy('--expiry', '30m')
    const ends = Date.parse(bodies.at(-1)?.expiry_ts_utc ?? '')
    expect(Math.abs(ends - Date.now() - 30 * 60_000)).toBeLessThan(10_000)
  })

  it.each(['tomorrow', '10 minutes'])('is wrong usage with the expiry %s', async (expiry) => {
    const { code, stderr } = await buy('--expiry', expiry)
    expect(code).toBe(2)
    expect(stderr).toContain('--expiry must be a time')
  })
})

describe('words that a command has no use for are wrong usage, and nothing is asked or done', () => {
  const market = String(order.svc_id)
  it.each([
    [['buy', market, '10', '0.4', 'take-profit', '0.6'], 'take-profit 0.6'],
    [['sell', 'senate', 'georgia', '10', '0.4'], '0.4'],
    [['preview', 'buy', market, '10', '0.4', '0.3'], '0.3'],
    [['stop', 'sell', market, '10', '0.3', '0.2', '--at', '0.3'], '0.2'],
    [['twap', 'buy', market, '100', '0.4', '--over', '10m'], '0.4'],
    [['flatten', market], market],
    [['close', 'senate', 'georgia'], 'georgia'],
    [['halt', 'now'], 'now'],
    [['resume', 'now'], 'now'],
    [['redeem', market], market],
    [['orders', 'RESTING'], 'RESTING'],
    [['book', 'senate', 'georgia'], 'georgia'],
  ])('%j', async (line, words) => {
    const { code, stderr, requested: asked } = await type({}, ...line)
    expect({ code, requested: asked }).toEqual({ code: 2, requested: [] })
    expect(stderr).toContain(`Too many words: ${words}.`)
  })

  it.each<[words: string, answer: () => unknown, said: string]>([
    [
      'that is silent',
      () => {
        throw new DOMException('aborted', 'TimeoutError')
      },
      'The service at http://service does not answer. Is it running?',
    ],
    [
      'of something else',
      () => new Response('<html>hello</html>'),
      expect.stringMatching(/^This is no answer of the service/),
    ],
    [
      'of something in between',
      () => new Response('<html>bad gateway</html>', { status: 502 }),
      expect.stringMatching(/^502: This is no answer of the service/),
    ],
  ])('the answer %s is reported in words', async (_words, answer, said) => {
    expect(await type({ 'GET quotas': answer }, 'quotas')).toMatchObject({ code: 1, stderr: said })
  })

  it('a number of rows is a whole number from 1 on, before anything is asked', async () => {
    for (const command of ['orders', 'stops', 'fills'])
      for (const limit of ['0', '1.5', '-1', 'x'])
        expect(await type(NONE_ARMED, command, `--limit=${limit}`), `${command} ${limit}`).toMatchObject({
          code: 2,
          requested: [],
          stderr: expect.stringContaining('--limit must be a whole number'),
        })
  })

  it('the list of stops says if there are more than it shows', async () => {
    const found = { 'GET complex-orders': () => listOf(complexOrder, { ...complexOrder, complex_order_id: ID }) }
    expect((await type(found, 'stops', '--limit', '1')).stdout).toContain('1 of 2')
  })

  it('an option without its value is named in one sentence', async () => {
    const first = async (...line: string[]) => {
      const { code, stderr } = await type({}, ...line)
      return [code, stderr.split('\n')[0]]
    }
    expect(await first('stop', 'sell', market, '10', '--link', '--at', '0.3')).toEqual([
      2,
      'The value of --link is missing: --at is another option.',
    ])
    expect(await first('orders', '--limit')).toEqual([2, "Option '--limit <count>' argument missing."])
  })

  it('an unknown option is named in one sentence', async () => {
    const { code, stderr } = await type({}, 'buy', market, '10', '0.4', '--stop-los', '0.3')
    expect([code, stderr.split('\n')[0]]).toEqual([2, "Unknown option '--stop-los'. Did you mean --stop-loss?"])
  })

  it.each([
    [['buy', '7'], "Missing required argument 'qty'."],
    [['buy', '7', 'ten'], 'qty must be a number.'],
    [['buy', '7', '-5'], 'qty must not be negative.'],
  ])('%j: the sentence says which number is wrong', async (line, said) => {
    const { code, stderr } = await type({ 'GET markets/7': () => ({ svc_id: 7, name: 'Will it rain?' }) }, ...line)
    expect([code, stderr.split('\n')[0]]).toEqual([2, said])
  })

  it('a name of several words gets the hint that quotes hold it together', async () => {
    expect((await type({}, 'book', 'senate', 'georgia')).stderr).toContain('Put a name of several words in quotes.')
    expect((await type({}, 'halt', 'now')).stderr).not.toContain('quotes')
  })
})

describe('options of every command', () => {
  const orders = { 'GET orders': () => ({ orders: [order], count: 1, has_more: false }) }

  it('may stand before the command', async () => {
    const after = await type(orders, 'orders', '--subaccount', OTHER, '--json')
    expect(after).toMatchObject({ code: 0, requested: [`GET orders?limit=20&subaccount_id=${OTHER}`] })
    expect(await type(orders, '--subaccount', OTHER, '--json', 'orders')).toEqual(after)
    expect(await type(orders, `--subaccount=${OTHER}`, 'orders', '--json')).toEqual(after)
    expect(await type(orders, '--subaccount', 'orders', 'orders', '--json')).toMatchObject({
      requested: ['GET orders?limit=20&subaccount_id=orders'],
    })
  })

  it('are no command', async () => {
    expect(await type({}, '--json')).toMatchObject({ code: 2, requested: [] })
    expect((await type({}, '--limit', 'orders')).stderr).toBe(
      "Unknown option '--limit'.\n\npmt help lists all commands.",
    )
  })
})

describe('the help', () => {
  it('the help of one command is its own page, by both names', async () => {
    const page = await type({}, 'buy', '--help')
    expect(await type({}, 'help', 'buy')).toEqual(page)
    expect(page.stdout).not.toContain('search')
  })

  it('the list of commands fits a terminal of 80 columns', async () => {
    const { stdout } = await type({}, 'help')
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  it('the help follows the error for an unknown command, and does not hide it', async () => {
    const { code, stderr } = await type({}, 'byu')
    expect([code, stderr]).toEqual([2, "Unknown command 'byu'. Did you mean buy?\n\npmt help lists all commands."])
    expect(await type({}, 'help', 'byu')).toMatchObject({ code: 2, stderr })
    const json = await type({}, 'byu', '--json')
    expect(JSON.parse(json.stderr)).toEqual({ error: "Unknown command 'byu'. Did you mean buy?" })
  })
})

describe('a market that words do not tell apart', () => {
  it('is chosen among markets with their exchange: both may ask the same', async () => {
    const results = [
      { svc_id: 1, exchange_name: 'EXCHANGE_A', name: 'Will it rain?', ticker: 'A' },
      { svc_id: 2, exchange_name: 'EXCHANGE_B', name: 'Will it rain?', ticker: null },
    ]
    const { code, stderr } = await type({ 'GET markets/search': () => ({ results, total: 2 }) }, 'book', 'rain')
    expect(code).toBe(1)
    expect(stderr.split('\n').slice(1)).toEqual(['  1  A  Will it rain?', '  2  B  Will it rain?'])
    const more = await type({ 'GET markets/search': () => ({ results, total: 16 }) }, 'book', 'rain')
    expect(more.stderr.split('\n').slice(3)).toEqual(['  and 14 more: pmt search rain'])
  })
})

describe('followed commands continue after a restart of the service', () => {
  it('orders', async () => {
    const stop = new AbortController()
    const answers = [
      () => ({ orders: [order], count: 1, has_more: false }),
      () => {
        throw new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })
      },
      () => problem(503, 'unavailable'),
      () => {
        stop.abort()
        return { orders: [{ ...order, status: 'CANCELLED' }], count: 1, has_more: false }
      },
    ]
    let requested = 0
    const list = () => answers[requested++]?.()
    const watched = await typeUntil(stop.signal, { 'GET orders': list }, 'orders', '--watch', '--every', '0.2')
    expect(watched).toMatchObject({ code: 0, stderr: 'No answer. Asking again until there is one, or Ctrl-C.' })
    expect(watched.stdout).toContain('CANCELLED')
  })

  it('orders, and says that the service is asked too often where it is', async () => {
    const stop = new AbortController()
    let requests = 0
    const list = () => {
      requests += 1
      if (requests === 3) stop.abort()
      return requests === 2 ? problem(429, 'too_many_requests') : { orders: [], count: 0, has_more: false }
    }
    const watched = await typeUntil(stop.signal, { 'GET orders': list }, 'orders', '--watch', '--every', '0.2')
    expect(watched.stderr).toBe('Too many requests. Asking again until there is an answer, or Ctrl-C.')
  })

  it.each(['0', '0.01'])('orders, but not every %s seconds', async (every) => {
    const { code, stderr, requested: asked } = await type({}, 'orders', '--watch', `--every=${every}`)
    expect([code, stderr.split('\n')[0], asked]).toEqual([2, '--every must be at least 0.2 seconds.', []])
  })

  it('a TWAP', async () => {
    const twap = (filled: number, status: string) => ({
      ...complexOrder,
      status,
      conditional_order: null,
      twap_order: { buy_flag: true, total_qty: 100, filled_qty: filled, slices: 2, slices_done: 1 },
    })
    const answers = [() => twap(50, 'ACTIVE'), () => problem(502, 'unavailable'), () => twap(100, 'COMPLETED')]
    let requestedAt = 0
    const placing: Answers = {
      [`GET markets/${order.svc_id}`]: () => ({ svc_id: order.svc_id, name: 'Will it rain?' }),
      'POST complex-orders': () => ({ complex_order_id: ID }),
      [`GET complex-orders/${ID}`]: () => answers[requestedAt++]?.(),
    }
    const done = await type(placing, 'twap', 'buy', String(order.svc_id), '100', '--over', '10m', '--watch')
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('COMPLETED') })
  })

  it('a change of an order', async () => {
    const pending = { ...order, svc_order_id: ID, last_amend: { status: 'PENDING', reason: null } }
    const answers = [
      () => problem(503, 'unavailable'),
      () => ({ ...pending, last_amend: { status: 'DONE', reason: null }, fills: [] }),
    ]
    let asked = 0
    const changing: Answers = {
      [`PATCH orders/${ID}`]: () => pending,
      [`GET orders/${ID}`]: () => answers[asked++]?.(),
    }
    expect(await type(changing, 'amend', ID, '--qty', '15')).toMatchObject({ code: 0 })
    expect(asked).toBe(2)
  })

  it('through a silence of the service too', async () => {
    let asked = 0
    const silence = () => {
      asked += 1
      if (asked === 2) throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
      return { ...order, fills: [], last_amend: { status: asked === 1 ? 'PENDING' : 'DONE', reason: null } }
    }
    const answers = { [`PATCH orders/${ID}`]: silence, [`GET orders/${order.svc_order_id}`]: silence }
    expect(await type(answers, 'amend', ID, '--qty', '15')).toMatchObject({ code: 0 })
    expect(asked).toBe(3)
  })

  it('a command whose first call fails exits with 1', async () => {
    const { code, stderr } = await type({ 'GET orders': () => problem(401, 'unauthenticated') }, 'orders', '--watch')
    expect([code, stderr]).toEqual([1, expect.stringContaining('401')])
  })
})

describe('cancel', () => {
  it('exits with 0 when every cancel is accepted, and with 1 when one is not', async () => {
    const answers = {
      [`DELETE orders/${ID}`]: () => cancelled(ID),
      [`DELETE orders/${OTHER}`]: () => notCancelled(OTHER, 'The order is already EXECUTED.'),
    }
    expect(await type(answers, 'cancel', ID)).toMatchObject({ code: 0, stdout: `${ID}  cancellation accepted` })
    const both = await type(answers, 'cancel', ID, OTHER, '--json')
    expect(both).toMatchObject({ code: 1, stderr: '{"error":"Not cancelled: 1."}' })
    expect(JSON.parse(both.stdout)).toEqual({
      cancelled_svc_order_ids: [ID],
      failed_cancelled_reasons: { [OTHER]: 'The order is already EXECUTED.' },
      cancelled_complex_order_ids: [],
      failed_cancelled_complex_order_ids: {},
    })
  })

  it('takes the id of a complex order', async () => {
    const found = await type({ [`DELETE complex-orders/${ID}`]: () => complexCancelled(ID) }, 'cancel', ID)
    expect(found).toMatchObject({ code: 0, stdout: `${ID}  cancellation accepted` })
  })

  it('cancels the order of a TP that has placed it', async () => {
    const triggered = {
      cancelled_complex_order_ids: [],
      failed_cancelled_complex_order_ids: { [ID]: 'The complex order is already TRIGGERED.' },
      complex_order: {
        ...complexOrder,
        status: 'TRIGGERED',
        conditional_order: { ...complexOrder.conditional_order, trigger_svc_order_id: OTHER },
      },
    }
    const answers = {
      [`DELETE complex-orders/${ID}`]: () => triggered,
      [`DELETE orders/${OTHER}`]: () => cancelled(OTHER),
    }
    expect(await type(answers, 'cancel', ID)).toMatchObject({ code: 0, stdout: `${OTHER}  cancellation accepted` })
  })

  it('says of an id that names nothing that it does, and cancels the others', async () => {
    const { code, stdout } = await type({ [`DELETE orders/${ID}`]: () => cancelled(ID) }, 'cancel', ID, OTHER)
    expect(code).toBe(1)
    expect(stdout.split('\n')).toEqual([
      `${ID}  cancellation accepted`,
      `${OTHER}  No order and no complex order has this id.`,
    ])
  })
})

describe('cancel all', () => {
  const ALL = { 'POST orders/cancel-all': () => cancelled(ID) }

  it('cancels orders, and says which complex orders stay armed', async () => {
    const armed = {
      'GET complex-orders': (request: Request) => listOf(...(isFor(request, 'open') ? [complexOrder] : [])),
    }
    const { code, stdout, requested: asked } = await type({ ...ALL, ...armed }, 'cancel', 'all')
    expect(code).toBe(0)
    expect(stdout).toContain(`${ID}  cancellation accepted\nStill armed: 1.`)
    expect(stdout).toContain(complexOrder.complex_order_id)
    expect(asked).not.toContain('POST complex-orders/cancel-all')
    const json = JSON.parse((await type({ ...ALL, ...armed }, 'cancel', 'all', '--json')).stdout)
    expect(json.armed_complex_order_ids).toEqual([complexOrder.complex_order_id])
  })

  it('does not fail for orders that ended meanwhile', async () => {
    const ended = { 'POST orders/cancel-all': () => notCancelled(ID, 'The order is already EXECUTED.') }
    const { code, stdout } = await type({ ...ended, ...NONE_ARMED }, 'cancel', 'all')
    expect([code, stdout]).toEqual([0, `${ID}  The order is already EXECUTED.`])
  })

  it('cancels complex orders first with --everything', async () => {
    const complex = { cancelled_complex_order_ids: [OTHER], failed_cancelled_complex_order_ids: {} }
    const answers = { ...ALL, ...NONE_ARMED, 'POST complex-orders/cancel-all': () => complex }
    const { code, stdout, requested: asked } = await type(answers, 'cancel', 'all', '--everything')
    expect(code).toBe(0)
    expect(stdout).toBe(`${ID}  cancellation accepted\n${OTHER}  cancellation accepted`)
    expect(asked.slice(0, 2)).toEqual(['POST complex-orders/cancel-all', 'POST orders/cancel-all'])
  })

  it('takes an exchange by its letter, as every command does', async () => {
    const bodies: unknown[] = []
    const recorded: Answers = {
      ...NONE_ARMED,
      'POST orders/cancel-all': async (request) => {
        bodies.push(await request.json())
        return cancelled(ID)
      },
    }
    await type(recorded, 'cancel', 'all', '--exchange', 'A')
    await type(recorded, 'cancel', 'all', '--exchange', 'EXCHANGE_B')
    expect(bodies).toMatchObject([{ exchange_name: 'EXCHANGE_A' }, { exchange_name: 'EXCHANGE_B' }])
    expect(await type(recorded, 'cancel', 'all', '--exchange', 'C')).toMatchObject({ code: 2 })
  })

  it('is not mixed with ids, and --everything does not go with an id', async () => {
    expect(await type(ALL, 'cancel', 'all', ID)).toMatchObject({ code: 2, requested: [] })
    expect(await type(ALL, 'cancel', ID, '--everything')).toMatchObject({ code: 2, requested: [] })
  })
})

const isFor = (request: Request, status: string): boolean => request.url.includes(`status=${status}`)

describe('an id may be typed by its beginning, by its end, or as a table begins it', () => {
  const LIVE = '019aa5a0-0000-7000-8000-0000deadbeef'
  const ENDED = '019aa5a0-0000-7000-8000-00000000cafe'
  const listed = (...ids: string[]) => ({
    orders: ids.map((svc_order_id) => ({ ...order, svc_order_id })),
    count: ids.length,
    has_more: false,
  })
  const answers: Answers = {
    ...NONE_ARMED,
    'GET orders': (request) => (isFor(request, 'open') ? listed(LIVE) : listed(LIVE, ENDED)),
    [`DELETE orders/${LIVE}`]: () => cancelled(LIVE),
    [`DELETE orders/${ENDED}`]: () => notCancelled(ENDED, 'The order is already EXECUTED.'),
  }

  it('cancel takes the part of one live order, or else of one of the newest', async () => {
    expect(await type(answers, 'cancel', 'deadbeef')).toMatchObject({
      code: 0,
      stdout: `${LIVE}  cancellation accepted`,
    })
    expect((await type(answers, 'cancel', 'CAFE')).stdout).toBe(`${ENDED}  The order is already EXECUTED.`)
    expect((await type(answers, 'cancel', 'dead')).stdout).toBe(`${LIVE}  cancellation accepted`)
  })

  it('an ambiguous part names the ids and changes nothing, and an unknown part says so', async () => {
    const two = { ...answers, 'GET orders': () => listed(LIVE, ENDED) }
    const both = await type(two, 'cancel', '019aa5a0')
    expect(both).toMatchObject({ code: 1, stdout: expect.stringContaining(`Type more of one:\n${LIVE}\n${ENDED}`) })
    expect(both.requested.filter((one) => one.startsWith('DELETE'))).toEqual([])
    const none = await type(answers, 'amend', 'bbbb', '--qty', '1')
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('has an id with bbbb') })
  })

  it('tables on a terminal of 80 columns show such parts, and the reasons below', async () => {
    const found = { ...order, svc_order_id: LIVE, status: 'REJECTED', reject_reason: 'The market is closed.' }
    const shown = await typeCommand(
      { ...OWN, 'GET orders': () => ({ orders: [found], count: 1, has_more: false }) },
      ['orders'],
      AbortSignal.timeout(10_000),
      { tableWidth: 80 },
    )
    const lines = shown.stdout.split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(lines[1]).toContain('deadbeef')
    expect(lines.slice(2)).toEqual(['', 'deadbeef  The market is closed.', '1 of 1'])
  })
})

describe('prices', () => {
  const placing = (bodies: unknown[]): Answers => ({
    'GET markets/7': () => ({ svc_id: 7, name: 'Will it rain?' }),
    'POST orders': async (request) => {
      bodies.push(await request.json())
      return problem(409, 'trading_halted')
    },
  })

  it.each([
    ['0.42', 0.42],
    ['.42', 0.42],
    ['42c', 0.42],
    ['41.5c', 0.415],
    ['0.1c', 0.001],
  ])('%s is %d dollars', async (typed, price) => {
    const bodies: unknown[] = []
    await type(placing(bodies), 'buy', '7', '10', typed)
    expect(bodies).toMatchObject([{ price }])
  })

  it.each([
    ['42', 'price is 42, and prices are dollars between 0 and 1. For 42 cents write 42c.'],
    ['1', 'price is 1, and prices are dollars between 0 and 1. For 1 cents write 1c.'],
    ['100c', 'price is 100c, and prices are dollars between 0 and 1.'],
    ['420', 'price is 420, and prices are dollars between 0 and 1.'],
    ['42d', 'price must be a number.'],
  ])('%s is wrong usage, and nothing is sent', async (typed, said) => {
    const bodies: unknown[] = []
    const { code, stderr } = await type(placing(bodies), 'buy', '7', '10', typed)
    expect([code, stderr.split('\n')[0], bodies]).toEqual([2, said, []])
  })
})

describe('lists', () => {
  it('lists of markets show ticker, best prices and end; a refusal of the prices leaves them out', async () => {
    const market = {
      svc_id: 7,
      exchange_name: 'EXCHANGE_A',
      ticker: 'RAIN-26',
      slug: null,
      status: 'active',
      name: 'Will it rain?',
      expiration_datetime: '2026-12-01T00:00:00Z',
    }
    const found = { 'GET markets/search': () => ({ results: [market], total: 1, corrected_query: null }) }
    const quoted = { ...found, 'GET quotes': () => ({ quotes: [{ svc_id: 7, best_bid: 0.4, best_ask: 0.42 }] }) }
    const shown = await type(quoted, 'search', 'rain')
    expect(shown.stdout.split('\n')).toEqual([
      'svc_id  at  ticker   bid   ask   ends        status  name',
      '7       A   RAIN-26  0.40  0.42  2026-12-01  active  Will it rain?',
      '1 of 1',
    ])
    expect((await type(found, 'search', 'rain')).stdout).toContain('RAIN-26            2026-12-01')
    expect((await type(quoted, 'search', 'rain', '--json')).requested).toHaveLength(1)
  })

  it('lists of orders name the market and the time', async () => {
    const { stdout } = await type({ 'GET orders': () => ({ orders: [order], count: 1, has_more: false }) }, 'orders')
    const [headings, row] = stdout.split('\n')
    expect(headings).toMatch(/^time \(UTC\) +order +market +side/)
    expect(row).toContain(order.created_at.replace('T', ' ').slice(0, 19))
    expect(row).toContain('Will it rain in New York tomorr…')
  })

  it('lists of orders stay narrow beside a long refusal: its sentence is printed below, once', async () => {
    const reason = 'Not enough money on shard 0 of the exchange account. Move some there, or lower quantity or price.'
    const refused = { ...order, status: 'REJECTED', reject_reason: reason }
    const orders = [refused, { ...refused, svc_order_id: OTHER }, { ...order, cancel_reason: 'user' }]
    const { stdout } = await type({ 'GET orders': () => ({ orders, count: 3, has_more: false }) }, 'orders')
    const [, first = '', , third = '', empty, below, count] = stdout.split('\n')
    expect(first).toMatch(/ {2}Not enough money on shard 0 of the exch…$/)
    expect(third).toMatch(/ {2}user$/)
    expect([empty, below, count]).toEqual(['', reason, '3 of 3'])
  })

  it('lists of quotes and trades show prices with two decimals at least, as a book does', async () => {
    const quote = { svc_id: 7, best_bid: 0.4, bid_qty: 5, best_ask: 0.415, ask_qty: 8, last_price: null }
    const reported = { quotes: [{ ...quote, as_of: null, message: 'Paused.' }] }
    const quotes = await type({ 'GET quotes': () => reported }, 'quotes', '7')
    expect(quotes.stdout.split('\n')[1]?.trim()).toMatch(/^7 +5 +0\.40 +0\.415 +8 +Paused\.$/)
    const trade = { trade_id: 't', timestamp: order.created_at, taker_buy_flag: true, qty: 3, price: 0.4 }
    const tape = { 'GET markets/7': () => ({ svc_id: 7, name: 'Rain?' }), 'GET trades/7': () => ({ trades: [trade] }) }
    expect((await type(tape, 'trades', '7')).stdout).toMatch(/buy +3 +0\.40$/)
  })

  it('lists of positions show the price paid only for open positions', async () => {
    const groups = (held: object) => ({
      'GET positions': () => ({
        subaccount_to_positions: [{ subaccount_id: SUBACCOUNT, positions: [{ ...position, ...held }] }],
      }),
    })
    const cells = async (held: object) =>
      (await type(groups(held), 'positions')).stdout.split('\n')[1]?.split(/ {2,}/).slice(3)
    expect(await cells({ position: 10, avg_buy_price: 0.4, mark_price: 0.5 })).toEqual(
      expect.arrayContaining(['YES', '10', '0.40', '0.50']),
    )
    expect((await cells({ position: 0, avg_buy_price: 0.4, mark_price: 0.5 }))?.slice(0, 2)).toEqual(['0', '0.50'])
  })

  it('lists of positions show pairs of YES and NO where there are some, on a narrow terminal too', async () => {
    const shown = async (...pairs: number[]) => {
      const held = pairs.map((count) => ({ ...position, position: 0, pairs: count }))
      const groups = { subaccount_to_positions: [{ subaccount_id: SUBACCOUNT, positions: held }] }
      const answers = { 'GET positions': () => groups }
      return (await typeCommand(answers, ['positions'], AbortSignal.timeout(10_000), { tableWidth: 80 })).stdout
    }
    const [headings = '', first, second] = (await shown(6, 0)).split('\n')
    const at = headings.indexOf('pairs')
    expect([first, second].map((line) => line?.slice(at, at + 5).trim())).toEqual(['6', ''])
    expect(await shown(0)).not.toContain('pairs')
  })

  it('name the unit of all amounts of money', async () => {
    const headings = async (answers: Answers, ...line: string[]) =>
      (await type(answers, ...line)).stdout.split('\n').find((text) => text.includes('($)'))
    const groups = { subaccount_to_positions: [{ subaccount_id: SUBACCOUNT, positions: [position] }] }
    expect(await headings({ 'GET positions': () => groups }, 'positions')).toMatch(
      / value \(\$\) {2}unrealized \(\$\) {2}realized \(\$\)$/,
    )
    const market = { 'GET markets/7': () => ({ svc_id: 7, name: 'Rain?' }) }
    const preview = {
      ...market,
      'POST orders/preview': () => ({
        qty: 10,
        fee: 0.1,
        cash_needed: 4.1,
        cash_free: 90,
        refusals: [],
        warnings: [],
        average_price: 0.4,
        worst_price: 0.4,
      }),
    }
    expect(await headings(preview, 'preview', 'buy', '7', '10')).toMatch(
      / fee \(\$\) {2}cash needed \(\$\) {2}cash free \(\$\) {2}position after$/,
    )
    const fills = { subaccount_to_fills: [{ subaccount_id: SUBACCOUNT, fills: [fill] }] }
    expect(await headings({ 'GET fills': () => fills }, 'fills')).toMatch(/ fee \(\$\) {2}status$/)
    const limits = { [`GET subaccounts/${SUBACCOUNT}/limits`]: () => ({ max_order_cost: 20 }) }
    expect(await headings(limits, 'limits')).toMatch(/^max_order_cost \(\$\) +20$/)
  })

  it('lists filter by tag and name, and --csv prints what the service answers as it is', async () => {
    const csv = 'svc_order_id,tag\r\n1,"a,b"\r\n'
    const answer = (request: Request) => {
      expect(request.headers.get('accept')).toBe('text/csv')
      const headers = { 'content-type': 'text/csv; charset=utf-8', link: '</v1/orders?cursor=x>; rel="next"' }
      return new Response(csv, { headers })
    }
    const orders = await type({ 'GET orders': answer }, 'orders', '--csv', '--tag', 'a,b #1', '--client-order-id', 'x')
    expect(orders).toMatchObject({ code: 0, stdout: csv.trimEnd(), reported: expect.stringContaining('more rows') })
    expect(orders.requested[0]).toContain('tag=a%2Cb%20%231')
    expect(orders.requested[0]).toContain('client_order_id=x')
    const fills = await type({ 'GET fills': answer }, 'fills', '--csv', '--tag', 'a', '--limit', '7')
    expect(fills.requested).toEqual([expect.stringMatching(/^GET fills\?.*tag=a&limit=7$/)])
    for (const also of ['--json', '--watch'])
      expect(await type({}, 'orders', '--csv', also)).toMatchObject({ code: 2, requested: [] })
    const refused = await type({ 'GET orders': () => problem(429, 'rate_limited') }, 'orders', '--csv')
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('It is rate_limited.') })
    const stops = await type(NONE_ARMED, 'stops', '--tag', 'a')
    expect(stops.requested[0]).toMatch(/^GET complex-orders\?.*tag=a/)
  })

  it('the gain of each tag is shown by market, from all pages, without characters that control the terminal', async () => {
    const answer = (request: Request) => {
      const isFirst = new URL(request.url).searchParams.get('offset') === '0'
      return { pnl: [isFirst ? tagPnl : { ...tagPnl, tag: 'a\u001b[2J' }], has_more: isFirst }
    }
    const shown = await type({ 'GET pnl': answer }, 'pnl')
    expect(shown).toMatchObject({
      code: 0,
      requested: [expect.stringContaining('offset=0'), expect.stringContaining('offset=1')],
    })
    expect(shown.stdout).toMatch(/^market-maker .* A +YES +10 +0\.40 +0\.42 +0\.05 +0\.2 +-0\.05$/m)
    expect(shown.stdout).toContain('a�[2J')
    expect((await type({ 'GET pnl': () => ({ pnl: [], has_more: false }) }, 'pnl', '--tag', 'x')).stdout).toBe(
      'No fill has a tag.',
    )
  })

  it('the equity is shown by day or by hour, the latest last', async () => {
    const at = (day: number) => `2026-11-2${day}T00:00:00.000Z`
    const points = [
      { at: at(0), equity: 1004.2, cash: 1000, positions_value: 4.2 },
      { at: at(1), equity: null, cash: 1000, positions_value: null },
    ]
    const shown = await type({ 'GET portfolio/history': () => ({ points }) }, 'history', '--limit', '1')
    expect(shown).toMatchObject({ code: 0, requested: [expect.stringContaining('interval=1d')] })
    expect(shown.stdout).toMatch(/^2026-11-21 00:00:00 +1000/m)
    expect(shown.stdout).not.toContain('2026-11-20')
    const none = await type({ 'GET portfolio/history': () => ({ points: [] }) }, 'history', '--interval', '1h')
    expect(none).toMatchObject({ code: 0, requested: [expect.stringContaining('interval=1h')] })
    expect(none.stdout).toContain('The first point comes within the hour.')
  })

  it('watchlists are shown, and changed on the version that was read', async () => {
    const stored = { version: 3, updated_at: null, watchlists: [{ name: 'a\u001b', svc_ids: [5, 6] }] }
    const answers = { 'GET watchlists': () => stored, 'PUT watchlists': (request: Request) => request.json() }
    expect((await type(answers, 'watchlists')).stdout).toMatch(/^a� +2 +5 6$/m)
    const sent = async (...words: string[]) =>
      JSON.parse((await type(answers, 'watchlists', ...words, '--json')).stdout)
    expect(await sent('add', 'b', '7')).toEqual({
      version: 3,
      watchlists: [...stored.watchlists, { name: 'b', svc_ids: [7] }],
    })
    const list = 'a\u001b'
    expect((await sent('add', list, '6', '7')).watchlists).toEqual([{ name: list, svc_ids: [5, 6, 7] }])
    expect((await sent('remove', list, '5')).watchlists).toEqual([{ name: list, svc_ids: [6] }])
    expect((await sent('delete', list)).watchlists).toEqual([])
    expect(await type(answers, 'watchlists', 'remove', 'b', '7')).toMatchObject({ code: 1 })
    expect(await type(answers, 'watchlists', 'add', 'b')).toMatchObject({ code: 2 })
    expect(await type(answers, 'watchlists', 'ad')).toMatchObject({ code: 2 })
    const empty = { 'GET watchlists': () => ({ ...stored, watchlists: [] }) }
    expect((await type(empty, 'watchlists')).stdout).toBe('There are no watchlists.')
  })

  it('empty lists say so in words', async () => {
    const none = { results: [], events: [], orders: [], count: 0, total: 0, has_more: false, corrected_query: null }
    const shown = async (name: string, path: string, ...more: string[]) =>
      (await type({ [`GET ${path}`]: () => none }, name, ...more)).stdout
    expect(await shown('orders', 'orders')).toBe('There are no orders.')
    expect(await shown('orders', 'orders', '--status', 'RESTING')).toBe('There are no orders that are RESTING.')
    expect(await shown('search', 'markets/search', 'no', 'such')).toBe('No market matches "no such".')
    expect(await shown('search', 'markets/search', '--exchange', 'A')).toBe('There are no markets.')
    expect(await shown('events', 'events', 'no', 'such')).toBe('No event matches "no such".')
  })

  it('lists of subaccounts show the ids that other commands need', async () => {
    const body = [{ subaccount_id: ID, name: 'desk', is_active: false, inserted_at: '2026-11-26T20:12:30.000Z' }]
    const { stdout } = await type({ 'GET subaccounts': () => body }, 'subaccounts')
    expect(stdout.split('\n')[1]).toMatch(new RegExp(`^${ID} +desk +off +2026-11-26 20:12:30$`))
    const none = await type({ 'GET subaccounts': () => [] }, 'subaccounts')
    expect(none).toMatchObject({ code: 0, stdout: expect.stringContaining('The console makes one') })
    const nowhere = await typeUntil(AbortSignal.timeout(10_000), {}, 'limits', '--subaccount', '')
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('the command subaccounts lists yours') })
  })

  it('lists of stops show the ones that may still place orders, of any kind', async () => {
    const twap = {
      ...complexOrder,
      complex_order_id: OTHER,
      complex_order_type: 'TWAP',
      complex_order_subtype: null,
      created_at: '2026-11-21T10:00:00.000Z',
      conditional_order: null,
      twap_order: { buy_flag: true, total_qty: 100, limit_price: 0.45 },
    }
    const answers = {
      'GET complex-orders': (request: Request) =>
        isFor(request, 'open')
          ? { ...listOf(complexOrder), complex_orders: { conditional_orders: [complexOrder], twap_orders: [twap] } }
          : listOf(),
    }
    const { code, stdout } = await type(answers, 'stops')
    expect(code).toBe(0)
    expect(stdout.split('\n').slice(1)).toEqual([
      expect.stringMatching(new RegExp(`${OTHER} +TWAP .* buy +100 +0.45`)),
      expect.stringMatching(new RegExp(`${complexOrder.complex_order_id} +STOP .* sell +10 +0.30 +market`)),
    ])
    expect(JSON.parse((await type(answers, 'stops', '--json')).stdout)).toHaveLength(2)
    expect(await type(NONE_ARMED, 'stops')).toMatchObject({ code: 0, stdout: 'There are none.' })
    expect(await type(NONE_ARMED, 'stops', '--status', 'armed')).toMatchObject({ code: 2 })
  })
})

describe('a stop', () => {
  const market = { svc_id: order.svc_id, name: 'Will it rain?' }
  const answers = (seen: unknown[]): Answers => ({
    [`GET markets/${order.svc_id}`]: () => market,
    'POST complex-orders': async (request: Request) => {
      seen.push(await request.json())
      return { complex_order_id: ID }
    },
    [`GET complex-orders/${ID}`]: () => ({
      ...complexOrder,
      conditional_order: { ...complexOrder.conditional_order, protect: true },
    }),
  })

  it('a stop and a TWAP carry the tag beside their terms', async () => {
    const seen: unknown[] = []
    const svcId = String(order.svc_id)
    const placed = await type(answers(seen), 'stop', 'sell', svcId, '10', '--at', '0.3', '--tag', 'grid #1')
    expect(placed.code).toBe(0)
    await type(answers(seen), 'twap', 'buy', svcId, '10', '--over', '10m', '--tag', 'grid #1')
    expect(seen).toMatchObject([
      { tag: 'grid #1', conditional_order_params: { stop_order_price: 0.3 } },
      { tag: 'grid #1', twap_order_params: { total_qty: 10 } },
    ])
  })

  it('a stop with --protect has no quantity, and may have a price', async () => {
    const seen: unknown[] = []
    const svcId = String(order.svc_id)
    const at = ['--at', '0.3', '--protect', '--link', 'hold']
    const { code, stdout } = await type(answers(seen), 'stop', 'sell', svcId, ...at)
    expect(code).toBe(0)
    expect(stdout).toContain('10 (protect)')
    await type(answers(seen), 'stop', 'sell', svcId, '0.29', ...at)
    const params = { stop_order_price: 0.3, link_id: 'hold', protect: true }
    expect(seen).toMatchObject([
      { conditional_order_params: { ...params, trigger_order: { buy_flag: false } } },
      { conditional_order_params: { ...params, trigger_order: { buy_flag: false, price: 0.29 } } },
    ])
    expect(JSON.stringify(seen)).not.toContain('qty')
    for (const words of [['10', '0.29'], ['10']])
      expect(await type(answers(seen), 'stop', 'sell', svcId, ...words, ...at)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^With --protect the quantity is that of the position: leave qty out\./),
      })
    expect(seen).toHaveLength(2)
  })
})

describe('leaving positions', () => {
  const executed = { ...order, svc_order_id: ID, status: 'EXECUTED', fills_complete: true, fills: [] }
  const bodies: unknown[] = []
  const answering = (path: string, answer: object): Answers => ({
    [`GET markets/${order.svc_id}`]: () => ({ svc_id: order.svc_id, name: 'Will it rain?' }),
    [`POST ${path}`]: async (request) => {
      bodies.push(await request.json())
      expect(request.headers.get('idempotency-key')).not.toBeNull()
      return answer
    },
    [`GET orders/${ID}`]: () => executed,
  })
  const closing = answering('positions/close', { closing_svc_order_ids: [ID] })

  it('leaving one market asks for that market with its bound, and prints the order that has ended', async () => {
    const done = await type(closing, 'close', String(order.svc_id), '--max-slippage', '0.03')
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('EXECUTED') })
    expect(bodies.at(-1)).toEqual({ subaccount_id: SUBACCOUNT, svc_id: order.svc_id, max_slippage: 0.03 })
  })

  it('leaving all markets names none', async () => {
    expect(await type(closing, 'close')).toMatchObject({ code: 0 })
    expect(bodies.at(-1)).toEqual({ subaccount_id: SUBACCOUNT })
    const printed = JSON.parse((await type(closing, 'close', '--json')).stdout)
    expect(printed).toMatchObject({ closing_svc_order_ids: [ID], orders: [{ status: 'EXECUTED' }] })
  })

  it('leaving without positions says so', async () => {
    const none = answering('positions/close', { closing_svc_order_ids: [] })
    expect(await type(none, 'close')).toMatchObject({ code: 0, stdout: 'There is nothing to close.' })
  })

  it('a refused exit exits with 1', async () => {
    const refused = { 'POST positions/close': () => problem(409, 'credentials_missing') }
    expect(await type(refused, 'close')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('credentials_missing'),
    })
  })

  it('exits with 1 where a closing order is rejected, and says why', async () => {
    const rejected = {
      ...order,
      status: 'REJECTED',
      reject_reason: 'The market is closed.',
      fills: [],
      fills_complete: true,
    }
    const left = await type({ ...closing, [`GET orders/${ID}`]: () => rejected }, 'close')
    expect(left).toMatchObject({ code: 1, stdout: expect.stringContaining('REJECTED') })
    expect(left.stderr).toMatch(/The order was rejected: The market is closed\.$/m)
  })

  it('a bound that is no number is wrong usage', async () => {
    expect(await type(closing, 'close', '--max-slippage', 'much')).toMatchObject({ code: 2, requested: [] })
    expect(await type({}, 'flatten', '--max-slippage', 'much')).toMatchObject({ code: 2, requested: [] })
  })

  it('leaving everything says how much was cancelled, and prints the closing orders', async () => {
    const path = `subaccounts/${SUBACCOUNT}/flatten`
    const done = {
      ...cancelled(OTHER),
      cancelled_complex_order_ids: [ID, OTHER],
      failed_cancelled_complex_order_ids: {},
      closing_svc_order_ids: [ID],
    }
    const flat = await type(answering(path, done), 'flatten', '--max-slippage', '0.05')
    expect(flat).toMatchObject({ code: 0, stdout: expect.stringContaining('EXECUTED') })
    expect(flat.stderr).toContain('cancelled orders: 1, complex orders: 2')
    expect(bodies.at(-1)).toEqual({ max_slippage: 0.05 })
  })
})

describe('the dead man’s switch', () => {
  const path = `subaccounts/${SUBACCOUNT}/dead-mans-switch`
  const armed = {
    armed: true,
    timeout_s: 60,
    include_complex_orders: true,
    halt: false,
    fires_at: '2026-11-22T12:00:00.000Z',
    fired_at: null,
  }

  it('is set with its terms, shown, and ended', async () => {
    const set = await type({ [`PUT ${path}`]: () => armed }, 'switch', '60', '--everything')
    expect(set).toMatchObject({ code: 0, stdout: expect.stringContaining('cancels all orders and complex orders') })
    const renewed = { ...armed, fired_at: '2026-11-22T11:00:00.000Z' }
    const late = await type({ [`PUT ${path}`]: () => renewed }, 'switch', '60')
    expect(late.stdout).toContain('It fired at 2026-11-22T11:00:00.000Z, before this renewal. At ')
    const shown = await type({ [`GET ${path}`]: () => ({ ...armed, armed: false, fires_at: null }) }, 'switch')
    expect(shown).toMatchObject({ code: 0, stdout: 'The switch is off.' })
    const ended = await type({ [`DELETE ${path}`]: () => new Response(null, { status: 204 }) }, 'switch', 'off')
    expect(ended).toMatchObject({ code: 0, stdout: 'The switch is off.', stderr: '' })
  })

  it('a switch for a missing subaccount exits with 1', async () => {
    expect(await type({}, 'switch', 'off')).toMatchObject({ code: 1 })
  })
})
