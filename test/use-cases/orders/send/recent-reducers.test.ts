/** Recent position-reducing orders that a process remembers before any list shows them. */

import { expect, it } from 'vitest'
import { recentReducers } from '#use-cases/orders/send/recent-reducers.ts'

const order = (orderId: string, svcId = 1) => ({ orderId, subaccountId: 's', exchange: 'EXCHANGE_A', svcId }) as const

it('other orders of the same account and market are known for five seconds', () => {
  const recent = recentReducers()
  expect(recent.beside(order('one'), 1_000)).toEqual([])
  expect(recent.beside(order('elsewhere', 2), 1_000)).toEqual([])
  expect(recent.beside({ ...order('of another'), subaccountId: 't' }, 1_000)).toEqual([])
  expect(recent.beside(order('two'), 5_999)).toEqual(['one'])
  expect(recent.beside(order('three'), 6_000)).toEqual(['two'])
})

it('an order that is checked again is not beside itself, and stays known', () => {
  const recent = recentReducers()
  recent.beside(order('one'), 0)
  expect(recent.beside(order('one'), 4_000)).toEqual([])
  expect(recent.beside(order('two'), 8_000)).toEqual(['one'])
})
