/** The events that a receiver gets, by the name of their schema: the meaning of each, and an example of its payload. */

import type { WebhookEventType } from '#domain/webhooks/event.ts'
import { complexOrder } from '../contingent/complex-order-examples.ts'
import { SAMPLE } from '../kernel/examples/sample.ts'
import { order } from '../kernel/examples/sample-order.ts'
import { fill, position } from '../portfolio/portfolio-examples.ts'
import type { webhookEventRecords } from '../webhooks/event-records.ts'

interface DescribedEvent {
  readonly type: WebhookEventType
  readonly summary: string
  readonly description: string
  /** Payloads of a running service have the same fields; a test compares them. */
  readonly example: Readonly<Record<string, unknown>>
}

/** Example of a message about the order. */
const eventId = '019aa5d6-9c31-7f04-8a1b-2c3d4e5f6a7b'
const { orderId, complexOrderId, subaccountId, webhookId, apiKeyId, at, later } = SAMPLE
const ofOrder = { timestamp: later, object_id: orderId }
const ofComplexOrder = { timestamp: later, object_id: complexOrderId }

const filled = {
  ...order,
  status: 'EXECUTED',
  traded_qty: fill.qty,
  average_price: fill.price,
  fees_paid: fill.fee,
}

const ofPosition = { timestamp: later, object_id: '019aa5d7-2f60-8b41-8c07-6e5d4c3b2a19' }
const ofSubaccount = { timestamp: later, object_id: subaccountId }
const halt = { subaccount_id: subaccountId, name: 'main', api_key_id: apiKeyId }
/** Ten YES of a market that ended YES. */
const decided = {
  ...position,
  mark_price: 1,
  market_value: 10,
  unrealized_pnl: 6,
  market_status: 'closed',
  settlement: 'decided',
  payout: 10,
}

