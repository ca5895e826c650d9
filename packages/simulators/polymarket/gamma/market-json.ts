/** Markets as Gamma writes them (Polymarket reference, section 6.2). */

import { FEES } from '../catalogue/fees.ts'
import { iconOf, isRewarded, legacyFee, yesPriceOf } from '../clob/markets/market-json.ts'
import { priceChanges } from '../clob/markets/price-changes.ts'
import { findBook, spreadOf } from '../clob/markets/token-book.ts'
import { databaseTime, dayOf, decimal, instant, numeric, secondTime } from '../http/wire-decimals.ts'
import type { PolymarketMarket } from '../world/catalogue.ts'
import { type MarketReads, stateOf } from '../world/market-reads.ts'
import { gammaEventFields } from './event-fields.ts'
import { competitive, liquidityOf, volumeFields, volumeOf } from './market-volume.ts'
import { gammaTagJson } from './tag-json.ts'

const ONE = 1_000_000
const HOUR = 3_600_000
const RESOLVER = '0x65070BE91477460D8A7AeEb94ef92fe056C2f2A7'
const PUSD = '0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB'

const UMA_STATUSES: Readonly<Record<string, readonly string[]>> = {
  proposed: ['proposed'],
  resolved: ['proposed', 'resolved'],
}

/** Gamma leaves the padding of a v2 condition id off (Polymarket reference, section 1). */
export const gammaConditionId = ({ conditionId, version }: PolymarketMarket): string =>
  version === 'v2' ? conditionId.slice(0, -2) : conditionId

export interface Embedding {
  readonly events: boolean
  readonly tags: boolean
}

export const gammaMarketJson = (reads: MarketReads, market: PolymarketMarket, embed: Embedding) => {
  const { event, opensAt, endsAt } = market
  const state = stateOf(reads, market)
  const volume = volumeOf(reads, market)
  const liquidity = state.closed ? 0 : liquidityOf(reads, market)
  return {
    id: market.id,
    question: market.question,
    conditionId: gammaConditionId(market),
    slug: market.slug,
    resolutionSource: event.source,
    endDate: secondTime(endsAt),
    ...(state.closed ? {} : { liquidity: decimal(liquidity), liquidityNum: numeric(liquidity) }),
    startDate: instant(opensAt),
    image: iconOf(market),
    icon: iconOf(market),
    description: market.description,
    outcomes: listText(market.outcomes),
    outcomePrices: listText(outcomePrices(reads, market)),
    volume: decimal(volume),
    active: true,
    closed: state.closed,
    marketMakerAddress: '',
    createdAt: instant(opensAt - HOUR),
    updatedAt: instant(state.updatedAt),
    ...(state.closed && state.closedAt !== null ? { closedTime: databaseTime(state.closedAt) } : {}),
    new: false,
    featured: false,
    submitted_by: RESOLVER,
    archived: false,
    resolvedBy: RESOLVER,
    restricted: true,
    ...(event.markets.length > 1 ? { groupItemTitle: market.groupItemTitle } : {}),
    groupItemThreshold: String(event.markets.indexOf(market)),
    questionID: market.questionId,
    ...(state.closed && state.closedAt !== null ? { umaEndDate: secondTime(state.closedAt) } : {}),
    enableOrderBook: true,
    orderPriceMinTickSize: numeric(market.tick),
    orderMinSize: numeric(market.minSize),
    ...(state.umaResolutionStatus === null ? {} : { umaResolutionStatus: state.umaResolutionStatus }),
    volumeNum: numeric(volume),
    endDateIso: dayOf(endsAt),
    startDateIso: dayOf(opensAt),
    hasReviewedDates: true,
    ...volumeFields(market.pastVolume, volume, 'Clob'),
    volumeClob: numeric(volume),
    ...(state.closed ? {} : { liquidityClob: numeric(liquidity) }),
    ...(event.gameStartsAt === null ? {} : { gameStartTime: databaseTime(event.gameStartsAt) }),
    ...(market.secondsDelay === 0 ? {} : { secondsDelay: market.secondsDelay }),
    ...(event.gameStartsAt !== null && !event.negRisk ? { sportsMarketType: 'moneyline' } : {}),
    ...idFields(market, state.closed),
    umaBond: '500',
    umaReward: '5',
    customLiveness: 0,
    makerBaseFee: legacyFee(market),
    takerBaseFee: legacyFee(market),
    acceptingOrders: state.acceptingOrders,
    negRisk: event.negRisk,
    ...(event.negRiskMarketId === null ? {} : { negRiskMarketID: event.negRiskMarketId }),
    negRiskRequestID: event.negRisk ? market.questionId : '',
    ...(embed.events ? { events: [gammaEventFields(reads, event)] } : {}),
    ...(embed.tags ? { tags: event.tags.map(gammaTagJson) } : {}),
    ready: false,
    funded: false,
    acceptingOrdersTimestamp: secondTime(opensAt),
    cyom: false,
    competitive: competitive(reads, market),
    pagerDutyNotificationEnabled: false,
    approved: true,
    ...(isRewarded(market) ? { clobRewards: [rewardJson(market)] } : {}),
    rewardsMinSize: 50,
    rewardsMaxSpread: 4.5,
    ...quotes(reads, market),
    ...priceChanges(reads, market, yesPriceOf(reads, market)),
    automaticallyActive: true,
    ...(state.closed ? { automaticallyResolved: true } : {}),
    clearBookOnStart: event.gameStartsAt !== null,
    seriesColor: '',
    showGmpSeries: false,
    showGmpOutcome: false,
    manualActivation: false,
    negRiskOther: market.isOther,
    umaResolutionStatuses: listText(UMA_STATUSES[state.umaResolutionStatus ?? ''] ?? []),
    pendingDeployment: false,
    deploying: false,
    deployingTimestamp: instant(opensAt - HOUR),
    rfqEnabled: false,
    holdingRewardsEnabled: false,
    ...feeFields(market),
    requiresTranslation: false,
  }
}

