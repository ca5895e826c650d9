/** The command that places a stop: one that waits at a price, or one that trails. */

import type { CreateComplexOrder } from '../../trading-client.ts'
import { type Command, CommandFailed, must, type Options, show } from '../command.ts'
import { findMarket } from '../find/find-market.ts'
import { placeComplexOrder } from '../place-complex-order.ts'
import { TAG_OPTION, tagOf } from '../typed/names-of.ts'
import { oneOf } from '../typed/options.ts'
import { numberOf, priceOf, SIDES } from '../typed/read-words.ts'
import { drawComplexOrders } from './stops.ts'

type Params = NonNullable<CreateComplexOrder['conditional_order_params']>

const PRICES = ['MARK', 'LAST', 'BID_ASK'] as const

export const stop: Command = {
  group: 'Orders',
  words: '<side> <market> [qty] [price]',
  does: 'places an order once the price has reached --at; with --trail once the price has come back so far from its best; with --protect for what is held then; of stops with the same --link only one fills',
  options: {
    '--at <price>': 'the price that fires it',
    '--trail <dollars>': 'how far the price comes back from its best to fire it',
    '--watches <kind>': { does: 'the price that is compared', oneOf: PRICES },
    '--link <name>': 'of stops with one name only one fills',
    '--protect': 'for the whole position at that time: leave qty out',
    ...TAG_OPTION,
  },
  typedAs: {
    tag: '--tag',
    'conditional_order_params.stop_order_price': '--at',
    'conditional_order_params.trail_amount': '--trail',
    'conditional_order_params.trigger_price_type': '--watches',
    'conditional_order_params.link_id': '--link',
    'conditional_order_params.protect': '--protect',
    'conditional_order_params.trigger_order.qty': 'qty',
    'conditional_order_params.trigger_order.price': 'price',
  },
  run: async (session, [word = '', text = '', ...terms], options) => {
    const side = oneOf(SIDES, word, 'The side')
    const protects = options['protect'] === true
    const [qty, price] = protects ? [undefined, ...terms] : terms
    // One word is its price, unless it can only be a quantity.
    if (protects && (terms.length > 1 || Number(price) >= 1))
      throw new CommandFailed('With --protect the quantity is that of the position: leave qty out.', true)
    const market = await findMarket(session.client, text)
    const params: Params = {
      ...placeOf(options),
      ...watchedBy(options),
      ...(typeof options['link'] === 'string' ? { link_id: options['link'] } : {}),
      ...(protects ? { protect: true } : {}),
      trigger_order: {
        ...(protects ? {} : { qty: numberOf(qty, 'qty') }),
        buy_flag: side === 'buy',
        ...(price === undefined ? {} : { price: priceOf(price, 'price') }),
      },
    }
    const id = await placeComplexOrder(session, market, { ...tagOf(options), conditional_order_params: params })
    const path = { complex_order_id: id }
    const stands = must(await session.client.GET('/v1/complex-orders/{complex_order_id}', { params: { path } }))
    show(session, stands, () => drawComplexOrders([stands], session))
  },
}

/** A stop at a price is of the type that the price of now makes it; only a STOP trails. */
const placeOf = (options: Options): Pick<Params, 'conditional_order_type' | 'stop_order_price' | 'trail_amount'> => {
  const { at, trail } = options
  if ((at === undefined) === (trail === undefined)) throw new CommandFailed('Give either --at or --trail.', true)
  return at === undefined
    ? { conditional_order_type: 'STOP', trail_amount: priceOf(trail, '--trail') }
    : { stop_order_price: priceOf(at, '--at') }
}

const watchedBy = ({ watches }: Options): Pick<Params, 'trigger_price_type'> => {
  const found = PRICES.find((one) => one === watches)
  return found === undefined ? {} : { trigger_price_type: found }
}
