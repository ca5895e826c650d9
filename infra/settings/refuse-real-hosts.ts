/** Addresses at which a deployment with demo accounts would trade real money. */

import type { Settings } from '#lambda/environment.ts'
import { realHost } from '#ports/exchanges/real-host.ts'
import { SettingRefused } from './setting-refused.ts'

/** Throws if demo accounts would use a host of an exchange's production. */
export const refuseRealHosts = ({ accounts, exchanges }: Pick<Settings, 'accounts' | 'exchanges'>): void => {
  if (accounts !== 'demo') return
  const real = realHost(exchanges)
  if (real === null) return
  throw new SettingRefused(
    `setting ${real.setting}: ${real.publicAddress} trades real money, and accounts is "demo". ` +
      'Remove the address, or set accounts to "production".',
  )
}
