/** Builds every adapter from the environment on first use, so that a bundle holds only the adapters that it calls. */

import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { v7 } from 'uuid'
import { httpEndpoints } from '#adapters/agents/http-endpoints.ts'
import { kmsVault } from '#adapters/aws/kms-vault.ts'
import { sqsQueues } from '#adapters/aws/sqs-queues.ts'
import { sqsReceipts } from '#adapters/aws/sqs-receipts.ts'
import { gatewaySender } from '#adapters/aws/stream-sender.ts'
import { ACCOUNTS } from '#adapters/exchanges/accounts.ts'
import { PAPER_STREAMS, paperAccounts } from '#adapters/exchanges/paper.ts'
import { PUBLIC } from '#adapters/exchanges/public.ts'
import { exchangeRegistry } from '#adapters/exchanges/registry.ts'
import { STREAMS } from '#adapters/exchanges/streams.ts'
import { recordingStore } from '#adapters/recording/recording-store.ts'
import { loadedSnapshot } from '#adapters/search/queries/loaded-snapshot.ts'
import { marketFinder } from '#adapters/search/snapshot/market-finder.ts'
import { s3Ranges } from '#adapters/search/snapshot/s3-ranges.ts'
import { s3SnapshotStore } from '#adapters/search/snapshot/snapshot-store.ts'
import { catalogueStore } from '#adapters/search/stage/catalogue-store.ts'
import { accountSyncStore } from '#adapters/store/accounts/account-syncs.ts'
import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import { costStopStore } from '#adapters/store/accounts/cost-stops.ts'
import { credentialsStore } from '#adapters/store/accounts/credentials.ts'
import { deadMansSwitchStore } from '#adapters/store/accounts/dead-mans-switches.ts'
import { deletionStore } from '#adapters/store/accounts/deletions.ts'
import { exchangeRefusalStore } from '#adapters/store/accounts/exchange-refusals.ts'
import { flatteningStore } from '#adapters/store/accounts/flattenings.ts'
import { idempotencyStore } from '#adapters/store/accounts/idempotency.ts'
import { keyUseStore } from '#adapters/store/accounts/key-uses.ts'
import { requestCountStore } from '#adapters/store/accounts/request-counts.ts'
import { subaccountStore } from '#adapters/store/accounts/subaccounts.ts'
import { confirmationStore } from '#adapters/store/agents/confirmations.ts'
import { complexOrderCount } from '#adapters/store/contingent/complex-order-count.ts'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { openTable, type Table } from '#adapters/store/engine/table.ts'
import { hookStore } from '#adapters/store/hooks/hooks.ts'
import { customAssetStore } from '#adapters/store/markets/custom-assets.ts'
import { marketRowStore } from '#adapters/store/markets/market-rows.ts'
import { marketStore } from '#adapters/store/markets/markets.ts'
import { priceFeedStore } from '#adapters/store/markets/price-feeds.ts'
import { syncClockStore } from '#adapters/store/markets/sync-clock.ts'
import { watchlistStore } from '#adapters/store/markets/watchlists.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { outboxStore } from '#adapters/store/outbox/outbox.ts'
import { paperStore } from '#adapters/store/paper/paper-store.ts'
import { equityStore } from '#adapters/store/portfolio/equity-days.ts'
import { fillStore } from '#adapters/store/portfolio/fills.ts'
import { positionStore } from '#adapters/store/portfolio/positions.ts'
import { tradingDayStore } from '#adapters/store/portfolio/trading-days.ts'
import { walletActionStore } from '#adapters/store/portfolio/wallet-actions.ts'
import { changeStore } from '#adapters/store/streams/changes.ts'
import { streamStore } from '#adapters/store/streams/streams.ts'
import { deliveryStore } from '#adapters/store/webhooks/deliveries.ts'
import { webhookStore } from '#adapters/store/webhooks/webhooks.ts'
import { workStore } from '#adapters/store/work/work.ts'
import { unrefTimer } from '#adapters/unref-timer.ts'
import { httpSender } from '#adapters/webhooks/http-sender.ts'
import { quotasIn } from '#domain/accounts/quotas.ts'
import { fromDecimal } from '#domain/kernel/numbers.ts'
import { allowedOrigins } from '#lambda/allowed-origins.ts'
import type { FrameDeps } from '#lambda/call.ts'
import type { MessageControl } from '#lambda/consumer.ts'
import { accountKindIn, CATALOGUE_KEY, exchangesIn, queueVariable, variable } from '#lambda/environment.ts'
import { haltOfDeployment } from '#lambda/limits/halt-of-deployment.ts'
import { keyUses } from '#lambda/limits/key-uses.ts'
import { knownCostStop } from '#lambda/limits/known-cost-stop.ts'
import { openToStrangers } from '#lambda/limits/open-to-strangers.ts'
import { requestCounts } from '#lambda/limits/request-counts.ts'
import { SeenKeys } from '#lambda/limits/seen-keys.ts'
import { tokenBuckets } from '#lambda/limits/token-buckets.ts'
import { jsonLog, namespaceOf } from '#lambda/log/json-log.ts'
import { requestIdFor } from '#lambda/log/request-trace.ts'
import { InFlight } from '#lambda/messages/in-flight.ts'
import type { After, Clock } from '#ports/kernel/clock.ts'
import type { Ids } from '#ports/kernel/ids.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { QueueName, Queues } from '#ports/work/queues.ts'
import { accountOpener } from '#use-cases/accounts/open-account.ts'
import { countOpenOrders } from '#use-cases/accounts/quotas/count-open-orders.ts'
import { countUnsentOrders } from '#use-cases/accounts/quotas/count-unsent-orders.ts'
import { roomKeeper } from '#use-cases/accounts/quotas/room-for.ts'
import { accountRefresher } from '#use-cases/accounts/refresh-accounts.ts'
import { servedAccounts, servedComplexOrders, servedOrders } from '#use-cases/accounts/subaccounts/served-only.ts'
import { changeRecorder } from '#use-cases/changes/record-changes.ts'
import { liveMarketData } from '#use-cases/markets/live-market-data.ts'
import { marketData } from '#use-cases/markets/market-data.ts'
import { oneQuotedMarket, quotedMarkets } from '#use-cases/markets/read-quotes.ts'
import { rememberedMarkets } from '#use-cases/markets/remembered-markets.ts'
import { publishChanges } from '#use-cases/orders/publish-changes.ts'
import { CircuitBreaker } from '#use-cases/orders/send/circuit-breaker.ts'
import { recentReducers } from '#use-cases/orders/send/recent-reducers.ts'
import { Recording } from '#use-cases/price-watch/record/recording.ts'
import { quotesTogether } from '#use-cases/price-watch/sources/quotes-together.ts'
import { newWatchState } from '#use-cases/price-watch/watch-state.ts'
import { recordedFills } from '#use-cases/reconcile/trades/recorded-fills.ts'
import type { Swept } from '#use-cases/sweep/record-sweep.ts'
import { webhookSecretOpener } from '#use-cases/webhooks/webhook-secrets.ts'
import { RUNTIME_LOG } from './log-messages.ts'

