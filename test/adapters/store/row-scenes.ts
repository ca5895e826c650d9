/** Every kind of row through its store: a record, how it is stored, and how it is read back. */

import { accountSyncStore } from '#adapters/store/accounts/account-syncs.ts'
import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import { credentialsStore } from '#adapters/store/accounts/credentials.ts'
import { deadMansSwitchStore } from '#adapters/store/accounts/dead-mans-switches.ts'
import { deletionStore } from '#adapters/store/accounts/deletions.ts'
import { exchangeRefusalStore } from '#adapters/store/accounts/exchange-refusals.ts'
import { flatteningStore } from '#adapters/store/accounts/flattenings.ts'
import { idempotencyStore } from '#adapters/store/accounts/idempotency.ts'
import { keyUseStore } from '#adapters/store/accounts/key-uses.ts'
import { subaccountStore } from '#adapters/store/accounts/subaccounts.ts'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { apiKeyKey, apiKeyListPartition, connectionKey, createdSort, positionKey } from '#adapters/store/engine/keys.ts'
import { shortId } from '#adapters/store/engine/short-id.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import { workPartition } from '#adapters/store/engine/work-partitions.ts'
import { hookStore } from '#adapters/store/hooks/hooks.ts'
import { customAssetStore } from '#adapters/store/markets/custom-assets.ts'
import { marketStore } from '#adapters/store/markets/markets.ts'
import { priceFeedStore } from '#adapters/store/markets/price-feeds.ts'
import { watchlistStore } from '#adapters/store/markets/watchlists.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { outboxStore } from '#adapters/store/outbox/outbox.ts'
import { equityStore } from '#adapters/store/portfolio/equity-days.ts'
import { fillStore } from '#adapters/store/portfolio/fills.ts'
import { positionStore } from '#adapters/store/portfolio/positions.ts'
import { tradingDayStore } from '#adapters/store/portfolio/trading-days.ts'
import { walletActionStore } from '#adapters/store/portfolio/wallet-actions.ts'
import { ledgerToRow } from '#adapters/store/rows/position-row.ts'
import { changeStore } from '#adapters/store/streams/changes.ts'
import { streamStore } from '#adapters/store/streams/streams.ts'
import { deliveryStore } from '#adapters/store/webhooks/deliveries.ts'
import { webhookStore } from '#adapters/store/webhooks/webhooks.ts'
import type { ApiKey } from '#domain/accounts/api-key.ts'
import type { CredentialsRecord } from '#domain/accounts/credentials.ts'
import type { Deletion } from '#domain/accounts/deletion.ts'
import type { ReadinessCheck } from '#domain/accounts/readiness.ts'
import type { Subaccount } from '#domain/accounts/subaccount.ts'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import type { CustomAsset } from '#domain/baskets/custom-asset.ts'
import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import { basketTarget } from '#domain/complex-orders/target.ts'
import type { ComplexOrder } from '#domain/contingent/complex-order.ts'
import { newConditional } from '#domain/contingent/conditional.ts'
import type { LinkGroup } from '#domain/contingent/exits/linked-exits.ts'
import type { Trailing } from '#domain/contingent/trigger/trailing.ts'
import type { ExchangeRefusal } from '#domain/exchanges/exchange-refusal.ts'
import { type Hook, newHook } from '#domain/hooks/hook.ts'
import { money, price, qty } from '#domain/kernel/numbers.ts'
import { startOfDay } from '#domain/kernel/time.ts'
import type { Watchlists } from '#domain/markets/watchlists.ts'
import { NO_CHILD_OBSERVATIONS } from '#domain/orders/fills/child-observations.ts'
import { NO_INSTRUCTIONS } from '#domain/orders/instructions.ts'
import type { Order } from '#domain/orders/order.ts'
import { NO_BOUNDS } from '#domain/orders/price/price-bounds.ts'
import type { AccountReport } from '#domain/portfolio/account-report.ts'
import type { EquityDay } from '#domain/portfolio/equity-day.ts'
import { newLedger, type PositionLedger } from '#domain/portfolio/position-ledger.ts'
import { newAction, type WalletAction } from '#domain/portfolio/wallet-action.ts'
import type { DeadMansSwitch } from '#domain/risk/dead-mans-switch.ts'
import type { Flattening } from '#domain/risk/flattening.ts'
import type { ChangeLog } from '#domain/streams/change-log.ts'
import type { Listened } from '#domain/streams/market-channel.ts'
import type { Stream } from '#domain/streams/stream.ts'
import { newTwap } from '#domain/twap/twap-order.ts'
import type { Delivery } from '#domain/webhooks/delivery.ts'
import { positionIdOf } from '#domain/webhooks/position-events.ts'
import { newWebhook, type Webhook } from '#domain/webhooks/webhook.ts'
import type { IdempotencyRecord } from '#ports/orders/idempotency-store.ts'
import type { EventBatch } from '#ports/webhooks/webhook-store.ts'
import { cents, contracts, sampleTarget, trigger } from '#test/domain/contingent/complex-samples.ts'
import { conditionalAt, fullBasket, fullConditional, fullOrder, newBasket } from './full-records.ts'
import { NOW, SUBACCOUNT, sampleFill, sampleMarket, sampleOrder, sampleSubaccount, USER, uuidAt } from './samples.ts'

const SWITCH: DeadMansSwitch = {
  userId: USER,
  subaccountId: SUBACCOUNT,
  timeoutMs: 60_000,
  includeComplexOrders: true,
  halt: false,
  renewedAt: NOW,
  firedAt: null,
  firing: null,
  dueAt: NOW + 60_000,
  version: 0,
}
const FIRED = { subaccountId: uuidAt(NOW, 0xdd), halt: true, dueAt: null, firedAt: NOW + 61_000 }

const FIRING: readonly DeadMansSwitch[] = [
  { ...SWITCH, firedAt: NOW + 60_000, firing: { includeComplexOrders: true, halt: true } },
  {
    ...SWITCH,
    subaccountId: uuidAt(NOW, 0xdd),
    firedAt: NOW + 60_000,
    firing: { includeComplexOrders: false, halt: false },
  },
]

export interface RowScene {
  readonly name: string
  /** Record to read, from rows of any version. */
  readonly record: unknown
  readonly write: (table: Table) => Promise<unknown>
  readonly read: (table: Table) => Promise<unknown>
}

