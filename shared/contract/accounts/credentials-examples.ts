/** Examples of credentials. */

import type { InferInput } from 'valibot'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Examples } from '../kernel/examples/example.ts'
import { SAMPLE } from '../kernel/examples/sample.ts'
import type { credentialsBody } from './credentials-record.ts'

type CredentialsBodies = { readonly [Name in ExchangeName]: InferInput<(typeof credentialsBody.of)[Name]> } & {
  readonly Paper: InferInput<typeof credentialsBody.other>
}

const { subaccountId, at } = SAMPLE

export const credentials = {
  subaccount_id: subaccountId,
  exchange_name: 'EXCHANGE_A',
  fingerprint: '9f2b7c41d0e8a635',
  verified_at: at,
  inserted_at: at,
  auto_redeem: false,
  paper: null,
  readiness: [
    { check: 'balance', ok: true, detail: 'Shard 0 holds $1250.', checked_at: at },
    { check: 'rights', ok: true, detail: 'The key may read and trade.', checked_at: at },
  ],
}

const APPROVALS = [
  {
    check: 'approvals_standard',
    ok: false,
    detail: 'Not approved for standard markets: pUSD, to buy (0xE111180000d2663C0091e4f400237545B87B996B).',
    checked_at: at,
  },
]

const credentialsBodies: CredentialsBodies = {
  Paper: { paper: { cash: 10_000 } },
  EXCHANGE_A: {
    api_key_id: 'a952bcbe-ec3b-4b5b-b8f9-11dae589608c',
    private_key: '-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n',
  },
  EXCHANGE_B: {
    private_key: '0x…',
    signature_type: 2,
    funder_address: '0x1f98431c8ad98523631ae4a59f267346ea31f984',
  },
}

const credentialsOfA = { subaccount_id: subaccountId, exchange_name: 'EXCHANGE_A' }

export const credentialsExamples: Examples = {
  'put-credentials': {
    path: credentialsOfA,
    bodies: credentialsBodies,
    reply: credentials,
  },
  'get-credentials': { path: credentialsOfA, reply: credentials },
  'delete-credentials': { path: credentialsOfA },
  'set-allocation': {
    path: credentialsOfA,
    bodies: {
      'Most of it for two shards': {
        targets: [
          { shard: 0, share: 0.6 },
          { shard: 2, share: 0.4 },
        ],
      },
      'No targets any more': { targets: [] },
    },
    reply: {
      targets: [
        { shard: 0, share: 0.6 },
        { shard: 2, share: 0.4 },
      ],
    },
  },
  'request-approvals': {
    path: { ...credentialsOfA, exchange_name: 'EXCHANGE_B' },
    reply: { ...credentials, exchange_name: 'EXCHANGE_B', readiness: APPROVALS },
  },
}
