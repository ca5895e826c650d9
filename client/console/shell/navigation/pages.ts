/** The pages of the console by group. The navigation, the command palette and the keys `g …` are made from this list. */

import { to } from './route.ts'

export const PAGES = [
  { group: 'Trade', place: '', title: 'Overview', key: 'h' },
  { group: 'Trade', place: 'markets', title: 'Markets', key: 'm' },
  { group: 'Trade', place: 'custom-assets', title: 'Custom assets', key: 'c' },
  { group: 'Orders', place: 'orders', title: 'Orders', key: 'o' },
  { group: 'Orders', place: 'conditionals', title: 'Stops and TWAPs', key: 's' },
  { group: 'Portfolio', place: 'positions', title: 'Positions', key: 'p' },
  { group: 'Portfolio', place: 'fills', title: 'Fills', key: 'f' },
  { group: 'Portfolio', place: 'balances', title: 'Balances', key: 'b' },
  { group: 'Account', place: 'subaccounts', title: 'Subaccounts', key: 'a' },
  { group: 'Account', place: 'limits', title: 'Limits', key: 'l' },
  { group: 'Account', place: 'keys', title: 'API keys', key: 'k' },
  { group: 'Account', place: 'webhooks', title: 'Webhooks', key: 'w' },
  { group: 'Service', place: 'health', title: 'Health', key: 'e' },
  // Another page of the service. The page takes the key of this tab.
  { group: 'Service', place: '/v1/docs', title: 'API reference', key: 'r' },
] as const

export type Place = (typeof PAGES)[number]['place']

/** The groups in their order, each with its pages. */
export const PAGE_GROUPS = Object.entries(Object.groupBy(PAGES, ({ group }) => group))

export const addressOf = (place: Place): string => {
  if (place.startsWith('/')) return place
  return place === '' ? '#/' : to(place)
}

/** The page of the navigation that a place belongs to: an event belongs to the markets. */
export const pageOf = (place: string): string => (place === 'events' ? 'markets' : place)
