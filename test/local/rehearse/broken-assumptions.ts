/** Each assumption of the rehearsal, and what breaks it alone. */

import type { TestContext } from 'vitest'
import { CONTRACTS } from '#adapters/exchanges/polymarket/signing/contracts.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Rehearsal } from '#local/rehearse/run-rehearsal.ts'
import type { HttpReply } from '#simulators/engine/http/json-server.ts'
import { PRIVATE_KEY } from '../../support/simulators/kalshi.ts'
import type { Desk, Spoil } from './desk.ts'
import { silentSocket } from './silent-socket.ts'

/** An answer whose body is replaced if its status is 200. */
const changed = async (answer: () => Promise<HttpReply | 'drop'>, change: (body: never) => unknown) => {
  const reply = await answer()
  return reply === 'drop' || reply.status !== 200 ? reply : { ...reply, body: change(reply.body as never) }
}

/** Answers calls of that method and path in this way, and all others as the exchange does. */
const only =
  (method: string, path: RegExp, how: Spoil): Spoil =>
  (call, answer, reported) =>
    call.method === method && path.test(call.path) ? how(call, answer, reported) : answer()

/** A row of the report, what breaks it and nothing else, and how the rehearsal is run then. */
export interface Broken {
  readonly row: string
  readonly breakIt: (desk: Desk, test: TestContext) => unknown
  readonly more?: Partial<Rehearsal> | ((test: TestContext) => Promise<Partial<Rehearsal>>)
}

const LIST = { EXCHANGE_A: /\/markets$/, EXCHANGE_B: /^\/clob\/sampling-markets$/ }
const READ_ONE = { EXCHANGE_A: /\/portfolio\/orders\/[^/]+$/, EXCHANGE_B: /^\/clob\/data\/order\/[^/]+$/ }
const READ_OPEN = { EXCHANGE_A: /\/portfolio\/orders$/, EXCHANGE_B: /^\/clob\/data\/orders$/ }
const CREATE = { EXCHANGE_A: /\/portfolio\/events\/orders$/, EXCHANGE_B: /^\/clob\/order$/ }
const CANCEL = { EXCHANGE_A: /\/portfolio\/events\/orders\/[^/]+$/, EXCHANGE_B: /^\/clob\/order/ }
const AMEND = /\/portfolio\/events\/orders\/[^/]+\/amend$/
const PLACE = { place: true } as const

/** Without the approval of one kind of one market's contracts. */
const withoutApproval =
  (left: (rows: readonly { standard?: string; spender: string }[]) => unknown): Broken['breakIt'] =>
  ({ spoil }) =>
    spoil(
      only('GET', /^\/data\/v2\/approvals$/, (_, answer) =>
        changed(answer, (body: { data: { contracts: { spender: string }[] } }) => ({
          ...body,
          data: { ...body.data, contracts: left(body.data.contracts) },
        })),
      ),
    )

