/** Writes a position in one transaction with its fills: after any crash it is the sum of the stored fills. */

import type { Millis } from '#domain/kernel/time.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import { newLedger, type PositionLedger, recordTrades } from '#domain/portfolio/position-ledger.ts'
import { positionKey } from '../engine/keys.ts'
import type { Table } from '../engine/table.ts'
import type { Change, Written } from '../engine/table-writes.ts'
import { ledgerToRow, rowToLedger } from '../rows/position-row.ts'

export interface Trades {
  readonly place: Pick<PositionLedger, 'subaccountId' | 'exchange' | 'svcId' | 'nativeId'>
  /** Fills that this write stores. */
  readonly fresh: readonly Fill[]
  /** Fills stored before, which this write makes FINAL or REVERSED. */
  readonly settled: readonly Fill[]
  readonly now: Millis
}

/** Attempts to write. Another order of the subaccount may trade in the same market at the same moment. */
const TRIES = 20

/** Writes `changes` together with the position. False if one of `changes` is refused, whatever happens to the position. */
export const writeWithPosition = async (table: Table, changes: readonly Change[], trades: Trades): Promise<boolean> => {
  if (trades.fresh.length === 0 && trades.settled.length === 0) return (await table.write(changes)).written
  for (let tries = 0; tries < TRIES; tries += 1) {
    const written: Written = await table.write([...changes, await positionChange(table, trades)])
    if (written.written) return true
    if (written.failed.some((place) => place < changes.length)) return false
  }
  throw new Error(`position ${trades.place.svcId} of ${trades.place.subaccountId} stayed contended for ${TRIES} tries`)
}

const positionChange = async (table: Table, { place, fresh, settled, now }: Trades): Promise<Change> => {
  const row = await table.get(positionKey(place.subaccountId, place.exchange, place.svcId))
  const ledger = row === null ? newLedger(place) : rowToLedger(row)
  return {
    put: ledgerToRow(recordTrades(ledger, fresh, settled, now), ledger.version + 1),
    expect: row === null ? 'absent' : { same: { v: ledger.version } },
  }
}