export const WEBHOOK_EVENTS: Readonly<Record<keyof typeof webhookEventRecords, DescribedEvent>> = {
  OrderCreatedEvent: {
    type: 'order.created',
    summary: 'An order was accepted',
    description:
      'Sent once for every order, legs and slices included. `order.updated` with `previous_status` null follows at once.',
    example: {
      event_id: eventId,
      type: 'order.created',
      ...ofOrder,
      timestamp: at,
      sequence: 0,
      previous_status: null,
      data: { ...order, status: 'PENDING_SUBMISSION', exchange_order_id: null, updated_at: at },
    },
  },
  OrderUpdatedEvent: {
    type: 'order.updated',
    summary: 'The status of an order changed, or the figures of a final order',
    description:
      'Sent once for every change of the status, and for every change of quantity, price, fees or `fills_complete` after the final status. The first one (`previous_status` null) means that the order was accepted. `data` is the order without its fills: each fill has an event of its own.',
    example: {
      event_id: eventId,
      type: 'order.updated',
      ...ofOrder,
      sequence: 300,
      previous_status: 'PROCESSING',
      data: order,
    },
  },
  OrderFilledEvent: {
    type: 'order.filled',
    summary: 'An order was filled, completely or partly',
    description:
      'Sent once for every fill of an order. The fills of an order on a custom asset belong to its legs, which have events of their own (`parent_svc_order_id`). `data` is the fill, and in `order` the order as it was then, without its fills. The new status may arrive a moment before the fill. On EXCHANGE_B a fill is PROVISIONAL at first.',
    example: {
      event_id: eventId,
      type: 'order.filled',
      ...ofOrder,
      sequence: 400,
      previous_status: 'RESTING',
      data: { ...fill, order: filled, final: true },
    },
  },
  FillReversedEvent: {
    type: 'fill.reversed',
    summary: 'A fill was reversed',
    description:
      'EXCHANGE_B only: the settlement of a fill failed. The fill counts no more, and an EXECUTED order becomes CANCELLED. `data` is the fill with its `order`, as of `order.filled`.',
    example: {
      event_id: eventId,
      type: 'fill.reversed',
      ...ofOrder,
      sequence: 500,
      previous_status: 'EXECUTED',
      data: {
        ...fill,
        exchange_name: 'EXCHANGE_B',
        status: 'REVERSED',
        order: { ...order, status: 'CANCELLED', cancel_reason: 'settlement_failed', cancel_code: 'settlement_failed' },
        final: true,
      },
    },
  },
  ComplexOrderUpdatedEvent: {
    type: 'complex_order.updated',
    summary: 'The status of a complex order changed',
    description:
      'Sent once for every change. The first one (`previous_status` null) means that the complex order was accepted.',
    example: {
      event_id: eventId,
      type: 'complex_order.updated',
      ...ofComplexOrder,
      sequence: 100,
      previous_status: 'PENDING',
      data: { ...complexOrder, status: 'ACTIVE', updated_at: later },
    },
  },
  ComplexOrderExitIncompleteEvent: {
    type: 'complex_order.exit_incomplete',
    summary: 'An exit has something left to close',
    description:
      'The exit was retried with wider protection each time, and the exchange did not fill all of it. You must act: nothing else will close the rest.',
    example: {
      event_id: eventId,
      type: 'complex_order.exit_incomplete',
      ...ofComplexOrder,
      sequence: 600,
      previous_status: 'TRIGGERED',
      data: {
        ...complexOrder,
        status: 'TRIGGERED',
        updated_at: later,
        conditional_order: {
          ...complexOrder.conditional_order,
          trigger_svc_order_id: orderId,
          triggered_at: at,
          trigger_price: 0.29,
          trigger_price_source: 'mid',
          exit_incomplete_at: later,
        },
      },
    },
  },
  MarketDecidedEvent: {
    type: 'market.decided',
    summary: 'The market of a position is decided',
    description:
      'Sent once for each subaccount that holds a position in the market, when the exchange has said what it pays. `data` is the position; `payout` is no part of your cash yet. On EXCHANGE_B, `settlement` `redeemable` means that you can redeem it. If an exchange changes a result before it pays, the new one is sent too.',
    example: {
      event_id: eventId,
      type: 'market.decided',
      ...ofPosition,
      sequence: 200,
      previous_status: null,
      data: { subaccount_id: subaccountId, ...decided },
    },
  },
  PositionSettledEvent: {
    type: 'position.settled',
    summary: 'A position has paid',
    description:
      'Sent once for each position that was held when its market was decided: EXCHANGE_A has paid, or a position of EXCHANGE_B was redeemed, by whomever, or is worth nothing. If the service first sees the market when it has paid, `market.decided` comes just before.',
    example: {
      event_id: eventId,
      type: 'position.settled',
      ...ofPosition,
      sequence: 300,
      previous_status: 'decided',
      data: {
        subaccount_id: subaccountId,
        ...decided,
        position: 0,
        market_value: 0,
        unrealized_pnl: 0,
        realized_pnl: 5.95,
        settlement: 'paid',
      },
    },
  },
  SubaccountHaltedEvent: {
    type: 'subaccount.halted',
    summary: 'A subaccount was halted',
    description: 'Sent once when a halt begins, by a request or a dead man’s switch.',
    example: {
      event_id: eventId,
      type: 'subaccount.halted',
      ...ofSubaccount,
      sequence: 700,
      previous_status: null,
      data: { ...halt, halted: true },
    },
  },
  SubaccountResumedEvent: {
    type: 'subaccount.resumed',
    summary: 'The halt of a subaccount ended',
    description: 'Sent once when `halted` becomes false.',
    example: {
      event_id: eventId,
      type: 'subaccount.resumed',
      ...ofSubaccount,
      sequence: 800,
      previous_status: 'halted',
      data: { ...halt, halted: false },
    },
  },
  WebhookTestEvent: {
    type: 'webhook.test',
    summary: 'You asked for a test',
    description: "Sent by `POST /v1/webhooks/{webhook_id}/test`, whatever the webhook's `events` are.",
    example: {
      event_id: eventId,
      type: 'webhook.test',
      timestamp: at,
      object_id: '019aa5d6-9c30-7e11-b2c3-d4e5f6a7b8c9',
      sequence: 0,
      previous_status: null,
      data: { webhook_id: webhookId },
    },
  },
}