const refusal: ExchangeRefusal = {
  exchange: 'EXCHANGE_B',
  calls: 'cancels',
  since: NOW,
  refusedAt: NOW + 5,
  reason: 'The exchange refuses all cancels from here (status 403).',
  probes: 3,
  probeAt: NOW + 8_000,
  version: 2,
}
const HASH = `0x${'ab'.repeat(32)}`
const order = sampleOrder()
const firedExit = sampleOrder({
  origin: { kind: 'exit', complexOrderId: uuidAt(NOW, 0xd), entryId: uuidAt(NOW, 0xe), hasFired: true },
})
const orderAtB = sampleOrder(
  {
    exchange: 'EXCHANGE_B',
    nativeId: HASH,
    status: 'EXECUTED',
    sendState: 'acked',
    attempt: {
      number: 1,
      identity: HASH,
      payload: JSON.stringify({ v: '2', x: HASH.slice(0, 42), parts: [{ t: '7'.repeat(77), h: HASH }] }),
      exchangeOrderIds: [HASH],
      sends: 1,
      firstSentAt: NOW + 1,
      lastSentAt: NOW + 1,
      arrived: false,
      refusal: null,
      childObservations: NO_CHILD_OBSERVATIONS,
      step: null,
    },
    exchangeOrderId: HASH,
    exchangeState: 'ended',
    exchangeFilledQty: qty(10_000_000),
    tradedQty: qty(10_000_000),
    tradedCost: 4_200_000n * 10n ** 6n,
    fillCount: 1,
    dueAt: null,
  },
  3,
)
const market = { price: null, orderType: 'MARKET', timeInForce: 'IOC', buyFlag: false, dueAt: null } as const
const slice = sampleOrder({ ...market, origin: { kind: 'slice', complexOrderId: uuidAt(NOW, 0xd) } }, 4)
const leg = sampleOrder(
  {
    customAssetId: uuidAt(NOW, 0xa),
    origin: { kind: 'leg', basketOrderId: uuidAt(NOW, 0xb), entryId: uuidAt(NOW, 0xe) },
  },
  5,
)
const placed = sampleOrder({ origin: { kind: 'conditional', complexOrderId: uuidAt(NOW, 0xd) } }, 6)

const members = [
  { svcId: 17, exchange: 'EXCHANGE_A', nativeId: 'KXTEST' },
  { svcId: 18, exchange: 'EXCHANGE_B', nativeId: '0xabc' },
] as const
const basketConditional: ComplexOrder = {
  ...newConditional(
    {
      complexOrderId: uuidAt(NOW, 0xc100),
      userId: USER,
      subaccountId: SUBACCOUNT,
      target: basketTarget({ customAssetId: uuidAt(NOW, 0xa), label: null, allocation: 'EQUAL' }, members),
      subtype: 'STOP',
      parentOrderId: null,
      parentComplexOrderId: null,
      depth: 0,
      stopPrice: cents(30),
      triggerPriceType: 'MARK',
      trigger: trigger(),
    },
    NOW,
  ),
  status: 'ACTIVE',
}
const activeConditional = conditionalAt(2, { status: 'ACTIVE' })
const instructedOrder = sampleOrder({ postOnly: true, cancelOnPause: true }, 0x90)
const linkedStop = conditionalAt(0x94, { linkId: 'exit' })
const protectStop = conditionalAt(0x96, { protect: true, linkId: null })
const firedProtect = conditionalAt(0x97, { protect: true, status: 'TRIGGERED' })
const protectOrder = sampleOrder(
  { origin: { kind: 'linked', complexOrderId: firedProtect.complexOrderId, protects: true } },
  0x98,
)
/** The exit followed the total of its parent when an amend changed the total. */
const followingExit = conditionalAt(0x9a, { subtype: 'TP', parentOrderId: uuidAt(NOW, 10), parentQty: contracts(15) })
const linkGroup: LinkGroup = {
  subaccountId: SUBACCOUNT,
  targetId: '7',
  linkId: 'exit',
  complexOrderIds: [linkedStop.complexOrderId],
  version: 0,
}
const linkedOrder = sampleOrder(
  { origin: { kind: 'linked', complexOrderId: linkedStop.complexOrderId, protects: false } },
  0x95,
)
const TRAIL = { amount: cents(5), step: cents(1) }
const trailingStop = conditionalAt(0x92, { status: 'ACTIVE', stopPrice: cents(45), trail: TRAIL })
/** The stop has seen no price yet. */
const placelessStop = conditionalAt(0x93, { status: 'ACTIVE', stopPrice: null, trail: TRAIL })
const trailingBasket: ComplexOrder = {
  ...basketConditional,
  complexOrderId: uuidAt(NOW, 0xc101),
  stopPrice: null,
  trail: TRAIL,
}
const terms = (amount: number, at: number) => ({ qty: contracts(amount), price: cents(at), expiresAt: null })
const amend = {
  amendId: uuidAt(NOW, 0xa1),
  status: 'PENDING',
  reason: null,
  requested: terms(20, 41),
  before: null,
  sentAt: null,
  open: false,
  unresolvedAt: null,
  quietAt: null,
} as const
const amendingOrder = sampleOrder(
  { amend: { ...amend, sentAt: NOW, open: true, unresolvedAt: NOW - 5_000, quietAt: NOW + 60_000 } },
  0x95,
)
const replacingOrder = sampleOrder(
  {
    originalQty: contracts(10),
    amend: { ...amend, before: terms(10, 40) },
    replaced: {
      exchangeOrderIds: ['0xab', '0xcd'],
      attempts: 1,
      filledQty: contracts(3),
      cost: 1_200_000_000_000n,
      fees: money(1_234),
    },
  },
  0x96,
)
const amendedOrder = sampleOrder(
  {
    originalQty: contracts(10),
    amend: { ...amend, status: 'REFUSED', reason: 'The order had filled before it could be changed.' },
    replaced: { exchangeOrderIds: ['0xab'], attempts: 2, filledQty: qty(0), cost: null, fees: null },
  },
  0x97,
)
const reducingOrder = sampleOrder({ reduceOnly: true }, 0x98)
const instructedConditional = conditionalAt(0x91, {
  trigger: { ...trigger(), orderType: 'LIMIT', price: cents(60), stopPrice: null, postOnly: true },
})
const reducingConditional = conditionalAt(0x99, {
  trigger: { ...trigger(), orderType: 'LIMIT', price: cents(60), stopPrice: null, reduceOnly: true },
})
const twap = {
  ...newTwap(
    {
      complexOrderId: uuidAt(NOW, 0xc200),
      userId: USER,
      subaccountId: SUBACCOUNT,
      target: sampleTarget(),
      subscriberState: null,
      terms: {
        buyFlag: false,
        totalQty: contracts(50),
        durationMs: 600_000,
        slices: 10,
        limitPrice: cents(45),
        maxSlippage: null,
        randomize: true,
      },
    },
    NOW,
  ),
  startedAt: NOW + 1,
  slicesDone: 2,
  slices: (['open', 'settling', 'watched', 'done'] as const).map((state, n) => ({
    orderId: uuidAt(NOW, 0x5000 + n),
    qty: contracts(5),
    tradedQty: contracts(n),
    tradedCost: BigInt(n) * 10n ** 12n,
    state,
  })),
}

