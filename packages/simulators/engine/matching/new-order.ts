/** The order that a submission becomes; `qty` is how much of it may trade. */

import type { EngineOrder } from '../ledger/engine-state.ts'
import type { Submission } from './submission.ts'

export const newOrder = (
  submission: Submission,
  qty: number,
  at: number,
  sequence: number,
  idOf: (sequence: number) => string,
): EngineOrder => ({
  id: submission.id ?? idOf(sequence),
  account: submission.account,
  market: submission.market,
  identity: submission.identity,
  buyFlag: submission.buyFlag,
  price: submission.price,
  qty: submission.qty,
  filled: 0,
  remaining: qty,
  status: 'resting',
  lifetime: submission.lifetime,
  selfTrade: submission.selfTrade,
  cancelOnPause: submission.cancelOnPause ?? false,
  postOnly: submission.postOnly ?? false,
  expiresAt: submission.expiresAt ?? null,
  sequence,
  createdSequence: sequence,
  createdAt: at,
  updatedAt: at,
  takerCost: 0,
  makerCost: 0,
  takerFees: 0,
  makerFees: 0,
  feeCarry: 0,
})
