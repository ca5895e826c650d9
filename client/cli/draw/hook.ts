/** Hooks as a table, and one with everything that it allows. */

import type { components } from '../../openapi-types.ts'
import { timeCell } from './cells.ts'
import { exact, priceText } from './numbers.ts'
import { printable } from './printable.ts'
import { drawTable, type Fit } from './table.ts'

type Hook = components['schemas']['Hook']

export const drawHooks = (found: readonly Hook[], fit: Fit): string =>
  drawTable(
    [
      { name: 'id', kind: 'id' },
      { name: 'name', kind: 'text' },
      'state',
      'side',
      { name: 'market', drop: 2 },
      'qty',
      'price',
      'a day',
      { name: '$ a day', drop: 1 },
      { name: 'ends (UTC)', kind: 'time', drop: 3 },
    ],
    found.map((hook) => [
      hook.hook_id,
      printable(hook.name),
      stateOf(hook),
      sideOf(hook),
      String(hook.template.svc_id),
      qtyOf(hook),
      priceOf(hook),
      hook.limits.max_orders_per_day,
      hook.limits.max_cost_per_day ?? 'any',
      endOf(hook),
    ]),
    fit,
  )

export const drawHook = (hook: Hook): string => {
  const { template, limits } = hook
  const instructions = [
    template.time_in_force,
    template.max_slippage == null ? null : `slippage up to ${priceText(template.max_slippage)}`,
    template.protection_price == null ? null : `protected at ${priceText(template.protection_price)}`,
    template.post_only === true ? 'post-only' : null,
    template.reduce_only === true ? 'reduce-only' : null,
    template.cancel_on_pause === true ? 'cancel on pause' : null,
  ].filter((said) => said != null)
  return drawTable(
    ['hook', hook.hook_id],
    [
      ['name', printable(hook.name)],
      ['state', stateOf(hook)],
      ['alerts go to', `POST /v1/hooks/${hook.hook_id}`],
      ['order', `${sideOf(hook)} ${qtyOf(hook)} of ${template.svc_id} at ${priceOf(hook)}`],
      ['instructions', instructions.join(', ') || 'none'],
      ['orders a day', String(limits.max_orders_per_day)],
      ['cost a day ($)', limits.max_cost_per_day === null ? 'any' : String(limits.max_cost_per_day)],
      ['ends (UTC)', endOf(hook)],
      ['secret from key', hook.api_key_id],
    ],
  )
}

const sideOf = ({ template }: Hook): string => (template.buy_flag ? 'buy' : 'sell')

const stateOf = ({ is_active, limits }: Hook): string =>
  !is_active ? 'off' : limits.expires_at != null && Date.parse(limits.expires_at) <= Date.now() ? 'expired' : 'on'

/** The quantity, or the range that an alert chooses from. */
const qtyOf = ({ template, fields }: Hook): string =>
  fields.qty == null ? exact(template.qty) : `${exact(fields.qty.min)}–${exact(template.qty)}`

/** The same for the price. */
const priceOf = ({ template, fields }: Hook): string => {
  const price = template.price == null ? 'market' : priceText(template.price)
  return fields.price == null ? price : `${priceText(fields.price.min)}–${priceText(fields.price.max)}, else ${price}`
}

const endOf = ({ limits }: Hook): string => (limits.expires_at == null ? 'never' : timeCell(limits.expires_at))
