/** Registers a wallet with money in it and the key that signs for it. */

import type { Member, PolymarketWorld } from './world.ts'

export interface NewMember extends Member {
  /** Millionths of a dollar. */
  readonly cash: number
  /** True if it lets the contracts of the exchange move its money and tokens. */
  readonly approved: boolean
}

/** One that exists already keeps its money and its approvals. */
export const addMember = (world: PolymarketWorld, { cash, approved, ...given }: NewMember): void => {
  const { id, signatureType } = given
  const member: Member = {
    id,
    address: given.address.toLowerCase(),
    signatureType,
    funder: given.funder.toLowerCase(),
  }
  if (!world.engine.ledger.accounts.has(id)) {
    const account = { id, house: false, cash: { 0: cash } }
    world.engine.ledger.accounts.set(id, account)
    world.engine.ledger.touch('account', id, account)
    world.wallets.open(id, cash)
  }
  // Files of earlier versions hold no approvals: their wallets had all of them.
  if (approved && !world.approvals.knows(member.funder)) world.approvals.approveAll(member.funder)
  world.members.set(id, member)
  world.keep('member', id, member)
  world.flush()
}
