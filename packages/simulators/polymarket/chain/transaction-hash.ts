import { createHash } from 'node:crypto'

/** The transaction that settles a trade of the engine: the market channel, the tape and the wallets name it alike (live page of Polymarket, sections 1 and 7). */
export const transactionHashOf = (tradeId: string): string => `0x${createHash('sha256').update(tradeId).digest('hex')}`
