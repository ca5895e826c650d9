/** GET /v1/pnl */

import { fitting } from '#contract/kernel/lists/fitting.ts'
import { pnlQuery, pnlRecord, toPnlRecord } from '#contract/portfolio/pnl-record.ts'
import { boolean } from '#contract/validation/fields/boolean.ts'
import { list } from '#contract/validation/fields/list.ts'
import { object } from '#contract/validation/fields/object.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { listTagPnl } from '#use-cases/portfolio/list-tag-pnl.ts'
import { fills, frame, positions, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'list-pnl',
    method: 'GET',
    path: '/v1/pnl',
    tag: 'Portfolio',
    summary: 'Show the gain of each tag',
    description:
      'Counts the fills of tagged orders alone, at the average cost within the tag and the market. A tag may hold YES while the account holds less, because other orders sold it. Reversed fills do not count. A market that has paid is closed at its payout.',
    scope: 'read',
    request: { query: pnlQuery },
    reply: { status: 200, schema: object({ pnl: list(pnlRecord), has_more: boolean() }) },
    uses: { table: 'read' },
    memoryMb: 1024,
    ifBroken: 'Users cannot see the gain of their tags. Look at the log of list-pnl.',
  },
  () => ({ ...frame(), subaccounts: subaccounts(), fills: fills(), positions: positions() }),
  async (deps, { query, caller }) => {
    const { subaccount_id: subaccountId, tag, offset, limit = Number.POSITIVE_INFINITY } = query
    const all = await listTagPnl(deps, caller.userId, { subaccountId, tag })
    const records = all.slice(offset, offset + limit).map(toPnlRecord)
    const pnl = records.slice(0, fitting(records))
    return { pnl, has_more: offset + pnl.length < all.length }
  },
)
