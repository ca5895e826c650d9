/** Examples of the service as a whole and its pages. */

import type { Examples } from '../kernel/examples/example.ts'
import { SAMPLE } from '../kernel/examples/sample.ts'

const { at, later } = SAMPLE

const exchangeRefusal = {
  exchange: 'EXCHANGE_B',
  calls: 'orders',
  since: at,
  refused_at: later,
  tried_again_at: later,
  reason: 'The exchange refuses all orders from here (status 403, Attention Required! | Cloudflare).',
}

const priceFeed = {
  exchange: 'EXCHANGE_A',
  status: 'watching',
  instruments: 3,
  streamed_instruments: 3,
  stream_delay_ms: 40,
  polled_at: later,
  failing_since: null,
  failing_reason: null,
}

const lateShare = { share: '3f9a1c5b7d20', stops: 7_000, late_since: at }

export const serviceExamples: Examples = {
  'call-mcp': {
    bodies: { 'list the tools': { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
    reply: { jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'get_order', description: 'Get one order.' }] } },
  },
  'get-openapi': {
    reply: { openapi: '3.1.0', info: { title: 'Prediction-market trading service', version: '1.0.0' }, paths: {} },
  },
  'get-docs': { reply: '<!doctype html>…' },
  'get-docs-script': { reply: '…' },
  'get-console': { reply: '<!doctype html>…' },
  'get-root': { reply: '<!doctype html>…' },
  'get-console-file': { path: { file: 'main-2XK5Q7VA.js' }, reply: '…' },
  'get-health': {
    reply: {
      status: 'ok',
      version: '1.1.0',
      accounts: 'paper',
      markets: 'live',
      stream_url: 'wss://stream.example.com/live',
      price_watch: [priceFeed],
      late_shares: [lateShare],
      refusals: [exchangeRefusal],
      cost_stop: null,
    },
  },
}
