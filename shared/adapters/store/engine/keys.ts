/**
 * Keys and indexes of the table, with the data that each reads.
 *
 *   row               pk            sk                  data
 *   order             O#order       O                   the order, on one market or on a custom asset
 *   fill              O#order       F#fill              fills of the order
 *   order name        On#user       c#name#created      order of the user with that `client_order_id`; `cl` for a leg
 *   tagged order      On#user       t#tag#created       order of the user with that tag; `tl` for a leg, `tx` for a complex order
 *   tagged fill       Ft#subacc.    tag#time#fill       numbers of a fill of a tagged order
 *   foreign fill      G#subacc.#A   F#fill              fills of external trades
 *   position          S#subaccount  P#A#svc_id          position from the fills in that market
 *   account report    S#subaccount  Q#A                 last report of the exchange about holdings and their value
 *   complex order     X#complex     X                   the complex order
 *   linked exits      Xl#subaccount target#link id      linked stops of the subaccount on that instrument
 *   protect stop      Xp#subacc.#A  X#complex           protect stops of the exchange account that wait for their price
 *   watched market    W             svc_id              instruments with armed stops, and when a stop was armed last
 *                     W.0 … W.63    svc_id              the same, by versions before 1.0.0 with many markets; then W has a row `!`
 *   watch share       W             #user               users with armed stops on custom assets, and when a stop was armed last
 *   streamed account  W             $subaccount#A   accounts whose private streams the watch holds; dropped by `ttl`
 *   listener          W             %connection     open streams that follow markets, with the markets; dropped by `ttl`
 *   watched basket    W#user        B#stop              armed stops of the user on custom assets, with the members they watch
 *   price feed        P             A                   state of the price feed of the exchange
 *   late shares       Pl            run                 users whose stops on custom assets are checked late; dropped by `ttl`
 *   refusal           Z             A#orders            time since which the exchange refuses all orders, or all cancels
 *   cost stop         CS            0                   parts of the service that are halted to stop costs
 *   name at exchange  N#A#id        N                   order of an order id of the exchange, if its answers lack our identity
 *   subaccount        U#user        S#subaccount        one or all subaccounts of the user
 *   custom asset      U#user        A#asset             one or all custom assets of the user
 *   watchlists        U#user        WL                  named lists of markets of the user
 *   account claim     U#user        V#A#exchange account   subaccount of the user that holds the exchange account
 *   credentials       S#subaccount  C#A                 credentials of the subaccount at the exchange
 *   wallet action     S#subaccount  W#action            approvals, redemptions and merges, in the order of their requests
 *   readiness         S#subaccount  R#A                 checks whether the account can trade
 *   sync state        S#subaccount  V#A                 state of the sync of the exchange account
 *   trading day       S#subaccount  D                   state of the subaccount at the beginning of the UTC day
 *   equity day        S#subaccount  H#day#A             cash and value of the positions of the exchange account by hour of that UTC day
 *   dead man's switch S#subaccount  J                   time at which the orders of the subaccount are cancelled unless it is renewed
 *   webhook           U#user        H#webhook           one or all webhooks of the user
 *   hook              U#user        I#hook              one or all hooks of the user
 *   events            E#object      version             events of that change of the object; dropped by `ttl`
 *   change log        C#user        0                   end of the log of the user's changes, and how long clients follow it
 *   change            C#user        position            events of the change; dropped by `ttl`
 *   stream            C#user        s#connection        open stream of the user; dropped by `ttl`
 *   connection        Q#connection  Q                   user of the stream, or the deadline of its key; dropped by `ttl`
 *   delivery          D#hook#object sequence            attempts to deliver an event of the object; dropped by `ttl`
 *   tally             T#user        last sort key       number of orders of each kind in a stretch of the user's orders
 *   roll              R#user        last sort key       the orders that a tally counts
 *   tally, roll       Tc#user …     last sort key       the same for complex orders of the user
 *   API key           K#key         K                   the key
 *   key ring          U#user        K                   working keys of the user, and the key that created each
 *   key use           L#key         L                   time and address of the last use of the key
 *   request count     L#user        R#minute#container  requests of the user in that minute; dropped by `ttl`
 *   any use           L#*           L                   time of the last use of the service
 *   catalogue sync    Y#*           0                   time of the last sync of the catalogue
 *   market            M#0 … M#f     svc_id              market named by a stored object; earlier versions stored every market
 *   paper account     PA#A#account  A                   cash, positions and taken levels of a paper account
 *   paper order       PA#A#account  O#paper id          order of a paper account, on the book or ended
 *   paper fills       PA#A#account  F#time#fill         fills of one order of a paper account at one time
 *   idempotency       I#hash        I                   state of the request; dropped by `ttl`
 *   confirmation      B#confirm.    B                   previewed request of an agent; dropped by `ttl`
 *   agent day         B#subaccount  D#time              cost of agents since 00:00 UTC; dropped by `ttl`
 *
 *   index (sparse)    partition     sort                rows
 *   list   lp, ls     o#user        created + tie       orders of the user, newest first
 *                     l#user        created + tie       legs of orders on custom assets, likewise
 *                     f#subaccount  from newest + id    fills of the subaccount, newest first
 *                     c#user        created + tie       complex orders of the user, newest first
 *                     k#user        created + tie       API keys of the user, oldest first
 *                     d#webhook     delivery            deliveries to the webhook, newest first
 *                     t#user        sent + tie          test events that the user sent
 *                     m#A#active    svc_id              native ids (`mn`) of the exchange's markets with rows, in that status
 *                     m#A#active.1  svc_id              the same, in one of four keys; earlier versions used the first only
 *   work   wp, due    0 … f, 0.1 …  due date            due work; the key of the row identifies it
 *   live   vp, pk     subacc.#A     O#order             orders of the exchange account that await a report
 *                     subacc.#*     O#order             orders on custom assets that are not over, or have working exits
 *                     subacc.#A!    O#order             other orders of the exchange account with working exits
 *                     d#webhook     D#hook#object     deliveries to the webhook that failed or were requested, and are not over
 *   trigger tp, ts    svc_id        d + stop price      armed stops that fire on the way down, with trail, age, owner and time of arming
 *                     svc_id        u + stop price      armed stops that fire on the way up
 *
 * Ids are in their short form (`short-id.ts`). `A` and `B` are the exchanges. `work-partitions.ts` spreads the
 * work index. Its sort key is the due date itself, so a row moves only with that date or its priority. docs/what-to-expect.md has the number of
 * rows of each key, and the load that saturates it.
 */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import type { LinkGroupRef } from '#domain/contingent/exits/linked-exits.ts'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { MINUTE, type Millis, toIso } from '#domain/kernel/time.ts'
