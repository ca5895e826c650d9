/** Notes on the fields and parameters of fields that several schemas share. */

import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'

const EXCHANGE_TITLES = EXCHANGE_NAMES.map((name) => `${name} is ${traitsOf(name).title}`).join(', ')

const CURSOR =
  '`next_cursor` of the last answer to the same request: the page behind it. Pages by cursor lose and repeat no row while others are added'

const COUNTED = 'When counting began: `count` may differ from the rows by what changed since'

export const commonNotes: Readonly<Record<string, string>> = {
  is_paper: 'True for play money on real markets. It belongs to the subaccount, and never changes',
  svc_id: 'Instrument',
  exchange_name: EXCHANGE_TITLES,
  exchange: EXCHANGE_TITLES,
  exchange_value: EXCHANGE_NAMES.map((name) => `${traitsOf(name).value} for ${name}`).join(', '),
  qty: 'Contracts',
  price: 'YES price in dollars',
  created_at: 'When it was accepted',
  updated_at: 'When it last changed',
  'get-console-file.file': 'As the page names it: the name changes with the content',
  'get-docs-script.v': 'Version of the page. Ignored: it lets a browser keep the script',
  count: 'Number of matches, whatever `limit` is',
  ...Object.fromEntries(
    ['list-orders', 'list-complex-orders', 'list-fills', 'list-deliveries'].map((list) => [`${list}.cursor`, CURSOR]),
  ),
  ...Object.fromEntries(
    ['ListOrdersReply', 'ListComplexOrdersReply', 'ListDeliveriesReply'].map((reply) => [`${reply}.as_of`, COUNTED]),
  ),
  next_cursor: 'Where the next page begins: `cursor` of the next request. Null if nothing follows',
  has_more: 'Whether more matches come after this page: continue at `offset` + `limit`',
  created_after: 'Created at or after this time',
  created_before: 'Created before this time',
  svc_ids: 'Instruments; a repeated one counts once',
  total: 'Number of matches, whatever `limit` is',
  as_of: 'Time of these figures',
  name: 'Name',
  description: 'Free text; null when there is none',
  is_active: 'An inactive subaccount accepts no new orders',
  inserted_at: 'When it was created',
  limit: 'Maximum number of results',
  offset: 'Number of results to skip',
  status: 'Status',
  detail: 'A sentence for people',
  code: 'Stable code, for programs',
  request_id: 'Of this request, as in `x-request-id`',
  doc_url: 'Page about the code',
  'GatewayRefusal.message': 'The sentence of the gateway',
  'HTTPValidationError.detail': 'Every fault of the request',
  hint: 'What a frequent mistake was, such as a price in cents; absent if none is known',
  'ValidationItem.type': 'Kind of fault',
  loc: 'Place of the fault: `body`, `query`, `path` or `header`, then names and list positions',
  msg: 'Description of the fault',
  input: 'The value that was sent',
  ctx: 'The broken bound',
}
