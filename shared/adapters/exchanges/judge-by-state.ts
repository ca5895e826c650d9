/** Judges a refusal whose words fit a closed, a paused and a missing market alike: the state of the market decides. */

import { CLOSED_MARKET } from '#domain/orders/refusals/closed-market.ts'
import type { SubmitOutcome } from '#domain/orders/send/send-outcome.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { MarketState } from '#ports/exchanges/market-data-source.ts'

export const judgeByState = async (
  refused: SubmitOutcome,
  readStates: () => Promise<readonly MarketState[]>,
): Promise<SubmitOutcome> => {
  const states = await readStates().catch(ifUnavailable(() => null))
  if (states === null)
    return later('The market takes no orders, and the exchange does not report whether it has closed; the order waits.')
  const [found] = states
  if (found?.state === 'closed') return { kind: 'rejected', ...CLOSED_MARKET }
  return found?.state === 'paused'
    ? { ...later('The market takes no orders at the moment; the order waits.'), refusing: 'market_paused' }
    : refused
}

const later = (reason: string) => ({ kind: 'later', reason, retryAfterMs: null }) as const