import type { MarketStatus } from '#domain/markets/market.ts'
import type { PaperAccountRef } from '#domain/paper/paper-account.ts'
import type { Row } from './rows.ts'
import { longId, shortId } from './short-id.ts'
import { API_KEYS, COST_STOP, IDEMPOTENCY, KEY_USES, USERS } from './table-definition.ts'

export type Key = {
  readonly pk: string
  readonly sk: string
}

/** Only the key of a row. */
export const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk })

/** Text that identifies a row in the table. */
export const nameOf = ({ pk, sk }: Row | Key): string => `${String(pk)} ${String(sk)}`

/** Id in a partition or sort key, behind its prefix of two characters. */
export const idOf = (key: string): string => longId(key.slice(2))

/* @__NO_SIDE_EFFECTS__ */
const subaccountKeyOf =
  (sk: string) =>
  (subaccountId: string): Key => ({ pk: subaccountPartition(subaccountId), sk })

/* @__NO_SIDE_EFFECTS__ */
const accountKeyOf =
  (begin: string) =>
  (subaccountId: string, exchange: ExchangeName): Key => ({
    pk: subaccountPartition(subaccountId),
    sk: `${begin}${LETTERS[exchange]}`,
  })

export const orderKey = (orderId: string): Key => ({ pk: `O#${shortId(orderId)}`, sk: ORDER_SORT })

export const ORDER_SORT = 'O'

