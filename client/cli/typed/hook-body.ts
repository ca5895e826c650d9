/** The body of a new hook, from the words and options of the command. */

import type { components } from '../../openapi-types.ts'
import { CommandFailed, type Options, type Session } from '../command.ts'
import { orderOf } from '../commands/orders.ts'
import { findMarket } from '../find/find-market.ts'
import { hookLimits } from './hook-limits.ts'
import { oneOf } from './options.ts'
import { numberOf, priceOf, SIDES } from './read-words.ts'

type CreateHook = components['schemas']['CreateHook']

export const HOOK_TIMES = ['GTC', 'IOC', 'FOK'] as const

/** The market is looked up last: a wrong word asks nothing. */
export const hookBody = async (
  session: Session,
  name: string,
  [side = '', market, qty, price, extra]: readonly string[],
  options: Options,
): Promise<CreateHook> => {
  if (extra !== undefined)
    throw new CommandFailed(`The order ends with its price: ${extra} is one word too many.`, true)
  const order = orderOf(session, oneOf(SIDES, side, 'The side'), qty, price, options)
  const { tif } = options
  const order_type = price === undefined ? 'MARKET' : 'LIMIT'
  const time_in_force = tif === undefined ? null : oneOf(HOOK_TIMES, String(tif), '--tif')
  const limits = { max_orders_per_day: numberOf(options['per-day'], '--per-day'), ...hookLimits(options) }
  const fields = fieldsOf(options)
  if (market === undefined) throw new CommandFailed('The market is missing.', true)
  const { svc_id } = await findMarket(session.client, market)
  return { name, template: { ...order, order_type, time_in_force, svc_id }, fields, limits }
}

/** Both bounds of a price belong together. */
const fieldsOf = (options: Options): NonNullable<CreateHook['fields']> => {
  const [min, max, least] = [options['min-price'], options['max-price'], options['min-qty']]
  return {
    ...(min === undefined && max === undefined
      ? {}
      : { price: { min: priceOf(min, '--min-price'), max: priceOf(max, '--max-price') } }),
    ...(least === undefined ? {} : { qty: { min: numberOf(least, '--min-qty') } }),
  }
}