const ledger = newLedger({ subaccountId: SUBACCOUNT, exchange: 'EXCHANGE_A', svcId: 7, nativeId: 'KXTEST' })
const fullLedger: PositionLedger = {
  ...ledger,
  exchange: 'EXCHANGE_B',
  held: {
    position: -5_000_000,
    boughtQty: qty(10_000_000),
    soldQty: qty(15_000_000),
    boughtCost: 12_300_000_000_000_000_001n,
    soldCost: 1n,
    openCost: -2n,
    realized: -999n,
    fees: money(-3),
    fillCount: 4,
    firstFillAt: NOW,
    lastFillAt: NOW + 1,
  },
  lastFillId: uuidAt(NOW, 0xf),
  fillsStored: 5,
  provisional: 1,
  rough: true,
  yesPaid: price(0),
  updatedAt: NOW + 2,
}
/** Absent values of a market in a report. */
const EMPTY = {
  cost: money(0),
  mark: null,
  closed: false,
  differsSince: null,
  pairs: qty(0),
  yesPays: null,
  settlementDetail: null,
} as const
const report: AccountReport = {
  subaccountId: SUBACCOUNT,
  exchange: 'EXCHANGE_A',
  at: NOW,
  completeTo: NOW - 1,
  markets: [
    {
      svcId: 7,
      nativeId: 'KXTEST',
      position: -3,
      cost: money(4),
      mark: price(500_000),
      closed: true,
      differsSince: NOW,
      pairs: qty(0),
      yesPays: null,
      settlementDetail: null,
    },
    { ...EMPTY, svcId: 8, nativeId: 'KX8', position: null },
  ],
}

/** Position in a decided market that has not paid yet. */
const decidedLedger: PositionLedger = {
  ...fullLedger,
  svcId: 8,
  nativeId: HASH,
  provisional: 0,
  yesPaid: null,
  yesPays: price(1_000_000),
}
/** In the order in which its pages hold the markets. */
const longReport: AccountReport = {
  subaccountId: SUBACCOUNT,
  exchange: 'EXCHANGE_B',
  at: NOW,
  completeTo: NOW,
  markets: Array.from({ length: 130 }, (_, nth) => ({
    ...EMPTY,
    svcId: nth < 65 ? 2 * nth + 100 : 2 * (nth - 65) + 101,
    nativeId: `m${nth}`,
    position: nth - 60,
  })),
}
const pairsReport: AccountReport = {
  ...report,
  exchange: 'EXCHANGE_B',
  markets: [
    {
      svcId: 8,
      nativeId: HASH,
      position: 4_000_000,
      cost: money(4),
      mark: price(1_000_000),
      closed: true,
      differsSince: null,
      pairs: qty(3_000_000),
      yesPays: null,
      settlementDetail: null,
    },
  ],
}

