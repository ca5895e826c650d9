/** Notes on the fields and parameters of subaccounts, credentials, keys and quotas. */

export const accountNotes: Readonly<Record<string, string>> = {
  subaccount_id: 'Subaccount',
  paper: 'Paper account; null for an account of an exchange',
  cash: 'Play money in dollars that the account begins with at this exchange. Changed cash counts from the next reset on',
  'ResetPaperReply.accounts': 'Paper accounts that began again',
  fingerprint: 'Identifies the credentials without showing them',
  verified_at: 'When the exchange last accepted them',
  auto_redeem:
    'Whether the service redeems decided positions and merges pairs by itself (EXCHANGE_B, with a `relayer_api_key`)',
  relayer_api_key:
    "A key of the exchange's relayer, made on its website: with it the service approves, redeems and merges for the wallet",
  readiness: 'Whether the account can trade: one entry for each check',
  check:
    'Name of the check: `rights`, `balance` or `balance_shard_<n>`, and on EXCHANGE_B `approvals_standard`, `approvals_neg_risk`, `approvals_protocol_v2`, `approvals_redemption`, `region`, `relayer_key`, `wallet`. More can follow',
  targets: 'Where free cash is to be; empty ends the spreading',
  'SetAllocationBody.targets.share': 'Share of the free cash, from 0 to 1, in whole percents',
  'SetAllocationReply.targets.share': 'Share of the free cash, from 0 to 1, in whole percents',
  ok: 'Null if nobody could find out',
  checked_at: 'When this was found out',
  'CredentialsOfExchangeA.api_key_id': 'The key id from the exchange',
  'CredentialsOfExchangeA.private_key': 'PEM, RSA or Ed25519',
  'CredentialsOfExchangeB.private_key': "The wallet's private key, in hex",
  signature_type: 'How the wallet signs: 0 the key itself, 1 proxy, 2 Safe, 3 deposit wallet',
  funder_address: 'Address that holds the money, for signature types 1 to 3',
  api_key_id: 'API key',
  api_key: 'The key itself, shown this once; null if the request is a repeat',
  scope: '`read` looks; `trade` also trades and halts; `admin` also manages keys, credentials, webhooks and limits',
  made_by: 'The key that created this one; null if the operator did',
  last_used_at: 'When the key was last used, to the hour; null if it never was',
  last_used_from: 'The address it was last used from; null if it never was',
  accounts:
    'Kind of accounts: `simulated` (simulated exchanges), `paper` (real markets, play money, no order is sent), `demo` (demo environment of an exchange) or `production` (real money)',
  markets: 'Kind of markets: `simulated`, `live` (those of the real exchanges) or `demo`',
  refusals: 'Exchanges that refuse all calls of a kind now; empty while none does',
  'GetHealthReply.refusals.calls': 'Calls that are refused',
  'GetHealthReply.refusals.since': 'First refusal',
  'GetHealthReply.refusals.refused_at': 'Last refusal',
  'GetHealthReply.refusals.tried_again_at': 'When one call tries again',
  cost_stop: 'What an alarm on requests or costs has halted, until the owner lifts it; null if nothing',
  'GetHealthReply.cost_stop.since': 'Begin of the halt',
  halts_new_orders:
    'Whether new orders are refused with `trading_halted`. Cancels, exits and orders that reduce a position continue',
  'GetHealthReply.refusals.reason': 'Words of the exchange, as a sentence',
  'Quota.limit': 'How many you can have',
  'Quota.name': 'What is counted',
  used: 'How many you have',
}
