/** Turns decided positions of EXCHANGE_B into cash. */

import { api } from '../../api/client.ts'
import { sendOnce } from '../../api/send-once.ts'
import { count } from '../../format/words.ts'
import { tell } from '../../live/topics.ts'
import { ActButton } from '../../parts/act-button.tsx'
import { say } from '../../parts/toasts.tsx'

export const RedeemButton = ({ subaccountId: subaccount_id }: { readonly subaccountId: string }) => (
  <ActButton
    act={() => sendOnce((once) => api.POST('/v1/positions/redeem', { body: { subaccount_id }, ...once }))}
    then={({ redemptions }) => {
      say(redemptions.length === 0 ? 'Nothing is to be redeemed.' : `${count(redemptions.length, 'redemption')} begun.`)
      tell('positions', 'balances')
    }}
  >
    Redeem what is decided
  </ActButton>
)
