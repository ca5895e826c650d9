/** Bad luck between us and DynamoDB that a local engine never has: throttles, conflicts, lost requests and lost answers. */

import { AwsUnreachable } from '#adapters/aws/aws-errors.ts'
import type { Operation, TableFaults } from '#adapters/store/engine/wire.ts'
import { refusal } from '../memory-table/refusal.ts'

/**
 * `throttled`, `conflict`: DynamoDB refuses, nothing happened. `request_lost`: the connection broke before it got there.
 * `answer_lost`: it happened, and nobody heard.
 */
export type TableFault = 'throttled' | 'conflict' | 'request_lost' | 'answer_lost'

/** Faults as drawn for each request on the wire, repeats included; null lets it pass. */
export const tableFaults =
  (draw: (operation: Operation) => TableFault | null): TableFaults =>
  async (operation, send) => {
    switch (draw(operation)) {
      case null:
        return send()
      case 'throttled':
        throw refused('ProvisionedThroughputExceededException')
      case 'conflict':
        throw operation === 'transact' ? CANCELLED : refused('TransactionConflictException')
      case 'request_lost':
        throw new AwsUnreachable('no connection within 1000 ms', true)
      case 'answer_lost':
        await send()
        throw new AwsUnreachable('ECONNRESET: socket hang up', false)
    }
  }

/** These faults for the first requests that can have them, then none. */
export const firstFaults = (...faults: ReadonlyArray<TableFault | null>): TableFaults => {
  const left = [...faults]
  return tableFaults(() => left.shift() ?? null)
}

const refused = (code: string) => refusal(code, code)

const CANCELLED = refusal('TransactionCanceledException', 'Transaction cancelled', {
  CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
})
