import type { AccountKind } from '#domain/accounts/account-kind.ts'

/** Data folder of a kind of accounts, if LOCAL_DIR names none. */
export const folderOf = (accounts: AccountKind): string => (accounts === 'simulated' ? '.local' : `.local-${accounts}`)
