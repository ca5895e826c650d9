/** Events and lines of a halt. */

import { describe, expect, it } from 'vitest'
import { newSubaccount } from '#domain/accounts/subaccount.ts'
import { channelOf } from '#domain/streams/channel.ts'
import { eventLine } from '#domain/webhooks/event-line.ts'
import { haltEvents } from '#domain/webhooks/halt-events.ts'

const open = {
  ...newSubaccount({
    subaccountId: 'sub',
    userId: 'user',
    name: '@all',
    description: null,
    insertedAt: 1,
    hasWebhooks: true,
  }),
  version: 4,
}
const halted = { ...open, limits: { ...open.limits, halted: true, updatedAt: 7 } }
const resumed = { ...open, limits: { ...open.limits, updatedAt: 9 } }
const lines = (...of: Parameters<typeof haltEvents>) => haltEvents(...of).map(eventLine)

describe('a halt', () => {
  it('makes one event when it begins and one when it ends', () => {
    expect(haltEvents(open, halted, 'key')).toMatchObject([
      { type: 'subaccount.halted', objectId: 'sub', sequence: 500, at: 7, previousStatus: null },
    ])
    expect(haltEvents(halted, resumed, 'key')).toMatchObject([
      { type: 'subaccount.resumed', at: 9, previousStatus: 'halted' },
    ])
  })

  it('makes no event if it is repeated, or if its user follows nothing', () => {
    expect(haltEvents(halted, halted, 'key')).toEqual([])
    expect(haltEvents(open, { ...halted, hasWebhooks: false }, 'key')).toEqual([])
  })

  it('is a line that names the subaccount and its cause', () => {
    expect(lines(open, halted, null)).toEqual([
      'Halted: only cancels and orders that reduce a position pass · "@\u200Ball" · by the dead man\'s switch · subaccount sub',
    ])
    expect(lines(halted, resumed, 'key')).toEqual([
      'Resumed: new orders are accepted · "@\u200Ball" · by API key key · subaccount sub',
    ])
  })

  it('belongs to the channel of subaccounts', () => {
    const [event] = haltEvents(open, halted, null)
    expect(event && channelOf(['orders', 'subaccounts:sub'], event)).toBe('subaccounts:sub')
  })
})
