/** Commands that show positions, trades and cash. */

import type { components } from '../../openapi-types.ts'
import { type Command, must, type Session, show } from '../command.ts'
import { marketCell, timeCell } from '../draw/cells.ts'
import { gainStyle, sideStyle } from '../draw/colours.ts'
import { heldCells } from '../draw/held-cells.ts'
import { exact, priceText } from '../draw/numbers.ts'
import { drawTable } from '../draw/table.ts'
import { findMarket } from '../find/find-market.ts'
import { ownSubaccounts } from '../find/own-subaccounts.ts'
import { AS_CSV, showCsv, wantsCsv } from '../show-csv.ts'
import { tagOf } from '../typed/names-of.ts'
import { wholeNumber } from '../typed/options.ts'

export const positions: Command = {
  group: 'Portfolio',
  does: 'shows your positions with cost and value, and what is still to be paid; --closed includes all closed markets',
  options: { '--closed': 'positions in closed markets too' },
  run: async (session, _words, options) => {
    const query = { ...ofSubaccount(session), include_closed: true }
    const found = must(await session.client.GET('/v1/positions', { params: { query }, signal: session.signal }))
    const groups = found.subaccount_to_positions.map((group) => ({
      ...group,
      positions: group.positions.filter((one) => options['closed'] === true || isOpen(one)),
    }))
    if (groups.length === 0) await ownSubaccounts(session)
    show(session, { subaccount_to_positions: groups }, () => {
      const held = groups.flatMap((group) => group.positions)
      if (held.length === 0) return 'There are no positions.'
      const hasPairs = held.some((one) => one.pairs > 0)
      const rows = held.map((one) => [
        String(one.svc_id),
        one.exchange_name.slice(-1),
        marketCell(one),
        ...heldCells(one),
        one.market_value,
        one.unrealized_pnl,
        one.realized_pnl,
        ...(hasPairs ? [one.pairs || ''] : []),
      ])
      const headings = [
        { name: 'svc_id' },
        { name: 'at', drop: 3 },
        { name: 'market', kind: 'text' },
        'holds',
        'qty',
        'cost',
        'mark',
        { name: 'value ($)', drop: 2 },
        { name: 'unrealized ($)', style: gainStyle },
        { name: 'realized ($)', style: gainStyle, drop: 1 },
        ...(hasPairs ? ['pairs'] : []),
      ] as const
      return drawTable(headings, rows, session)
    })
  },
}

/** In an open market, or not paid yet. */
const isOpen = ({ market_status, settlement }: components['schemas']['Position']): boolean =>
  settlement === null ? market_status !== 'closed' : settlement !== 'paid'

export const redeem: Command = {
  group: 'Portfolio',
  does: 'redeems decided positions of EXCHANGE_B, and shows what became of earlier ones',
  run: async (session) => {
    const { signal } = session
    const query = ofSubaccount(session)
    const begun: unknown[] = []
    for (const { subaccount_id } of await ownSubaccounts(session)) {
      const answer = await session.client.POST('/v1/positions/redeem', { body: { subaccount_id }, signal })
      begun.push(...must(answer).redemptions)
    }
    const found = must(await session.client.GET('/v1/redemptions', { params: { query }, signal }))
    show(session, found, () => {
      if (found.redemptions.length === 0) return 'There is nothing to redeem.'
      const rows = found.redemptions.map((one) => [
        timeCell(one.inserted_at),
        String(one.svc_id),
        one.kind,
        one.state,
        one.payout ?? '',
        one.detail ?? '',
      ])
      const table = drawTable(['time (UTC)', 'svc_id', 'kind', 'state', 'payout ($)', ''], rows)
      return begun.length === 0 ? table : `${begun.length} under way.\n${table}`
    })
  },
}

export const fills: Command = {
  group: 'Portfolio',
  does: 'lists your trades, newest first',
  options: {
    '--market <market>': 'only trades in this market',
    '--tag <text>': 'only trades of orders with exactly this tag',
    '--limit <count>': 'trades at most (default: 20)',
    '--csv': 'prints CSV for a spreadsheet',
  },
  run: async (session, _words, options) => {
    const isCsv = wantsCsv(session, options)
    const market = typeof options['market'] === 'string' ? await findMarket(session.client, options['market']) : null
    const query = {
      ...ofSubaccount(session),
      ...(market === null ? {} : { svc_id: market.svc_id }),
      ...tagOf(options),
      limit: wholeNumber(options, 'limit', 20),
    }
    const { client, signal } = session
    if (isCsv) return showCsv(session, await client.GET('/v1/fills', { params: { query }, signal, ...AS_CSV }))
    const found = must(await client.GET('/v1/fills', { params: { query }, signal }))
    if (found.subaccount_to_fills.every((group) => group.fills.length === 0)) await ownSubaccounts(session)
    show(session, found, () => {
      const all = found.subaccount_to_fills.flatMap((group) => group.fills)
      if (all.length === 0) return 'There are no trades.'
      const rows = all
        .sort((a, b) => b.exchange_timestamp.localeCompare(a.exchange_timestamp))
        .map((fill) => [
          timeCell(fill.exchange_timestamp),
          String(fill.svc_id),
          marketCell(fill),
          fill.exchange_name.slice(-1),
          fill.buy_flag ? 'buy' : 'sell',
          fill.qty,
          priceText(fill.price),
          fill.fee,
          fill.status,
        ])
      return drawTable(
        [
          { name: 'time (UTC)', kind: 'time' },
          { name: 'svc_id', drop: 2 },
          { name: 'market', kind: 'text' },
          { name: 'at', drop: 1 },
          { name: 'side', style: sideStyle },
          'qty',
          'price',
          'fee ($)',
          { name: 'status', drop: 3 },
        ],
        rows,
        session,
      )
    })
  },
}

export const balances: Command = {
  group: 'Portfolio',
  does: 'shows the cash at each exchange now',
  run: async (session) => {
    const query = ofSubaccount(session)
    const found = must(await session.client.GET('/v1/balances', { params: { query }, signal: session.signal }))
    if (found.length === 0) await ownSubaccounts(session)
    show(session, found, () =>
      found.length === 0
        ? 'No exchange credentials are stored.'
        : drawTable(
            ['exchange', 'cash ($)', 'where'],
            found.map(({ exchange_name, balance, shards, error }) => [
              exchange_name,
              balance,
              error ?? (shards.length < 2 ? '' : shards.map((one) => `${one.shard}: ${exact(one.balance)}`).join(', ')),
            ]),
          ),
    )
  },
}

const ofSubaccount = ({ subaccountId }: Session): { readonly subaccount_id?: string } =>
  subaccountId === null ? {} : { subaccount_id: subaccountId }
