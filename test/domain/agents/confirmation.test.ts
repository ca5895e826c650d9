/** Confirmations of agents. */

import { describe, expect, it } from 'vitest'
import { type Confirmation, useOf } from '#domain/agents/confirmation.ts'

const BY = { userId: 'u', keyId: 'k', tool: 'place_order' }
const made: Confirmation = {
  ...BY,
  confirmationId: 'c',
  request: { method: 'POST', path: '/v1/orders', body: '{}' },
  spend: null,
  createdAt: 1_000,
  usedAt: null,
  version: 1,
}

describe('a confirmation', () => {
  it('may be sent until 60 seconds after its preview, also again', () => {
    expect(useOf(made, BY, 1_000)).toBe('send')
    expect(useOf({ ...made, usedAt: 2_000 }, BY, 60_999)).toBe('send')
    expect(useOf(made, BY, 61_000)).toMatchObject({ code: 'confirmation_expired' })
  })

  it('of which a use is recorded may only be recalled afterwards', () => {
    expect(useOf({ ...made, usedAt: 2_000 }, BY, 61_000)).toBe('recall')
  })

  it.each([{ userId: 'x' }, { keyId: 'x' }])('is unknown to %o', (other) => {
    expect(useOf(made, { ...BY, ...other }, 1_000)).toEqual(useOf(null, BY, 1_000))
  })

  it('is for one tool', () => {
    expect(useOf(made, { ...BY, tool: 'amend_order' }, 1_000)).toMatchObject({ code: 'confirmation_of_other_tool' })
  })
})
