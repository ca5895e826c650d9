/** Examples of subaccounts, API keys and quotas. */

import type { Examples } from '../kernel/examples/example.ts'
import { SAMPLE } from '../kernel/examples/sample.ts'

const { subaccountId, apiKeyId, firstKeyId, at, later } = SAMPLE

export const subaccount = {
  subaccount_id: subaccountId,
  name: 'Weather',
  description: 'Rain and snow only',
  is_active: true,
  is_paper: false,
  inserted_at: at,
}

const createdApiKey = { api_key_id: apiKeyId, name: 'dashboard', scope: 'read', inserted_at: at, made_by: firstKeyId }

export const apiKey = { ...createdApiKey, last_used_at: later, last_used_from: '203.0.113.7' }

export const accountExamples: Examples = {
  'create-subaccount': {
    bodies: { 'A subaccount': { name: 'Weather', description: 'Rain and snow only' } },
    reply: subaccount,
  },
  'list-subaccounts': { reply: [subaccount] },
  'get-subaccount': { path: { subaccount_id: subaccountId }, reply: subaccount },
  'change-subaccount': {
    path: { subaccount_id: subaccountId },
    bodies: { 'Another description': { description: 'Rain only' }, 'No new orders': { is_active: false } },
    reply: { ...subaccount, description: 'Rain only' },
  },
  'reset-paper': {
    path: { subaccount_id: subaccountId },
    bodies: { 'With other cash': { cash: 5_000 } },
    reply: { subaccount_id: subaccountId, accounts: [{ exchange_name: 'EXCHANGE_A', cash: 5_000 }] },
  },
  'delete-subaccount': { path: { subaccount_id: subaccountId } },
  'create-api-key': {
    bodies: { 'A key that only reads': { name: 'dashboard', scope: 'read' } },
    reply: { ...createdApiKey, api_key: 'pmt_019aa5d544c270f18e3b1d2c3b4a5968_…' },
  },
  'list-api-keys': { reply: [apiKey] },
  'revoke-api-key': { path: { api_key_id: apiKeyId } },
  'get-quotas': { reply: [{ name: 'open_orders', limit: 2_000, used: 3 }] },
}