const sync: AccountSync = {
  subaccountId: SUBACCOUNT,
  exchange: 'EXCHANGE_A',
  active: true,
  poll: 3,
  activatedAt: NOW,
  cursor: NOW - 1,
  reconciledAt: NOW - 2,
  account: null,
  history: null,
  positionsReadAt: 0,
  holds: false,
  settling: false,
  actions: [],
  actAt: null,
  streamedAt: null,
  dueAt: null,
  version: 0,
}
const fullSync: AccountSync = {
  ...sync,
  exchange: 'EXCHANGE_B',
  active: false,
  account: HASH,
  history: { before: NOW - 5, cursor: 'next' },
  positionsReadAt: NOW,
  holds: true,
  dueAt: NOW + 5,
}
const apiKey: ApiKey = {
  keyId: uuidAt(NOW, 1),
  userId: USER,
  name: 'first key',
  scope: 'trade',
  secretHash: 'ab'.repeat(32),
  insertedAt: NOW,
  revokedAt: null,
  madeBy: null,
}
const readKey = { keyId: uuidAt(NOW, 9), scope: 'read', revokedAt: NOW + 1, madeBy: apiKey.keyId } as const
const credentials: CredentialsRecord = {
  subaccountId: SUBACCOUNT,
  userId: USER,
  exchange: 'EXCHANGE_B',
  exchangeAccount: HASH.slice(0, 42),
  fingerprint: '0123456789abcdef',
  verifiedAt: NOW,
  insertedAt: NOW - 1,
  sealed: 'c2VhbGVk',
  paperCash: null,
  relays: false,
  autoRedeem: false,
}
const checks: readonly ReadinessCheck[] = [
  { check: 'balance', ok: true, detail: '500 dollars are free to trade.', checkedAt: NOW },
  { check: 'region', ok: null, detail: 'ünïcode', checkedAt: NOW + 1 },
  { check: 'rights', ok: false, detail: 'The key may not trade.', checkedAt: NOW + 2 },
]
const approval = newAction(
  {
    actionId: uuidAt(NOW, 0xac1),
    subaccountId: SUBACCOUNT,
    exchange: 'EXCHANGE_B',
    kind: 'approve',
    svcId: null,
    nativeId: null,
  },
  NOW,
)
const redemption: WalletAction = {
  ...approval,
  actionId: uuidAt(NOW + 1, 0xac2),
  kind: 'redeem',
  svcId: 8,
  nativeId: HASH,
  state: 'SUBMITTED',
  attempt: { payload: '{"nonce":"7"}', sends: 2, lastSentAt: NOW + 3, transactionId: 'tx 1' },
  failures: 1,
  dueAt: NOW + 4,
  detail: 'The transaction failed: execution reverted.',
  updatedAt: NOW + 3,
}
const merge: WalletAction = {
  ...redemption,
  actionId: uuidAt(NOW + 2, 0xac3),
  kind: 'merge',
  state: 'DONE',
  attempt: null,
  payout: money(3_000_000),
  transaction: HASH,
  detail: null,
}
const claimed: IdempotencyRecord = {
  id: 'ab'.repeat(32),
  bodyHash: 'cd'.repeat(32),
  objectId: uuidAt(NOW, 2),
  claimedAt: NOW,
  reply: null,
  expiresAt: NOW + 86_400_000,
}
const answered = { ...claimed, id: 'ef'.repeat(32), reply: { status: 202, body: '{"svc_order_id":"…"}' } }
const subaccount = sampleSubaccount()
const fullSubaccount: Subaccount = {
  ...subaccount,
  subaccountId: uuidAt(NOW, 3),
  description: 'ünïcode',
  isActive: false,
  cancelBefore: NOW + 1,
  cancelComplexBefore: NOW + 2,
  limits: {
    maxOrderQty: qty(1_000_000),
    maxOrderCost: money(2_000_000),
    maxOpenOrders: 0,
    maxDailyLoss: money(3_000_000),
    mcpDailyCost: null,
    halted: true,
    updatedAt: NOW + 3,
  },
  hasWebhooks: true,
}
/** Cause of the cancellation of the whole subaccount. */
const cancelledSubaccount: Subaccount = {
  ...fullSubaccount,
  cancelReason: 'dead_mans_switch',
  cancelComplexReason: 'flatten',
}
/** The same, by a switch that spared the orders of exits that have fired. */
const sparedSubaccount: Subaccount = { ...cancelledSubaccount, cancelExitsBefore: NOW }
/** The same, with a limit for the cost of agents in a day. */
const agentsSubaccount: Subaccount = {
  ...sparedSubaccount,
  limits: { ...sparedSubaccount.limits, mcpDailyCost: money(4_000_000) },
}
const asset: CustomAsset = {
  customAssetId: uuidAt(NOW, 0xa),
  userId: USER,
  subaccountId: SUBACCOUNT,
  name: 'warm days',
  description: 'two cities',
  allocation: 'BEST_PRICE',
  svcIds: [7, 9_007_199_254_740_991],
  insertedAt: NOW,
  updatedAt: NOW + 1,
  version: 0,
}
const webhook = newWebhook(
  {
    webhookId: uuidAt(NOW, 0x1),
    userId: USER,
    url: 'https://example.com/hook',
    events: null,
    description: null,
    sealed: 's1',
  },
  NOW,
)
const fullWebhook: Webhook = {
  ...webhook,
  webhookId: uuidAt(NOW, 0x2),
  events: ['order.filled', 'webhook.test'],
  description: 'mine',
  secrets: [
    { sealed: 's2', until: null },
    { sealed: 's1', until: NOW + 5 },
  ],
  isActive: false,
  disabledReason: 'failing',
  failingSince: NOW,
}
const hook = newHook(
  {
    hookId: uuidAt(NOW, 0x1),
    userId: USER,
    name: 'breakout',
    template: {
      subaccountId: SUBACCOUNT,
      svcId: 7,
      orderType: 'MARKET',
      timeInForce: null,
      qty: qty(10),
      buyFlag: true,
      price: null,
      ...NO_BOUNDS,
      ...NO_INSTRUCTIONS,
    },
    fields: { price: null, qty: null },
    limits: { maxOrdersPerDay: 1, maxCostPerDay: null, expiresAt: null },
    secretHash: 'ab',
    keyId: uuidAt(NOW, 0x5),
  },
  NOW,
)
const fullHook: Hook = {
  ...hook,
  hookId: uuidAt(NOW, 0x2),
  template: {
    ...hook.template,
    orderType: 'LIMIT',
    timeInForce: 'IOC',
    price: price(410_000),
    maxSlippage: price(10_000),
    protectionPrice: price(500_000),
    postOnly: true,
    reduceOnly: true,
    cancelOnPause: true,
  },
  fields: { price: { min: price(300_000), max: price(500_000) }, qty: { min: qty(1) } },
  limits: { maxOrdersPerDay: 5, maxCostPerDay: money(20_000_000), expiresAt: NOW + 5 },
  rotationId: uuidAt(NOW, 0x3),
  isActive: false,
  claimed: [{ orderId: uuidAt(NOW, 0x4), cost: money(4_100_000) }],
}
const chatWebhook: Webhook = { ...webhook, webhookId: uuidAt(NOW, 0x4), kind: 'discord', url: 'https://discord.com/…' }
const restingWebhook: Webhook = { ...webhook, webhookId: uuidAt(NOW, 0x3), failingSince: NOW, restsUntil: NOW + 5_000 }
const delivery: Delivery = {
  deliveryId: uuidAt(NOW, 0xd1),
  webhookId: webhook.webhookId,
  userId: USER,
  objectId: order.orderId,
  sequence: 100,
  type: 'order.updated',
  at: NOW,
  status: 'PENDING',
  attempts: [],
  failures: 0,
  replayed: false,
  replayId: null,
  nextAt: NOW + 1,
  wasPostponed: false,
  dueAt: NOW + 2,
  version: 0,
}
const fullDelivery: Delivery = {
  ...delivery,
  deliveryId: uuidAt(NOW, 0xd2),
  sequence: 101,
  attempts: [
    { at: NOW, durationMs: 12, status: 500, error: null, response: 'no "luck"' },
    { at: NOW + 1, durationMs: 5_000, status: null, error: 'no answer', response: '' },
  ],
  failures: 2,
  replayed: true,
  replayId: uuidAt(NOW, 0xd3),
}
const LABEL = { title: 'Will it rain?', ticker: 'will-it-rain' }
const eventsOf = (objectId: string, version: number, subjects: readonly EventBatch['events'][number]['subject'][]) => ({
  objectId,
  version,
  userId: USER,
  events: subjects.map((subject, n) => ({
    objectId,
    sequence: version * 100 + n,
    userId: USER,
    type: 'order.updated' as const,
    at: NOW + n,
    previousStatus: n === 0 ? null : 'RESTING',
    subject,
  })),
})
const ownFill = sampleFill(order, 1, {
  isMaker: true,
  status: 'PROVISIONAL',
  exchangeTradeId: 'trade 1',
  exchangeOrderId: HASH,
})
const externalFill = {
  ...sampleFill(order, 2),
  orderId: null,
  exchangeTradeId: uuidAt(NOW, 0xf002),
  nativeId: 'KXTEST',
} as const
const batch = eventsOf(order.orderId, 3, [
  { kind: 'order', order: { ...order, version: 3 } },
  { kind: 'order', order: { ...fullBasket, version: 3 } },
  { kind: 'fill', fill: ownFill, order: null, clientOrderId: 'mine', tag: null, label: null },
  { kind: 'complex_order', complexOrder: { ...fullConditional, version: 3 } },
  { kind: 'complex_order', complexOrder: { ...twap, version: 3 } },
  { kind: 'test', webhookId: webhook.webhookId },
])