export const fillKey = (orderId: string, fillId: string): Key => ({
  pk: orderKey(orderId).pk,
  sk: `${FILLS}${shortId(fillId)}`,
})

/** Partition of the user's orders by their names. */
export const orderNamePartition = (userId: string): string => `On#${shortId(userId)}`

/** Begins the sort key of the orders with that `client_order_id` or tag. */
export const namePrefix = (kind: 'c' | 'cl' | 't' | 'tl' | 'tx', name: string): string => `${kind}#${encoded(name)}#`

/** Partition of the fills of tagged orders. */
export const taggedFillPartition = (subaccountId: string): string => `Ft#${shortId(subaccountId)}`

/** Begins the sort key of the fills with that tag; their place in the list of fills follows. */
export const taggedFillPrefix = (tag: string): string => `${encoded(tag)}#`

/** Tag of such a sort key. */
export const tagOfFillSort = (sk: string): string => Buffer.from(sk.slice(0, sk.indexOf('#')), 'base64url').toString()

/** No encoded name contains the `#` behind it. */
const encoded = (name: string): string => Buffer.from(name).toString('base64url')

/** Prefix of the sort key of every fill. */
export const FILLS = 'F#'

/** Key of a fill of an external trade, under its account. */
export const externalFillKey = (subaccountId: string, exchange: ExchangeName, fillId: string): Key => ({
  pk: `${EXTERNAL}${shortId(subaccountId)}#${LETTERS[exchange]}`,
  sk: `${FILLS}${shortId(fillId)}`,
})

/** Prefix of the partition key of such fills. */
export const EXTERNAL = 'G#'

/** `list` index: fills of a subaccount. */
export const fillListPartition = (subaccountId: string): string => `f#${shortId(subaccountId)}`

/** `list` index: newest first, and fills of one millisecond by their id. */
export const fillSort = (exchangeAt: Millis, fillId: string): string => `${fillSortAt(exchangeAt)}${fillId}`

/** Sort key at which the fills of that moment begin; earlier moments come after it. */
export const fillSortAt = (exchangeAt: Millis): string => String(9_999_999_999_999 - exchangeAt).padStart(13, '0')

/** Prefix of the partition key of every subaccount, and of its sort key under its user. */
export const SUBACCOUNTS = 'S#'

export const subaccountPartition = (subaccountId: string): string => `${SUBACCOUNTS}${shortId(subaccountId)}`

export const positionKey = (subaccountId: string, exchange: ExchangeName, svcId: number): Key => ({
  pk: subaccountPartition(subaccountId),
  sk: `${positionsAt(exchange)}${svcId}`,
})

/** Prefix of the sort key of every position, and of positions at one exchange. */
export const POSITIONS = 'P#'
const positionsAt = (exchange: ExchangeName): string => `${POSITIONS}${LETTERS[exchange]}#`

/** Prefix of the sort key of every account report. */
export const ACCOUNT_REPORTS = 'Q#'

export const accountReportKey = accountKeyOf(ACCOUNT_REPORTS)

/** Key of one page of an account report that is too long for one row. */
export const reportPageKey = (subaccountId: string, exchange: ExchangeName, page: number): Key => ({
  pk: subaccountPartition(subaccountId),
  sk: `${REPORT_PAGES}${LETTERS[exchange]}#${page}`,
})

/** Prefix of the sort key of every page of a report. Versions without pages do not take a page for a report. */
export const REPORT_PAGES = 'Qp#'

export const complexOrderKey = (complexOrderId: string): Key => ({
  pk: `X#${shortId(complexOrderId)}`,
  sk: COMPLEX_ORDER_SORT,
})

export const COMPLEX_ORDER_SORT = 'X'

export const watchedMarketKey = (svcId: number): Key => ({ pk: WATCHED_MARKETS, sk: String(svcId) })

/** One partition, because every poll of the prices reads it: the rows of fifty instruments cost half a read unit. */
export const WATCHED_MARKETS = 'W'

/** Keys over which versions before 1.0.0 split the watch entries of more than 2,000 markets. */
export const OLD_MARK_PARTITIONS = /* @__PURE__ */ Array.from({ length: 64 }, (_, n) => `${WATCHED_MARKETS}.${n}`)

