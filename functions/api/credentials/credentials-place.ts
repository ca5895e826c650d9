/** Parts that the endpoints of credentials share. */

import type { InferOutput } from 'valibot'
import type { credentialsPath } from '#contract/accounts/credentials-record.ts'
import { type Money, toDecimal } from '#domain/kernel/numbers.ts'
import type { Caller } from '#lambda/call.ts'
import type { Refusal } from '#lambda/declaration.ts'
import type { ExchangeSecrets } from '#ports/exchanges/exchange-account.ts'
import type { CredentialsPlace } from '#use-cases/accounts/credentials/get-credentials.ts'

/** Subaccount and exchange of the credentials that a call is about. */
export const credentialsPlace = (
  { subaccount_id, exchange_name }: InferOutput<typeof credentialsPath>,
  { userId }: Caller,
): CredentialsPlace => ({ userId, subaccountId: subaccount_id, exchange: exchange_name })

/** Credentials of a paper account as its exchange takes them. The account has the name of its subaccount. */
export const paperSecrets = ({ subaccountId }: CredentialsPlace, cash: Money): ExchangeSecrets => ({
  paper_account: subaccountId,
  paper_cash: toDecimal(cash),
})

export const NO_CREDENTIALS: Refusal = {
  status: 404,
  code: 'not_found',
  when: 'the subaccount does not exist for this caller, or has no credentials for the exchange',
}
