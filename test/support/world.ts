/** The whole service in one process on a manual clock: real handlers, real table, simulated exchange, queues under control. */

import { tmpdir } from 'node:os'
import type { APIGatewayProxyEventV2, Context, SQSEvent } from 'aws-lambda'
import { ACCOUNTS } from '#adapters/exchanges/accounts.ts'
import { type Http, type HttpRequest, http as overHttp } from '#adapters/exchanges/http/http.ts'
import { paperAccounts } from '#adapters/exchanges/paper.ts'
import { exchangeRegistry } from '#adapters/exchanges/registry.ts'
import { STREAMS } from '#adapters/exchanges/streams.ts'
import { fileRecordings } from '#adapters/recording/file-recordings.ts'
import { loadedSnapshot } from '#adapters/search/queries/loaded-snapshot.ts'
import { marketFinder } from '#adapters/search/snapshot/market-finder.ts'
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
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import type { TableFaults } from '#adapters/store/engine/wire.ts'
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
import { httpSender } from '#adapters/webhooks/http-sender.ts'
import { toMarketText } from '#contract/streams/market-message.ts'
import { toFarewell } from '#contract/streams/server-message.ts'
import type { AccountKind } from '#domain/accounts/account-kind.ts'
import type { Scope } from '#domain/accounts/api-key.ts'
import { DEFAULT_QUOTAS, type QuotaLimits } from '#domain/accounts/quotas.ts'
import type { PreparedRequest } from '#domain/agents/prepared-request.ts'
import { isHeld, isOffTheBook } from '#domain/baskets/placed-order.ts'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { svcIdOf } from '#domain/markets/market.ts'
import { WATCH_FOR } from '#domain/markets/price-feed.ts'
import type { Origin } from '#domain/orders/origin.ts'
import type { OrderStatus } from '#domain/orders/status.ts'
import { DEFAULT_ROUTE, ROUTES, type Route } from '#functions/api/routes.ts'
import { WRONG_METHODS } from '#functions/api/wrong-methods.ts'
import { RUNTIME_LOG } from '#functions/log-messages.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { handler as sweeper } from '#functions/schedules/sweep-work.ts'
import { handler as marketSync } from '#functions/schedules/sync-markets.ts'
import { handler as priceWatch } from '#functions/schedules/watch-prices.ts'
import type { Consumer } from '#lambda/consumer.ts'
import type { Endpoint } from '#lambda/endpoint.ts'
import { keyUses } from '#lambda/limits/key-uses.ts'
import { knownCostStop } from '#lambda/limits/known-cost-stop.ts'
import { openToStrangers } from '#lambda/limits/open-to-strangers.ts'
import { requestCounts } from '#lambda/limits/request-counts.ts'
import { SeenKeys } from '#lambda/limits/seen-keys.ts'
import { tokenBuckets } from '#lambda/limits/token-buckets.ts'
import { visibilityTimeoutS } from '#lambda/messages/visibility.ts'
import { httpEvent, routeFinder } from '#local/stack/gateway/http-event.ts'
import type { Vault } from '#ports/accounts/vault.ts'
import type { KeyHeaders } from '#ports/agents/own-endpoints.ts'
import type { PriceStream, PriceStreamSource } from '#ports/exchanges/price-stream.ts'
import type { Log } from '#ports/kernel/log.ts'
import { startJsonServer } from '#simulators/engine/http/json-server.ts'
import type { OpenedRecording } from '#simulators/replay/open-recording.ts'
import { replayOf } from '#simulators/replay/replay.ts'
import { replayTime } from '#simulators/replay/replay-time.ts'
import { createApiKey } from '#use-cases/accounts/manage-api-keys.ts'
import { accountOpener, type OpenAccount } from '#use-cases/accounts/open-account.ts'
import { countOpenOrders } from '#use-cases/accounts/quotas/count-open-orders.ts'
import { countUnsentOrders } from '#use-cases/accounts/quotas/count-unsent-orders.ts'
import { roomKeeper } from '#use-cases/accounts/quotas/room-for.ts'
import { accountRefresher } from '#use-cases/accounts/refresh-accounts.ts'
import { servedAccounts, servedComplexOrders, servedOrders } from '#use-cases/accounts/subaccounts/served-only.ts'
import { changeRecorder } from '#use-cases/changes/record-changes.ts'
import { marketData } from '#use-cases/markets/market-data.ts'
import { oneQuotedMarket, quotedMarkets } from '#use-cases/markets/read-quotes.ts'
import { rememberedMarkets } from '#use-cases/markets/remembered-markets.ts'
import { syncMarkets } from '#use-cases/markets/sync-markets.ts'
import { syncWhenDue } from '#use-cases/markets/sync-when-due.ts'
import { publishChanges } from '#use-cases/orders/publish-changes.ts'
import { CircuitBreaker } from '#use-cases/orders/send/circuit-breaker.ts'
import { recentReducers } from '#use-cases/orders/send/recent-reducers.ts'
import { Recording } from '#use-cases/price-watch/record/recording.ts'
import { pollPrices } from '#use-cases/price-watch/sources/poll-prices.ts'
import { quotesTogether } from '#use-cases/price-watch/sources/quotes-together.ts'
import { startWatch } from '#use-cases/price-watch/start-watch.ts'
import type { WatchRunDeps } from '#use-cases/price-watch/watch-run.ts'
import { newWatchState } from '#use-cases/price-watch/watch-state.ts'
import { recordedFills } from '#use-cases/reconcile/trades/recorded-fills.ts'
import type { Swept } from '#use-cases/sweep/record-sweep.ts'
import { sweepMinute } from '#use-cases/sweep/sweep-minute.ts'
import { sweepWork } from '#use-cases/sweep/sweep-work.ts'
import { webhookSecretOpener } from '#use-cases/webhooks/webhook-secrets.ts'
import { expectAgreement, type OrderRecord } from './agreement.ts'
import { confinedQueues, confinedVault, inFunction, takeDenials } from './confined-functions.ts'
import { expectPublishedFees } from './expected-fees.ts'
import { killable, type Lifeline, lifeline } from './faults/killable.ts'
import { identitiesOf } from './identities-of.ts'
import { seededIds } from './seeded-ids.ts'
import { inProcess } from './simulators/in-process.ts'
import { kalshiStoryExchange } from './simulators/kalshi.ts'
import { polymarketStoryExchange } from './simulators/polymarket.ts'
import type { StoryExchange } from './simulators/story-exchange.ts'
import { snapshotShelf } from './snapshot-shelf.ts'
import { engineTable, memoryTable } from './store.ts'
import { keepCatalogue, storedCatalogue } from './stored-catalogue.ts'
import { type StoryMessage, storyQueues } from './story-queues.ts'
import { storyTimers } from './story-timers.ts'

