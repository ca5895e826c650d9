/** Messages of commands after a typing mistake: the mistake in the typed words, and the remedy. */

import { describe, expect, it } from 'vitest'
import { VERSION } from '#client/version.ts'
import { complexOrder } from '#contract/contingent/complex-order-examples.ts'
import { order } from '#contract/kernel/examples/sample-order.ts'
import { problem } from './prepared.ts'
import { type Answers, typeCommand } from './type-command.ts'

const MARKET = '7'
const ID = '019aa5a0-0000-7000-8000-000000000001'
const FOUND: Answers = { [`GET markets/${MARKET}`]: () => ({ svc_id: 7, name: 'Will it rain?' }) }

/** Runs a command against these answers, by method and path; the rest is unknown there. */
const type = (answers: Answers, ...line: string[]) => typeCommand(answers, line)

const refusing = (...detail: object[]) => Response.json({ detail }, { status: 422 })
const below = (...loc: (string | number)[]) => ({
  type: 'less_than',
  loc: ['body', ...loc],
  msg: 'Input should be less than 1',
})
const notAnId = (...loc: string[]) => ({
  type: 'uuid_parsing',
  loc,
  msg: 'Input should be a valid UUID, invalid character: found `o` at 2',
})
const broken = (sentence: string) => ({ type: 'value_error', loc: ['body'], msg: `Value error, ${sentence}` })

describe('a refusal of the service names the option that was typed', () => {
  const exits = 'conditional_orders_params'
  it.each<[line: string[], asks: string, fault: object, said: string]>([
    [
      ['buy', MARKET, '1', '0.4', '--take-profit', '0.5'],
      'POST orders',
      below(exits, 0, 'trigger_order', 'price'),
      `--take-profit (${exits}.0.trigger_order.price): Input should be less than 1`,
    ],
    [
      ['sell', MARKET, '1', '0.4', '--stop-loss', '0.5'],
      'POST orders',
      below(exits, 0, 'trigger_order', 'stop_order_price'),
      `--stop-loss (${exits}.0.trigger_order.stop_order_price): Input should be less than 1`,
    ],
    [['buy', MARKET, '1', '0.4'], 'POST orders', below('price'), 'price: Input should be less than 1'],
    [
      ['preview', 'buy', MARKET, '1', '--max-slippage', '0.3'],
      'POST orders/preview',
      below('max_slippage'),
      '--max-slippage: Input should be less than 1',
    ],
    [
      ['buy', MARKET, '1', '0.4', '--expiry', '2020-01-01'],
      'POST orders',
      broken('expiry_ts_utc must be in the future'),
      'expiry_ts_utc must be in the future (expiry_ts_utc is --expiry)',
    ],
    [
      ['twap', 'buy', MARKET, '10', '--over', '10m', '--limit', '0.5'],
      'POST complex-orders',
      below('twap_order_params', 'limit_price'),
      '--limit (twap_order_params.limit_price): Input should be less than 1',
    ],
    [
      ['stop', 'sell', MARKET, '10', '--at', '0.5'],
      'POST complex-orders',
      below('conditional_order_params', 'stop_order_price'),
      '--at (conditional_order_params.stop_order_price): Input should be less than 1',
    ],
    [
      ['amend', 'foo', '--price', '0.4'],
      'PATCH orders/foo',
      notAnId('path', 'order_id'),
      'This is no id of an order. The command orders shows the ids.',
    ],
    [
      ['orders', '--subaccount', 'foo'],
      'GET orders',
      notAnId('query', 'subaccount_id'),
      'This is no id of a subaccount. The command subaccounts lists yours.',
    ],
    [['amend', ID, '--price', '0.2'], `PATCH orders/${ID}`, below('price'), '--price: Input should be less than 1'],
    [
      ['limits', '--max-open-orders', '1.5'],
      `PUT subaccounts/${order.subaccount_id}/limits`,
      below('max_open_orders'),
      '--max-open-orders: Input should be less than 1',
    ],
    [
      ['switch', '1'],
      `PUT subaccounts/${order.subaccount_id}/dead-mans-switch`,
      below('timeout_s'),
      'seconds (timeout_s): Input should be less than 1',
    ],
    [
      ['orders', '--subaccount', 'abc'],
      'GET orders',
      { ...below('subaccount_id'), loc: ['query', 'subaccount_id'] },
      '--subaccount (subaccount_id): Input should be less than 1',
    ],
  ])('%j', async (line, asks, fault, said) => {
    const { code, complained } = await type({ ...FOUND, [asks]: () => refusing(fault) }, ...line)
    expect([code, complained]).toEqual([1, `422: ${said}`])
  })
})