/** Marks watch entries as split. Sorts before all other rows under the key of watched markets, so that one range reads both. */
export const OLD_SPLIT_KEY: Key = { pk: WATCHED_MARKETS, sk: '!' }

/** Key of the linked exits of one name on one instrument or custom asset. */
export const linkGroupKey = ({ subaccountId, targetId, linkId }: LinkGroupRef): Key => ({
  pk: `Xl#${shortId(subaccountId)}`,
  sk: `${targetId}#${linkId}`,
})

/** Partition of the protect stops of an exchange account that wait for their price. */
export const protectPartition = (subaccountId: string, exchange: ExchangeName): string =>
  `Xp#${shortId(subaccountId)}#${LETTERS[exchange]}`

export const protectKey = (subaccountId: string, exchange: ExchangeName, complexOrderId: string): Key => ({
  pk: protectPartition(subaccountId, exchange),
  sk: `X#${shortId(complexOrderId)}`,
})

/** Key of a user with armed stops on custom assets. Sorts before the instruments, so that one range reads both. */
export const watchShareKey = (userId: string): Key => ({ pk: WATCHED_MARKETS, sk: `${SHARES}${shortId(userId)}` })

/** Prefix of the sort key of every watch share. */
export const SHARES = '#'

/** Key of an account whose private stream the watch holds. Sorts between the users and the instruments. */
export const streamedAccountKey = (subaccountId: string, exchange: ExchangeName): Key => ({
  pk: WATCHED_MARKETS,
  sk: `${STREAMED}${shortId(subaccountId)}#${LETTERS[exchange]}`,
})

/** Account of such a sort key; throws for a letter of no exchange. */
export const streamedAccountOf = (sk: string): AccountRef => ({
  subaccountId: longId(sk.slice(STREAMED.length, -2)),
  exchange: exchangeOf(sk.slice(-1)),
})

/** Prefix of the sort key of every streamed account. */
export const STREAMED = '$'

/** Key of an open stream that follows markets. Sorts between the accounts and the instruments. */
export const listenerKey = (streamId: string): Key => ({ pk: WATCHED_MARKETS, sk: `${LISTENERS}${streamId}` })

/** Prefix of the sort key of every such stream. */
export const LISTENERS = '%'

/** Sort before and behind every instrument; further behind are rows of earlier versions. */
export const BEFORE_MARKETS = '0'
export const AFTER_MARKETS = ':'

/** Partition of the armed stops of a user on custom assets. */
export const watchedBasketPartition = (userId: string): string => `${WATCHED_MARKETS}#${shortId(userId)}`

/** Key of an armed stop on a custom asset, in the partition of its user: stops of one user slow down no other user. */
export const watchedBasketKey = (userId: string, complexOrderId: string): Key => ({
  pk: watchedBasketPartition(userId),
  sk: `${BASKETS}${shortId(complexOrderId)}`,
})

/** Prefix of the sort key of every watched basket. */
export const BASKETS = 'B#'

export const priceFeedKey = (exchange: ExchangeName): Key => ({ pk: PRICE_FEEDS, sk: LETTERS[exchange] })

export const PRICE_FEEDS = 'P'

/** Key of the late stops of one run of the price watch. */
export const lateSharesKey = (run: number): Key => ({ pk: LATE_SHARES, sk: String(run) })

export const LATE_SHARES = 'Pl'

/** Exists while costs are stopped. */
export const costStopKey: Key = { pk: COST_STOP, sk: '0' }

export const exchangeRefusalKey = (exchange: ExchangeName, calls: string): Key => ({
  pk: EXCHANGE_REFUSALS,
  sk: `${LETTERS[exchange]}#${calls}`,
})

/** One partition: it hardly ever has a row. */
export const EXCHANGE_REFUSALS = 'Z'

/** `list` index: complex orders of a user. */
export const complexOrderListPartition = (userId: string): string => `c#${shortId(userId)}`

