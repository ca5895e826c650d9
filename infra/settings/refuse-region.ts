/** Regions from which an exchange accepts no new orders. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { DeploySettings } from './deploy-settings.ts'
import { SettingRefused } from './setting-refused.ts'

/** Throws if the exchange would refuse the orders of a deployment in the region. Paper accounts send none. */
export const refuseRegion = ({ region, service }: Pick<DeploySettings, 'region' | 'service'>): void => {
  if (service.accounts === 'paper') return
  for (const [exchange, { where, instead, leaveOut }] of Object.entries(REFUSED)) {
    const country = where.find(([start]) => region?.startsWith(start) === true)?.[1]
    if (country === undefined || service.exchanges[exchange as ExchangeName] === undefined) continue
    throw new SettingRefused(
      `region ${region} is in ${country}. From there ${exchange} takes only orders that close positions. ` +
        `Deploy to another region, such as ${instead} (AWS_REGION=${instead}), or leave the exchange out: ${leaveOut}.`,
    )
  }
}

interface Refusal {
  /** Prefixes of the names of regions, with their country. */
  readonly where: ReadonlyArray<readonly [string, string]>
  readonly instead: string
  /** Setting without which the exchange is not traded. */
  readonly leaveOut: string
}

/** Polymarket reference, section 8.4, list (b): closed to new positions on the site and in the API. */
const REFUSED: Partial<Record<ExchangeName, Refusal>> = {
  EXCHANGE_B: {
    where: [
      ['us-', 'the United States'],
      ['ca-', 'Canada'],
      ['eu-west-2', 'the United Kingdom'],
      ['eu-west-3', 'France'],
      ['eu-central-1', 'Germany'],
      ['eu-south-1', 'Italy'],
      ['ap-southeast-1', 'Singapore'],
      ['ap-southeast-2', 'Australia'],
      ['ap-southeast-4', 'Australia'],
      ['ap-southeast-7', 'Thailand'],
      ['ap-east-2', 'Taiwan'],
    ],
    instead: 'eu-west-1',
    leaveOut: 'exchangeBClobUrl ""',
  },
}