export const START = Date.parse('2026-11-21T07:30:00Z')

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  // Stories look into bodies of every shape.
  // biome-ignore lint/suspicious/noExplicitAny: a story reads what the reply holds, and fails when it does not
  readonly body: any
}

export interface CallOptions {
  /** An API key; null sends none. Default: the world's own. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is instead of JSON. */
  readonly raw?: string | Buffer
  /** The function dies at this step; every call to the outside is two steps. */
  readonly dieAt?: number
  /** Makes the event what another gateway than API Gateway hands over. */
  readonly reshape?: (event: APIGatewayProxyEventV2) => APIGatewayProxyEventV2
}

export interface WorldOptions extends NonNullable<Parameters<typeof engineTable>[0]> {
  /**
   * Default: `memory`, with the table in memory, and calls to the simulators in this process. The other, `real`, uses the real engine and
   * HTTP, for rules that only they prove.
   */
  readonly wires?: 'memory' | 'real'
  /** The simulators have real sockets, and `hold` runs a watch that holds their streams. The table stays in memory. */
  readonly streams?: boolean
  /** Exchange of the story; default EXCHANGE_A. */
  readonly exchange?: ExchangeName
  /** The other exchange is there too; see `at`. */
  readonly both?: boolean
  readonly bot?: boolean
  /** Folder in which the price watch records. */
  readonly record?: string
  /** A recording that the exchange of the story plays, so many times as fast as it was recorded. */
  readonly replay?: { readonly recording: OpenedRecording; readonly speed: number }
  /** Lists of EXCHANGE_A may be 15 s old, as on the exchange. */
  readonly cache?: boolean
  /** The market of the story has 500 bid at 0.40 and 500 offered at 0.44. */
  readonly quoted?: boolean
  /** The first sync of the markets has not run yet. */
  readonly unsynced?: boolean
  /** The kind of accounts of the service; default `simulated`. */
  readonly accounts?: AccountKind
  /** Requests of a user, and wrong keys of an address. Default: practically unlimited. */
  readonly rate?: { readonly perSecond: number; readonly burst: number }
  /** Quotas that differ from the defaults. */
  readonly quotas?: Partial<QuotaLimits>
  readonly staleReadsMs?: number
  readonly settleAfterMs?: number
  /** Faults of the table. */
  readonly faults?: TableFaults
}

/** Step of the clock in milliseconds while sockets are open; their messages are delivered after each step. */
const STEP = 50
const TURNS = 4

const FUNCTION_TIMEOUT_MS = 30_000
const routeOf = ({ handler }: Route) => ({ ...handler.spec, handler })
const findRoute = routeFinder([
  ...ROUTES.map(routeOf),
  ...WRONG_METHODS.map((key) => ({ ...routeOf(DEFAULT_ROUTE), ...key })),
])
const SIMULATORS = { EXCHANGE_A: kalshiStoryExchange, EXCHANGE_B: polymarketStoryExchange }

