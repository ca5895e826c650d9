/** How fast a signer of EXCHANGE_B may send, by the tier that answers name. */

import { describe, expect, it } from 'vitest'
import { knownTiers } from '#adapters/exchanges/polymarket/http/known-tiers.ts'

const burstOf = (tier: string) => {
  const tiers = knownTiers()
  tiers.record('ann', tier)
  const { orders, cancels } = tiers.of('ann')
  return [orders.perSecond, orders.capacity, cancels.perSecond, cancels.capacity]
}

describe('a tier', () => {
  it.each([
    ['standard', [40, 60, 80, 120]],
    ['gold', [400, 600, 800, 1_200]],
    ['platinum', [450, 675, 900, 1_350]],
    ['diamond', [525, 787, 1_050, 1_575]],
    ['elite', [600, 900, 1_200, 1_800]],
  ])('%s has rates of its own', (tier, rates) => expect(burstOf(tier)).toEqual(rates))

  it('an unknown tier has the limits of Standard, which every account has at least', () => {
    expect(burstOf('unobtainium')).toEqual(burstOf('standard'))
  })
})
