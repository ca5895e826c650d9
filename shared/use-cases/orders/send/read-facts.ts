/** Reads the facts that decisions about an order need, one reader for each fact. */

import type { BookReading, Facts, ReadableFact, Reading } from '#domain/orders/send/facts.ts'
import { type ExchangeUnavailable, ifUnavailable, NoOrderBook } from '#ports/exchanges/exchange-unavailable.ts'
import { haltedMeanwhile } from '../../risk/risk-at-claim.ts'
import { riskOfAmend } from '../../risk/risk-of-amend.ts'
import { accountOf, exchangeOf, type Learned, type OrderRun } from './order-run.ts'
import { readBehind, readClosable, readLiveOrders, readOthers, readPosition } from './read-holdings.ts'

/** Reads one fact. */
export const readFact = (run: OrderRun, fact: ReadableFact): Promise<Learned> => READERS[fact](run)

/** A reader of a fact that supplies nothing else. */
const reader =
  <Name extends ReadableFact>(name: Name, read: (run: OrderRun) => Promise<Facts[Name]>) =>
  async (run: OrderRun): Promise<Learned> => ({ facts: { [name]: await read(run) } })

const readSubaccount = async ({ deps, order }: OrderRun) => {
  const subaccount = await deps.subaccounts.get(order.userId, order.subaccountId)
  return { subaccount, readAt: deps.clock() }
}

const openAccount = ({ deps, order }: OrderRun) => deps.openAccount(order.subaccountId, order.exchange)

const readLedger = ({ deps, order }: OrderRun) => deps.positions.get(order.subaccountId, order.exchange, order.svcId)

/** Reads whether trades of the market have not settled yet (EXCHANGE_B): the shares they bought cannot be sold before. */
const readSettling = async (run: OrderRun): Promise<boolean> => {
  const ledger = await readLedger(run)
  return ledger !== null && ledger.provisional > 0
}

/** Reads whether the market is closed for good, by the exchange's own state: the catalogue shows a pause as closed. */
const readClosed = async (run: OrderRun): Promise<Reading<boolean>> => {
  const states = exchangeOf(run).marketStates([run.order.nativeId], run.time.signal, accountOf(run))
  return states
    .then(([market]): Reading<boolean> => ({ kind: 'known', value: market?.state === 'closed' }))
    .catch(ifUnavailable(unavailable))
}

const readBook = (run: OrderRun): Promise<BookReading> =>
  exchangeOf(run)
    .orderBook(run.order.nativeId, run.time.signal, accountOf(run))
    .then((value): BookReading => ({ kind: 'known', value }))
    .catch(
      ifUnavailable((error) =>
        error instanceof NoOrderBook ? { kind: 'no_book', reason: error.message } : unavailable(error),
      ),
    )

const unavailable = ({ message }: ExchangeUnavailable): { readonly kind: 'unavailable'; readonly reason: string } => ({
  kind: 'unavailable',
  reason: message,
})

const READERS: { readonly [Name in ReadableFact]: (run: OrderRun) => Promise<Learned> } = {
  subaccount: reader('subaccount', (run) => readSubaccount(run)),
  subaccountNow: reader('subaccountNow', (run) => readSubaccount(run)),
  circuit: reader('circuit', ({ deps, order }) =>
    deps.circuitBreaker.check(order.exchange, 'orders', order.sendState !== 'none' || order.retries > 0),
  ),
  accountKey: async (run) => {
    const account = await openAccount(run)
    return { account, facts: { accountKey: account?.accountKey ?? null } }
  },
  accountKeyNow: reader('accountKeyNow', async (run) => (await openAccount(run))?.accountKey ?? null),

  behind: reader('behind', readBehind),
  isSettling: reader('isSettling', readSettling),
  areSharesSettling: reader('areSharesSettling', readSettling),
  others: reader('others', readOthers),
  position: reader('position', readPosition),
  closable: reader('closable', readClosable),
  closableAfterRefusal: reader('closableAfterRefusal', readClosable),
  liveOrders: reader('liveOrders', readLiveOrders),
  lastFillAt: reader('lastFillAt', async (run) => (await readLedger(run))?.held.lastFillAt ?? 0),
  market: reader('market', ({ deps, order }) => deps.markets.get(order.svcId)),

  isClosed: reader('isClosed', async (run) => {
    const isClosed = await readClosed(run)
    return isClosed.kind === 'known' && isClosed.value
  }),
  isClosedWithoutOffers: reader('isClosedWithoutOffers', readClosed),
  book: reader('book', readBook),
  stepBook: reader('stepBook', readBook),

  halt: reader('halt', ({ deps, order, facts }) => haltedMeanwhile(deps, facts.subaccount?.subaccount ?? null, order)),
  amendBreach: reader('amendBreach', async ({ deps, order }) => {
    if (order.amend === null) return null
    const subaccount = await deps.subaccounts.get(order.userId, order.subaccountId)
    return (await riskOfAmend(deps, subaccount, order, order.amend.requested))?.reason ?? null
  }),
}
