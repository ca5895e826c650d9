/**
 * Every key and index, beside the question it answers.
 *
 *   row               pk            sk                  question
 *   order             O#order       O                   the order, on one market or on a custom asset
 *   fill              O#order       F#fill              the fills of the order, and whether one is held
 *   foreign fill      G#subacc.#A   F#fill              the same of trades that were not made through us
 *   position          S#subaccount  P#A#svc_id          what the fills in that market make
 *   account report    S#subaccount  Q#A                 what the exchange last said the account holds, and its worth
 *   complex order     X#complex     X                   the complex order
 *   linked exits      Xl#subaccount target#link id      which stops of the subaccount on that instrument are linked
 *   protect stop      Xp#subacc.#A  X#complex           protect stops of the exchange account that wait for their price
 *   watched market    W             svc_id              instruments with armed stops, and when one was armed last
 *                     W.0 … W.63    svc_id              the same, as versions before 1.0.0 stored them if they were many; then W has a row `!`
 *   watch share       W             #user               users with armed stops on custom assets, and when one was armed last
 *   streamed account  W             $subaccount#A   accounts whose private streams the watch holds; dropped by `ttl`
 *   listener          W             %connection     open streams that follow markets, and which; dropped by `ttl`
 *   watched basket    W#user        B#stop              armed stops of the user on custom assets, with the members they watch
 *   price feed        P             A                   how the prices of the exchange come in
 *   late shares       Pl            run                 whose stops on custom assets the watch is late with; dropped by `ttl`
 *   refusal           Z             A#orders            since when the exchange refuses all orders, or all cancels
 *   cost stop         CS            0                   what is halted because more is asked of the service than is to be paid for
 *   name at exchange  N#A#id        N                   whose an order id of the exchange is, where it does not tell itself
 *   subaccount        U#user        S#subaccount        one or all subaccounts of the user
 *   custom asset      U#user        A#asset             one or all custom assets of the user
 *   account claim     U#user        V#A#exchange account   which subaccount of the user holds that account at the exchange
 *   credentials       S#subaccount  C#A                 the credentials of the subaccount at the exchange
 *   wallet action     S#subaccount  W#action            approvals, redemptions and merges, in the order they were asked for
 *   readiness         S#subaccount  R#A                 whether that account can trade, and what it lacks
 *   sync state        S#subaccount  V#A                 how the sync of that exchange account stands
 *   trading day       S#subaccount  D                   where the subaccount stood when the UTC day began
 *   dead man's switch S#subaccount  J                   when the orders of the subaccount are cancelled unless it is renewed
 *   webhook           U#user        H#webhook           one or all webhooks of the user
 *   events            E#object      version             what became of the object by that change; dropped by `ttl`
 *   change log        C#user        0                   how far the changes of the user go, and how long somebody follows them
 *   change            C#user        position            which events the change made; dropped by `ttl`
 *   stream            C#user        s#connection        an open stream of the user; dropped by `ttl`
 *   connection        Q#connection  Q                   whose stream it is, or until when its key must come; dropped by `ttl`
 *   delivery          D#hook#object sequence            how an event of the object reached the webhook; dropped by `ttl`
 *   tally             T#user        last sort key       how many orders of each kind a stretch of the user's orders holds
 *   roll              R#user        last sort key       which orders these are
 *   tally, roll       Tc#user …     last sort key       the same of the user's complex orders
 *   API key           K#key         K                   the key
 *   key ring          U#user        K                   which keys of the user work, and which key created which
 *   key use           L#key         L                   when and from where the key was last used
 *   request count     L#user        R#minute#container  requests of the user in that minute; dropped by `ttl`
 *   any use           L#*           L                   when anybody last used the service
 *   catalogue sync    Y#*           0                   when the catalogue was last synced
 *   market            M#0 … M#f     svc_id              the market, if something names it; earlier versions stored every market
 *   idempotency       I#hash        I                   what became of the request; dropped by `ttl`
 *
 *   index (sparse)    partition     sort                question
 *   list   lp, ls     o#user        created + tie       orders of the user, newest first
 *                     l#user        created + tie       legs of orders on custom assets, likewise
 *                     f#subaccount  from newest + id    fills of the subaccount, newest first
 *                     c#user        created + tie       complex orders of the user, newest first
 *                     k#user        created + tie       API keys of the user, oldest first
 *                     d#webhook     delivery            deliveries to the webhook, newest first
 *                     t#user        sent + tie          test events that the user sent
 *                     m#A#active    svc_id              native ids (`mn`) of those markets of the exchange in that status
 *                     m#A#active.1  svc_id              the same: four keys have them, and earlier versions used the first only
 *   work   wp, due    0 … f, 0.1 …  when it is due      what is overdue; the row's key says what it is
 *   live   vp, pk     subacc.#A     O#order             orders of the exchange account that need the exchange's word
 *                     subacc.#*     O#order             orders on custom assets that are not over, or with exits that still work
 *                     subacc.#A!    O#order             other orders of the exchange account with exits that still work
 *                     d#webhook     D#hook#object     deliveries to the webhook that failed or were asked for, and are not over
 *   trigger tp, ts    svc_id        d + stop price      armed stops of the instrument that fire on the way down, with trail, age, owner and when armed
 *                     svc_id        u + stop price      on the way up
 *
 * Ids are in their short form (`short-id.ts`). `A` and `B` stand for the exchanges. `work-partitions.ts` says how the work
 * index is spread. Its sort key is the due date itself, so a row moves only with that date or its urgency. How many of each
 * key there are, and when one saturates, is in docs/scale.md.
 */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import type { LinkGroupRef } from '#domain/contingent/linked-exits.ts'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { MarketStatus } from '#domain/markets/market.ts'