export const startWorld = async (options: WorldOptions = {}) => {
  let accounts: AccountKind = options.accounts ?? 'simulated'
  let isPlain = accounts === 'simulated'
  const time = { now: START }
  const quotas = { ...DEFAULT_QUOTAS, ...options.quotas }
  const clock = () => time.now
  const ids = seededIds(clock)
  const lines: string[] = []
  const write = (level: string) => (message: string, fields?: object) =>
    void lines.push(JSON.stringify({ level, message, ...fields }))
  const log: Log = {
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    metric: (name, value) => write('metric')(name, { value }),
  }

  const onUnreadable = (key: string, problem: string) => log.error(RUNTIME_LOG.rowLeftOut, { key, problem })
  const { wires = 'memory' } = options
  const kind = JSON.stringify([options.exchange ?? null, options.both === true, options.bot === true])
  const listed =
    wires === 'real' || options.unsynced === true || options.replay !== undefined ? undefined : storedCatalogue(kind)
  const memory = wires === 'real' ? null : await memoryTable({ ...options, onUnreadable, items: listed?.items ?? [] })
  const { table } = memory ?? (await engineTable({ ...options, onUnreadable }))
  const hasSockets = wires === 'real' || options.streams === true
  const { serve, http } = hasSockets ? { serve: startJsonServer, http: overHttp() } : inProcess()
  const { bot = false, cache = true, staleReadsMs = 0, settleAfterMs = 2_000 } = options
  const replay =
    options.replay === undefined
      ? {}
      : {
          replay: replayOf(options.replay.recording, {
            exchange: options.exchange ?? 'EXCHANGE_A',
            time: replayTime(options.replay.recording.from, time.now, options.replay.speed),
            report: write('replay'),
          }),
        }
  const simulatorOptions = { clock, bot, cache, staleReadsMs, settleAfterMs, serve, ...replay }
  const simulated = await SIMULATORS[options.exchange ?? 'EXCHANGE_A'](simulatorOptions)
  const others = options.both === true ? EXCHANGE_NAMES.filter((name) => name !== simulated.exchange) : []
  const simulatedExchanges = [
    simulated,
    ...(await Promise.all(others.map((name) => SIMULATORS[name](simulatorOptions)))),
  ]
  const exchangeCalls: string[] = []
  let recorded = recordedFills()
  const equityHours = new Map<string, number>()
  const timers = storyTimers(clock)
  const { after } = timers
  const called = {
    clock,
    log,
    urls: Object.assign({}, ...simulatedExchanges.map(({ urls }) => urls)),
    storedMarket: (svcId: number) => oneQuotedMarket(quoted)(svcId),
    after,
    random: () => 0.5,
    // Time passes only when a story lets it.
    sleep: async () => undefined,
    elapsed: clock,
    httpOf: () => (request: HttpRequest) => {
      exchangeCalls.push(`${request.method} ${request.url.pathname}`)
      return http(request)
    },
  }
  const traded = accounts === 'paper' ? paperAccounts(paperStore(table)) : ACCOUNTS
  const registry = exchangeRegistry(traded, called)
  const streamed = exchangeRegistry(STREAMS, called).exchangeOrNull
  /** Market data clients of one container of the price watch, with their memory. */
  const newWatching = () => {
    const { exchangeOrNull } = exchangeRegistry(STREAMS, called)
    return (name: ExchangeName) => exchangeOrNull(name)?.marketData ?? null
  }
  const watching = newWatching()
  const vault: Vault = {
    seal: async (text, context) => Buffer.from(JSON.stringify([context, text])).toString('base64'),
    open: async (sealed, context) => {
      const [bound, text] = JSON.parse(Buffer.from(sealed, 'base64').toString()) as [unknown, string]
      if (JSON.stringify(bound) !== JSON.stringify(context)) throw new Error('sealed for another context')
      return text
    },
  }
  const credentials = credentialsStore(table)
  const queues = storyQueues(clock)
  const allowed = confinedQueues(queues)
  const shelf = snapshotShelf(listed?.snapshot)
  const publish = publishChanges(() => allowed, log)
  const ports = {
    orders: orderStore(table, publish),
    complexOrders: complexOrderStore(table, publish),
    customAssets: customAssetStore(table),
    watchlists: watchlistStore(table),
    fills: fillStore(table),
    equity: equityStore(table),
    papers: paperStore(table),
    positions: positionStore(table),
    priceFeeds: priceFeedStore(table),
    exchangeRefusals: exchangeRefusalStore(table),
    subaccounts: subaccountStore(table),
    credentials,
    apiKeys: apiKeyStore(table),
    keyUseRows: keyUseStore(table),
    marketRows: marketRowStore(table),
    markets: marketStore(table, { find: marketFinder(shelf, clock) }),
    accountSyncs: accountSyncStore(table),
    haltOfDeployment: async () => null,
    tradingDays: tradingDayStore(table),
    deadMansSwitches: deadMansSwitchStore(table),
    flattenings: flatteningStore(table),
    deletions: deletionStore(table),
    walletActions: walletActionStore(table),
    marketIndex: loadedSnapshot({ store: shelf, folder: tmpdir(), clock, log }),
    webhooks: webhookStore(table),
    hooks: hookStore(table),
    outbox: outboxStore(table),
    deliveries: deliveryStore(table),
    changes: changeStore(table),
    streamRows: streamStore(table),
    sender: httpSender({ clock, loopbackAllowed: true, resolve: stayHere }),
    work: workStore(table),
    idempotency: idempotencyStore(table),
    confirmations: confirmationStore(table),
    requestCountRows: requestCountStore(table),
    queues: allowed,
    vault: confinedVault(vault),
  }
  const open = accountOpener({ credentials, vault: ports.vault, after })
  /** The stores of functions that change orders. Stories replace functions of `ports`, so that a simulated service uses these as they are. */
  const servedStores = ({ orders, complexOrders }: Pick<typeof ports, 'orders' | 'complexOrders'>) =>
    isPlain
      ? { orders, complexOrders }
      : { orders: servedOrders(orders, accounts), complexOrders: servedComplexOrders(complexOrders, accounts) }
  /** The ports of functions that change orders. */
  const servedPorts = () => ({ ...ports, ...servedStores(ports) })
  const quoted = quotedMarkets({ markets: ports.markets, clock })
  const seen = newWatchState()
  const plain = {
    memory: seen,
    pollEveryMs: 5_000,
    recording:
      options.record === undefined ? null : new Recording({ store: fileRecordings(options.record), clock, after, log }),
    streams: (name: ExchangeName) => (options.streams === true ? (streamed(name)?.prices ?? null) : null),
    accountStreams: (name: ExchangeName) => (options.streams === true ? (streamed(name)?.accounts ?? null) : null),
    after,
    keyUses: keyUses(ports.keyUseRows),
    buckets: tokenBuckets(options.rate ?? { perSecond: 1e6, burst: 1e6 }),
    seenHooks: new SeenKeys(),
    requestCounts: requestCounts({ store: ports.requestCountRows, limit: 1e9, container: 'story' }),
    quotas,
    roomFor: roomKeeper({
      limits: quotas,
      count: {
        open_orders: (userId) => countOpenOrders(ports, userId),
        open_complex_orders: (userId) => ports.complexOrders.countOpen(userId),
        unsent_orders_per_account: (account) => countUnsentOrders(ports, account, quotas.unsent_orders_per_account),
      },
      clock,
    }),
    clock,
    ids,
    log,
    refusal: openToStrangers({ costStops: costStopStore(table), clock }),
    costStop: knownCostStop(() => costStopStore(table), clock),
    corsOrigins: [],
    ownEndpoints: {
      call: async ({ method, path, body }: PreparedRequest, headers: KeyHeaders) => {
        const given = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined)
        const sent = body === null ? undefined : JSON.parse(body)
        return await call(method, path, sent, { key: null, headers: Object.fromEntries(given) })
      },
    },
    slippage: 20_000,
    pause: async (ms: number) => {
      time.now += ms
    },
    recorded: { has: (id: string) => recorded.has(id), add: (ids: Iterable<string>) => recorded.add(ids) },
    equityHours,
    circuitBreaker: new CircuitBreaker({ refusals: ports.exchangeRefusals, clock, log }),
    recentReducers: recentReducers(),
    requestedAt: new Map<string, number>(),
    // No user has a stream in a story of this world.
    streamSender: { send: async () => 'gone' as const, isOpen: async () => false, close: async () => undefined },
    marketText: toMarketText,
    farewell: toFarewell,
    get accounts() {
      return accounts
    },
    streamUrl: 'ws://127.0.0.1/v1/stream',
    quotedMarkets: quoted,
    pausesRequestedAt: new Map<string, number>(),
    marketBriefs: rememberedMarkets({ markets: ports.markets, clock }),
    refreshAccounts: accountRefresher({ queues: allowed, clock, log }),
    swept: new Map<string, Swept>(),
    loopbackAllowed: true,
    openSecrets: webhookSecretOpener({ vault: ports.vault, clock, after }),
    openAccount: ((...place) => servedAccounts(open, accounts)(...place)) satisfies OpenAccount,
    marketData: marketData({ clock, log, exchanges: registry.exchangeOrNull }),
    quotesTogether: quotesTogether(registry.exchangeOrNull),
  }

  const catalogues = catalogueStore({ store: shelf, folder: tmpdir() })

  /** Everything any handler wants; with a lifeline, a life that can end. */
  const deps = (life: Lifeline | null, spec: object) => {
    // An endpoint has containers of its own, and with them its own memory of exchanges. The workers of a story share one.
    const { exchange } = 'path' in spec ? exchangeRegistry(traded, called) : registry
    const mortal = <Port extends object>(port: Port): Port => (life === null ? port : killable(port, life))
    return {
      ...plain,
      recordChanges: changeRecorder({ changes: mortal(ports.changes), clock }),
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, mortal(port)])),
      // Functions that only read show every kind of accounts.
      ...('method' in spec && spec.method === 'GET'
        ? {}
        : servedStores({ orders: mortal(ports.orders), complexOrders: mortal(ports.complexOrders) })),
      exchanges: (name: ExchangeName) => mortal(exchange(name)),
    }
  }
  let runsHaveMs = FUNCTION_TIMEOUT_MS
  const context = { awsRequestId: 'story', getRemainingTimeInMillis: () => runsHaveMs } as Context

  // The stories give every handler all there is; the handlers' own types say what each of them takes.
  type Anything = Endpoint<never> & Consumer<never>
  const on = (handler: object, life: Lifeline | null): Anything => {
    const { on: given, spec } = handler as Anything
    let made: ReturnType<typeof deps> | undefined
    const handle = given(() => {
      made ??= deps(life, spec)
      return made as never
    })
    const confined = (...call: Parameters<typeof handle>) => inFunction(spec, () => handle(...call))
    return Object.assign(confined, handler) as Anything
  }

  /** Handlers that do not die: each is made at its first call, as a container is. */
  const immortals = new Map<object, Anything>()
  const living = (handler: object, life: Lifeline | null): Anything => {
    if (life !== null) return on(handler, life)
    const made = immortals.get(handler) ?? on(handler, null)
    immortals.set(handler, made)
    return made
  }

  const call = async (method: string, url: string, body: unknown, given: CallOptions = {}): Promise<Answer> => {
    const key = given.key === undefined ? hero.key : given.key
    const sent = given.raw ?? (body === undefined ? '' : JSON.stringify(body))
    const headers = {
      ...(body === undefined && given.raw === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === null ? {} : { 'x-api-key': key }),
      ...given.headers,
    }
    const found = findRoute(method, url.split('?')[0] ?? '')
    const handler = found?.route.handler ?? DEFAULT_ROUTE.handler
    const request = { method, url, headers, body: Buffer.from(sent), requestId: ids.uuid(), at: time.now }
    const { reshape = (event: APIGatewayProxyEventV2) => event } = given
    const event = reshape(httpEvent(request, found?.route ?? { method, path: '$default' }, found?.parameters ?? {}))
    const life = given.dieAt === undefined ? null : lifeline(given.dieAt)
    const answer = await living(handler, life)(event as never, context)
    const {
      statusCode = 0,
      headers: answered = {},
      body: text = '',
    } = answer as {
      statusCode?: number
      headers?: Record<string, string>
      body?: string
    }
    const isCsv = answered['content-type']?.startsWith('text/csv') === true
    return { status: statusCode, headers: answered, body: isCsv ? text : text === '' ? null : JSON.parse(text) }
  }

  /** Whom the story is about. */
  const hero: { key: string; readonly userId: string; subaccountId: string } = {
    key: '',
    userId: ids.uuid(),
    subaccountId: '',
  }

  /** The next consumer run dies at this step; see `killNext`. */
  let doom: { readonly queue: string; readonly at: number } | null = null
  let survived = false
  let sweptAt = START
  /** Current runs of the price watch: messages of sockets take real time. */
  let held = 0

  const deliver = async (message: StoryMessage): Promise<void> => {
    const found = CONSUMERS.find(({ handler }) => handler.spec.queue === message.queue)
    if (found === undefined) throw new Error(`no consumer for ${message.queue}`)
    const life = doom?.queue === message.queue ? lifeline(doom.at) : null
    if (life !== null) doom = null
    const event = { Records: [{ messageId: String(message.id), body: message.body, attributes: {} }] }
    queues.waiting.splice(queues.waiting.indexOf(message), 1)
    const reply = await living(found.handler, life)(event as unknown as SQSEvent as never, context)
    if (life !== null) survived = !life.over
    const failed = (reply as { batchItemFailures: readonly unknown[] }).batchItemFailures.length > 0
    if (failed)
      queues.waiting.push({
        ...message,
        visibleAt: time.now + 1_000 * visibilityTimeoutS(found.handler.spec),
      })
  }

  const settle = async (): Promise<void> => {
    for (let rounds = 0; rounds < 500; rounds += 1) {
      const next = queues.waiting
        .filter((message) => message.visibleAt <= time.now && message.queue !== 'watch-shard')
        .sort((a, b) => a.visibleAt - b.visibleAt || a.id - b.id)[0]
      if (next === undefined) return
      await deliver(next)
    }
    throw new Error('the queues do not come to rest')
  }

  /** A sweep that finds nothing asks sixteen partitions: that were three of four questions of all stories. One whose costs are counted does it. */
  const mayBeDue = (): boolean =>
    memory === null ||
    options.faults !== undefined ||
    options.onConsumed !== undefined ||
    memory.hasUpTo('work', time.now)

  const simulatorAt = (exchange: ExchangeName): StoryExchange => {
    const found = simulatedExchanges.find((each) => each.exchange === exchange)
    if (found === undefined) throw new Error(`${exchange} is not in this story`)
    return found
  }

  const world = {
    time,
    clock,
    ids,
    table,
    ports,
    queues,
    /** Calls the simulated exchanges. */
    http,
    /** How many calls we have made to them. */
    get exchangeCalls() {
      return exchangeCalls.length
    },
    exchangeCallsTo: (methodAndPath: RegExp) => exchangeCalls.filter((call) => methodAndPath.test(call)).length,
    /** Another process polls the accounts from now on: it has not seen which fills are stored. */
    pollElsewhere: () => {
      recorded = recordedFills()
      equityHours.clear()
    },
    log: lines,
    jsonLog: log,
    hero,
    /** svc_id of a market by its native id. */
    svcId: (nativeId: string = simulated.market) => svcIdOf(simulated.exchange, nativeId),
    get: (url: string, given?: CallOptions) => call('GET', url, undefined, given),
    post: (url: string, body?: unknown, given?: CallOptions) => call('POST', url, body, given),
    put: (url: string, body?: unknown, given?: CallOptions) => call('PUT', url, body, given),
    patch: (url: string, body?: unknown, given?: CallOptions) => call('PATCH', url, body, given),
    delete: (url: string, given?: CallOptions) => call('DELETE', url, undefined, given),
    call,
    /** Delivers every message whose time has come, and what that sends, until nothing is left; prices are watched when a story says so. */
    settle,
    /** Lets time pass in steps: the exchange moves, messages come due, the sweeper runs every ten seconds. */
    pass: async (duration: string, stepS = 1) => {
      const end = time.now + milliseconds(duration)
      while (time.now < end) {
        time.now = Math.min(end, time.now + stepS * 1_000)
        for (const each of simulatedExchanges) await each.tick()
        await settle()
        if (time.now - sweptAt < 10_000) continue
        sweptAt = time.now
        if (!mayBeDue()) continue
        await world.sweep()
        await settle()
      }
    },
    /** Lets time pass without the sweeper: only requested work runs. */
    wait: async (seconds: number) => {
      for (let passed = 0; passed < seconds; passed += 1) {
        time.now += 1_000
        await settle()
      }
    },
    /** One check of the prices, by the usual container or by a new one; its messages wait in the queue. */
    look: (memory = seen) =>
      inFunction(priceWatch.spec, () =>
        pollPrices(
          { ...plain, ...servedPorts(), memory, exchanges: memory === seen ? watching : newWatching() },
          { part: { index: 0, of: 1 }, patienceMs: 20_000 },
        ),
      ),
    /** The price watch looks every five seconds, and everything else happens too. */
    watch: async (seconds: number, stepS = 5): Promise<void> => {
      for (let passed = 0; passed < seconds; passed += 5) {
        await world.look()
        await world.pass('5s', stepS)
      }
    },
    /** A run of the price watch by a container of its own, with all its streams. The run continues while `elapse` lets time pass. */
    hold: async (seconds = WATCH_FOR / 1_000) => {
      held += 1
      await inFunction(priceWatch.spec, () =>
        startWatch(
          { ...plain, ...ports, memory: newWatchState(), exchanges: newWatching(), pause: timers.pause },
          time.now + seconds * 1_000,
        ),
      ).finally(() => {
        held -= 1
      })
    },
    /** The same, by a container that dies with its sockets as soon as the answer is called. The run never ends. */
    holdUntilKilled: (): (() => void) => {
      held += 1
      const opened: PriceStream[] = []
      const streams: WatchRunDeps['streams'] = (name) => {
        const source = plain.streams(name)
        if (source === null) return null
        const open: PriceStreamSource['open'] = async (...given) => {
          const stream = await source.open(...given)
          opened.push(stream)
          return stream
        }
        return { ...source, open }
      }
      let isDead = false
      const pause = async (ms: number) => {
        await timers.pause(ms)
        if (isDead) await new Promise(() => undefined)
      }
      const own = { memory: newWatchState(), exchanges: newWatching(), streams, accountStreams: () => null, pause }
      void inFunction(priceWatch.spec, () => startWatch({ ...plain, ...ports, ...own }, time.now + WATCH_FOR))
      return () => {
        isDead = true
        held -= 1
        for (const stream of opened) stream.close()
      }
    },
    /** Lets time pass in small steps, with sockets, timers and messages. Ends early as soon as `until` holds; answers how long it took. */
    elapse: async (ms: number, until: () => boolean | Promise<boolean> = () => false): Promise<number> => {
      const began = time.now
      while (time.now - began < ms) {
        time.now += STEP
        for (const each of simulatedExchanges) await each.play()
        if (time.now % 1_000 < STEP) for (const each of simulatedExchanges) await each.tick()
        for (let turns = 0; turns < TURNS; turns += 1) {
          timers.fire()
          await new Promise((go) => (held > 0 && turns === 0 ? setTimeout(go, 1) : setImmediate(go)))
          await settle()
        }
        if (await until()) break
      }
      return time.now - began
    },
    /** The runs of the price watch that were asked for, each to its end; meanwhile nothing else happens. */
    watchAsAsked: async () => {
      for (const message of queues.waiting.filter(({ queue }) => queue === 'watch-shard')) await deliver(message)
    },
    sweep: () => inFunction(sweeper.spec, () => sweepWork({ ...plain, ...servedPorts() })),
    /** The sweeper's run of a minute: it sweeps, and asks for more sweeps within that minute. */
    sweepMinute: () => inFunction(sweeper.spec, () => sweepMinute({ ...plain, ...servedPorts() })),
    /** Another deployment uses the table from now on, with such accounts. */
    switchAccounts: (kind: AccountKind): void => {
      accounts = kind
      isPlain = false
      immortals.clear()
    },
    /** Runs the schedule of the catalogue. */
    syncWhenDue: (firstIndexMs = 60_000) =>
      inFunction(marketSync.spec, () =>
        syncWhenDue(
          { ...plain, ...ports, catalogues, syncClock: syncClockStore(table), exchanges: registry.exchangeOrNull },
          {
            first: AbortSignal.timeout(firstIndexMs),
            listing: AbortSignal.timeout(60_000),
            all: AbortSignal.timeout(60_000),
          },
        ),
      ),
    /** How many snapshots of the catalogue were stored. */
    catalogueSyncs: () => Number(shelf.stored()?.version ?? 0),
    syncMarkets: () =>
      inFunction(marketSync.spec, () =>
        syncMarkets(
          { ...plain, ...ports, catalogues, exchanges: registry.exchangeOrNull },
          { listing: AbortSignal.timeout(60_000), all: AbortSignal.timeout(60_000) },
        ),
      ),
    /** All runs from now on have so little time left. */
    hurry: (ms = FUNCTION_TIMEOUT_MS) => {
      runsHaveMs = ms
    },
    /** The next run of that queue's consumer dies at step `at`; every call to the outside is two steps. */
    killNext: (queue: string, at: number) => {
      survived = false
      doom = { queue, at }
    },
    /** True if the doomed run ended before its step. */
    get survived() {
      return survived
    },
    /** A key of the user, or of another one. */
    newKey: async (scope: Scope = 'admin', userId: string = hero.userId): Promise<string> => {
      const keyId = ids.uuid()
      const created = await createApiKey(
        { ...ports, ids, clock, quotas },
        { keyId, userId, name: 'story', scope },
        null,
      )
      if (isProblem(created) || created.secret === null) throw new Error('the key could not be created')
      return created.secret
    },
    /** The exchange where it plays. */
    simulated: controlsOf(simulated, http),
    /** Controls of either exchange, if the world has both. */
    at: (exchange: ExchangeName) => controlsOf(simulatorAt(exchange), http),
    /** Checks that no order is lost or doubled, all fees are as published, and our rows agree with the exchange's ledger. */
    agree: async () => {
      // The exchanges know nothing of paper orders.
      if (accounts === 'paper') return
      const { orders } = (await world.get('/v1/orders?limit=1000&include_legs=true')).body
      const records = (orders as ReadonlyArray<OrderRecord & { readonly svc_id: number | null }>).filter(
        ({ svc_id }) => svc_id !== null,
      )
      const stored = await Promise.all(records.map(({ svc_order_id }) => ports.orders.get(svc_order_id)))
      const identities = new Map(
        stored.flatMap((order) => (order === null ? [] : [[order.orderId, identitiesOf(order)]])),
      )
      // An exit waits behind the order of a linked one while that is on the book, and for shares kept by other exits (decision 0016).
      const standing = stored.filter((one) => one !== null && isOfExit(one) && !isHeld(one) && !isOffTheBook(one))
      const waits = stored.map(
        (order) =>
          order !== null &&
          (isHeld(order) || (isOfExit(order) && isUnsent(order))) &&
          standing.some((one) => one !== null && one.svcId === order.svcId && (isHeld(order) || isOnBook(one))),
      )
      for (const { exchange } of simulatedExchanges) {
        const there = records.filter((_, index) => stored[index]?.exchange === exchange && !waits[index])
        expectAgreement(
          there,
          await world.at(exchange).ledger(),
          'story',
          ({ svc_order_id }) => identities.get(svc_order_id) ?? [],
        )
      }
      for (const order of stored) {
        if (order === null || order.fillCount === 0) continue
        const market = await ports.markets.get(order.svcId)
        expectPublishedFees(order, market, await ports.orders.fills(order.orderId, 1_000))
      }
    },
    /** All orders of the user as the list shows them. */
    orders: async () => (await world.get('/v1/orders?limit=1000')).body.orders,
    /** An order on the market of the story. */
    postOrder: (order: object) =>
      world.post('/v1/orders', { subaccount_id: hero.subaccountId, svc_id: world.svcId(), ...order }),
    /** A conditional order there, a STOP unless it says something else. */
    postConditional: (params: object) =>
      world.post('/v1/complex-orders', {
        subaccount_id: hero.subaccountId,
        svc_id: world.svcId(),
        conditional_order_params: { conditional_order_type: 'STOP', ...params },
      }),
    postTwap: (params: object) =>
      world.post('/v1/complex-orders', {
        subaccount_id: hero.subaccountId,
        svc_id: world.svcId(),
        twap_order_params: params,
      }),
    place: async (order: object = {}) => {
      const placed = await world.postOrder({ ...LIMIT_BUY, ...order })
      if (placed.status !== 202) throw new Error(`not placed: ${JSON.stringify(placed.body)}`)
      return placed.body.svc_order_id as string
    },
    placeConditional: async (params: object) => complexOrderIdOf(await world.postConditional(params)),
    placeTwap: async (params: object) => complexOrderIdOf(await world.postTwap(params)),
    order: async (orderId: string) => (await world.get(`/v1/orders/${orderId}`)).body,
    /** A complex order with the fields of its conditional order. */
    complexOrder: async (id: string) => {
      const { body } = await world.get(`/v1/complex-orders/${id}`)
      return { ...body.conditional_order, ...body }
    },
    stop: async () => {
      for (const each of simulatedExchanges) await each.close()
      const [denied] = takeDenials()
      if (denied !== undefined) throw new Error(denied)
    },
  }

  if (listed === undefined && options.unsynced !== true) await world.syncMarkets()
  if (memory !== null && listed === undefined && options.unsynced !== true && options.replay === undefined) {
    keepCatalogue(kind, { items: memory.items(), snapshot: shelf.stored() })
  }
  hero.key = await world.newKey()
  hero.subaccountId = (await world.post('/v1/subaccounts', { name: 'story' })).body.subaccount_id
  for (const { exchange, credentials: given } of simulatedExchanges) {
    const body = accounts === 'paper' ? { paper: { cash: 10_000 } } : given
    const stored = await world.put(`/v1/subaccounts/${hero.subaccountId}/credentials/${exchange}`, body)
    if (stored.status !== 200)
      throw new Error(`credentials were not taken: ${JSON.stringify(stored.body)}\n${lines.join('\n')}`)
  }
  if (options.quoted === true) await world.simulated.book([[0.4, 500]], [[0.44, 500]])
  return world
}

