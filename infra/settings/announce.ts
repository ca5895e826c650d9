/** Summary of a deployment before it begins. */

import type { AccountKind } from '#domain/accounts/account-kind.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import type { Settings } from '#lambda/environment.ts'
import { EXCHANGE_HOSTS } from '#ports/exchanges/exchange-addresses.ts'
import type { DeploySettings } from './deploy-settings.ts'

const ACCOUNTS_IN_WORDS: Readonly<Record<AccountKind, string>> = {
  simulated: 'simulated, play money',
  paper: 'paper, play money',
  demo: 'demo, play money',
  production: 'PRODUCTION, REAL MONEY',
}

/** Some lines for a person: name, region, kind of accounts, exchanges, and whether money is real. */
export const announcement = (settings: DeploySettings): string => {
  const { stage, region, service, alarmEmail, adopted } = settings
  const taken = Object.entries(adopted).filter(([, name]) => name !== '')
  return [
    `Deployment   ${stage === '' ? 'without a name (setting stage)' : stage}`,
    `Region       ${region ?? 'the one of your AWS profile'}`,
    `Accounts     ${ACCOUNTS_IN_WORDS[service.accounts]}`,
    ...EXCHANGE_NAMES.map((name) => `${name}   ${exchangeInWords(name, service)}`),
    `Alarms       ${alarmEmail === '' ? 'shown in CloudWatch only (setting alarmEmail)' : `mailed to ${alarmEmail}`}`,
    `Budget       ${budgetInWords(settings)}`,
    ...taken.map(([what, name]) => `Adopts       ${what} ${name}`),
    ...(service.accounts === 'production' && alarmEmail === '' ? [NO_MAIL] : []),
  ].join('\n')
}

/** Warning before real money is traded. */
const NO_MAIL = `
WARNING: real money, and nobody is mailed if an order's fate is unknown, a stop cannot sell, or costs run away.
Set alarmEmail in cdk.json, and deploy again.`

const budgetInWords = ({ alarmEmail, monthlyBudget }: Pick<DeploySettings, 'alarmEmail' | 'monthlyBudget'>): string => {
  if (monthlyBudget === null) return 'none (setting monthlyBudget)'
  return alarmEmail === ''
    ? 'none: it needs an address for its mail (setting alarmEmail)'
    : `${monthlyBudget} dollars a month, mailed`
}

const exchangeInWords = (
  name: (typeof EXCHANGE_NAMES)[number],
  { accounts, exchanges }: Pick<Settings, 'accounts' | 'exchanges'>,
): string => {
  const addresses = Object.values<string>(exchanges[name] ?? {})
  const [first] = addresses
  if (first === undefined) return 'not traded'
  const known = Object.values(EXCHANGE_HOSTS[name])
  if (known.some((host) => 'demoAddress' in host && host.demoAddress === first)) return `demo, play money: ${first}`
  if (known.some(({ publicAddress }) => publicAddress === first))
    return accounts === 'paper' ? `real markets, nothing is sent: ${first}` : `PRODUCTION, REAL MONEY: ${first}`
  return `at an address of your own: ${first}`
}