describe('a command with another wrong word places and changes nothing', () => {
  it.each([
    [['buy', MARKET, '1', '0.4', '--wait', 'abc'], '--wait must be a number.'],
    [['buy', MARKET, '0x10', '0.4'], 'qty must be a number.'],
    [['buy', MARKET, '1e2', '0.4'], 'qty must be a number.'],
    [['buy', MARKET, '1', '0.4', '--expiry', '5'], expect.stringMatching(/^--expiry must be a time, such as/)],
    [
      ['buy', MARKET, '1', '0.4', '--expiry', '2030-01-31T18:00'],
      '--expiry lacks its zone. Write 2030-01-31T18:00Z for UTC.',
    ],
    [['close', '--wait', 'abc'], '--wait must be a number.'],
    [['flatten', '--wait', 'abc'], '--wait must be a number.'],
    [['amend', ID, '--price', '0.4', '--wait', 'abc'], '--wait must be a number.'],
  ])('%j', async (line, said) => {
    const { code, complained, requested: requests } = await type(FOUND, ...line)
    expect([code, complained.split('\n')[0]]).toEqual([2, said])
    expect(requests.filter((one) => !one.startsWith('GET'))).toEqual([])
  })
})

describe('a missing object is named, with the command that lists such objects', () => {
  it('a market', async () => {
    const { code, complained } = await type({}, 'book', '123')
    expect([code, complained]).toEqual([1, 'There is no market 123. Find one with pmt search.'])
  })

  it('an id to cancel that is none', async () => {
    const { code, stdout } = await type({ 'DELETE orders/abc': () => refusing(below('order_id')) }, 'cancel', 'abc')
    expect([code, stdout]).toEqual([1, 'abc  This is no id of an order. The commands orders and stops show the ids.'])
  })

  it('a subaccount that does not exist either, in place of an empty list', async () => {
    const none = {
      'GET orders': () => ({ orders: [], count: 0, has_more: false }),
      'GET complex-orders': () => ({
        complex_orders: { conditional_orders: [], twap_orders: [] },
        count: 0,
        has_more: false,
      }),
      'GET positions': () => ({ subaccount_to_positions: [] }),
      'GET fills': () => ({ subaccount_to_fills: [] }),
      'GET balances': () => [],
      'GET redemptions': () => ({ redemptions: [] }),
    }
    const own = { ...none, 'GET subaccounts': () => [{ subaccount_id: order.subaccount_id }] }
    for (const command of ['orders', 'stops', 'positions', 'fills', 'balances', 'redeem']) {
      const { code, complained } = await type({ ...none, 'GET subaccounts': () => [] }, command)
      expect([command, code, complained]).toEqual([
        command,
        1,
        `There is no subaccount ${order.subaccount_id}. The command subaccounts lists yours.`,
      ])
      const known = await type({ ...own, 'POST positions/redeem': () => ({ redemptions: [] }) }, command)
      expect([command, known.code]).toEqual([command, 0])
    }
  })

  it('the subaccount of an order', async () => {
    const unknown = () => Response.json({ detail: 'Subaccount not found', code: 'not_found' }, { status: 404 })
    const { complained } = await type({ ...FOUND, 'POST orders': unknown }, 'buy', MARKET, '1', '0.4')
    expect(complained).toBe('404: Subaccount not found. The command subaccounts lists yours; --subaccount takes one.')
  })

  it('a key that the service does not know', async () => {
    const refused = await type({ 'GET quotas': () => problem(401, 'unauthenticated') }, 'quotas')
    expect([refused.code, refused.complained]).toEqual([
      1,
      '401: http://service does not know this key, or it was revoked. Store another one with pmt login, or set TRADING_KEY.',
    ])
  })
})

describe('an answer that the command cannot read', () => {
  const unreadable = { 'GET orders': () => ({ rows: [] }) }
  it('names both versions if the service has another one', async () => {
    const other = { ...unreadable, 'GET health': () => ({ status: 'ok', version: '2.3.0' }) }
    const { code, complained } = await type(other, 'orders')
    expect([code, complained]).toEqual([
      1,
      `The answer cannot be read: the service at http://service is version 2.3.0, and this command is version ${VERSION}. Install the command of the service.`,
    ])
  })

  it('is of something else if the version is the same', async () => {
    const { code, complained } = await type(unreadable, 'orders')
    expect([code, complained]).toEqual([
      1,
      expect.stringMatching(/^This is no answer of the service, .*\(.*length.*\)$/),
    ])
  })
})

