/** Reads the effect that the order of the ticket would have now. */

import { ask } from '../api/ask.ts'
import { api } from '../api/client.ts'
import type { Preview } from '../api/types.ts'
import { type Live, useLive } from '../live/use-live.ts'
import { useSettled } from '../live/use-settled.ts'
import type { Drafted } from './draft.ts'

export type PreviewNow = Live<Preview> & {
  /** True if it would be refused by a lasting rule. For the present values of the ticket only. */
  readonly refusal: 'none' | 'now' | 'always'
  /** In dollars, the price beyond which the ticket says that nothing trades. The preview of the present values, else null. */
  readonly worst: number | null
}

export const usePreview = (drafted: Drafted): PreviewNow => {
  const settled = useSettled(drafted, 300)
  const body = settled.kind === 'order' ? settled.body : null
  const live = useLive(
    body === null ? '' : JSON.stringify(body),
    async () => (body === null ? NOTHING : ask(api.POST('/v1/orders/preview', { body }))),
    { everyS: 5 },
  )
  const isOfNow = JSON.stringify(settled) === JSON.stringify(drafted)
  const ofNow = isOfNow && body !== null ? live.data : null
  const refusals = ofNow?.refusals ?? []
  const refusal =
    refusals.length === 0 ? 'none' : refusals.some(({ code }) => LASTING.includes(code)) ? 'always' : 'now'
  return { ...live, refusal, worst: ofNow?.worst_price ?? null }
}

const NOTHING = { ok: false, problem: { status: 0, code: '', detail: '', retryAfterS: null } } as const

/** Refusals that stay until somebody changes the order or a setting. */
const LASTING: readonly string[] = [
  'price_off_tick',
  'qty_off_lot',
  'qty_below_minimum',
  'qty_above_maximum',
  'subaccount_inactive',
  'credentials_missing',
  'trading_halted',
]
