/** The command that shows the gain of each tag. */

import type { components } from '../../openapi-types.ts'
import { type Command, must, show } from '../command.ts'
import { gainStyle } from '../draw/colours.ts'
import { heldCells } from '../draw/held-cells.ts'
import { printable } from '../draw/printable.ts'
import { drawTable, type Fit } from '../draw/table.ts'
import { ownSubaccounts } from '../find/own-subaccounts.ts'
import { tagOf } from '../typed/names-of.ts'

type TagPnl = components['schemas']['ListPnlReplyPnl']

export const pnl: Command = {
  group: 'Portfolio',
  does: 'shows the gain of each tag in each market',
  options: { '--tag <text>': 'only this tag' },
  run: async (session, _words, options) => {
    const { client, signal, subaccountId } = session
    const query = {
      group_by: 'tag' as const,
      ...(subaccountId === null ? {} : { subaccount_id: subaccountId }),
      ...tagOf(options),
    }
    const found: TagPnl[] = []
    for (let more = true; more; ) {
      const page = must(await client.GET('/v1/pnl', { params: { query: { ...query, offset: found.length } }, signal }))
      found.push(...page.pnl)
      more = page.has_more
    }
    if (found.length === 0) await ownSubaccounts(session)
    show(session, { pnl: found }, () => (found.length === 0 ? 'No fill has a tag.' : drawPnl(found, session)))
  },
}

const drawPnl = (found: readonly TagPnl[], fit: Fit): string =>
  drawTable(
    [
      { name: 'tag', kind: 'text' },
      { name: 'svc_id' },
      { name: 'at', drop: 3 },
      'holds',
      'qty',
      { name: 'cost', drop: 2 },
      { name: 'mark', drop: 1 },
      { name: 'fees ($)', drop: 4 },
      { name: 'unrealized ($)', style: gainStyle },
      { name: 'realized ($)', style: gainStyle },
    ],
    found.flatMap(({ tag, markets }) =>
      markets.map((one) => [
        printable(tag),
        String(one.svc_id),
        one.exchange_name.slice(-1),
        ...heldCells(one),
        one.total_fees,
        one.unrealized_pnl,
        one.realized_pnl,
      ]),
    ),
    fit,
  )