const brokenOnBoth = (exchange: ExchangeName): readonly Broken[] => [
  {
    row: 'clock',
    breakIt: ({ spoil }) =>
      spoil(
        only('GET', exchange === 'EXCHANGE_A' ? /\/exchange\/status$/ : /^\/clob\/time$/, async (_, answer) => {
          const reply = await answer()
          return reply === 'drop'
            ? reply
            : { ...reply, headers: { ...reply.headers, date: new Date(Date.now() + 20_000).toUTCString() } }
        }),
      ),
  },
  {
    row: 'list_age',
    breakIt: ({ spoil }) =>
      spoil(
        only('GET', LIST[exchange], async (_, answer) => {
          const reply = await answer()
          return reply === 'drop'
            ? reply
            : { ...reply, headers: { ...reply.headers, 'cache-control': 'public, max-age=60' } }
        }),
      ),
  },
  {
    row: 'signature',
    breakIt: () => undefined,
    more: {
      credentials:
        exchange === 'EXCHANGE_A'
          ? { api_key_id: 'another-key', private_key: PRIVATE_KEY }
          : { private_key: 'no key', signature_type: '0' },
    },
  },
  {
    row: 'account_reads',
    breakIt: ({ control }) =>
      control('faults', { method: 'GET', path: '/portfolio/fills$|^/clob/data/trades$', kind: 'status', status: 500 }),
  },
  { row: 'market', breakIt: () => undefined, more: { market: 'no-such-market' } },
  {
    row: 'book',
    breakIt: ({ control }) =>
      control('faults', { method: 'GET', path: '/orderbook$|^/clob/book$', kind: 'status', status: 500 }),
  },
  {
    row: 'state',
    breakIt: ({ control, simulated }) => control('status', { market: simulated.market, status: 'paused' }),
  },
  { row: 'socket_handshake', breakIt: ({ refuseSocket }) => refuseSocket((nth) => nth === 1) },
  { row: 'socket_private', breakIt: ({ refuseSocket }) => refuseSocket((nth) => nth === 2) },
  {
    row: 'order_placed',
    breakIt: ({ spoil }) =>
      spoil(only('POST', CREATE[exchange], async () => ({ status: 400, body: { error: 'not enough balance' } }))),
    more: PLACE,
  },
  {
    row: 'order_on_socket',
    breakIt: ({ control }) =>
      control('streams', { kind: 'lose', type: exchange === 'EXCHANGE_A' ? 'user_order' : 'order', times: 1 }),
    more: PLACE,
  },
  {
    row: 'order_read',
    breakIt: ({ spoil }) =>
      spoil(
        // On EXCHANGE_A until the list of open orders is asked for, the second time after the reads of the account.
        only('GET', READ_ONE[exchange], async (_, answer, { seen }) => {
          const isOver = exchange === 'EXCHANGE_A' ? seen('GET', READ_OPEN.EXCHANGE_A) > 1 : seen('DELETE', /./) > 0
          return isOver ? answer() : { status: 500, body: { error: 'no' } }
        }),
      ),
    more: PLACE,
  },
  {
    row: 'order_listed',
    breakIt: ({ spoil }) =>
      spoil(
        only('GET', READ_OPEN[exchange], (_, answer) =>
          changed(answer, (body: object) =>
            exchange === 'EXCHANGE_A' ? { ...body, orders: [] } : { ...body, data: [] },
          ),
        ),
      ),
    more: PLACE,
  },
  {
    row: 'order_cancelled',
    breakIt: ({ control, simulated }) =>
      control('faults', { ...simulated.calls.cancel, kind: 'drop_after', status: 500 }),
    more: PLACE,
  },
  {
    row: 'order_ended',
    breakIt: ({ spoil }) => {
      let live: HttpReply | 'drop' | null = null
      spoil(
        only('GET', READ_ONE[exchange], async (_, answer, { seen }) => {
          if (seen('DELETE', CANCEL[exchange]) > 0 && live !== null) return live
          live = await answer()
          return live
        }),
      )
    },
    more: PLACE,
  },
]

const BROKEN_ON_A: readonly Broken[] = [
  {
    row: 'rights',
    // The first one is the check of the key, which would refuse it.
    breakIt: ({ spoil }) =>
      spoil(
        only('GET', /\/api_keys$/, (_, answer, { nth }) =>
          nth === 1
            ? answer()
            : changed(answer, (body: { api_keys: object[] }) => ({
                api_keys: body.api_keys.map((key) => ({ ...key, scopes: ['read'] })),
              })),
        ),
      ),
  },
  {
    row: 'balance_shard_2',
    breakIt: ({ spoil }) =>
      spoil(
        only('GET', /\/portfolio\/balance$/, (_, answer) =>
          changed(answer, (body: { balance_breakdown: { exchange_index: number }[] }) => ({
            ...body,
            balance_breakdown: body.balance_breakdown.map((row) =>
              row.exchange_index === 2 ? { ...row, balance: '0.0000' } : row,
            ),
          })),
        ),
      ),
  },
  {
    row: 'limits',
    breakIt: ({ spoil }) => {
      const lane = { refill_rate: 10, bucket_capacity: 10 }
      spoil(
        only('GET', /\/account\/limits$/, async () => ({
          status: 200,
          body: { usage_tier: 'none', read: lane, write: lane },
        })),
      )
    },
  },
  {
    row: 'list_true_age',
    breakIt: async ({ spoil, control, simulated }, { onTestFinished }) => {
      let first: Promise<HttpReply | 'drop'> | null = null
      spoil(
        only('GET', LIST.EXCHANGE_A, (call, answer) => {
          if (call.query.get('tickers') === null || call.header('kalshi-access-key') !== undefined) return answer()
          first ??= answer()
          return first
        }),
      )
      // Each time a new price, because the rehearsal may begin its watch at any time, and the list shows none of them.
      let offer = 0.46
      const timer = setInterval(() => {
        offer += 0.01
        void control('book', { market: simulated.market, bids: [[0.41, 100]], asks: [[offer, 100]] })
      }, 2_500)
      onTestFinished(() => clearInterval(timer))
    },
    more: { watchListsMs: 22_000 },
  },
  {
    row: 'socket_first_message',
    breakIt: ({ control }) => control('streams', { kind: 'lose', type: 'subscribed', times: 1 }),
  },
  {
    row: 'socket_snapshot',
    breakIt: ({ control }) => control('streams', { kind: 'lose', type: 'orderbook_snapshot', times: 1 }),
  },
  {
    row: 'order_amended',
    breakIt: ({ spoil }) => spoil(only('POST', AMEND, async () => ({ status: 400, body: { error: { code: 'no' } } }))),
    more: PLACE,
  },
  {
    row: 'amend_on_socket',
    breakIt: ({ spoil }) =>
      spoil(
        only('POST', AMEND, async (_, answer, { desk }) => {
          await desk.control('streams', { kind: 'lose', type: 'user_order', times: 1 })
          return answer()
        }),
      ),
    more: PLACE,
  },
  {
    row: 'amend_read',
    breakIt: ({ spoil }) =>
      spoil(
        only('GET', READ_ONE.EXCHANGE_A, (_, answer) =>
          changed(answer, (body: { order: object }) => ({ order: { ...body.order, remaining_count_fp: '1.00' } })),
        ),
      ),
    more: PLACE,
  },
]

