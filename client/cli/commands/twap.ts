/** The command that places a TWAP and follows it. */

import type { ComplexOrder } from '../../trading-client.ts'
import { type Command, must, type Session, show } from '../command.ts'
import { marketCell, timeCell } from '../draw/cells.ts'
import { sideStyle, statusStyle } from '../draw/colours.ts'
import { exact, priceText } from '../draw/numbers.ts'
import { drawTable, type Fit } from '../draw/table.ts'
import { findMarket } from '../find/find-market.ts'
import { placeComplexOrder } from '../place-complex-order.ts'
import { PMT } from '../pmt.ts'
import { pause } from '../send-once.ts'
import { askAgain } from '../service/ask-again.ts'
import { TAG_OPTION, tagOf } from '../typed/names-of.ts'
import { oneOf } from '../typed/options.ts'
import { numberOf, priceOf, SIDES, secondsOf } from '../typed/read-words.ts'

export const twap: Command = {
  group: 'Orders',
  words: '<side> <market> <qty>',
  does: 'sends one large order as many small ones over a period of time; --watch follows it to its end',
  options: {
    '--over <duration>': 'how long it takes, such as 10m or 2h',
    '--slices <count>': 'number of orders (default: 10)',
    '--limit <price>': 'the worst price of a slice',
    '--randomize': 'varies times and sizes',
    ...TAG_OPTION,
    '--watch': 'follows it to its end',
  },
  typedAs: {
    tag: '--tag',
    'twap_order_params.total_qty': 'qty',
    'twap_order_params.duration_s': '--over',
    'twap_order_params.slices': '--slices',
    'twap_order_params.limit_price': '--limit',
  },
  run: async (session, [word = '', text = '', qty], options) => {
    const side = oneOf(SIDES, word, 'The side')
    const market = await findMarket(session.client, text)
    const params = {
      buy_flag: side === 'buy',
      total_qty: numberOf(qty, 'qty'),
      duration_s: secondsOf(options['over'], '--over'),
      slices: options['slices'] === undefined ? 10 : numberOf(options['slices'], '--slices'),
      ...(options['limit'] === undefined ? {} : { limit_price: priceOf(options['limit'], '--limit') }),
      ...(options['randomize'] === true ? { randomize: true } : {}),
    }
    const id = await placeComplexOrder(session, market, { ...tagOf(options), twap_order_params: params })
    const stands = options['watch'] === true ? await follow(session, id) : await look(session, id)
    show(session, stands, () => drawTwap(stands, session))
    if (!ENDS.has(stands.status))
      session.progress(`The TWAP continues. ${PMT} stops shows it, ${PMT} cancel ${id} ends it.`)
  },
}

const read = ({ client }: Session, id: string) =>
  client.GET('/v1/complex-orders/{complex_order_id}', { params: { path: { complex_order_id: id } } })

const look = async (session: Session, id: string): Promise<ComplexOrder> => must(await read(session, id))

const ENDS: ReadonlySet<string> = new Set(['COMPLETED', 'EXPIRED', 'CANCELLED'])

/** Follows the TWAP until it ends or the user presses Ctrl-C. The TWAP itself continues then. */
const follow = async (session: Session, id: string): Promise<ComplexOrder> => {
  const again = askAgain(session)
  let stands = await look(session, id)
  let shown = ''
  for (;;) {
    const { twap_order: terms } = stands
    const bar = terms === null ? '' : progressBar(terms.filled_qty / terms.total_qty)
    const text =
      terms === null ? '' : `${bar} ${exact(terms.filled_qty)} of ${exact(terms.total_qty)}, ${stands.status}`
    if (text !== shown) session.progress(text)
    shown = text
    if (ENDS.has(stands.status) || !(await pause(1, session.signal))) return stands
    stands = (await again(() => read(session, id))) ?? stands
  }
}

const WIDTH = 20

const progressBar = (share: number): string => {
  const done = Math.round(Math.min(1, share) * WIDTH)
  return `${'█'.repeat(done)}${'░'.repeat(WIDTH - done)}`
}

const drawTwap = (twap: ComplexOrder, fit: Fit): string => {
  const { complex_order_id: id, status, cancel_reason: why, twap_order: terms } = twap
  return drawTable(
    [
      { name: 'time (UTC)', kind: 'time', drop: 2 },
      { name: 'twap', kind: 'id' },
      { name: 'market', kind: 'text' },
      { name: 'side', style: sideStyle },
      'qty',
      'filled',
      { name: 'average', drop: 1 },
      'slices',
      { name: 'status', style: statusStyle },
      { name: 'why', kind: 'text' },
    ],
    [
      [
        timeCell(twap.created_at),
        id,
        marketCell(twap),
        terms?.buy_flag === true ? 'buy' : 'sell',
        terms?.total_qty ?? null,
        terms?.filled_qty ?? null,
        terms?.average_price == null ? '' : priceText(terms.average_price),
        `${terms?.slices_done ?? 0} of ${terms?.slices ?? 0}`,
        status,
        why ?? '',
      ],
    ],
    fit,
  )
}
