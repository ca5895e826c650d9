/** Reads from one exchange what changed, and once a day everything that is open. */

import { DAY, HOUR, MINUTE } from '#domain/kernel/time.ts'
import { ExchangeUnavailable, ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { MarketPage } from '#ports/exchanges/market-data-source.ts'
import type { ListingProgress } from '#ports/markets/catalogue.ts'
import { askByName, type ExchangeListing, type ReadListingDeps, takeIn, twice } from './exchange-listing.ts'

/** How far one reading of changes reaches into the one before: an exchange's lists may be five minutes old. */
const OVERLAP = 6 * MINUTE
const SCAN_EVERY = DAY
/** Exchanges do not say how far back their lists of changes go. After a longer break all markets are listed instead. */
const LONGEST_BREAK = DAY
/** The active markets that something names are asked for by name, so that a change of their terms is seen soon. */
const ASK_NAMED_EVERY = HOUR
/** Markets that close by the clock may be reported some moments later. */
const AFTER_THE_CLOCK = MINUTE
const MOST_REQUESTED = 4_000
/** A whole listing takes minutes on a slow line. */
const PAGES_BETWEEN_REPORTS = 25

/** Runs the steps. A step without an answer of the exchange is left for the next run, and the other steps continue. */
export const readListing = async (deps: ReadListingDeps, listing: ExchangeListing): Promise<void> => {
  const { catalogue, exchange, now } = listing
  const { name } = exchange
  const before = catalogue.progress(name)
  if (isScanDue(before, now)) beginScan(listing, before)
  if (catalogue.progress(name).walking !== null) catalogue.beginWalk()
  const failures: ExchangeUnavailable[] = []
  for (const step of [readChanges, askWhatTheClockChanged, scanOn, askUnseen, tendNamed]) {
    await step(deps, listing).catch(ifUnavailable((error) => failures.push(error)))
  }
  for (const failure of failures) throw failure
}

const isScanDue = ({ walking, walkedAt, changesUntil }: ListingProgress, now: number): boolean => {
  if (walking !== null) return false
  return walkedAt === null || now - walkedAt >= SCAN_EVERY || now - (changesUntil ?? now) > LONGEST_BREAK
}

const beginScan = ({ catalogue, exchange, now }: ExchangeListing, before: ListingProgress): void => {
  const { changesUntil } = before
  const isLost = changesUntil === null || now - changesUntil > LONGEST_BREAK
  catalogue.follow(exchange.name, {
    ...before,
    walk: before.walk + 1,
    walking: { beganAt: now, cursor: null, hasFailed: false },
    changesUntil: isLost ? now : changesUntil,
  })
}

const readChanges = async (deps: ReadListingDeps, listing: ExchangeListing): Promise<void> => {
  const { catalogue, exchange, times, now } = listing
  const { changesUntil } = catalogue.progress(exchange.name)
  if (changesUntil === null) return
  let reported = 0
  let cursor: string | null = null
  do {
    const from: string | null = cursor
    const page: MarketPage = await twice(deps, () => exchange.changedMarkets(changesUntil - OVERLAP, from, times.all))
    await takeIn(deps, listing, page.markets)
    reported += page.markets.length
    cursor = page.cursor
    if (cursor !== null && times.listing.aborted) return
  } while (cursor !== null)
  catalogue.follow(exchange.name, { ...catalogue.progress(exchange.name), changesUntil: now })
  deps.log.info('market sync: changes', { exchange: exchange.name, told: reported })
}

const askWhatTheClockChanged = (deps: ReadListingDeps, listing: ExchangeListing): Promise<void> => {
  const { catalogue, exchange, now } = listing
  return askByName(deps, listing, catalogue.changing(exchange.name, now - AFTER_THE_CLOCK, MOST_REQUESTED))
}

/** Continues the walk with the page after the last one that was taken in, until the walk or the time ends. */
const scanOn = async (deps: ReadListingDeps, listing: ExchangeListing): Promise<void> => {
  const { catalogue, exchange, times } = listing
  let { walking } = catalogue.progress(exchange.name)
  let listed = 0
  let pages = 0
  while (walking !== null) {
    const page = await scanPage(deps, listing, walking)
    listed += page.markets.length
    pages += 1
    if (pages % PAGES_BETWEEN_REPORTS === 0) deps.log.info('market sync: listing', { exchange: exchange.name, listed })
    walking = catalogue.progress(exchange.name).walking
    if (walking === null) deps.log.info('market sync', { exchange: exchange.name, listed })
    else if (times.listing.aborted) {
      deps.log.info('market sync: to be continued', { exchange: exchange.name, listed })
      return
    }
  }
}

/**
 * Takes in one page of the walk, and moves the walk on. A page that fails in two runs begins the walk anew: its cursor may be the cause.
 */
const scanPage = async (
  deps: ReadListingDeps,
  listing: ExchangeListing,
  { beganAt, cursor, hasFailed }: Scanning,
): Promise<MarketPage> => {
  const { catalogue, exchange, times } = listing
  const follow = (change: Partial<ListingProgress>): void =>
    catalogue.follow(exchange.name, { ...catalogue.progress(exchange.name), ...change })
  try {
    const page = await twice(deps, () => exchange.listMarkets(cursor, times.all))
    await takeIn(deps, listing, page.markets)
    if (page.cursor === null) follow({ walking: null, walkedAt: beganAt })
    else follow({ walking: { beganAt, cursor: page.cursor, hasFailed: false } })
    return page
  } catch (error) {
    if (error instanceof ExchangeUnavailable)
      follow({ walking: { beganAt, cursor: hasFailed ? null : cursor, hasFailed: !hasFailed } })
    throw error
  }
}

type Scanning = NonNullable<ListingProgress['walking']>

/** Reads markets that a whole walk did not list. Only a whole walk shows that a market is missing. */
const askUnseen = async (deps: ReadListingDeps, listing: ExchangeListing): Promise<void> => {
  const { catalogue, exchange } = listing
  const { walking, walkedAt, walk } = catalogue.progress(exchange.name)
  if (walking !== null || walkedAt === null) return
  await askByName(deps, listing, catalogue.unseen(exchange.name, walk, MOST_REQUESTED))
}

/**
 * Updates active rows of the table that the catalogue knows to be closed, as when a market is named while it closes.
 * Each hour all active rows are read by name.
 */
const tendNamed = async (deps: ReadListingDeps, listing: ExchangeListing): Promise<void> => {
  const { catalogue, exchange, now } = listing
  const rows = await deps.marketRows.activeRows(exchange.name)
  const known = rows.flatMap(({ svcId }) => catalogue.get(svcId) ?? [])
  await deps.marketRows.refresh(known.filter(({ status }) => status !== 'active'))
  const progress = catalogue.progress(exchange.name)
  if (now - (progress.namedAt ?? Number.NEGATIVE_INFINITY) < ASK_NAMED_EVERY) return
  await askByName(deps, listing, await deps.marketRows.getMany(rows.map(({ svcId }) => svcId)))
  catalogue.follow(exchange.name, { ...catalogue.progress(exchange.name), namedAt: now })
}