export const clock: Clock = () => Date.now()

export const ids: Ids = { uuid: () => v7(), random: (bytes) => randomBytes(bytes) }

/** Waits. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export const after: After = unrefTimer

export const log = /* @__PURE__ */ jsonLog(
  clock,
  { function: process.env.FUNCTION_NAME },
  (line) => process.stdout.write(`${line}\n`),
  /* @__PURE__ */ namespaceOf(process.env['STAGE'] ?? ''),
)

/** Builds a value once, on first use. */
const once = <Value>(build: () => Value): (() => Value) => {
  let built: { readonly value: Value } | null = null
  return () => {
    built ??= { value: build() }
    return built.value
  }
}

/** The kind of accounts that this service trades with. */
export const accountKind = /* @__PURE__ */ once(() => accountKindIn(process.env))

const table = /* @__PURE__ */ once(() =>
  openTable({
    name: variable('TABLE_NAME'),
    onUnreadable: (key, problem) => log.error(RUNTIME_LOG.rowLeftOut, { key, problem }),
  }),
)

/** Opens a store of the table on first use. */
const stored = <Store>(open: (table: Table) => Store): (() => Store) => once(() => open(table()))

/** For functions that only read orders, or notify dependents on their own. */
export const orders = /* @__PURE__ */ stored(orderStore)
export const complexOrders = /* @__PURE__ */ stored(complexOrderStore)
/** For functions that only count complex orders. */
export const countedComplexOrders = /* @__PURE__ */ stored(complexOrderCount)
const publish = /* @__PURE__ */ once(() => publishChanges(queues, log))
/** For functions that change orders: stored changes are published. */
export const publishedOrders = /* @__PURE__ */ once(() => servedOrders(orderStore(table(), publish()), accountKind()))
export const publishedComplexOrders = /* @__PURE__ */ once(() =>
  servedComplexOrders(complexOrderStore(table(), publish()), accountKind()),
)
export const costStops = /* @__PURE__ */ stored(costStopStore)
/** The stop of costs, at most a minute old. */
export const costStop = /* @__PURE__ */ once(() => knownCostStop(costStops, clock))
/** Halt of new risk during a stop of costs. */
export const haltOfNewRisk = /* @__PURE__ */ once(() =>
  haltOfDeployment({ costStops, clock, action: process.env['COST_STOP'] }),
)
/** Refuses requests without a key during a stop of costs. */
export const strangersAreHalted = /* @__PURE__ */ once(() => openToStrangers({ costStops: costStops(), clock }))
export const exchangeRefusals = /* @__PURE__ */ stored(exchangeRefusalStore)
/** Suspends calls to an exchange that refuses all of them. */
export const callGate = /* @__PURE__ */ once(() => new CircuitBreaker({ refusals: exchangeRefusals(), clock, log }))
export const subaccounts = /* @__PURE__ */ stored(subaccountStore)
export const credentials = /* @__PURE__ */ stored(credentialsStore)
export const customAssets = /* @__PURE__ */ stored(customAssetStore)
export const equity = /* @__PURE__ */ stored(equityStore)
export const watchlists = /* @__PURE__ */ stored(watchlistStore)
export const apiKeys = /* @__PURE__ */ stored(apiKeyStore)
/** Markets that are named by stored objects, for functions that act on stored objects. */
export const markets = /* @__PURE__ */ stored(marketStore)
/** All markets of the catalogue, for functions that take any market from a user. Without the grant, only markets that are named by stored objects. */
export const allMarkets = /* @__PURE__ */ once(() =>
  marketStore(table(), { find: process.env.CATALOGUE_BUCKET === undefined ? null : catalogueMarket() }),
)
export const accountSyncs = /* @__PURE__ */ stored(accountSyncStore)
export const fills = /* @__PURE__ */ stored(fillStore)
export const positions = /* @__PURE__ */ stored(positionStore)
export const walletActions = /* @__PURE__ */ stored(walletActionStore)
export const deadMansSwitches = /* @__PURE__ */ stored(deadMansSwitchStore)
export const deletions = /* @__PURE__ */ stored(deletionStore)
export const flattenings = /* @__PURE__ */ stored(flatteningStore)
export const tradingDays = /* @__PURE__ */ stored(tradingDayStore)
export const priceFeeds = /* @__PURE__ */ stored(priceFeedStore)
export const work = /* @__PURE__ */ stored(workStore)
export const webhooks = /* @__PURE__ */ stored(webhookStore)
export const hooks = /* @__PURE__ */ stored(hookStore)
/** Hooks that had an alert with the right secret. */
export const seenHooks = /* @__PURE__ */ once(() => new SeenKeys())
export const outbox = /* @__PURE__ */ stored(outboxStore)
export const streams = /* @__PURE__ */ stored(streamStore)
/** Address at which clients open streams. */
export const streamUrl = (): string => variable('STREAM_URL')
export const streamSender = /* @__PURE__ */ once(() => gatewaySender(variable('STREAM_ENDPOINT')))
export const changes = /* @__PURE__ */ stored(changeStore)
/** Appends to the log of a user's changes, the changes of several messages at once. */
export const recordChanges = /* @__PURE__ */ once(() => changeRecorder({ changes: changes(), clock }))
export const deliveries = /* @__PURE__ */ stored(deliveryStore)
export const confirmations = /* @__PURE__ */ stored(confirmationStore)
const idempotency = /* @__PURE__ */ stored(idempotencyStore)

