import type { AccountKind } from '#domain/accounts/account-kind.ts'

/** True if orders reach an exchange: also in its demo environment. */
export const isReal = (accounts: AccountKind): boolean => accounts === 'demo' || accounts === 'production'
