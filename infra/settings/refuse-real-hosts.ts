/** Addresses at which a deployment with demo accounts would trade real money. */

import type { Settings } from '#lambda/environment.ts'
import { EXCHANGE_HOSTS } from '#ports/exchanges/exchange-addresses.ts'
import { SettingRefused } from './setting-refused.ts'

/** Throws if demo accounts would use a host of an exchange's production. */
export const refuseRealHosts = ({ accounts, exchanges }: Pick<Settings, 'accounts' | 'exchanges'>): void => {
  if (accounts !== 'demo') return
  const used = new Set(Object.values(exchanges).flatMap((hosts) => Object.values<string>(hosts)))
  const real = Object.values(EXCHANGE_HOSTS)
    .flatMap((hosts) => Object.values(hosts))
    .find(({ publicAddress }) => used.has(publicAddress))
  if (real === undefined) return
  throw new SettingRefused(
    `setting ${real.setting}: ${real.publicAddress} trades real money, and accounts is "demo". ` +
      'Remove the address, or set accounts to "production".',
  )
}