const BROKEN_ON_B: readonly Broken[] = [
  {
    row: 'rights',
    breakIt: ({ spoil }) =>
      spoil(
        only('GET', /\/auth\/ban-status\/closed-only$/, async () => ({ status: 200, body: { closed_only: true } })),
      ),
  },
  {
    row: 'balance',
    breakIt: ({ spoil }) =>
      spoil(
        only('GET', /^\/clob\/balance-allowance$/, (_, answer) =>
          changed(answer, (body: object) => ({ ...body, balance: '0' })),
        ),
      ),
  },
  {
    row: 'region',
    breakIt: ({ spoil }) =>
      spoil(only('GET', /\/api\/geoblock$/, async () => ({ status: 200, body: { blocked: true, country: 'US' } }))),
  },
  {
    row: 'limits',
    breakIt: ({ spoil }) =>
      spoil(only('GET', /\/user\/rate-limit-tier$/, async () => ({ status: 200, body: { tier: 'unheard of' } }))),
  },
  // The allowance of the dollars, and the approval of the outcome tokens.
  {
    row: 'approvals_standard',
    breakIt: withoutApproval((rows) =>
      rows.filter(({ spender }) => spender.toLowerCase() !== CONTRACTS.exchangeV2.toLowerCase()),
    ),
  },
  {
    row: 'approvals_neg_risk',
    breakIt: withoutApproval((rows) =>
      rows.map((row) =>
        row.spender.toLowerCase() === CONTRACTS.negRiskExchangeV2.toLowerCase() ? { ...row, approved: false } : row,
      ),
    ),
  },
  {
    row: 'approvals_protocol_v2',
    breakIt: withoutApproval((rows) =>
      rows.map((row) =>
        row.spender.toLowerCase() === CONTRACTS.exchangeV3.toLowerCase() ? { ...row, amount: '0' } : row,
      ),
    ),
  },
  {
    row: 'approvals_redemption',
    breakIt: withoutApproval((rows) =>
      rows.filter(({ spender }) => spender.toLowerCase() !== CONTRACTS.adapter.toLowerCase()),
    ),
  },
  {
    row: 'socket_first_message',
    breakIt: () => undefined,
    more: async (test) => ({
      urls: { marketWs: await silentSocket(test, [{ event_type: 'ok' }, [{ event_type: 'book' }]]) },
    }),
  },
  {
    row: 'socket_snapshot',
    breakIt: ({ control, simulated }) => control('streams', { kind: 'mute', market: simulated.market }),
  },
]

export const BROKEN: Readonly<Record<ExchangeName, readonly Broken[]>> = {
  EXCHANGE_A: [...brokenOnBoth('EXCHANGE_A'), ...BROKEN_ON_A],
  EXCHANGE_B: [...brokenOnBoth('EXCHANGE_B'), ...BROKEN_ON_B],
}
