/** Each event of the account becomes one line of the notifications, or none if it needs no attention. */

import { describe, expect, it } from 'vitest'
import type { Change } from '#client/console/api/types.ts'
import { entryOf } from '#client/console/notifications/entry-of.ts'
import { WEBHOOK_EVENTS } from '#contract/openapi/webhook-events.ts'

type Name = keyof typeof WEBHOOK_EVENTS

/** The event of the interface's own examples, with other data. */
const change = (name: Name, data: object = {}): Change => {
  const { example } = WEBHOOK_EVENTS[name]
  const whole = { cursor: '7', ...example, data: { ...(example['data'] as object), ...data } }
  return whole as unknown as Change
}

const textOf = (name: Name, data: object = {}): string | undefined => entryOf(change(name, data))?.text

describe('notifications', () => {
  it('name the market, and lead to the order of a fill', () => {
    const { title, text, href, kind } = entryOf(change('OrderFilledEvent')) ?? {}
    expect({ title, text, kind }).toEqual({
      title: 'Will it rain in New York tomorrow?',
      text: 'Bought 10 at 40¢',
      kind: 'good',
    })
    expect(href).toMatch(/^#\/orders\/[0-9a-f-]{36}$/)
  })

  it('show how much of its order has filled, and sales as sales', () => {
    const order = { qty: 20, traded_qty: 14 }
    expect(textOf('OrderFilledEvent', { qty: 4, buy_flag: false, order })).toBe('Sold 4 at 40¢, 14 of 20 filled')
    expect(textOf('OrderFilledEvent', { qty: 6, order: { qty: 20, traded_qty: 20 } })).toBe(
      'Bought 6 at 40¢, all 20 filled',
    )
  })

  it('give the reason of a refusal in words of the console', () => {
    const rejected = {
      status: 'REJECTED',
      reject_code: 'insufficient_balance',
      reject_reason: 'EXCHANGE_A: not enough cash.',
    }
    expect(textOf('OrderUpdatedEvent', rejected)).toBe('Buy 10 at 40¢: rejected: Kalshi: not enough cash.')
    expect(textOf('OrderUpdatedEvent', { status: 'EXPIRED' })).toBe('Buy 10 at 40¢: expired, nothing filled.')
  })

  it('leave out ends that the user asked for, and show all others', () => {
    const cancelled = (cancel_code: string) =>
      textOf('OrderUpdatedEvent', { status: 'CANCELLED', cancel_code, cancel_reason: cancel_code })
    expect(['user', 'cancel_all', 'sibling', 'flatten'].map(cancelled)).toEqual(Array(4).fill(undefined))
    expect(cancelled('dead_mans_switch')).toBe('Buy 10 at 40¢: cancelled (by the dead man’s switch), nothing filled.')
  })

  it('leave out steps on the way, figures of an ended order, and legs', () => {
    expect(textOf('OrderCreatedEvent')).toBeUndefined()
    expect(textOf('OrderUpdatedEvent')).toBeUndefined()
    const parent_svc_order_id = '019aa5d3-7f44-7c0b-8a55-0e9d1f6b2c31'
    expect(textOf('OrderUpdatedEvent', { status: 'REJECTED', parent_svc_order_id })).toBeUndefined()
    const ended = { ...change('OrderUpdatedEvent', { status: 'EXPIRED' }), previous_status: 'EXPIRED' }
    expect(entryOf(ended as Change)).toBeNull()
  })

  it('report a stop when a price fires it, and no take-profit that was placed', () => {
    const fired = (conditional: object) => {
      const { conditional_order } = WEBHOOK_EVENTS.ComplexOrderUpdatedEvent.example['data'] as {
        conditional_order: object
      }
      const data = { status: 'TRIGGERED', complex_order_subtype: 'STOP' }
      return entryOf(
        change('ComplexOrderUpdatedEvent', { ...data, conditional_order: { ...conditional_order, ...conditional } }),
      )
    }
    const placed = { trigger_svc_order_id: '019aa5d3-7f44-7c0b-8a55-0e9d1f6b2c31' }
    expect(fired({ ...placed, trigger_price: 0.265 })).toMatchObject({
      text: expect.stringMatching(/^Stop fired at 26\.5¢: sell 10 at market\.$/),
      href: '#/orders/019aa5d3-7f44-7c0b-8a55-0e9d1f6b2c31',
    })
    expect(fired({ ...placed, trigger_price: null })).toBeNull()
    // Its stop has reported it.
    expect(fired({ ...placed, trigger_price: 0.265, trigger_complex_order_id: 'x' })).toBeNull()
  })

  it('report decided and paid markets, reversed fills, unfinished exits, and halts', () => {
    expect(textOf('MarketDecidedEvent')).toBe('Decided. Your 10 contracts pay $10.00.')
    expect(textOf('MarketDecidedEvent', { settlement: 'redeemable' })).toMatch(/Redeem them on the page Positions\.$/)
    expect(textOf('PositionSettledEvent')).toBe('Settled: $10.00 paid.')
    expect(textOf('FillReversedEvent')).toBe('The buy of 10 at 40¢ was reversed: the exchange could not settle it.')
    expect(textOf('ComplexOrderExitIncompleteEvent')).toMatch(/It could not close all: some is still held\.$/)
    expect(entryOf(change('SubaccountHaltedEvent'))).toMatchObject({
      title: 'main',
      text: 'Halted. Only cancels and orders that reduce a position are taken.',
      href: '#/limits',
    })
    expect(textOf('SubaccountHaltedEvent', { api_key_id: null })).toMatch(/^Halted by its dead man’s switch\./)
    expect(textOf('SubaccountResumedEvent')).toBe('The halt is over.')
  })
})
