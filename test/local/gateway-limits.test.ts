/** The limits of the local gateway equal the limits of API Gateway in AWS. */

import { describe, expect, it } from 'vitest'
import { gatewayLimits } from '#local/stack/gateway/gateway-limits.ts'

/** How many of so many requests at once pass. */
const passing = ({ mayPass }: { readonly mayPass?: () => boolean }, requests: number): number =>
  Array.from({ length: requests }, () => mayPass?.() ?? true).filter(Boolean).length

describe('a flood of requests at ten times the rate of the stage', () => {
  it('takes nothing from cancels, flatten, halt and the dead man’s switch', () => {
    const limitsOf = gatewayLimits({ perSecond: 6, burst: 100 })
    expect(passing(limitsOf('list-orders'), 1_000)).toBeLessThanOrEqual(101)
    expect(passing(limitsOf('place-order'), 100)).toBeLessThanOrEqual(1)
    for (const name of ['cancel-all-orders', 'flatten-subaccount', 'halt-subaccount', 'set-dead-mans-switch'])
      expect(passing(limitsOf(name), 40), name).toBe(40)
    expect(passing(limitsOf('request-cancel'), 200)).toBe(200)
  })

  it('a flood to a page takes nothing from others', () => {
    const limitsOf = gatewayLimits()
    expect(passing(limitsOf('get-docs-script'), 1_000)).toBeLessThanOrEqual(51)
    expect(passing(limitsOf('get-health'), 50)).toBe(50)
  })
})

it('without the limit of a stage only routes that need no key have limits', () => {
  const limitsOf = gatewayLimits()
  expect(passing(limitsOf('place-order'), 10_000)).toBe(10_000)
  expect(passing(limitsOf('open-stream'), 1_000)).toBeLessThanOrEqual(101)
})
