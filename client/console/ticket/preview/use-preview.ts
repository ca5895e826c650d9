/** Reads the effect that the order of the ticket would have now. A ticket that is no whole order yet asks for what it can: the account. */

import { useRef } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { CreateOrder, Preview } from '../../api/types.ts'
import { type Live, useLive } from '../../live/use-live.ts'
import { useSettled } from '../../live/use-settled.ts'
import type { Drafted } from '../draft/draft.ts'

/** An order and its preview. */
interface Previewed {
  readonly body: CreateOrder
  readonly data: Preview
}

export type PreviewNow = Live<Preview> & {
  /** The preview of the present values, else the last one of this account and market, so that nothing jumps while the user types. */
  readonly last: Previewed | null
  /** Refusals of the account or the market, whatever is ordered. */
  readonly ofAccount: Preview['refusals']
  /** Refusals of this order. */
  readonly ofOrder: Preview['refusals']
  /** True if it would be refused by a lasting rule. For the present values of the ticket only. */
  readonly refusal: 'none' | 'now' | 'always'
  /** In dollars, the YES price beyond which the ticket says that nothing trades. The preview of the present values, else null. */
  readonly worst: number | null
}

/** `probe` is a small order of the same account and market. */
export const usePreview = (drafted: Drafted, probe: CreateOrder): PreviewNow => {
  const settled = useSettled(drafted, 300)
  const isOrder = settled.kind === 'order'
  const body = isOrder ? settled.body : probe
  const live = useLive(JSON.stringify(body), async () => ask(api.POST('/v1/orders/preview', { body })), {
    everyS: isOrder ? 5 : 15,
    topics: ['fills', 'positions', 'limits'],
  })
  const known = useRef<Previewed | null>(null)
  const isSame = known.current !== null && placeOf(known.current.body) === placeOf(probe)
  if (live.data !== null && live.data !== known.current?.data) known.current = { body, data: live.data }
  if (live.data === null && !isSame) known.current = null
  const isOfNow = isOrder && JSON.stringify(settled) === JSON.stringify(drafted)
  const refusals = live.data?.refusals ?? []
  const ofNow = isOfNow ? refusals : []
  const refusal = ofNow.length === 0 ? 'none' : ofNow.some(({ code }) => LASTING.includes(code)) ? 'always' : 'now'
  return {
    ...live,
    last: known.current,
    ofAccount: known.current?.data.refusals.filter(isOfAccount) ?? [],
    ofOrder: isOrder ? refusals.filter((one) => !isOfAccount(one)) : [],
    refusal,
    worst: isOfNow ? (live.data?.worst_price ?? null) : null,
  }
}

/** Refusals that are no matter of the order. */
const OF_ACCOUNT: readonly string[] = [
  'subaccount_inactive',
  'credentials_missing',
  'trading_halted',
  'account_kind',
  'market_closed',
]

/** Refusals that stay until somebody changes the order or a setting. */
const LASTING: readonly string[] = [
  ...OF_ACCOUNT,
  'price_off_tick',
  'qty_off_lot',
  'qty_below_minimum',
  'qty_above_maximum',
]

const isOfAccount = ({ code }: Preview['refusals'][number]): boolean => OF_ACCOUNT.includes(code)

const placeOf = ({ svc_id, custom_asset_id, subaccount_id }: CreateOrder): string =>
  `${svc_id} ${custom_asset_id} ${subaccount_id}`
