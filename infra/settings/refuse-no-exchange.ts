/** Settings that leave no exchange to trade. */

import type { Settings } from '#lambda/environment.ts'
import { SettingRefused } from './setting-refused.ts'

/** Throws if a deployment would trade neither exchange. */
export const refuseNoExchange = ({ exchanges }: Pick<Settings, 'exchanges'>): void => {
  if (Object.values(exchanges).some((addresses) => addresses !== undefined)) return
  throw new SettingRefused(
    'setting exchangeAUrl: both exchanges are left out, so that nothing could be traded. Remove exchangeAUrl or exchangeBClobUrl, or give one an address.',
  )
}