/** Key of an order id of an exchange that does not return our own identity (EXCHANGE_B). */
export const exchangeIdKey = (exchange: ExchangeName, exchangeOrderId: string): Key => ({
  pk: `N#${LETTERS[exchange]}#${shortId(exchangeOrderId)}`,
  sk: 'N',
})

export const userPartition = (userId: string): string => `${USERS}${shortId(userId)}`

/** Key of an object of the user, by the prefix of its kind. */
export const userRowKey = (userId: string, begin: string, id: string): Key => ({
  pk: userPartition(userId),
  sk: `${begin}${shortId(id)}`,
})

/** Prefix of the sort key of every custom asset. */
export const CUSTOM_ASSETS = 'A#'

/** Prefix of the sort key of every webhook. */
export const WEBHOOKS = 'H#'

/** Prefix of the sort key of every hook. */
export const HOOKS = 'I#'

/** Partition of the events of any object. */
export const eventsPartition = (objectId: string): string => `E#${shortId(objectId)}`

export const eventsKey = (objectId: string, version: number): Key => ({
  pk: eventsPartition(objectId),
  sk: padded(version),
})

/** Log of the changes of a user, by position; position 0 is the log itself. */
export const changesPartition = (userId: string): string => `C#${shortId(userId)}`

export const changeLogKey = (userId: string): Key => changeKey(userId, 0)

export const changeKey = (userId: string, position: number): Key => ({
  pk: changesPartition(userId),
  sk: String(position).padStart(15, '0'),
})

/** Prefix of the sort key of every stream. */
export const STREAMS = 's#'

/** Ids of connections are texts of the gateway. */
export const streamKey = (userId: string, streamId: string): Key => ({
  pk: changesPartition(userId),
  sk: `${STREAMS}${streamId}`,
})

export const connectionKey = (streamId: string): Key => ({ pk: `Q#${streamId}`, sk: 'Q' })

/** Sorts behind the position of every change. */
export const CHANGES_END = '9~'

/** Partition of the deliveries of one object's events to one webhook: each waits for the one before. */
export const deliveryPartition = (webhookId: string, objectId: string): string =>
  `D#${shortId(webhookId)}#${shortId(objectId)}`

export const deliveryKey = (webhookId: string, objectId: string, sequence: number): Key => ({
  pk: deliveryPartition(webhookId, objectId),
  sk: padded(sequence),
})

/** `list` index: deliveries to a webhook, by their ids, which begin with the time. */
export const deliveryListPartition = (webhookId: string): string => `d#${shortId(webhookId)}`

/** Webhook and object of a delivery. */
export const deliveryPartsOf = (pk: string): { readonly webhookId: string; readonly objectId: string } => {
  const [, webhook = '', object = ''] = pk.split('#')
  return { webhookId: longId(webhook), objectId: longId(object) }
}

/** Pads numbers, so that they sort as texts. */
const padded = (number: number): string => String(number).padStart(12, '0')

export const accountClaimKey = (userId: string, exchange: ExchangeName, exchangeAccount: string): Key => ({
  pk: userPartition(userId),
  sk: `V#${LETTERS[exchange]}#${shortId(exchangeAccount)}`,
})

export const credentialsKey = accountKeyOf('C#')

export const walletActionKey = (subaccountId: string, actionId: string): Key => ({
  pk: subaccountPartition(subaccountId),
  sk: `${WALLET_ACTIONS}${actionId}`,
})

/** Prefix of the sort key of every wallet action; the id behind it begins with the time. */
export const WALLET_ACTIONS = 'W#'

export const readinessKey = accountKeyOf('R#')

/** Prefix of the sort key of every sync state. */
export const ACCOUNT_SYNCS = 'V#'

export const accountSyncKey = accountKeyOf(ACCOUNT_SYNCS)

export const TRADING_DAY = 'D'
export const tradingDayKey = subaccountKeyOf(TRADING_DAY)

/** Prefix of the sort key of every equity day, and the end of all. */
export const EQUITY_DAYS = 'H#'
export const EQUITY_DAYS_END = `${EQUITY_DAYS}~`

