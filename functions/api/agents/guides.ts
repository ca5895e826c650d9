/** The guides of the documentation as resources for agents. The folder `guides` beside this file is a link to `docs/guides`. */

import { readFile } from 'node:fs/promises'

const TITLES = {
  agents: 'Agents',
  alerts: 'Alerts',
  'amend-orders': 'Amend orders',
  'command-line': 'Command line',
  'conditional-orders': 'Conditional orders',
  console: 'Console',
  'credentials-and-subaccounts': 'Credentials and subaccounts',
  'custom-assets': 'Custom assets',
  errors: 'Errors',
  'follow-orders': 'Follow, cancel and close',
  home: 'Real markets at home',
  'market-data': 'Market data',
  'order-edge-cases': 'Edge cases of orders',
  orders: 'Place orders',
  paper: 'Paper accounts',
  portfolio: 'Positions, fills and balances',
  'record-and-replay': 'Record and replay markets',
  'risk-limits': 'Risk limits and the halt',
  streaming: 'Streaming',
  twap: 'TWAP',
  webhooks: 'Webhooks',
} as const

const mimeType = 'text/markdown'

export const GUIDES = Object.entries(TITLES).map(([name, title]) => ({
  uri: `guide:///${name}`,
  name,
  title,
  mimeType,
}))

/** Files beside the function. */
export const GUIDE_FILES = GUIDES.map(({ name }) => `guides/${name}.md`)

/** Returns the guide; null if there is none at the address. */
export const readGuide = async (uri: string) => {
  const found = GUIDES.find((guide) => guide.uri === uri)
  if (found === undefined) return null
  return { uri, mimeType, text: await readFile(new URL(`guides/${found.name}.md`, import.meta.url), 'utf8') }
}
