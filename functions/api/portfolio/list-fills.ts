/** GET /v1/fills */

import { nextCursor, readCursor, toCursor } from '#contract/kernel/lists/list-cursor.ts'
import { fillRecord, toFillRecord } from '#contract/portfolio/fill-record.ts'
import { fillQuery } from '#contract/portfolio/portfolio-query.ts'
import { boolean } from '#contract/validation/fields/boolean.ts'
import { datetime } from '#contract/validation/fields/datetime.ts'
import { list } from '#contract/validation/fields/list.ts'
import { nullable } from '#contract/validation/fields/nullable.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { toIsoOrNull } from '#domain/kernel/time.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { listFills } from '#use-cases/portfolio/list-fills.ts'
import { accountSyncs, fills, frame, marketBriefs, refreshAccounts, subaccounts } from '../../runtime.ts'
import { labelRecords } from '../label-records.ts'
import { recordsIn } from '../records-in.ts'

export const handler = endpoint(
  {
    name: 'list-fills',
    method: 'GET',
    path: '/v1/fills',
    tag: 'Portfolio',
    summary: 'List the fills of each subaccount',
    description:
      'The list has all trades of the accounts, including trades made elsewhere, which have `svc_order_id` null. `limit` and `offset` count the fills of all subaccounts as one sequence, newest first by the exchange’s time and then by id. The answer never waits for an exchange: it has all trades up to `as_of`, which is null while earlier trades are being read. If the exchange was asked more than 15 s ago, it is asked again for the next answers. `Accept: text/csv` gets the fills as CSV.',
    csv: {
      columns: Object.keys(fillRecord.entries),
      rowsOf: ({ subaccount_to_fills }) =>
        recordsIn(subaccount_to_fills)
          .flatMap(({ fills: listed }) => recordsIn(listed))
          .toSorted((a, b) => (isNewer(a, b) ? -1 : 1)),
    },
    scope: 'read',
    request: { query: fillQuery },
    reply: {
      status: 200,
      schema: object({
        subaccount_to_fills: list(
          object({ subaccount_id: uuid(), as_of: nullable(datetime()), fills: list(fillRecord) }),
        ),
        has_more: boolean(),
        ...nextCursor,
      }),
    },
    uses: { table: 'read', sends: ['sync-account'] },
    memoryMb: 1024,
    ifBroken: 'Users cannot list their fills. Look at the log of list-fills.',
  },
  () => ({
    ...frame(),
    subaccounts: subaccounts(),
    fills: fills(),
    marketBriefs: marketBriefs(),
    accountSyncs: accountSyncs(),
    refreshAccounts: refreshAccounts(),
  }),
  async (deps, { query, caller }) => {
    const requested = { name: 'fills', userId: caller.userId, query }
    const after = readCursor(requested)
    if (isProblem(after)) return after
    const { subaccount_id: subaccountId, svc_id: svcId, tag, start_time: from, end_time: until, limit, offset } = query
    const found = await listFills(
      deps,
      caller.userId,
      { subaccountId, svcId, tag, from, until, after },
      { limit, offset },
    )
    const subaccount_to_fills = await Promise.all(
      found.subaccounts.map(async ({ subaccountId: subaccount_id, asOf, fills: listed }) => {
        const records = await labelRecords(
          deps,
          listed.map(({ fill, ...context }) => toFillRecord(fill, context)),
        )
        return { subaccount_id, as_of: toIsoOrNull(asOf), fills: [...records] }
      }),
    )
    return { subaccount_to_fills, has_more: found.hasMore, next_cursor: toCursor(requested, found.hasMore, found.end) }
  },
)

type Cells = Readonly<Record<string, unknown>>

/** True if `one` comes first in the sequence of all subaccounts. */
const isNewer = (one: Cells, other: Cells): boolean => {
  const [at, otherAt] = [String(one['exchange_timestamp']), String(other['exchange_timestamp'])]
  return at === otherAt ? String(one['fill_id']) < String(other['fill_id']) : at > otherAt
}