/** Sort key at which the equity days from that day on begin. */
export const equityDaysFrom = (at: Millis): string => `${EQUITY_DAYS}${toIso(at).slice(0, 10)}`

export const equityDayKey = ({ subaccountId, exchange }: AccountRef, startsAt: Millis): Key => ({
  pk: subaccountPartition(subaccountId),
  sk: `${equityDaysFrom(startsAt)}#${LETTERS[exchange]}`,
})

export const DEAD_MANS_SWITCH = 'J'
export const deadMansSwitchKey = subaccountKeyOf(DEAD_MANS_SWITCH)

export const FLATTENING = 'JF'
export const flatteningKey = subaccountKeyOf(FLATTENING)

export const DELETION = 'JD'
export const deletionKey = subaccountKeyOf(DELETION)

export const apiKeyKey = (keyId: string): Key => ({ pk: `${API_KEYS}${shortId(keyId)}`, sk: 'K' })

export const keyUseKey = (keyId: string): Key => ({ pk: `${KEY_USES}${shortId(keyId)}`, sk: 'L' })

/** Partition of the counts, beside the uses of keys: functions that only read may write there. */
export const requestCountPartition = (userId: string): string => `${KEY_USES}${shortId(userId)}`

export const requestCountKey = (userId: string, at: Millis, container: string): Key => ({
  pk: requestCountPartition(userId),
  sk: `${requestCountMinute(at)}${shortId(container)}`,
})

/** Prefix of the sort keys of all counts of that minute. */
export const requestCountMinute = (at: Millis): string => `R#${Math.floor(at / MINUTE)}#`

/** Key of the mark that keys of the user were revoked, in the partition that functions of API keys may write. */
export const revocationKey = (userId: string): Key => ({ pk: `${KEY_USES}${shortId(userId)}`, sk: REVOCATION })
export const REVOCATION = 'LR'

/** `list` index: test events that a user sent. */
export const testListPartition = (userId: string): string => `t#${shortId(userId)}`

/** Time of the last use of the service, in the partition that every function with keys may write. */
export const ANY_USE_KEY: Key = { pk: `${KEY_USES}*`, sk: 'L' }

/** Time of the last sync of the catalogue. */
export const CATALOGUE_SYNC_KEY: Key = { pk: 'Y#*', sk: '0' }

/** Key of the ring with the working keys of a user. */
export const keyRingKey = (userId: string): Key => ({ pk: userPartition(userId), sk: 'K' })

/** Key of the watchlists of a user. */
export const watchlistsKey = (userId: string): Key => ({ pk: userPartition(userId), sk: 'WL' })

/** Partitions of markets. */
export const MARKET_PARTITIONS: readonly string[] = Array.from({ length: 16 }, (_, place) => `M#${place.toString(16)}`)

export const marketKey = (svcId: number): Key => ({ pk: `M#${(svcId % 16).toString(16)}`, sk: String(svcId) })

export const idempotencyKey = (id: string): Key => ({ pk: `${IDEMPOTENCY}${id}`, sk: 'I' })

/** Prefix of the partition key of every confirmation. */
export const CONFIRMATIONS = 'B#'

export const confirmationKey = (confirmationId: string): Key => ({
  pk: `${CONFIRMATIONS}${shortId(confirmationId)}`,
  sk: 'B',
})

export const agentDayKey = (subaccountId: string, startsAt: number): Key => ({
  pk: `${CONFIRMATIONS}${shortId(subaccountId)}`,
  sk: `D#${startsAt}`,
})

/** `list` index: orders of a user. */
export const orderListPartition = (userId: string): string => `o#${shortId(userId)}`

/** `list` index: legs of the user's orders on custom assets. */
export const legListPartition = (userId: string): string => `l#${shortId(userId)}`

/** `list` index: by creation time. The end of the id is random in a UUID, and keeps objects of one millisecond in a fixed order. */
export const createdSort = (createdAt: Millis, id: string): string =>
  `${String(createdAt).padStart(13, '0')}${id.slice(-12)}`

export const createdAtOf = (sort: string): Millis => Number(sort.slice(0, 13))

