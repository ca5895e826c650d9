/** Bad luck between us and DynamoDB that a local engine never has: throttles, conflicts, lost requests and lost answers. */

import type { Operation, TableFaults } from '#adapters/store/engine/wire.ts'

/**
 * `throttled`, `conflict`: DynamoDB refuses the request.
 *
 * `request_lost`: the connection breaks before the request arrives.
 *
 * `answer_lost`: the request is done, and its answer is lost.
 *
 * `done_but_5xx`: the request is done, and a server before DynamoDB answers with an error.
 */
export type TableFault = 'throttled' | 'conflict' | 'request_lost' | 'answer_lost' | 'done_but_5xx'

/** Faults as drawn for each request on the wire, repeats included; null lets it pass. */
export const tableFaults =
  (draw: (operation: Operation) => TableFault | null): TableFaults =>
  async (operation, send) => {
    switch (draw(operation)) {
      case null:
        return send()
      case 'throttled':
        throw named('ProvisionedThroughputExceededException')
      case 'conflict':
        throw operation === 'transact' ? cancelled() : named('TransactionConflictException')
      case 'request_lost':
        throw named('TimeoutError')
      case 'answer_lost':
        await send()
        throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
      case 'done_but_5xx':
        await send()
        throw Object.assign(named('ServiceUnavailable'), { $metadata: { httpStatusCode: 503 } })
    }
  }

/** These faults for the first requests that can have them, then none. */
export const firstFaults = (...faults: ReadonlyArray<TableFault | null>): TableFaults => {
  const left = [...faults]
  return tableFaults(() => left.shift() ?? null)
}

const named = (name: string): Error => Object.assign(new Error(name), { name })

const cancelled = (): Error =>
  Object.assign(named('TransactionCanceledException'), {
    CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
  })
