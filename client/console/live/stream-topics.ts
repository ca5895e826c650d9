/** Topics that may change after an event of a channel. */

import type { Topic } from './topics.ts'

const TOPICS: Readonly<Record<string, readonly Topic[]>> = {
  orders: ['orders', 'limits'],
  fills: ['fills', 'orders', 'positions', 'balances'],
  complex_orders: ['complex_orders'],
  positions: ['positions', 'balances'],
  subaccounts: ['limits'],
}

/** Channels by name, also those of one subaccount. */
export const topicsOf = (...channels: readonly string[]): readonly Topic[] =>
  channels.flatMap((channel) => TOPICS[channel.split(':')[0] ?? ''] ?? [])