/** Tallies of a user's orders, by the last sort key of the `list` index that each counts. */
export const aggregatePartition = (userId: string): string => `T#${shortId(userId)}`

export const rollPartition = (userId: string): string => `R#${shortId(userId)}`

export const complexAggregatePartition = (userId: string): string => `Tc#${shortId(userId)}`

export const complexRollPartition = (userId: string): string => `Rc#${shortId(userId)}`

/** `list` index: API keys of a user. */
export const apiKeyListPartition = (userId: string): string => `k#${shortId(userId)}`

/** `list` index: a market among those of its exchange and status. */
export const marketListPartition = (exchange: ExchangeName, status: MarketStatus, svcId: number): string =>
  marketListPart(exchange, status, svcId % MARKET_LISTS)

/** `list` index: partitions of the markets of an exchange in one status. */
export const marketListPartitions = (exchange: ExchangeName, status: MarketStatus): readonly string[] =>
  Array.from({ length: MARKET_LISTS }, (_, part) => marketListPart(exchange, status, part))

/** Few, because the sync of the catalogue reads all of them. Many named markets that end at the same hour move at 2,000 a second. */
const MARKET_LISTS = 4

/** The first partition is the only one of earlier versions. */
const marketListPart = (exchange: ExchangeName, status: MarketStatus, part: number): string =>
  `m#${LETTERS[exchange]}#${status}${part === 0 ? '' : `.${part}`}`

/** `live` index: orders of an exchange account. */
export const livePartition = (subaccountId: string, exchange: ExchangeName): string =>
  `${shortId(subaccountId)}#${LETTERS[exchange]}`

/** `live` index: orders of the exchange account that are over, but have working exits. */
export const guardedPartition = (subaccountId: string, exchange: ExchangeName): string =>
  `${livePartition(subaccountId, exchange)}!`

/** `live` index: orders of a subaccount on custom assets that are not over, or have working exits. */
export const basketLivePartition = (subaccountId: string): string => `${shortId(subaccountId)}#*`

/** Partition of everything of a paper account. */
export const paperPartition = ({ exchange, account }: PaperAccountRef): string =>
  `${PAPER}${LETTERS[exchange]}#${shortId(account)}`

const PAPER = 'PA#'

/** Account of such a partition; throws for a letter of no exchange. */
export const paperAccountOf = (pk: string): PaperAccountRef => ({
  exchange: exchangeOf(pk.slice(PAPER.length, PAPER.length + 1)),
  account: longId(pk.slice(PAPER.length + 2)),
})

export const paperAccountKey = (ref: PaperAccountRef): Key => ({ pk: paperPartition(ref), sk: 'A' })

export const paperOrderKey = (ref: PaperAccountRef, paperId: string): Key => ({
  pk: paperPartition(ref),
  sk: `${PAPER_ORDERS}${shortId(paperId)}`,
})

/** Prefix of the sort key of every paper order. */
export const PAPER_ORDERS = 'O#'

/** Prefix of the sort key of all paper fills. */
export const PAPER_FILLS = 'F#'

/** Sort key before all paper fills of that time. */
export const paperFillsAt = (at: Millis): string => `${PAPER_FILLS}${padded13(at)}`

export const paperFillKey = (ref: PaperAccountRef, at: Millis, fillId: string): Key => ({
  pk: paperPartition(ref),
  sk: `${paperFillsAt(at)}#${fillId}`,
})

const padded13 = (at: Millis): string => String(Math.max(0, at)).padStart(13, '0')

/** Letters of the exchanges in rows. A letter never changes once it was written. */
export const LETTERS: Readonly<Record<ExchangeName, string>> = { EXCHANGE_A: 'A', EXCHANGE_B: 'B' }

/** Exchange of a letter; throws for any other letter. */
export const exchangeOf = (letter: string): ExchangeName => {
  const exchange = exchangeOrNull(letter)
  if (exchange === null) throw new Error(`${letter} stands for no exchange`)
  return exchange
}

export const exchangeOrNull = (letter: string): ExchangeName | null =>
  EXCHANGE_NAMES.find((name) => LETTERS[name] === letter) ?? null