const queueUrl = (queue: QueueName): string => variable(queueVariable(queue))
export const queues = /* @__PURE__ */ once((): Queues => sqsQueues(queueUrl, { ...ids, requestIdFor }))
/** Returns messages to their queue, and deletes slow ones early. */
export const messageControl = /* @__PURE__ */ once(
  (): MessageControl => ({ ...sqsReceipts(queueUrl, clock), after, InFlight }),
)
const s3Address = () => ({ region: variable('AWS_REGION'), endpoint: process.env['AWS_ENDPOINT_URL_S3'] ?? null })
const snapshotPlace = () => ({ ...s3Address(), bucket: variable('CATALOGUE_BUCKET'), key: CATALOGUE_KEY })
const snapshots = /* @__PURE__ */ once(() => s3SnapshotStore(snapshotPlace()))
export const syncClock = /* @__PURE__ */ stored(syncClockStore)
export const marketRows = /* @__PURE__ */ stored(marketRowStore)
const catalogueMarket = /* @__PURE__ */ once(() => marketFinder(s3Ranges(snapshotPlace()), clock))
export const marketIndex = /* @__PURE__ */ once(() =>
  loadedSnapshot({ store: snapshots(), folder: tmpdir(), clock, log }),
)
export const catalogues = /* @__PURE__ */ once(() => catalogueStore({ store: snapshots(), folder: tmpdir() }))
export const vault = /* @__PURE__ */ once(() => kmsVault(variable('VAULT_KEY_ID')))
export const openWebhookSecrets = /* @__PURE__ */ once(() => webhookSecretOpener({ vault: vault(), clock, after }))
/** True if webhooks may point to this machine. */
export const loopbackAllowed = (): boolean => variable('WEBHOOK_LOOPBACK') === 'true'
/** Other endpoints of this service, for a function that calls them for its caller. */
export const ownEndpoints = /* @__PURE__ */ once(() => httpEndpoints(variable('API_URL')))
export const webhookSender = /* @__PURE__ */ once(() => httpSender({ clock, loopbackAllowed: loopbackAllowed() }))
const registryOptions = (marketsOf: () => MarketStore) => ({
  clock,
  log,
  urls: exchangesIn(process.env),
  storedMarket: (svcId: number) => marketsOf().get(svcId),
})
const publicOptions = () => ({
  ...registryOptions(allMarkets),
  storedMarket: (svcId: number) => oneQuotedMarket(allQuotedMarkets())(svcId),
})
const publicData = /* @__PURE__ */ once(() => exchangeRegistry(PUBLIC, publicOptions()))
/** Public data of exchanges. Null for an exchange that is not set up. */
export const marketSources = () => publicData().exchangeOrNull
/** Paper accounts, their orders and their fills. */
export const papers = /* @__PURE__ */ stored(paperStore)
const paperSettings = () => ({
  latencyMs: Number(variable('PAPER_LATENCY_MS')),
  slip: fromDecimal(variable('PAPER_SLIP')) ?? 0,
})
/** Exchanges as accounts of this service use them. */
const tradedTable = () => (accountKind() === 'paper' ? paperAccounts(papers(), paperSettings()) : ACCOUNTS)
const accounts = /* @__PURE__ */ once(() => exchangeRegistry(tradedTable(), registryOptions(markets)))
/** Exchanges as accounts use them. */
export const exchanges = () => accounts().exchange
const previewing = /* @__PURE__ */ once(() => exchangeRegistry(tradedTable(), registryOptions(allMarkets)))
/** The same, also for a market that no stored object names yet. */
export const exchangesOfAllMarkets = () => previewing().exchange
const streamed = /* @__PURE__ */ once(() =>
  exchangeRegistry(accountKind() === 'paper' ? PAPER_STREAMS : STREAMS, registryOptions(markets)),
)
/** Streams of exchanges, and the data that the price watch reads beside them. Null for an exchange that is not set up. */
export const watchedExchanges = () => streamed().exchangeOrNull
/** Quotes that stops are compared with while they are armed. */
export const quotesOfArmed = /* @__PURE__ */ once(() => quotesTogether(marketSources()))
/** Current books and prices, cached for a moment in this container. */
export const liveData = /* @__PURE__ */ once(() => liveMarketData({ clock, log, exchanges: marketSources() }))
/** The same with candles and trades. */
export const allMarketData = /* @__PURE__ */ once(() => marketData({ clock, log, exchanges: marketSources() }))
export const openAccount = /* @__PURE__ */ once(() =>
  servedAccounts(accountOpener({ credentials: credentials(), vault: vault(), after }), accountKind()),
)