import type { Row } from './rows.ts'
import { longId, shortId } from './short-id.ts'
import { API_KEYS, COST_STOP, IDEMPOTENCY, KEY_USES, USERS } from './table-definition.ts'

export type Key = {
  readonly pk: string
  readonly sk: string
}

/** The key of a row alone. */
export const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk })

/** What tells a row from all others of the table, in one text. */
export const nameOf = ({ pk, sk }: Row | Key): string => `${String(pk)} ${String(sk)}`

/** The id in a partition or sort key, behind the two characters that say what it is of. */
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

/** What the sort key of every fill begins with. */
export const FILLS = 'F#'

/** A fill of a trade that was not made through us, under its account. */
export const foreignFillKey = (subaccountId: string, exchange: ExchangeName, fillId: string): Key => ({
  pk: `${FOREIGN}${shortId(subaccountId)}#${LETTERS[exchange]}`,
  sk: `${FILLS}${shortId(fillId)}`,
})

/** What the partition key of such fills begins with. */
export const FOREIGN = 'G#'

/** `list` index: the fills of a subaccount. */
export const fillListPartition = (subaccountId: string): string => `f#${shortId(subaccountId)}`

/** `list` index: newest first, and those of one millisecond by their id. */
export const fillSort = (exchangeAt: Millis, fillId: string): string => `${fillSortAt(exchangeAt)}${fillId}`

/** Where the fills of that moment begin; earlier moments come after it. */
export const fillSortAt = (exchangeAt: Millis): string => String(9_999_999_999_999 - exchangeAt).padStart(13, '0')

/** What the partition key of every subaccount begins with, and its sort key under its user. */
export const SUBACCOUNTS = 'S#'

export const subaccountPartition = (subaccountId: string): string => `${SUBACCOUNTS}${shortId(subaccountId)}`

export const positionKey = (subaccountId: string, exchange: ExchangeName, svcId: number): Key => ({
  pk: subaccountPartition(subaccountId),
  sk: `${positionsAt(exchange)}${svcId}`,
})

/** What the sort key of every position begins with, and of those at one exchange. */
export const POSITIONS = 'P#'
const positionsAt = (exchange: ExchangeName): string => `${POSITIONS}${LETTERS[exchange]}#`

/** What the sort key of every account report begins with. */
export const ACCOUNT_REPORTS = 'Q#'

export const accountReportKey = accountKeyOf(ACCOUNT_REPORTS)

/** A page of an account report that is too long for one row. */
export const reportPageKey = (subaccountId: string, exchange: ExchangeName, page: number): Key => ({
  pk: subaccountPartition(subaccountId),
  sk: `${REPORT_PAGES}${LETTERS[exchange]}#${page}`,
})

/** What the sort key of every page of a report begins with. Versions that know no pages do not take it for a report. */
export const REPORT_PAGES = 'Qp#'

export const complexOrderKey = (complexOrderId: string): Key => ({
  pk: `X#${shortId(complexOrderId)}`,
  sk: COMPLEX_ORDER_SORT,
})

export const COMPLEX_ORDER_SORT = 'X'

