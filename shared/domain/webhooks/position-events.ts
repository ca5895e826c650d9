/** The events of a position whose market is decided, or has paid. */

import { traitsOf } from '../exchanges/traits-of.ts'
import { uuidOfName } from '../kernel/uuid-of-name.ts'
import type { AccountReport } from '../portfolio/account-report.ts'
import { heldPositions } from '../portfolio/held-position.ts'
import type { PositionLedger } from '../portfolio/position-ledger.ts'
import { numbered, type PositionSubject, type WebhookEvent } from './event.ts'

/**
 * Returns the events of the change of `before` into `subject.ledger`, for that user. A market that is first seen when
 * it has paid is decided with the same change. A result that the exchange has changed is reported again.
 */
export const positionEvents = (
  before: PositionLedger,
  subject: PositionSubject,
  userId: string,
): readonly WebhookEvent[] => {
  const after = subject.ledger
  const about = {
    objectId: positionIdOf(after),
    userId,
    at: after.updatedAt,
    previousStatus: settlementOf(before, subject.report),
    subject: { kind: 'position' as const, ...subject },
  }
  const pays = after.yesPaid ?? after.yesPays
  const isDecided = pays !== null && pays !== before.yesPays
  const isSettled = after.yesPaid !== null && before.yesPaid === null
  return numbered(
    [
      ...(isDecided ? [{ ...about, type: 'market.decided' as const }] : []),
      ...(isSettled ? [{ ...about, type: 'position.settled' as const }] : []),
    ],
    after.version,
  )
}

/**
 * Returns the settlement as the list showed it. A payment without a new report was a redemption, so the position was
 * redeemable.
 */
const settlementOf = (ledger: PositionLedger, report: AccountReport | null): string | null => {
  if (ledger.yesPays === null) return null
  if (report === null) return traitsOf(ledger.exchange).paysByItself ? 'decided' : 'redeemable'
  return heldPositions({ ledgers: [ledger], reports: [report] })[0]?.settlement ?? null
}

/** A UUID that is always the same for a subaccount and a market: what the events of a position have in common. */
export const positionIdOf = ({
  subaccountId,
  exchange,
  svcId,
}: Pick<PositionLedger, 'subaccountId' | 'exchange' | 'svcId'>): string =>
  uuidOfName(`position ${subaccountId} ${exchange} ${svcId}`)