/** Any market of the catalogue, as this container has read it lately. */
export const allQuotedMarkets = /* @__PURE__ */ once(() => quotedMarkets({ markets: allMarkets(), clock }))

/** Names and statuses of markets that this container has read lately. */
export const marketBriefs = /* @__PURE__ */ once(() => rememberedMarkets({ markets: markets(), clock }))
/** Requests a poll of the accounts that a user looks at, not too often. */
export const refreshAccounts = /* @__PURE__ */ once(() => accountRefresher({ queues: queues(), clock, log }))

/** Orders that this container was to send a moment ago to reduce positions. */
export const reducers = /* @__PURE__ */ once(recentReducers)
/** Fills that this container knows to be stored. */
export const recorded = /* @__PURE__ */ once(recordedFills)
/** The hour in which this container last looked at the equity of each account. */
export const equityHours = /* @__PURE__ */ once(() => new Map<string, number>())
/** Work that this container has swept. */
export const swept = /* @__PURE__ */ once(() => new Map<string, Swept>())
export const marketsRequestedAt = /* @__PURE__ */ once(() => new Map<string, number>())
export const pausesRequestedAt = /* @__PURE__ */ once(() => new Map<string, number>())

/** Prices that this container has seen. */
export const seenQuotes = /* @__PURE__ */ once(newWatchState)