/** Controls of a story over an exchange, and its view of it. */
const controlsOf = (simulated: StoryExchange, http: Http) => {
  const control = async (path: string, body?: unknown, method: HttpRequest['method'] = 'POST') => {
    const answer = await http({
      method,
      url: new URL(`${simulated.controlUrl}/control/${path}`),
      headers: {},
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs: 10_000,
      signal: AbortSignal.timeout(10_000),
    })
    if (answer.kind !== 'answered') throw new Error(`control ${path}: ${answer.reason}`)
    if (answer.status >= 300) throw new Error(`control ${path}: ${answer.status} ${answer.text}`)
    return answer.text === '' ? null : JSON.parse(answer.text)
  }
  return {
    ...simulated,
    account: 'story',
    book: (bids: number[][], asks: number[][], market = simulated.market) => control('book', { market, bids, asks }),
    trade: (price: number, qty: number, buyFlag: boolean, market = simulated.market) =>
      control('trade', { market, price, qty, buy_flag: buyFlag }),
    /** A trade off the book, if the exchange has such trades. */
    blockTrade: (price: number, qty = 100, buyFlag = true, market = simulated.market) =>
      control('block-trade', { market, price, qty, buy_flag: buyFlag }),
    status: (status: string, market = simulated.market) => control('status', { market, status }),
    resolve: (outcome: 'yes' | 'no', market = simulated.market) => control('resolve', { market, outcome }),
    mode: (mode: string) => control('mode', { mode }),
    fault: (fault: object) => control('faults', fault),
    /** A wallet as a newcomer has it; answers its credentials. */
    newWallet: (more: object = {}) => control('wallet', { signature_type: 3, cash: 500, ...more }),
    /** Every owner redeems by hand. */
    redeemAll: () => control('redeem', {}),
    failRelays: (state: 'STATE_FAILED' | 'STATE_INVALID' | 'PRECHECK_SKIPPED', times = 1) =>
      control('relayer', { state, times }),
    switches: (switches: object) => control('switches', switches),
    /** Disturbs the exchange's sockets. */
    streams: (disturbance: object) => control('streams', disturbance),
    noFaults: () => control('faults', undefined, 'DELETE'),
    ledger: () => control('ledger', undefined, 'GET'),
  }
}

