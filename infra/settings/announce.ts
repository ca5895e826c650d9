/** Summary of a deployment before it begins. */

import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { EXCHANGE_HOSTS } from '#ports/exchanges/exchange-addresses.ts'
import type { DeploySettings } from './deploy-settings.ts'

/** Some lines for a person: name, region, exchanges, and demo or real money. */
export const announcement = (settings: DeploySettings): string => {
  const { stage, region, service, alarmEmail, adopted } = settings
  const taken = Object.entries(adopted).filter(([, name]) => name !== '')
  return [
    `Deployment   ${stage === '' ? 'without a name (setting stage)' : stage}`,
    `Region       ${region ?? 'the one of your AWS profile'}`,
    ...EXCHANGE_NAMES.map((name) => `${name}   ${exchangeInWords(name, service.exchanges[name])}`),
    `Alarms       ${alarmEmail === '' ? 'shown in CloudWatch only (setting alarmEmail)' : `mailed to ${alarmEmail}`}`,
    ...taken.map(([what, name]) => `Adopts       ${what} ${name}`),
  ].join('\n')
}

const exchangeInWords = (
  name: (typeof EXCHANGE_NAMES)[number],
  hosts: Readonly<Record<string, string | undefined>> | undefined,
): string => {
  const addresses = Object.values(hosts ?? {})
  const [first] = addresses
  if (first === undefined) return 'not traded'
  const known = Object.values(EXCHANGE_HOSTS[name])
  if (known.some((host) => 'demoAddress' in host && host.demoAddress === first)) return `demo, play money: ${first}`
  if (known.some(({ publicAddress }) => publicAddress === first)) return `PRODUCTION, REAL MONEY: ${first}`
  return `at an address of your own: ${first}`
}
