import { expect, test } from 'vitest'
import { cancelCodeOf } from '#domain/orders/cancel/cancel-code.ts'

test.each([
  [null, null],
  ['user', 'user'],
  ['market_closed', 'market_closed'],
  ['no liquidity', 'no_liquidity'],
  ['exchange_refuses: Trading is not available in your region', 'exchange_refuses'],
  ['not_filled after 2 rounds: no liquidity', 'not_filled'],
  ['Order crosses the book: 12', 'refused_by_exchange'],
])('the cancel code of %s is %s', (reason, code) => {
  expect(cancelCodeOf(reason)).toBe(code)
})
