/** The limits of a hook that were typed; "none" lifts one. */

import type { components } from '../../openapi-types.ts'
import type { Options } from '../command.ts'
import { numberOf, timeOf } from './read-words.ts'

export const hookLimits = (options: Options): Partial<components['schemas']['HookLimits']> => {
  const [orders, cost, end] = [options['per-day'], options['cost-per-day'], options['ends']]
  return {
    ...(orders === undefined ? {} : { max_orders_per_day: numberOf(orders, '--per-day') }),
    ...(cost === undefined ? {} : { max_cost_per_day: cost === 'none' ? null : numberOf(cost, '--cost-per-day') }),
    ...(end === undefined ? {} : { expires_at: end === 'none' ? null : timeOf(end, '--ends') }),
  }
}
