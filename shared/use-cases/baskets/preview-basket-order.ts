/** Previews an order on a custom asset, member by member. Stores nothing and sends nothing. */

import { type BasketLeg, legsOf } from '#domain/baskets/basket-order.ts'
import { type LiveMember, planBasketRound } from '#domain/baskets/plan-round.ts'
import { isProblem, type Problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'
import { withoutOwn } from '#domain/orders/fills/expected-fills.ts'
import { feeWarnings } from '#domain/orders/preview/fee-warnings.ts'
import {
  idleLeg,
  type OrderPreview,
  type PreviewLeg,
  previewLeg,
  type Remark,
} from '#domain/orders/preview/order-preview.ts'
import type { ExpectedRefusal } from '#domain/orders/send/send-outcome.ts'
import type { Ids } from '#ports/kernel/ids.ts'
import { ifUnreadable } from '#ports/kernel/unreadable-row.ts'
import { type AccountNow, type ReadAccountDeps, readAccount } from '../orders/account-now.ts'
import { refusalOf, undecidedIn } from '../orders/preview-order.ts'
import {
  type AcceptBasketDeps,
  acceptBasketDraft,
  type BasketDraft,
  draftBasketOrder,
  type PlaceBasketOrderInput,
} from './place-basket-order.ts'
import { type BasketReading, type ReadBasketMembersDeps, readBasketMembers } from './read-members.ts'

export interface PreviewBasketOrderDeps
  extends Omit<AcceptBasketDeps, 'credentials'>,
    Omit<ReadBasketMembersDeps, 'exchanges'>,
    ReadAccountDeps {
  readonly positions: ReadBasketMembersDeps['positions']
  readonly ids: Ids
}

/** Returns the preview; a problem for a missing thing or a mistake in the request. All other refusals are part of the preview. */
export const previewBasketOrder = async (
  given: PreviewBasketOrderDeps,
  input: PlaceBasketOrderInput,
  signal: AbortSignal,
): Promise<OrderPreview | Problem> => {
  const deps = readingPositionsOnce(given)
  const draft = await draftBasketOrder(deps, input)
  if (isProblem(draft)) return draft
  const { basket, members } = draft
  const [accepted, account, reading] = await Promise.all([
    acceptBasketDraft(deps, draft).catch(ifUnreadable(undecidedIn(deps.log))),
    readAccount(deps, basket.subaccountId, members, signal),
    readBasketMembers(deps, basket, signal).catch(ifUnreadable(() => UNREAD_MEMBERS)),
  ])
  if (isProblem(accepted) && accepted.status === 422) return accepted
  // A leg there would be refused, and the rest would be planned without that member.
  const refused = reading.members.filter(({ exchange }) => (account.refusing(exchange)?.waitMs ?? 0) > 0)
  const skipped = refused.map(({ svcId, exchange }) => ({
    svcId,
    code: 'exchange_refuses',
    reason: account.refusing(exchange)?.reason ?? '',
  }))
  const taking = reading.members.filter((member) => !refused.includes(member))
  // An order removes resting orders of its own account from its way.
  const open = taking.map((member) => ({
    ...member,
    bids: withoutOwn(member.bids, account.ownLevels(member.svcId, true)),
    asks: withoutOwn(member.asks, account.ownLevels(member.svcId, false)),
  }))
  const round = {
    members: open,
    skipped: [...reading.skipped, ...skipped],
    slippage: deps.slippage,
    newId: () => deps.ids.uuid(),
  }
  const planned = planBasketRound(basket, new Map(), round, deps.clock())
  const legs = await Promise.all(members.map((market) => legIn(deps, draft, market, open, legsOf(planned), account)))
  const filled = legs.reduce((sum, { leg }) => sum + leg.qty, 0)
  return {
    legs: legs.map(({ leg }) => leg),
    warnings: [
      ...account.warnings,
      ...feeWarnings(members),
      ...planned.skipped.map(({ svcId, code, reason }) => ({
        code,
        detail: `Member ${svcId} takes no part. ${reason}`,
      })),
      ...legs.flatMap(({ refusals }) => refusals),
      ...(reading === UNREAD_MEMBERS ? [UNREAD] : filled === 0 ? [NO_LIQUIDITY] : filled < basket.qty ? [PARTLY] : []),
    ],
    refusals: refusalOf(accepted),
  }
}

/** Reads the positions once for limits, account and members. */
const readingPositionsOnce = (deps: PreviewBasketOrderDeps): PreviewBasketOrderDeps => {
  const { positions } = deps
  const read = new Map<string, ReturnType<typeof positions.ofSubaccount>>()
  return {
    ...deps,
    positions: {
      ...positions,
      ofSubaccount: (subaccountId, options = {}) => {
        // The limits read positions separately: a decision never skips an unreadable row.
        const key = `${subaccountId} ${options.skipUnreadable === true}`
        const found = read.get(key) ?? positions.ofSubaccount(subaccountId, options)
        read.set(key, found)
        return found
      },
    },
  }
}

/** Previews the order in one member, and the refusals of that member's exchange. */
const legIn = async (
  deps: PreviewBasketOrderDeps,
  { basket: { buyFlag, timeInForce } }: BasketDraft,
  market: Market,
  open: readonly LiveMember[],
  planned: readonly BasketLeg[],
  account: AccountNow,
): Promise<{ readonly leg: PreviewLeg; readonly refusals: readonly Remark[] }> => {
  const { position, cashFree } = account.in(market)
  const leg = planned.find(({ svcId }) => svcId === market.svcId)
  const member = open.find(({ svcId }) => svcId === market.svcId)
  if (leg === undefined || member === undefined) return { leg: idleLeg(market, position, cashFree), refusals: [] }
  const order = { ...leg, buyFlag, timeInForce, postOnly: false }
  const levels = buyFlag ? member.asks : member.bids
  const expected = previewLeg({ market, order, limit: leg.price, levels, position, cashFree, parts: null })
  const known = { ...expected, limit: leg.price, takes: expected.qty > 0 }
  const refused = await deps.exchanges(market.exchange).expectedRefusals(order, known)
  return { leg: expected, refusals: refused.map((one) => inMember(market, one)) }
}

const inMember = ({ svcId }: Market, { code, reason }: ExpectedRefusal): Remark => ({
  code,
  detail: `Member ${svcId} would be refused. ${reason}`,
})

/** The reading for a sale with an unreadable position. */
const UNREAD_MEMBERS: BasketReading = { members: [], skipped: [], passing: false }
const UNREAD: Remark = {
  code: 'not_now',
  detail: 'The position in a member cannot be read. Nothing would be sold before the operator has repaired that.',
}
const NO_LIQUIDITY: Remark = {
  code: 'no_liquidity',
  detail: 'Nothing of the order would trade now. It would be CANCELLED.',
}
const PARTLY: Remark = {
  code: 'partly_filled',
  detail: 'The books fill only a part of the order. The rest would be CANCELLED.',
}
