/** POST /v1/positions/redeem */

import { begunRedemptions, redeemBody, toBegunRedemptions } from '#contract/portfolio/redemption-record.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { findRedemptions, redeemPositions } from '#use-cases/portfolio/redeem-positions.ts'
import {
  accountSyncs,
  allMarkets,
  credentials,
  frame,
  positions,
  queues,
  subaccounts,
  walletActions,
} from '../../runtime.ts'

export const handler = creatingEndpoint(
  {
    name: 'redeem-positions',
    method: 'POST',
    path: '/v1/positions/redeem',
    tag: 'Portfolio',
    summary: 'Redeem decided positions',
    description:
      'Redeems every position whose `settlement` is `redeemable`, and merges pairs of YES and NO into dollars, in one market or in all. The reply lists redemptions and merges that have begun: a repeat begins none twice. `GET /v1/redemptions` shows their state. Positions of EXCHANGE_A are paid without this.',
    scope: 'trade',
    request: { body: redeemBody },
    reply: { status: 202, schema: begunRedemptions, write: toBegunRedemptions },
    refusals: [
      NOT_FOUND,
      { status: 409, code: 'credentials_missing', when: 'no credentials are stored for the exchange' },
      { status: 409, code: 'relayer_key_missing', when: 'the credentials have no `relayer_api_key`' },
    ],
    uses: { table: 'write', catalogue: 'read', sends: ['sync-account'] },
    ifBroken: 'Users cannot redeem decided positions. Look at the log of redeem-positions.',
  },
  () => ({
    ...frame(),
    subaccounts: subaccounts(),
    credentials: credentials(),
    positions: positions(),
    markets: allMarkets(),
    accountSyncs: accountSyncs(),
    walletActions: walletActions(),
    queues: queues(),
  }),
  (deps, { body, caller, newId }) =>
    redeemPositions(deps, caller.userId, body.subaccount_id, body.svc_id ?? null, newId),
  (deps, { body, caller, newId }) => findRedemptions(deps, caller.userId, body.subaccount_id, newId),
)