describe('work that continues without the command is announced, with the command that follows it', () => {
  it('a TWAP', async () => {
    const placed = { ...complexOrder, complex_order_id: ID, complex_order_type: 'TWAP', status: 'PENDING' }
    const answers = {
      ...FOUND,
      'POST complex-orders': () => ({ complex_order_id: ID }),
      [`GET complex-orders/${ID}`]: () => placed,
    }
    const { code, reported: reports } = await type(answers, 'twap', 'buy', MARKET, '10', '--over', '10m')
    expect(code).toBe(0)
    expect(reports.split('\n').at(-1)).toBe(`The TWAP continues. pmt stops shows it, pmt cancel ${ID} ends it.`)
  })

  it('an order, a closing order and a change that have not ended when the wait is over', async () => {
    const pending = { ...order, svc_order_id: ID, last_amend: { status: 'PENDING', reason: null } }
    const answers = {
      ...FOUND,
      'POST positions/close': () => ({ closing_svc_order_ids: [ID] }),
      [`PATCH orders/${ID}`]: () => Response.json(pending, { status: 202 }),
      'POST orders': () => ({ svc_order_id: ID, complex_orders: {} }),
      [`GET orders/${ID}`]: () => ({ ...pending, status: 'PROCESSING', fills: [] }),
    }
    for (const line of [['buy', MARKET, '1', '0.4'], ['close'], ['amend', ID, '--price', '0.4']]) {
      const { code, reported: statements } = await type(answers, ...line, '--wait', '0.1')
      expect(code).toBe(0)
      expect(statements.split('\n').at(-1)).toBe('The order continues. pmt orders shows it.')
    }
  })
})

it('the reason of a rejected order is said whole once', async () => {
  const reject_reason =
    'Not enough money on shard 3 of the exchange account: move some there, or lower quantity or price.'
  const rejected = { ...order, svc_order_id: ID, status: 'REJECTED', reject_reason, fills: [], fills_complete: true }
  const answers = {
    ...FOUND,
    'POST orders': () => ({ svc_order_id: ID, complex_orders: {} }),
    'POST positions/close': () => ({ closing_svc_order_ids: [ID] }),
    [`GET orders/${ID}`]: () => rejected,
  }
  for (const line of [['buy', MARKET, '1', '0.4'], ['close']]) {
    const { code, stdout, complained } = await type(answers, ...line)
    expect(code).toBe(1)
    expect(`${stdout}\n${complained}`.split(reject_reason)).toHaveLength(2)
    expect(complained).toContain(reject_reason)
  }
})

describe('an order whose answers are lost', () => {
  const lost = (code: string) => () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
  }
  it.concurrent.each<[what: string, answer: () => unknown, said: string]>([
    [
      'no answer comes',
      lost('ECONNRESET'),
      'No answer came. Whether it was done is not known. Look before you repeat it:',
    ],
    [
      'the service fails',
      () => problem(503, 'unavailable'),
      '503: It is unavailable. Whether it was done is not known.',
    ],
    ['nothing listens there', lost('ECONNREFUSED'), 'The service at http://service does not answer. Is it running?'],
  ])('may have been placed, unless there was no connection: %s', async (_, answer, said) => {
    const { code, complained } = await type({ ...FOUND, 'POST orders': answer }, 'buy', MARKET, '1', '0.4')
    expect(code).toBe(1)
    expect(complained).toContain(said)
  })

  it('may have been placed when Ctrl-C came first', async () => {
    const ctrlC = new AbortController()
    const answer = () => {
      ctrlC.abort()
      throw ctrlC.signal.reason
    }
    const { complained } = await typeCommand(
      { ...FOUND, 'POST orders': answer },
      ['buy', MARKET, '1', '0.4'],
      ctrlC.signal,
    )
    expect(complained).toContain('Whether it was done is not known.')
  })
})

describe('the page about the code of a refusal', () => {
  const refusal =
    (doc_url: string, status = 409) =>
    () =>
      Response.json({ detail: 'No.', code: 'risk_limit', doc_url }, { status })
  const quotas = (answer: () => Response, ...more: string[]) => type({ 'GET quotas': answer }, 'quotas', ...more)

  it.each([
    ['https://example.com/v1/docs?page=errors#risk_limit', 'https://example.com/v1/docs?page=errors#risk_limit'],
    ['/v1/docs?page=errors#risk_limit', 'http://service/v1/docs?page=errors#risk_limit'],
  ])('is printed after the sentence: %s', async (docUrl, printed) => {
    expect(await quotas(refusal(docUrl))).toMatchObject({ code: 1, stderr: `409: No.\nAbout this error: ${printed}` })
    const { stderr } = await quotas(refusal(docUrl), '--json')
    expect(JSON.parse(stderr)).toEqual({ error: '409: No.', doc_url: printed })
  })

  it('is left out of faults of a request, and if it is no address', async () => {
    expect((await quotas(refusal('/v1/docs?page=errors#invalid_request', 422))).stderr).toBe('422: No.')
    expect(await quotas(refusal('http://['))).toMatchObject({ code: 1, stderr: '409: No.' })
  })
})