const ofPosition = eventsOf(positionIdOf(decidedLedger), 4, [
  { kind: 'position', ledger: { ...decidedLedger, version: 4 }, report: pairsReport, label: LABEL },
  { kind: 'position', ledger: { ...decidedLedger, version: 4 }, report: null, label: null },
])

const ofHalt = eventsOf(SUBACCOUNT, 5, [
  { kind: 'subaccount', halt: { subaccountId: SUBACCOUNT, name: 'main', halted: true, apiKeyId: uuidAt(NOW, 0x5e) } },
  { kind: 'subaccount', halt: { subaccountId: SUBACCOUNT, name: 'main', halted: false, apiKeyId: null } },
])

const listed = sampleMarket('KXTEST')
const listedAtB = sampleMarket(HASH, {
  exchange: 'EXCHANGE_B',
  ticker: null,
  tokenIdYes: '71'.repeat(38),
  tokenIdNo: '72'.repeat(38),
  slug: 'will-it-rain',
  conditionId: HASH,
  negRisk: true,
  negRiskId: HASH,
  expiresAt: null,
  status: 'closed',
})

const orderScene = (name: string, record: PlacedOrder): RowScene => ({
  name,
  record,
  write: (table) => orderStore(table).create(record),
  read: (table) => orderStore(table).find(record.orderId),
})
const complexOrderScene = (name: string, record: ComplexOrder): RowScene => ({
  name,
  record,
  write: (table) => complexOrderStore(table).save({ newComplexOrders: [record] }),
  read: (table) => complexOrderStore(table).get(record.complexOrderId),
})

const log: ChangeLog = {
  userId: USER,
  position: 12,
  begun: 3,
  recording: true,
  followedUntil: NOW + 5,
  streamedUntil: NOW + 6,
  markAgainAt: null,
  version: 0,
}

const youngLog: ChangeLog = { ...log, markAgainAt: NOW + 4 }

const stream: Stream = {
  streamId: 'Xh2aLc7sPHcCE1w=',
  userId: USER,
  keyId: uuidAt(NOW, 0x5e),
  scope: 'read',
  openedAt: NOW,
  channels: ['orders', `fills:${SUBACCOUNT}`],
  listening: [],
  position: 12,
  version: 1,
}

const listened: readonly Listened[] = [
  { name: 'quotes', svcId: 9_007_199_254_740_991, exchange: 'EXCHANGE_A', nativeId: 'KXTEST', since: NOW + 1 },
  { name: 'trades', svcId: 72, exchange: 'EXCHANGE_B', nativeId: HASH, since: NOW + 2 },
]

const listeningStream: Stream = {
  ...stream,
  channels: ['orders', 'quotes:9007199254740991', 'trades:72'],
  listening: listened,
}

const TOUCHED: Order = { ...order, fillCount: 1 }

const EQUITY_DAY: EquityDay = {
  subaccountId: SUBACCOUNT,
  exchange: 'EXCHANGE_B',
  startsAt: startOfDay(NOW),
  points: [
    { hour: 0, cash: money(1_000_000_001), positionsValue: money(0) },
    { hour: 23, cash: null, positionsValue: null },
  ],
  version: 1,
}

const WATCHLISTS: Watchlists = {
  userId: USER,
  lists: [{ name: 'Weather', svcIds: [7103732716281843, 5] }],
  updatedAt: NOW,
  version: 1,
}

const DELETION_SCENE: Deletion = {
  userId: USER,
  subaccountId: SUBACCOUNT,
  wasActive: true,
  mayWipe: false,
  dueAt: NOW + 9,
  version: 0,
}

const FLATTENING_SCENE: Flattening = {
  userId: USER,
  subaccountId: SUBACCOUNT,
  flattenId: uuidAt(NOW, 0x9a),
  requestedAt: NOW,
  maxSlippage: cents(5),
  awaited: [],
  stage: 'watches',
  dueAt: NOW + 3_000,
  version: 0,
}