export const watchedMarketKey = (svcId: number): Key => ({ pk: WATCHED_MARKETS, sk: String(svcId) })

/** One partition, because every poll of the prices reads it: the rows of fifty instruments cost half a read unit. */
export const WATCHED_MARKETS = 'W'

/** The keys over which versions before 1.0.0 split the marks of more than 2,000 markets. */
export const OLD_MARK_PARTITIONS = /* @__PURE__ */ Array.from({ length: 64 }, (_, n) => `${WATCHED_MARKETS}.${n}`)

/** Says that marks are split. It sorts before all other rows under the key of watched markets, so that one range holds it too. */
export const OLD_SPLIT_KEY: Key = { pk: WATCHED_MARKETS, sk: '!' }

/** The linked exits of one name on one instrument or custom asset. */
export const linkGroupKey = ({ subaccountId, targetId, linkId }: LinkGroupRef): Key => ({
  pk: `Xl#${shortId(subaccountId)}`,
  sk: `${targetId}#${linkId}`,
})

/** The protect stops of an exchange account that wait for their price. */
export const protectPartition = (subaccountId: string, exchange: ExchangeName): string =>
  `Xp#${shortId(subaccountId)}#${LETTERS[exchange]}`

export const protectKey = (subaccountId: string, exchange: ExchangeName, complexOrderId: string): Key => ({
  pk: protectPartition(subaccountId, exchange),
  sk: `X#${shortId(complexOrderId)}`,
})

/** A user with armed stops on custom assets. It sorts before the instruments, so one range holds both. */
export const watchShareKey = (userId: string): Key => ({ pk: WATCHED_MARKETS, sk: `${SHARES}${shortId(userId)}` })

/** What the sort key of every watch share begins with. */
export const SHARES = '#'

/** An account whose private stream the watch holds. It sorts between the users and the instruments. */
export const streamedAccountKey = (subaccountId: string, exchange: ExchangeName): Key => ({
  pk: WATCHED_MARKETS,
  sk: `${STREAMED}${shortId(subaccountId)}#${LETTERS[exchange]}`,
})

/** The account such a sort key names; throws for a letter that stands for no exchange. */
export const streamedAccountOf = (sk: string): AccountRef => ({
  subaccountId: longId(sk.slice(STREAMED.length, -2)),
  exchange: exchangeOf(sk.slice(-1)),
})

/** What the sort key of every streamed account begins with. */
export const STREAMED = '$'

/** An open stream that follows markets. It sorts between the accounts and the instruments. */
export const listenerKey = (streamId: string): Key => ({ pk: WATCHED_MARKETS, sk: `${LISTENERS}${streamId}` })

/** What the sort key of every such stream begins with. */
export const LISTENERS = '%'

/** Sort before and behind every instrument; behind these are rows that earlier versions kept beside them. */
export const BEFORE_MARKETS = '0'
export const AFTER_MARKETS = ':'

/** The armed stops of a user on custom assets. */
export const watchedBasketPartition = (userId: string): string => `${WATCHED_MARKETS}#${shortId(userId)}`

/** An armed stop on a custom asset, in the partition of its user: nobody's list makes another's longer to read. */
export const watchedBasketKey = (userId: string, complexOrderId: string): Key => ({
  pk: watchedBasketPartition(userId),
  sk: `${BASKETS}${shortId(complexOrderId)}`,
})

/** What the sort key of every watched basket begins with. */
export const BASKETS = 'B#'

export const priceFeedKey = (exchange: ExchangeName): Key => ({ pk: PRICE_FEEDS, sk: LETTERS[exchange] })

export const PRICE_FEEDS = 'P'

/** What one run of the price watch is late with. */
export const lateSharesKey = (run: number): Key => ({ pk: LATE_SHARES, sk: String(run) })

export const LATE_SHARES = 'Pl'

/** One row while costs are stopped. */
export const costStopKey: Key = { pk: COST_STOP, sk: '0' }

export const exchangeRefusalKey = (exchange: ExchangeName, calls: string): Key => ({
  pk: EXCHANGE_REFUSALS,
  sk: `${LETTERS[exchange]}#${calls}`,
})

/** One partition: there is hardly ever a row in it. */
export const EXCHANGE_REFUSALS = 'Z'

/** `list` index: the complex orders of a user. */
export const complexOrderListPartition = (userId: string): string => `c#${shortId(userId)}`