export type World = Awaited<ReturnType<typeof startWorld>>

const complexOrderIdOf = ({ status, body }: Answer): string => {
  if (status !== 202) throw new Error(`not placed: ${JSON.stringify(body)}`)
  return body.complex_order_id
}

/** An order that rests in the book the stories set. */
export const LIMIT_BUY = { order_type: 'LIMIT', time_in_force: 'GTC', qty: 10, buy_flag: true, price: 0.4 }

const isOfExit = ({ origin }: { readonly origin: Origin }): boolean =>
  origin.kind === 'exit' || origin.kind === 'linked'

const isUnsent = ({ status }: { readonly status: OrderStatus }): boolean => status === 'PENDING_SUBMISSION'
const isOnBook = ({ status }: { readonly status: OrderStatus }): boolean =>
  status === 'RESTING' || status === 'PARTIALLY_FILLED'

/** Stories send nothing to anybody. */
const stayHere = async (name: string): Promise<never> => {
  throw new Error(`${name} is not on this machine`)
}

const milliseconds = (duration: string): number => {
  const match = /^(\d+)(s|m|h)$/.exec(duration)
  if (match === null) throw new Error(`not a duration: ${duration}`)
  return Number(match[1]) * { s: 1_000, m: 60_000, h: 3_600_000 }[match[2] as 's' | 'm' | 'h']
}
