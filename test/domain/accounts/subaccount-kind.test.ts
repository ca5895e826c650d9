/** The kind of a subaccount is part of its id. */

import { expect, it } from 'vitest'
import { ACCOUNT_KINDS } from '#domain/accounts/account-kind.ts'
import { isPaper, isServed, subaccountIdFrom } from '#domain/accounts/subaccount-kind.ts'

const ID = '0193a1b2-0000-7000-8000-00000000bbbb'

it.each(ACCOUNT_KINDS)('a subaccount of a service with %s accounts is served there', (accounts) => {
  const subaccountId = subaccountIdFrom(ID, accounts)
  expect(isServed(accounts, subaccountId)).toBe(true)
  expect(isPaper(subaccountId)).toBe(accounts === 'paper')
  expect(subaccountIdFrom(subaccountId, accounts)).toBe(subaccountId)
})

it('a paper subaccount is served by no other service, and a paper service serves no other subaccount', () => {
  const paper = subaccountIdFrom(ID, 'paper')
  expect(paper).toBe('0193a1b2-0000-8000-8000-00000000bbbb')
  for (const accounts of ACCOUNT_KINDS.filter((kind) => kind !== 'paper')) expect(isServed(accounts, paper)).toBe(false)
  expect(isServed('paper', ID)).toBe(false)
})
