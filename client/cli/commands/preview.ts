/** The command that says what an order would do. */

import type { components } from '../../openapi-types.ts'
import { type Command, CommandFailed, must, show } from '../command.ts'
import { priceOrNone } from '../draw/numbers.ts'
import { drawTable } from '../draw/table.ts'
import { findMarket } from '../find/find-market.ts'
import { oneOf } from '../typed/options.ts'
import { SIDES } from '../typed/read-words.ts'
import { ORDER_OPTIONS, ORDER_TYPED_AS, ORDER_WORDS, orderOf } from './orders.ts'

type Preview = components['schemas']['PreviewOrderReply']

export const preview: Command = {
  group: 'Orders',
  words: `<side> ${ORDER_WORDS}`,
  does: 'says what the order would fill and cost now, and why it would be refused; places nothing',
  options: ORDER_OPTIONS,
  typedAs: ORDER_TYPED_AS,
  run: async (session, [word = '', text = '', qty, price], options) => {
    const side = oneOf(SIDES, word, 'The side')
    const market = await findMarket(session.client, text)
    const body = { ...orderOf(session, side, qty, price, options), svc_id: market.svc_id }
    const found = must(await session.client.POST('/v1/orders/preview', { body, signal: session.signal }))
    show(session, found, () => draw(found))
    if (found.refusals.length > 0) throw new CommandFailed('The order would be refused.')
  },
}

const draw = (found: Preview): string =>
  [
    drawTable(
      ['fills', 'rests', 'average', 'worst', 'fee ($)', 'cash needed ($)', 'cash free ($)', 'position after'],
      [
        [
          found.qty,
          found.resting_qty,
          priceOrNone(found.average_price),
          priceOrNone(found.worst_price),
          found.fee,
          found.cash_needed,
          found.cash_free ?? 'unknown',
          found.position_after ?? 'unknown',
        ],
      ],
    ),
    ...found.refusals.map(({ detail }) => `refused: ${detail}`),
    ...found.warnings.map(({ detail }) => `note: ${detail}`),
  ].join('\n')