/** An order id of an exchange that does not show our own identity in its answers (EXCHANGE_B). */
export const exchangeIdKey = (exchange: ExchangeName, exchangeOrderId: string): Key => ({
  pk: `N#${LETTERS[exchange]}#${shortId(exchangeOrderId)}`,
  sk: 'N',
})

export const userPartition = (userId: string): string => `${USERS}${shortId(userId)}`

/** Something of the user, of the kind whose sort keys begin so. */
export const userRowKey = (userId: string, begin: string, id: string): Key => ({
  pk: userPartition(userId),
  sk: `${begin}${shortId(id)}`,
})

/** What the sort key of every custom asset begins with. */
export const CUSTOM_ASSETS = 'A#'

/** What the sort key of every webhook begins with. */
export const WEBHOOKS = 'H#'

/** What became of an object, whatever it is. */
export const eventsPartition = (objectId: string): string => `E#${shortId(objectId)}`

export const eventsKey = (objectId: string, version: number): Key => ({
  pk: eventsPartition(objectId),
  sk: padded(version),
})

/** The log of the changes of a user, by their positions; position 0 is the log itself. */
export const changesPartition = (userId: string): string => `C#${shortId(userId)}`

export const changeLogKey = (userId: string): Key => changeKey(userId, 0)

export const changeKey = (userId: string, position: number): Key => ({
  pk: changesPartition(userId),
  sk: String(position).padStart(15, '0'),
})

/** What the sort key of every stream begins with. */
export const STREAMS = 's#'

/** Ids of connections are texts of the gateway. */
export const streamKey = (userId: string, streamId: string): Key => ({
  pk: changesPartition(userId),
  sk: `${STREAMS}${streamId}`,
})

export const connectionKey = (streamId: string): Key => ({ pk: `Q#${streamId}`, sk: 'Q' })

/** Behind the position of every change. */
export const CHANGES_END = '9~'

/** Deliveries of one object's events to one webhook: each waits for the one before. */
export const deliveryPartition = (webhookId: string, objectId: string): string =>
  `D#${shortId(webhookId)}#${shortId(objectId)}`

export const deliveryKey = (webhookId: string, objectId: string, sequence: number): Key => ({
  pk: deliveryPartition(webhookId, objectId),
  sk: padded(sequence),
})

/** `list` index: the deliveries to a webhook, by their ids, which begin with the time. */
export const deliveryListPartition = (webhookId: string): string => `d#${shortId(webhookId)}`

/** The webhook and the object of a delivery. */
export const deliveryPartsOf = (pk: string): { readonly webhookId: string; readonly objectId: string } => {
  const [, webhook = '', object = ''] = pk.split('#')
  return { webhookId: longId(webhook), objectId: longId(object) }
}

/** So that numbers sort as texts. */
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

/** What the sort key of every action of a wallet begins with; the id that follows begins with the time. */
export const WALLET_ACTIONS = 'W#'

export const readinessKey = accountKeyOf('R#')

/** What the sort key of every sync state begins with. */
export const ACCOUNT_SYNCS = 'V#'

export const accountSyncKey = accountKeyOf(ACCOUNT_SYNCS)

export const TRADING_DAY = 'D'
export const tradingDayKey = subaccountKeyOf(TRADING_DAY)

export const DEAD_MANS_SWITCH = 'J'
export const deadMansSwitchKey = subaccountKeyOf(DEAD_MANS_SWITCH)

export const FLATTENING = 'JF'
export const flatteningKey = subaccountKeyOf(FLATTENING)

export const DELETION = 'JD'
export const deletionKey = subaccountKeyOf(DELETION)

export const apiKeyKey = (keyId: string): Key => ({ pk: `${API_KEYS}${shortId(keyId)}`, sk: 'K' })

export const keyUseKey = (keyId: string): Key => ({ pk: `${KEY_USES}${shortId(keyId)}`, sk: 'L' })

/** Beside the uses of keys, because functions that only read may write there. */
export const requestCountPartition = (userId: string): string => `${KEY_USES}${shortId(userId)}`

export const requestCountKey = (userId: string, at: Millis, container: string): Key => ({
  pk: requestCountPartition(userId),
  sk: `${requestCountMinute(at)}${shortId(container)}`,
})

/** What the sort keys of all counts of that minute begin with. */
export const requestCountMinute = (at: Millis): string => `R#${Math.floor(at / MINUTE)}#`

