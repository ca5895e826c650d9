/** GET /v1/changes */

import { fitting } from '#contract/kernel/lists/fitting.ts'
import { changeQuery, changeRecord, toChangeRecord } from '#contract/streams/change-record.ts'
import { boolean } from '#contract/validation/fields/boolean.ts'
import { list } from '#contract/validation/fields/list.ts'
import { object } from '#contract/validation/fields/object.ts'
import { string } from '#contract/validation/fields/string.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { cursorOf, positionIn } from '#domain/streams/change-log.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { followChanges } from '#use-cases/changes/follow-changes.ts'
import { readChanges } from '#use-cases/changes/read-changes.ts'
import { changes, complexOrders, frame, orders, outbox, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'list-changes',
    method: 'GET',
    path: '/v1/changes',
    tag: 'Streams',
    summary: 'List the changes after a cursor',
    description:
      'The events of webhooks and streams, oldest first, for clients that poll or were away. `after` is the `cursor` of the last change you know; without it the list begins with the oldest change that is kept. `cursor` is to be sent as `after` of the next call. Changes are kept for 72 hours. They are recorded from your first stream, webhook or call of this endpoint on; recording ends after 72 hours without any.',
    scope: 'read',
    request: { query: changeQuery },
    reply: {
      status: 200,
      schema: object({ changes: list(changeRecord), cursor: string(), has_more: boolean() }),
    },
    refusals: [{ status: 410, code: 'cursor_expired', when: 'changes after the cursor are no longer kept' }],
    timeoutS: 29,
    uses: { table: 'write', alsoWrites: ['remove', 'bulk'] },
    memoryMb: 1024,
    ifBroken:
      'Clients that poll for changes, or come back after a disconnection, miss them. Look at the log of list-changes.',
  },
  () => ({
    ...frame(),
    changes: changes(),
    outbox: outbox(),
    subaccounts: subaccounts(),
    orders: orders(),
    complexOrders: complexOrders(),
  }),
  async (deps, { query, caller }) => {
    const log = await followChanges(deps, caller.userId)
    const after = query.after === undefined ? null : positionIn(query.after)
    const page = await readChanges(deps, log, after, query.limit)
    if (isProblem(page)) return page
    const records = page.changes.map(toChangeRecord)
    const fits = fitting(records)
    const isCut = fits < records.length
    const last = isCut ? page.changes[fits - 1] : undefined
    return {
      changes: records.slice(0, fits),
      cursor: cursorOf(last?.position ?? page.position),
      has_more: page.hasMore || isCut,
    }
  },
)