export const ROW_SCENES: readonly RowScene[] = [
  orderScene('a new order', order),
  orderScene('an order with every field set', fullOrder),
  orderScene('an order with instructions', instructedOrder),
  orderScene('an order that is being amended', amendingOrder),
  orderScene('an order that is being replaced', replacingOrder),
  orderScene('an order with a refused amend', amendedOrder),
  orderScene('a reduce-only order', reducingOrder),
  orderScene('an order at EXCHANGE_B', orderAtB),
  orderScene('a slice of a TWAP', slice),
  orderScene('a leg', leg),
  orderScene('an order that a conditional order placed', placed),
  orderScene('a new basket order', newBasket),
  orderScene('a basket order with every field set', fullBasket),
  {
    name: 'a fill with the position it makes',
    record: { fills: [ownFill], listed: [{ fill: ownFill, clientOrderId: null, tag: null, label: null }] },
    write: (table) =>
      orderStore(table)
        .create(order)
        .then(() => orderStore(table).save(TOUCHED, [ownFill])),
    read: async (table) => ({
      fills: await orderStore(table).fills(order.orderId, 9),
      listed: await fillStore(table).list([SUBACCOUNT], {}, { limit: 9, offset: 0 }),
    }),
  },
  {
    name: 'a fill of a trade that was not made through us',
    record: [{ ...sampleFill(order, 2), orderId: null }],
    write: (table) => fillStore(table).recordExternal([externalFill], NOW),
    read: async (table) => fillStore(table).inMarkets(SUBACCOUNT, [externalFill.svcId]),
  },
  {
    name: 'whose an order id of an exchange is',
    record: [order.orderId, null],
    write: (table) => orderStore(table).claimExchangeIds('EXCHANGE_B', [HASH], order.orderId),
    read: async (table) => [
      await orderStore(table).ownerOf('EXCHANGE_B', HASH),
      await orderStore(table).ownerOf('EXCHANGE_B', '0xcd'),
    ],
  },
  complexOrderScene('a conditional order that waits', conditionalAt(3, { status: 'PENDING' })),
  complexOrderScene('a conditional order with every field set', fullConditional),
  complexOrderScene('a conditional order with instructions', instructedConditional),
  complexOrderScene('a reduce-only conditional order', reducingConditional),
  complexOrderScene('an exit that has followed the total of its parent', followingExit),
  complexOrderScene('a TWAP', twap),
  complexOrderScene('a conditional order on a custom asset', basketConditional),
  {
    name: 'what is watched',
    record: {
      markets: [
        {
          svcId: 9_007_199_254_740_991,
          exchange: 'EXCHANGE_A',
          nativeId: 'KXTEST',
          armedAt: activeConditional.updatedAt,
        },
      ],
      users: [{ userId: USER, armedAt: NOW }],
      accounts: [],
      listeners: [],
      baskets: [
        {
          complexOrderId: basketConditional.complexOrderId,
          allocation: 'EQUAL',
          members,
          stopPrice: cents(30),
          trail: null,
          direction: 'down',
          buyFlag: false,
          triggerPriceType: 'MARK',
          armedAt: NOW,
        },
      ],
      crossed: [
        {
          complexOrderId: activeConditional.complexOrderId,
          direction: 'down',
          stopPrice: cents(30),
          trail: null,
          buyFlag: false,
          triggerPriceType: 'MARK',
        },
      ],
    },
    write: (table) => complexOrderStore(table).save({ newComplexOrders: [activeConditional, basketConditional] }),
    read: async (table) => ({
      ...(await complexOrderStore(table).watched()),
      baskets: (await complexOrderStore(table).armedBaskets(USER, null, 9)).baskets,
      crossed: (await complexOrderStore(table).armedStops(9_007_199_254_740_991)).stops.map(
        ({ madeAt: _madeAt, armedAt: _armedAt, ...stop }) => stop,
      ),
    }),
  },
  {
    name: 'trailing stops',
    record: {
      stops: [trailingStop, placelessStop, trailingBasket],
      baskets: [{ stopPrice: null, trail: TRAIL, direction: 'down' }],
      crossed: [
        { stopPrice: null, trail: TRAIL, direction: 'down' },
        { stopPrice: cents(45), trail: TRAIL, direction: 'down' },
      ],
    },
    write: (table) =>
      complexOrderStore(table).save({ newComplexOrders: [trailingStop, placelessStop, trailingBasket] }),
    read: async (table) => {
      const store = complexOrderStore(table)
      const watched = ({ stopPrice, trail, direction }: Trailing) => ({ stopPrice, trail, direction })
      const stops = [trailingStop, placelessStop, trailingBasket]
      return {
        stops: await store.getAll(stops.map(({ complexOrderId }) => complexOrderId)),
        baskets: (await store.armedBaskets(USER, null, 9)).baskets.map(watched),
        crossed: (await store.armedStops(9_007_199_254_740_991)).stops.map(watched),
      }
    },
  },
  {
    name: 'linked stops',
    record: { stop: linkedStop, group: { ...linkGroup, version: 1 }, order: linkedOrder.origin },
    write: (table) =>
      complexOrderStore(table).save({
        newComplexOrders: [linkedStop],
        newOrders: [linkedOrder],
        linkGroups: [linkGroup],
      }),
    read: async (table) => ({
      stop: await complexOrderStore(table).get(linkedStop.complexOrderId),
      group: await complexOrderStore(table).linkGroup(linkGroup),
      order: (await orderStore(table).get(linkedOrder.orderId))?.origin,
    }),
  },
  {
    name: 'protect stops',
    record: { stops: [protectStop, firedProtect], waiting: [protectStop.complexOrderId], order: protectOrder.origin },
    write: (table) =>
      complexOrderStore(table).save({ newComplexOrders: [protectStop, firedProtect], newOrders: [protectOrder] }),
    read: async (table) => {
      const store = complexOrderStore(table)
      return {
        stops: await store.getAll([protectStop.complexOrderId, firedProtect.complexOrderId]),
        waiting: await store.protects(SUBACCOUNT, 'EXCHANGE_A'),
        order: (await orderStore(table).get(protectOrder.orderId))?.origin,
      }
    },
  },
  {
    name: 'positions, reports and syncs of a subaccount',
    record: {
      ledgers: [
        { ...ledger, version: 1 },
        { ...fullLedger, version: 1 },
      ],
      reports: [report],
      accounts: [
        { ...sync, version: 1 },
        { ...fullSync, version: 1 },
      ],
    },
    write: async (table) => {
      const positions = positionStore(table)
      for (const each of [ledger, fullLedger]) {
        await table.putAll([{ ...positionKey(SUBACCOUNT, each.exchange, each.svcId), v: 0 }])
        await positions.save(each)
      }
      await positions.saveReport(report, null)
      for (const each of [sync, fullSync]) await accountSyncStore(table).save(each)
    },
    read: (table) => positionStore(table).ofSubaccount(SUBACCOUNT),
  },
  {
    name: 'markets',
    record: [listed, listedAtB],
    write: (table) => marketStore(table).name([listed, listedAtB]),
    read: (table) => marketStore(table).getMany([listed.svcId, listedAtB.svcId]),
  },
  {
    name: 'how prices come in',
    record: [
      {
        exchange: 'EXCHANGE_A',
        watched: 3,
        streamed: 0,
        accounts: 0,
        polledAt: NOW,
        failingSince: null,
        failingReason: null,
        heldSince: 0,
        delayMs: null,
      },
      {
        exchange: 'EXCHANGE_B',
        watched: 0,
        streamed: 0,
        accounts: 0,
        polledAt: NOW,
        failingSince: NOW - 5,
        failingReason: null,
        heldSince: 0,
        delayMs: null,
      },
    ],
    write: async (table) => {
      await priceFeedStore(table).save({
        exchange: 'EXCHANGE_A',
        watched: 3,
        polledAt: NOW,
        failingSince: null,
        failingReason: null,
        streamed: 0,
        accounts: 0,
        heldSince: 0,
        delayMs: null,
      })
      await priceFeedStore(table).save({
        exchange: 'EXCHANGE_B',
        watched: 0,
        polledAt: NOW,
        failingSince: NOW - 5,
        failingReason: null,
        streamed: 0,
        accounts: 0,
        heldSince: 0,
        delayMs: null,
      })
    },
    read: (table) => priceFeedStore(table).all(),
  },
  {
    name: 'accounts that are streamed',
    record: {
      markets: [],
      users: [],
      accounts: [{ subaccountId: SUBACCOUNT, exchange: 'EXCHANGE_B', at: NOW }],
      listeners: [],
    },
    write: (table) => accountSyncStore(table).stream({ subaccountId: SUBACCOUNT, exchange: 'EXCHANGE_B' }, NOW),
    read: (table) => complexOrderStore(table).watched(),
  },
  {
    name: 'a connection without a key',
    record: null,
    // As versions before 1.0.0 stored it.
    write: async (table) => {
      const row = { wp: workPartition('now', stream.streamId, stream.streamId), due: NOW + 5_000, ttl: 1_795_226_705 }
      await table.write([{ put: { ...row, ...connectionKey(stream.streamId) }, expect: 'anything' }])
    },
    read: (table) => streamStore(table).ownerOf(stream.streamId),
  },
  {
    name: 'a stream',
    record: { owner: USER, stream: { ...stream, version: 2 } },
    write: async (table) => {
      const streams = streamStore(table)
      await streams.admit({ ...stream, channels: [], position: null })
      await streams.save(stream)
    },
    read: async (table) => ({
      owner: await streamStore(table).ownerOf(stream.streamId),
      stream: await streamStore(table).get(USER, stream.streamId),
    }),
  },
  {
    name: 'a stream that follows markets',
    record: {
      streams: [{ ...listeningStream, version: 2 }],
      listeners: [{ streamId: stream.streamId, userId: USER, keyId: stream.keyId, openedAt: NOW, listening: listened }],
    },
    write: async (table) => {
      const streams = streamStore(table)
      await streams.admit({ ...stream, channels: [], position: null })
      await streams.listen(listeningStream)
    },
    read: async (table) => ({
      streams: await streamStore(table).list(USER),
      listeners: (await complexOrderStore(table).watched()).listeners,
    }),
  },
  {
    name: 'exchanges that refuse all calls',
    record: [refusal, { ...refusal, calls: 'orders', version: 1 }],
    write: async (table) => {
      const store = exchangeRefusalStore(table)
      await store.save({ ...refusal, calls: 'orders', version: 0 })
      await store.save({ ...refusal, version: 0 })
      await store.save({ ...refusal, version: 1 })
    },
    read: (table) => exchangeRefusalStore(table).all(),
  },
  {
    name: 'custom assets',
    record: [asset, { ...asset, customAssetId: uuidAt(NOW, 0xab), description: null }],
    write: async (table) => {
      await customAssetStore(table).create(asset)
      await customAssetStore(table).create({ ...asset, customAssetId: uuidAt(NOW, 0xab), description: null })
    },
    read: (table) => customAssetStore(table).list(USER),
  },
  {
    name: 'a dead man’s switch, and one that has fired',
    record: [
      { ...SWITCH, version: 1 },
      { ...SWITCH, ...FIRED, version: 1 },
    ],
    write: async (table) => {
      await deadMansSwitchStore(table).save(SWITCH)
      await deadMansSwitchStore(table).save({ ...SWITCH, ...FIRED })
    },
    read: async (table) => [
      await deadMansSwitchStore(table).get(SUBACCOUNT),
      await deadMansSwitchStore(table).get(FIRED.subaccountId),
    ],
  },
  {
    name: 'dead man’s switches that fire now',
    record: FIRING.map((one) => ({ ...one, version: 1 })),
    write: (table) => Promise.all(FIRING.map((one) => deadMansSwitchStore(table).save(one))),
    read: (table) => Promise.all(FIRING.map(({ subaccountId }) => deadMansSwitchStore(table).get(subaccountId))),
  },
  {
    name: 'a request to flatten',
    record: { ...FLATTENING_SCENE, version: 1 },
    write: (table) => flatteningStore(table).save(FLATTENING_SCENE),
    read: (table) => flatteningStore(table).get(SUBACCOUNT),
  },
  {
    name: 'a request to delete a subaccount',
    record: { ...DELETION_SCENE, version: 1 },
    write: (table) => deletionStore(table).save(DELETION_SCENE),
    read: (table) => deletionStore(table).get(SUBACCOUNT),
  },
  {
    name: 'an equity day',
    record: [EQUITY_DAY, [EQUITY_DAY]],
    write: (table) => equityStore(table).save({ ...EQUITY_DAY, version: 0 }),
    read: async (table) => [
      await equityStore(table).get(EQUITY_DAY, EQUITY_DAY.startsAt),
      await equityStore(table).ofSubaccount(SUBACCOUNT, EQUITY_DAY.startsAt),
    ],
  },
  {
    name: 'watchlists',
    record: WATCHLISTS,
    write: (table) => watchlistStore(table).save({ ...WATCHLISTS, version: 0 }),
    read: (table) => watchlistStore(table).get(USER),
  },
  {
    name: 'a trading day',
    record: {
      userId: USER,
      subaccountId: SUBACCOUNT,
      startsAt: NOW,
      begunAt: NOW + 1,
      startPnl: -5,
      worstLoss: 7,
      dueAt: NOW + 9,
      version: 1,
    },
    write: (table) =>
      tradingDayStore(table).save({
        userId: USER,
        subaccountId: SUBACCOUNT,
        startsAt: NOW,
        begunAt: NOW + 1,
        startPnl: money(-5),
        worstLoss: money(7),
        dueAt: NOW + 9,
        version: 0,
      }),
    read: (table) => tradingDayStore(table).get(SUBACCOUNT),
  },
  {
    name: 'subaccounts',
    record: [subaccount, fullSubaccount],
    write: async (table) => {
      for (const each of [subaccount, fullSubaccount]) await subaccountStore(table).create(each)
    },
    read: async (table) => [
      await subaccountStore(table).get(USER, subaccount.subaccountId),
      await subaccountStore(table).get(USER, fullSubaccount.subaccountId),
    ],
  },
  {
    name: 'a subaccount of which all was cancelled for a reason',
    record: cancelledSubaccount,
    write: (table) => subaccountStore(table).create(cancelledSubaccount),
    read: (table) => subaccountStore(table).get(USER, cancelledSubaccount.subaccountId),
  },
  {
    name: 'a subaccount of which the exits that have fired were spared',
    record: sparedSubaccount,
    write: (table) => subaccountStore(table).create(sparedSubaccount),
    read: (table) => subaccountStore(table).get(USER, sparedSubaccount.subaccountId),
  },
  {
    name: 'a subaccount with a daily cost of agents',
    record: agentsSubaccount,
    write: (table) => subaccountStore(table).create(agentsSubaccount),
    read: (table) => subaccountStore(table).get(USER, agentsSubaccount.subaccountId),
  },
  {
    name: 'an order of an exit that has fired',
    record: firedExit,
    write: (table) => orderStore(table).create(firedExit),
    read: (table) => orderStore(table).get(firedExit.orderId),
  },
  {
    name: 'credentials with the claim of their account',
    record: credentials,
    write: (table) => credentialsStore(table).put(credentials, null),
    read: (table) => credentialsStore(table).get(SUBACCOUNT, 'EXCHANGE_B'),
  },
  {
    name: 'API keys',
    record: [
      [apiKey, { ...apiKey, ...readKey }],
      {
        userId: USER,
        keys: [
          { keyId: apiKey.keyId, madeBy: null },
          { keyId: readKey.keyId, madeBy: apiKey.keyId },
        ],
        version: 2,
      },
    ],
    write: async (table) => {
      const keys = apiKeyStore(table)
      await keys.create(apiKey, await keys.ring(USER))
      await keys.create({ ...apiKey, ...readKey }, await keys.ring(USER))
    },
    read: async (table) => [await apiKeyStore(table).list(USER), await apiKeyStore(table).ring(USER)],
  },
  {
    name: 'the last use of an API key',
    record: new Map([[apiKey.keyId, { keyId: apiKey.keyId, at: NOW, from: '203.0.113.7' }]]),
    write: (table) => keyUseStore(table).record({ keyId: apiKey.keyId, at: NOW, from: '203.0.113.7' }),
    read: (table) => keyUseStore(table).lastUses([apiKey.keyId, readKey.keyId]),
  },
  {
    // Their scope trade was all there was.
    name: 'API keys from before makers were stored',
    record: [
      { ...apiKey, scope: 'admin' },
      { ...apiKey, ...readKey, madeBy: null },
    ],
    write: async (table) => {
      const row = {
        ...apiKeyKey(apiKey.keyId),
        lp: apiKeyListPartition(USER),
        ls: createdSort(NOW, apiKey.keyId),
        us: shortId(USER),
        name: apiKey.name,
        scope: 'trade',
        hash: apiKey.secretHash,
        at: NOW,
      }
      const read = {
        ...row,
        ...apiKeyKey(readKey.keyId),
        ls: createdSort(NOW, readKey.keyId),
        scope: 'read',
        gone: NOW + 1,
      }
      await table.putAll([row, read])
    },
    read: (table) => apiKeyStore(table).list(USER),
  },
  {
    name: 'requests with an idempotency key',
    record: [claimed, answered],
    write: async (table) => {
      await idempotencyStore(table).claim(claimed, null)
      await idempotencyStore(table).claim(answered, null)
    },
    read: async (table) => [
      await idempotencyStore(table).get(claimed.id),
      await idempotencyStore(table).get(answered.id),
    ],
  },
  {
    name: 'hooks',
    record: [hook, fullHook],
    write: async (table) => {
      for (const each of [hook, fullHook]) await hookStore(table).create(each)
    },
    read: (table) => hookStore(table).list(USER),
  },
  {
    name: 'webhooks',
    record: [webhook, fullWebhook, restingWebhook, chatWebhook],
    write: async (table) => {
      for (const each of [webhook, fullWebhook, restingWebhook, chatWebhook]) await webhookStore(table).create(each)
    },
    read: (table) => webhookStore(table).list(USER),
  },
  {
    name: 'deliveries',
    record: [delivery, fullDelivery],
    write: (table) => deliveryStore(table).add([delivery, fullDelivery]),
    read: (table) => deliveryStore(table).pending(webhook.webhookId, order.orderId),
  },
  {
    name: 'events of every kind',
    record: batch.events,
    write: (table) => outboxStore(table).put(batch),
    read: (table) => Promise.all(batch.events.map(({ sequence }) => outboxStore(table).get(order.orderId, sequence))),
  },
  {
    name: 'events of a position',
    record: ofPosition.events,
    write: (table) => outboxStore(table).put(ofPosition),
    read: (table) =>
      Promise.all(ofPosition.events.map(({ objectId, sequence }) => outboxStore(table).get(objectId, sequence))),
  },
  {
    name: 'events of a halt',
    record: ofHalt.events,
    write: (table) => outboxStore(table).put(ofHalt),
    read: (table) => Promise.all(ofHalt.events.map(({ sequence }) => outboxStore(table).get(SUBACCOUNT, sequence))),
  },
  {
    name: 'how far the changes of a user go',
    record: { ...log, version: 1 },
    write: (table) => changeStore(table).save(log),
    read: (table) => changeStore(table).log(USER),
  },
  {
    name: 'the log of changes whose recording has just begun',
    record: { ...youngLog, version: 1 },
    write: (table) => changeStore(table).save(youngLog),
    read: (table) => changeStore(table).log(USER),
  },
  {
    name: 'changes in their log, with their events',
    record: [
      [{ position: 18, events: 6, objectId: order.orderId, version: 3, at: NOW }],
      [{ ...batch, events: batch.events }],
    ],
    write: async (table) => {
      await outboxStore(table).put(batch)
      await changeStore(table).append(log, [batch], NOW)
    },
    read: async (table) => [await changeStore(table).after(USER, 12, 10), await outboxStore(table).find([batch])],
  },
  {
    name: 'a report in pages',
    record: { ledgers: [], reports: [longReport], accounts: [] },
    write: (table) => positionStore(table).saveReport(longReport, null),
    read: (table) => positionStore(table).ofSubaccount(SUBACCOUNT),
  },
  {
    name: 'a position that waits for its redemption',
    record: { ledgers: [{ ...decidedLedger, version: 1 }], reports: [pairsReport], accounts: [] },
    write: async (table) => {
      await table.write([{ put: ledgerToRow(decidedLedger, 1), expect: 'absent' }])
      await positionStore(table).saveReport(pairsReport, null)
    },
    read: (table) => positionStore(table).ofSubaccount(SUBACCOUNT),
  },
  {
    name: 'whether an account can trade',
    record: { checks, version: 1 },
    write: (table) => credentialsStore(table).saveReadiness(SUBACCOUNT, 'EXCHANGE_B', { checks, version: 0 }),
    read: (table) => credentialsStore(table).readiness(SUBACCOUNT, 'EXCHANGE_B'),
  },
  {
    name: 'what a wallet does, with the sync that carries it out',
    record: {
      actions: [merge, redemption, approval].map((action) => ({ ...action, version: 1 })),
      sync: { ...fullSync, actions: [approval.actionId, redemption.actionId], actAt: NOW + 4, version: 1 },
    },
    write: (table) =>
      walletActionStore(table).add([approval, redemption, merge], {
        ...fullSync,
        actions: [approval.actionId, redemption.actionId],
        actAt: NOW + 4,
      }),
    read: async (table) => ({
      actions: await walletActionStore(table).list(SUBACCOUNT, 9),
      sync: await accountSyncStore(table).get(SUBACCOUNT, 'EXCHANGE_B'),
    }),
  },
  {
    name: 'credentials with a key of the relayer',
    record: { ...credentials, relays: true, autoRedeem: true },
    write: (table) => credentialsStore(table).put({ ...credentials, relays: true, autoRedeem: true }, null),
    read: (table) => credentialsStore(table).get(SUBACCOUNT, 'EXCHANGE_B'),
  },
]
