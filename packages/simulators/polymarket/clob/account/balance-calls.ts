/** GET /balance-allowance and its update (Polymarket reference, section 4.4). */

import type { HttpReply } from '../../../engine/http/json-server.ts'
import { readBalance, rememberedBalance } from '../../chain/believed-balance.ts'
import { CASH } from '../../chain/wallets.ts'
import { type KeyedCall, ok } from '../../http/call.ts'
import { refusal } from '../../http/refusal.ts'
import { COLLATERAL, CONDITIONAL_TOKENS, POSITION_MANAGER } from '../../world/contracts.ts'
import { NEG_RISK, PROTOCOL_V2, STANDARD } from '../../world/exchange-context.ts'
import { membersOf } from '../../world/world.ts'

export const getBalance = (call: KeyedCall): HttpReply => {
  const { account, asset, ledger, spenders } = requested(call)
  const funder = call.world.members.get(account ?? '')?.funder
  const isUnread = account === null || asset === null || call.world.zeroBalances
  const balance = isUnread ? 0 : rememberedBalance(call.world, account, asset)
  return ok({
    balance: String(balance),
    allowances: Object.fromEntries(
      spenders.map((spender) => [
        spender,
        funder === undefined ? '0' : String(call.world.approvals.allowance(funder, ledger, spender)),
      ]),
    ),
  })
}

/** Has the exchange read the chain again. */
export const updateBalance = (call: KeyedCall): HttpReply => {
  const { account, asset } = requested(call)
  if (account !== null && asset !== null) readBalance(call.world, account, asset)
  return ok({})
}

/** The wallet of that signature type, and what of it; a wrong type or ledger finds an empty one. */
const requested = ({ world, key, http }: KeyedCall) => {
  const type = http.query.get('asset_type') ?? ''
  const signatureType = Number(http.query.get('signature_type') ?? '0')
  const member = membersOf(world, key.address).find((one) => one.signatureType === signatureType)
  const account = member?.id ?? null
  if (type === 'COLLATERAL') {
    return {
      account,
      asset: CASH,
      ledger: COLLATERAL,
      spenders: [STANDARD, NEG_RISK, PROTOCOL_V2].map(({ exchange }) => exchange),
    }
  }
  if (type !== 'CONDITIONAL' && type !== 'CONDITIONAL-V2') throw refusal(400, 'Invalid asset type')
  const token = http.query.get('token_id') ?? ''
  const market = world.catalogue.tokens.get(token)?.market
  const asset = market !== undefined && (market.version === 'v2') === (type === 'CONDITIONAL-V2') ? token : null
  const spenders = type === 'CONDITIONAL' ? [STANDARD, NEG_RISK] : [PROTOCOL_V2]
  const ledger = type === 'CONDITIONAL' ? CONDITIONAL_TOKENS : POSITION_MANAGER
  return { account, asset, ledger, spenders: spenders.map(({ exchange }) => exchange) }
}
