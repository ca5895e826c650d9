/** Examples of hooks and alerts. */

import type { Examples } from '../kernel/examples/example.ts'
import { SAMPLE } from '../kernel/examples/sample.ts'

const { apiKeyId, at, hookId, hookSecret, orderId, subaccountId, svcId } = SAMPLE

const template = {
  subaccount_id: subaccountId,
  svc_id: svcId,
  order_type: 'LIMIT',
  time_in_force: 'IOC',
  qty: 10,
  buy_flag: true,
  price: 0.45,
}

const fields = { price: { min: 0.3, max: 0.5 }, qty: { min: 1 } }

const limits = { max_orders_per_day: 5, max_cost_per_day: 20, expires_at: null }

export const hook = {
  hook_id: hookId,
  name: 'Breakout',
  template: {
    ...template,
    max_slippage: null,
    protection_price: null,
    post_only: false,
    reduce_only: false,
    cancel_on_pause: false,
  },
  fields,
  limits,
  is_active: true,
  api_key_id: apiKeyId,
  inserted_at: at,
}

const ofHook = { hook_id: hookId }

export const hookExamples: Examples = {
  'create-hook': {
    bodies: { 'Price and quantity within bounds': { name: 'Breakout', template, fields, limits } },
    reply: { ...hook, secret: hookSecret },
  },
  'list-hooks': { reply: [hook] },
  'get-hook': { path: ofHook, reply: hook },
  'change-hook': {
    path: ofHook,
    bodies: { 'Turn it off': { is_active: false } },
    reply: { ...hook, is_active: false },
  },
  'delete-hook': { path: ofHook },
  'rotate-hook-secret': { path: ofHook, reply: { ...hook, secret: hookSecret } },
  'take-alert': {
    path: ofHook,
    bodies: { 'An alert': { secret: hookSecret, alert_id: 'Breakout 2026-11-21T09:30:00Z', price: 0.41 } },
    reply: { svc_order_id: orderId },
  },
}
