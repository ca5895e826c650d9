/** Examples of risk limits and dead man's switches. */

import type { Examples } from '../kernel/examples/example.ts'
import { SAMPLE } from '../kernel/examples/sample.ts'

const { subaccountId, orderId, at, later } = SAMPLE

export const deadMansSwitch = {
  subaccount_id: subaccountId,
  armed: true,
  timeout_s: 60,
  include_complex_orders: false,
  halt: false,
  renewed_at: at,
  fires_at: later,
  fired_at: null,
}

export const limits = {
  subaccount_id: subaccountId,
  max_order_qty: 500,
  max_order_cost: 250,
  max_open_orders: 20,
  max_daily_loss: 100,
  mcp_daily_cost: 50,
  halted: false,
  updated_at: at,
  open_orders: 3,
  daily_loss: 12.5,
  worst_daily_loss: 12.5,
  mcp_cost_today: 8.75,
  day_started_at: '2026-11-21T00:00:00.000Z',
}

export const riskExamples: Examples = {
  'get-limits': { path: { subaccount_id: subaccountId }, reply: limits },
  'halt-subaccount': { path: { subaccount_id: subaccountId }, reply: { ...limits, halted: true } },
  'flatten-subaccount': {
    path: { subaccount_id: subaccountId },
    bodies: { 'At the usual allowance': {}, 'Within five cents': { max_slippage: 0.05 } },
    reply: {
      cancelled_svc_order_ids: [orderId],
      failed_cancelled_reasons: {},
      cancelled_complex_order_ids: [],
      failed_cancelled_complex_order_ids: {},
      closing_svc_order_ids: [orderId],
    },
  },
  'set-dead-mans-switch': {
    path: { subaccount_id: subaccountId },
    bodies: {
      'Cancel all orders unless it is renewed within a minute': { timeout_s: 60 },
      'Complex orders too, and halt': { timeout_s: 60, include_complex_orders: true, halt: true },
    },
    reply: deadMansSwitch,
  },
  'get-dead-mans-switch': { path: { subaccount_id: subaccountId }, reply: deadMansSwitch },
  'end-dead-mans-switch': { path: { subaccount_id: subaccountId } },
  'set-limits': {
    path: { subaccount_id: subaccountId },
    bodies: {
      'Limits, and no halt': {
        max_order_qty: 500,
        max_order_cost: 250,
        max_open_orders: 20,
        max_daily_loss: 100,
        mcp_daily_cost: 50,
        halted: false,
      },
      'Halt, and keep the limits': { halted: true },
      'Lift one limit': { max_daily_loss: null },
    },
    reply: limits,
  },
}
