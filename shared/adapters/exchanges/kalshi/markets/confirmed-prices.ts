/**
 * Last prices of the list of markets, each confirmed by the tape. The list does not show whether its last price belongs
 * to a block trade (changes of November 2026, EXCHANGE_A 2).
 */

import { keepNewest } from '#domain/kernel/keep-newest.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { LastTrade } from '#ports/exchanges/market-data-source.ts'
import type { OnSkip } from '../../or-skip.ts'
import type { WireListed } from '../http/wire.ts'
import { readOrNull, toPrice } from '../http/wire-values.ts'
import type { ReadLastBookTrade } from './last-book-trade.ts'

export interface ConfirmedPrice {
  readonly price: Price | null
  /** Trade behind the price, if its time is known. */
  readonly trade: LastTrade | null
}

export interface ConfirmedPrices {
  /** Stores the last trade in the book, as it was read. */
  see(ticker: string, trade: LastTrade): void
  /** Reads the trades behind unconfirmed prices of the list, some in each run. Never throws. */
  confirm(listed: readonly WireListed[], reader: ExchangeAccount | null, signal: AbortSignal): Promise<void>
  /** Returns the last price. Null if there was no trade, or while none is confirmed. */
  of(listed: WireListed): ConfirmedPrice
}

/** Each confirmation is one call: other markets wait for the next run, some seconds later. */
const AT_ONCE = 10
/** Longest wait in ms: bids and asks wait for these calls. */
const PATIENCE = SECOND
/** Tokens of the rate limit that stay for other calls: half of those of public reads. */
const KEEP = 40
/** More than the markets that a container watches. */
const MOST_KNOWN = 5_000

export const confirmedPrices = (readLast: ReadLastBookTrade, onSkip: OnSkip): ConfirmedPrices => {
  const known = new Map<string, ConfirmedPrice & { readonly volume: string | null }>()

  const confirmedOf = (listed: WireListed): ConfirmedPrice | null => {
    const price = listedPrice(listed)
    if (price === null) return NO_TRADE
    const found = known.get(listed.ticker)
    if (found === undefined) return null
    if (found.volume !== null && found.volume === listed.volume_fp) return found
    // A trade at the same price may have come since.
    return found.price === price ? { price, trade: null } : null
  }

  const confirmOne = async (listed: WireListed, reader: ExchangeAccount | null, signal: AbortSignal): Promise<void> => {
    const { trade, hasBlocks } = await readLast(listed.ticker, reader, signal, KEEP)
    // Trades leave the tape after some weeks. With an empty tape, the price belongs to an older trade.
    const price = trade?.price ?? (hasBlocks ? null : listedPrice(listed))
    keepNewest(known, listed.ticker, { price, trade, volume: listed.volume_fp ?? null }, MOST_KNOWN)
  }

  return {
    see: (ticker, trade) => keepNewest(known, ticker, { price: trade.price, trade, volume: null }, MOST_KNOWN),
    confirm: async (all, reader, signal) => {
      const withTimeout = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])
      const due = all.filter((listed) => confirmedOf(listed) === null).slice(0, AT_ONCE)
      let failed = 0
      const fail = (error: unknown): void => {
        if (!(error instanceof ExchangeUnavailable) && !withTimeout.aborted) throw error
        failed += 1
      }
      await Promise.all(due.map((listed) => confirmOne(listed, reader, withTimeout).catch(fail)))
      if (failed > 0) onSkip('last prices', `the tape does not confirm ${failed} of them for now`)
    },
    of: (listed) => confirmedOf(listed) ?? NO_TRADE,
  }
}

const NO_TRADE: ConfirmedPrice = { price: null, trade: null }

/** A price of 0 means that there was no trade: no price grid has it. */
const listedPrice = ({ last_price_dollars: text }: WireListed): Price | null =>
  readOrNull(text, (one) => toPrice('last_price_dollars', one)) || null
