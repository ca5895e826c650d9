/** The ids, numbers and times the examples are about; a test replaces them by values of a running service. */

export const SAMPLE = {
  subaccountId: '019aa5d2-3c10-7a41-9d2e-5b7f0c8e1a02',
  svcId: 2210346728109451,
  eventId: 'EXCHANGE_A:KXRAINNYC-26NOV22',
  orderId: '019aa5d3-7f44-7c0b-8a55-0e9d1f6b2c31',
  takeProfitId: '019aa5d3-7f44-7c0c-b1d7-92c4a6e85f10',
  complexOrderId: '019aa5d4-1a2b-7d3e-a4f5-6c7d8e9f0a1b',
  twapId: '019aa5d4-5b60-7a41-9c02-1d2e3f405162',
  customAssetId: '019aa5d5-2a77-7c3d-8b1e-4f5a6b7c8d90',
  firstKeyId: '019aa5d1-0b4e-7a3c-9c51-6e0d2f7b8a14',
  apiKeyId: '019aa5d5-44c2-70f1-8e3b-1d2c3b4a5968',
  webhookId: '019aa5d6-5b10-7c22-9f4d-3e2a1b0c9d87',
  deliveryId: '019aa5d6-9c31-7ab0-8d5e-4f6a7b8c9d0e',
  address: 'https://trade.example.com',
  hookId: '019aa5d6-d0a4-7b15-8c6f-7e8d9c0b1a24',
  hookSecret: 'pmh_…',
  requestId: 'TqXkLhz2DoEEJ9A=',
  /** The last change that a client knows. */
  cursor: '1041',
  /** Before the first and after the last thing that happens. */
  at: '2026-11-21T09:30:00.000Z',
  later: '2026-11-21T09:30:02.000Z',
} as const
