/** Checks whether fired exits close their positions, and whether the exchanges report the positions that the fills make. */

import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import { positionStore } from '#adapters/store/portfolio/positions.ts'
import { marketsOf } from '#domain/complex-orders/target.ts'
import { DAY, MINUTE, toIso } from '#domain/kernel/time.ts'
import { CONTINGENT_LOG } from '#use-cases/contingent/log-messages.ts'
import { RECONCILE_LOG } from '#use-cases/reconcile/log-messages.ts'
import type { LogLine } from '../../environment/logs.ts'
import { type Examination, ill, type Observation, SEARCH_WITHIN, well } from '../finding.ts'

/** The log has an incomplete exit or a difference once; the table says whether it lasts. */
const LATELY = DAY
/** A held exit is logged again and again until it is sent. */
const HELD_LATELY = 5 * MINUTE

export const positions: Examination = {
  what: 'positions',
  ifBlind: 'Check that you may read the logs and the table.',
  withinMs: SEARCH_WITHIN,
  look: async ({ place, table, now }) => {
    const { exitOverdue, exitIncomplete } = CONTINGENT_LOG
    const { positionMismatch } = RECONCILE_LOG
    const lines = await place.logs.find([exitOverdue, exitIncomplete, positionMismatch], now - LATELY, now)
    const exits = [
      ...lastOfEach(lines, exitOverdue, ['complexOrderId']).filter(({ at }) => now - at < HELD_LATELY),
      ...lastOfEach(lines, exitIncomplete, ['complexOrderId']),
    ]
    const differences = lastOfEach(lines, positionMismatch, ['subaccountId', 'market'])
    const found = (
      await Promise.all([
        ...exits.map((line) => openExit(table, line)),
        ...differences.map((line) => stillDiffers(table, line)),
      ])
    ).flat()
    return found.length > 0
      ? found
      : [well('every fired exit closes its position, and the exchanges report what the fills make')]
  },
}

/** The last line of this message for each combination of the fields. */
const lastOfEach = (lines: readonly LogLine[], message: string, named: readonly string[]): readonly LogLine[] => [
  ...new Map(
    lines
      .filter((line) => line.message === message)
      .map((line) => [named.map((field) => line.fields[field]).join(' '), line]),
  ).values(),
]

/** Returns nothing if the position was closed meanwhile. */
const openExit = async (table: Table, { at, message, fields }: LogLine): Promise<readonly Observation[]> => {
  const exit = await complexOrderStore(table).get(String(fields['complexOrderId']))
  if (exit === null) return []
  const { complexOrderId, subaccountId, target } = exit
  const { ledgers, reports } = await positionStore(table).ofSubaccount(subaccountId)
  const held = [
    ...ledgers.map((ledger) => ({ svcId: ledger.svcId, position: ledger.held.position })),
    ...reports.flatMap((report) => report.markets),
  ]
  if (!marketsOf(target).some(({ svcId }) => held.some((one) => one.svcId === svcId && (one.position ?? 0) !== 0)))
    return []
  const name = `Exit ${complexOrderId} of subaccount ${subaccountId}`
  if (message === CONTINGENT_LOG.exitOverdue)
    return [
      ill(
        `${name} has fired and is held, because another order of its position does not leave the book.`,
        'Check whether the exchange accepts cancels. Do not sell by hand before you have cancelled the exit.',
      ),
    ]
  return [
    ill(
      `${name} is incomplete since ${toIso(at)}, and its position is open.`,
      `npm run admin -- trace ${complexOrderId} shows why. A stop-loss keeps trying; after any other exit, its owner has to close the position.`,
    ),
  ]
}

/** Returns nothing if exchange and fills agree again. */
const stillDiffers = async (table: Table, { fields }: LogLine): Promise<readonly Observation[]> => {
  const subaccountId = String(fields['subaccountId'])
  const { reports } = await positionStore(table).ofSubaccount(subaccountId)
  const market = reports
    .filter(({ exchange }) => exchange === fields['exchange'])
    .flatMap(({ markets }) => markets)
    .find(({ nativeId }) => nativeId === fields['market'])
  if (market === undefined || market.differsSince === null) return []
  return [
    ill(
      `${fields['exchange']} reports another position in ${market.nativeId} of subaccount ${subaccountId} than its fills make, since ${toIso(market.differsSince)}.`,
      'Unless its owner sent, split or merged shares by hand, compare GET …/fills with the list of the exchange.',
    ),
  ]
}