/** Keys of the user were revoked: where the functions of API keys may write. */
export const revocationKey = (userId: string): Key => ({ pk: `${KEY_USES}${shortId(userId)}`, sk: REVOCATION })
export const REVOCATION = 'LR'

/** `list` index: the test events that a user sent. */
export const testListPartition = (userId: string): string => `t#${shortId(userId)}`

/** When anybody last used the service: where every function that takes keys may write. */
export const ANY_USE_KEY: Key = { pk: `${KEY_USES}*`, sk: 'L' }

/** When the catalogue was last synced. */
export const CATALOGUE_SYNC_KEY: Key = { pk: 'Y#*', sk: '0' }

/** The working keys of a user. */
export const keyRingKey = (userId: string): Key => ({ pk: userPartition(userId), sk: 'K' })

/** Where markets are. */
export const MARKET_PARTITIONS: readonly string[] = Array.from({ length: 16 }, (_, place) => `M#${place.toString(16)}`)

export const marketKey = (svcId: number): Key => ({ pk: `M#${(svcId % 16).toString(16)}`, sk: String(svcId) })

export const idempotencyKey = (id: string): Key => ({ pk: `${IDEMPOTENCY}${id}`, sk: 'I' })

/** `list` index: the orders of a user. */
export const orderListPartition = (userId: string): string => `o#${shortId(userId)}`

/** `list` index: the legs of the user's orders on custom assets. */
export const legListPartition = (userId: string): string => `l#${shortId(userId)}`

/** `list` index: by creation time; the end of the id, random in a UUID, puts those of one millisecond in a fixed order. */
export const createdSort = (createdAt: Millis, id: string): string =>
  `${String(createdAt).padStart(13, '0')}${id.slice(-12)}`

export const createdAtOf = (sort: string): Millis => Number(sort.slice(0, 13))

/** Tallies of a user's orders, by the sort key in the `list` index up to which each counts. */
export const tallyPartition = (userId: string): string => `T#${shortId(userId)}`

export const rollPartition = (userId: string): string => `R#${shortId(userId)}`

export const complexTallyPartition = (userId: string): string => `Tc#${shortId(userId)}`

export const complexRollPartition = (userId: string): string => `Rc#${shortId(userId)}`

/** `list` index: the API keys of a user. */
export const apiKeyListPartition = (userId: string): string => `k#${shortId(userId)}`

/** `list` index: the market among those of its exchange and status. */
export const marketListPartition = (exchange: ExchangeName, status: MarketStatus, svcId: number): string =>
  marketListPart(exchange, status, svcId % MARKET_LISTS)

/** `list` index: where markets of an exchange in one status are. */
export const marketListPartitions = (exchange: ExchangeName, status: MarketStatus): readonly string[] =>
  Array.from({ length: MARKET_LISTS }, (_, part) => marketListPart(exchange, status, part))

/** Few, because the sync of the catalogue reads all of them. Many named markets that end at the same hour move at 2,000 a second. */
const MARKET_LISTS = 4

/** The first is the one that earlier versions stored all in. */
const marketListPart = (exchange: ExchangeName, status: MarketStatus, part: number): string =>
  `m#${LETTERS[exchange]}#${status}${part === 0 ? '' : `.${part}`}`

/** `live` index: the exchange account of a subaccount. */
export const livePartition = (subaccountId: string, exchange: ExchangeName): string =>
  `${shortId(subaccountId)}#${LETTERS[exchange]}`

/** `live` index: orders of the exchange account that are over, with exits that still work. */
export const guardedPartition = (subaccountId: string, exchange: ExchangeName): string =>
  `${livePartition(subaccountId, exchange)}!`

/** `live` index: the orders of a subaccount on custom assets that are not over, or have exits that still work. */
export const basketLivePartition = (subaccountId: string): string => `${shortId(subaccountId)}#*`

/** How rows name an exchange. A letter that was once written never changes. */
export const LETTERS: Readonly<Record<ExchangeName, string>> = { EXCHANGE_A: 'A', EXCHANGE_B: 'B' }

/** The exchange a letter stands for; throws for any other letter. */
export const exchangeOf = (letter: string): ExchangeName => {
  const exchange = exchangeOrNull(letter)
  if (exchange === null) throw new Error(`${letter} stands for no exchange`)
  return exchange
}

export const exchangeOrNull = (letter: string): ExchangeName | null =>
  EXCHANGE_NAMES.find((name) => LETTERS[name] === letter) ?? null
