/** Examples of custom assets. */

import type { Examples } from '../kernel/examples/example.ts'
import { SAMPLE } from '../kernel/examples/sample.ts'
import { market } from '../markets/market-examples.ts'

const { subaccountId, svcId, at, later, customAssetId } = SAMPLE

export const customAsset = {
  custom_asset_id: customAssetId,
  subaccount_id: subaccountId,
  name: 'Rain in New York',
  description: 'The same question wherever it is asked',
  allocation: 'BEST_PRICE',
  inserted_at: at,
  updated_at: at,
}

const ofCustomAsset = { custom_asset_id: customAssetId }

export const customAssetExamples: Examples = {
  'get-custom-asset-order-book': {
    path: ofCustomAsset,
    query: { levels: 2 },
    reply: {
      status: 'ok',
      orderbook: {
        bids: [{ price: 0.4, qty: 130 }],
        asks: [
          { price: 0.44, qty: 30 },
          { price: 0.45, qty: 100 },
        ],
        best_bid_price: 0.4,
        best_ask_price: 0.44,
        svc_id: null,
        custom_asset_id: customAssetId,
        exchange_timestamp: at,
        as_of: at,
      },
      message: null,
    },
  },
  'create-custom-asset': {
    bodies: {
      'One bet at its best price': {
        subaccount_id: subaccountId,
        name: 'Rain in New York',
        description: 'The same question wherever it is asked',
        svc_ids: [svcId],
        allocation: 'BEST_PRICE',
      },
      'An empty basket': { subaccount_id: subaccountId, name: 'To be filled' },
    },
    reply: { ...customAsset, members: [market] },
  },
  'list-custom-assets': { query: { subaccount_id: subaccountId }, reply: [customAsset] },
  'get-custom-asset': { path: ofCustomAsset, reply: { ...customAsset, members: [market] } },
  'change-custom-asset': {
    path: ofCustomAsset,
    bodies: { 'Another split': { allocation: 'EQUAL' }, 'Another name': { name: 'Rain', description: null } },
    reply: { ...customAsset, allocation: 'EQUAL', updated_at: later },
  },
  'delete-custom-asset': { path: ofCustomAsset },
  'add-members': {
    path: ofCustomAsset,
    bodies: { 'One market': { svc_ids: [svcId] } },
    reply: { ...customAsset, members: [market] },
  },
  'remove-members': {
    path: ofCustomAsset,
    bodies: { 'One market': { svc_ids: [svcId] } },
    reply: { ...customAsset, members: [], updated_at: later },
  },
}