/** The recording of this container; null if the deployment records nothing. */
export const recording = /* @__PURE__ */ once(() => {
  const place = process.env['RECORD'] ?? ''
  return place === ''
    ? null
    : new Recording({ store: recordingStore({ ...s3Address(), place, clock }), clock, after, log })
})

/** Interval between two polls of prices. */
export const pollEveryMs = (): number => Number(variable('POLL_EVERY_S')) * 1_000

/** Distance beyond the needed level that a MARKET order may trade at, in 1e-6 dollars. */
export const slippage = (): number => fromDecimal(variable('MARKET_SLIPPAGE')) ?? 20_000

export const buckets = /* @__PURE__ */ once(() =>
  tokenBuckets({ perSecond: Number(variable('RATE_PER_SECOND')), burst: Number(variable('RATE_BURST')) }),
)

/** Quotas of every user. */
export const quotas = /* @__PURE__ */ once(() => quotasIn(process.env.QUOTAS ?? ''))
/** Refuses orders and complex orders beyond the quotas of a user. */
export const roomFor = /* @__PURE__ */ once(() => {
  const deps = { subaccounts: subaccounts(), orders: orders() }
  const count = {
    open_orders: (userId: string) => countOpenOrders(deps, userId),
    open_complex_orders: (userId: string) => countedComplexOrders().countOpen(userId),
    unsent_orders_per_account: (account: string) =>
      countUnsentOrders(deps, account, quotas().unsent_orders_per_account),
  }
  return roomKeeper({ limits: quotas(), count, clock })
})
export const requestCountRows = /* @__PURE__ */ stored(requestCountStore)
/** Counts requests and messages of users. */
export const counts = /* @__PURE__ */ once(() =>
  requestCounts({ store: requestCountRows(), limit: quotas().requests_per_minute, container: ids.uuid() }),
)

export const keyUseRows = /* @__PURE__ */ stored(keyUseStore)
const uses = /* @__PURE__ */ once(() => keyUses(keyUseRows()))

/** Dependencies of the frame of every endpoint. */
export const frame = /* @__PURE__ */ once(
  (): FrameDeps => ({
    apiKeys: apiKeys(),
    idempotency: idempotency(),
    keyUses: uses(),
    buckets: buckets(),
    requestCounts: counts(),
    clock,
    ids,
    log,
    accounts: accountKind(),
    corsOrigins: allowedOrigins(process.env),
  }),
)
