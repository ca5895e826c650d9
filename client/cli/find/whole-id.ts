/** Finds the id that was typed by its beginning, by its end, or by the beginning of the part that tables show. */

import { pages } from '../../pages.ts'
import { CommandFailed, must, type Session } from '../command.ts'
import { armedComplexOrders } from './armed-complex-orders.ts'
import { matchingIds } from './matching-ids.ts'

/** Letters that an abbreviation has at least. */
const LEAST = 4
const NEWEST = 1_000
const WHOLE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const PART = new RegExp(`^[0-9a-f-]{${LEAST},35}$`, 'i')

/** Live orders are searched first, then the newest ones. A text that is no part of an id is left to the service. */
export const wholeId = async (session: Session, typed: string, kinds: 'orders' | 'all'): Promise<string> => {
  if (WHOLE.test(typed) || !PART.test(typed)) return typed
  const live = await liveIds(session, kinds)
  const found = matchingIds(live, typed)
  const among = found.length > 0 ? found : matchingIds(await newestIds(session, kinds), typed)
  const [only, another] = among
  if (only === undefined)
    throw new CommandFailed(`None of your live or newest orders has an id with ${typed} at its beginning or end.`)
  if (another !== undefined)
    throw new CommandFailed(
      `${among.length} ids have ${typed} at their beginning or end. Type more of one:\n${among.join('\n')}`,
    )
  return only
}

const liveIds = async (session: Session, kinds: 'orders' | 'all'): Promise<readonly string[]> => {
  const query = { ...ofSubaccount(session), status: ['open' as const], limit: NEWEST }
  const { client, signal } = session
  const ids: string[] = kinds === 'all' ? (await armedComplexOrders(session)).map((one) => one.complex_order_id) : []
  const ask = (offset: number) => client.GET('/v1/orders', { params: { query: { ...query, offset } }, signal })
  for await (const page of pages(ask, ({ orders }) => orders.length)) ids.push(...page.orders.map(idOf))
  return ids
}

const newestIds = async (session: Session, kinds: 'orders' | 'all'): Promise<readonly string[]> => {
  const { client, signal } = session
  const params = { query: { ...ofSubaccount(session), limit: NEWEST } }
  const ids = must(await client.GET('/v1/orders', { params, signal })).orders.map(idOf)
  if (kinds === 'orders') return ids
  const { complex_orders: found } = must(await client.GET('/v1/complex-orders', { params, signal }))
  return [...ids, ...[...found.conditional_orders, ...found.twap_orders].map((one) => one.complex_order_id)]
}

const idOf = ({ svc_order_id }: { readonly svc_order_id: string }): string => svc_order_id

const ofSubaccount = ({ subaccountId }: Session) => (subaccountId === null ? {} : { subaccount_id: subaccountId })