/** A list within a text, as Gamma writes it. */
const listText = (items: readonly string[]): string => `[${items.map((item) => JSON.stringify(item)).join(', ')}]`

const outcomePrices = (reads: MarketReads, market: PolymarketMarket): [string, string] => {
  const yes = stateOf(reads, market).payoutYes ?? yesPriceOf(reads, market)
  return [decimal(yes), decimal(ONE - yes)]
}

const idFields = (market: PolymarketMarket, closed: boolean) => {
  const version = market.announcedVersion === null ? {} : { version: market.announcedVersion }
  if (market.version === 'v2') {
    const resolutionStatus = closed ? 'resolved' : 'active'
    return { clobTokenIds: null, positionIds: market.tokens, resolutionStatus, ...version }
  }
  const mirror = market.mirroredIds === null ? {} : { positionIds: market.mirroredIds }
  return { clobTokenIds: listText(market.tokens), ...mirror, ...version }
}

const feeFields = (market: PolymarketMarket) => {
  const { rebateRate, feeType } = FEES[market.event.category]
  if (market.feeRate === 0) return { feesEnabled: false, feeType: null }
  return {
    feesEnabled: true,
    makerRebatesFeeShareBps: rebateRate * 10_000,
    feeType,
    feeSchedule: { exponent: 1, rate: numeric(market.feeRate), takerOnly: true, rebateRate },
  }
}

const quotes = (reads: MarketReads, market: PolymarketMarket) => {
  const book = findBook(reads, market.tokens[0])
  const [bid, ask] = [book?.bids[0]?.price, book?.asks[0]?.price]
  const last = reads.engine.ledger.markets.get(market.conditionId)?.lastPrice ?? null
  return {
    spread: book === null ? 1 : numeric(spreadOf(book)),
    ...(last === null ? {} : { lastTradePrice: numeric(last) }),
    ...(bid === undefined ? {} : { bestBid: numeric(bid) }),
    ...(ask === undefined ? {} : { bestAsk: numeric(ask) }),
  }
}

const rewardJson = (market: PolymarketMarket) => ({
  id: `2${market.id.slice(1)}`,
  conditionId: market.conditionId,
  assetAddress: PUSD,
  rewardsAmount: 0,
  rewardsDailyRate: 30,
  startDate: dayOf(market.opensAt),
  endDate: '2500-12-31',
})
