/** GET /v1/orderbooks/custom-asset/{custom_asset_id} */

import { orderbookQuery, orderbookRecord, toBasketBookRecord } from '#contract/markets/orderbook-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { readBasketBook } from '#use-cases/baskets/read-book.ts'
import { customAssets, frame, liveData, markets, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'get-custom-asset-order-book',
    method: 'GET',
    path: '/v1/orderbooks/custom-asset/{custom_asset_id}',
    tag: 'Markets',
    summary: 'Get the consolidated orderbook of a custom asset',
    description:
      'The book combines the live books of the active members, each at most a second old. With allocation BEST_PRICE it merges the levels of all members, without fees, so the best bid can be above the best ask. With EQUAL a level is the price of one contract if all members are traded evenly, as deep as the shallowest member. Members whose exchange does not answer are left out, and `message` names them.',
    scope: 'read',
    request: { path: object({ custom_asset_id: uuid() }), query: orderbookQuery },
    reply: { status: 200, schema: orderbookRecord },
    refusals: [NOT_FOUND, { status: 503, code: 'exchange_unavailable', when: 'no exchange of a member answers' }],
    uses: { table: 'read', exchanges: 'public' },
    ifBroken: 'Users cannot read orderbooks of custom assets. Look at the log of get-custom-asset-order-book.',
  },
  () => ({
    ...frame(),
    customAssets: customAssets(),
    subaccounts: subaccounts(),
    markets: markets(),
    marketData: liveData(),
  }),
  async (deps, { path, query, caller }) => {
    const book = await readBasketBook(deps, caller.userId, path.custom_asset_id)
    return isProblem(book) ? book : toBasketBookRecord(path.custom_asset_id, book, query.levels)
  },
)
