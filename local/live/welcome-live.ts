/** Output of a service with live markets when it is ready: its kind, its addresses, and commands to try. */

import { join } from 'node:path'
import type { AccountKind } from '#domain/accounts/account-kind.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import { kindInColor } from './kind-in-color.ts'
import { type ListedMarket, listedMarket } from './listed-market.ts'
import type { LiveService } from './start-live.ts'
import { startOf } from './start-of.ts'

interface Shown {
  readonly accounts: AccountKind
  readonly hosts: TradedExchanges
  readonly dir: string
}

/** Longest wait for the first markets of an exchange that answers. */
const PATIENCE_MS = 90_000
const PROGRESS_EVERY_MS = 10_000

export const welcomeLive = async (
  service: LiveService,
  shown: Shown,
  progress: (text: string) => void,
): Promise<string> => {
  const reachable = EXCHANGE_NAMES.filter(
    (name) => shown.hosts[name] !== undefined && !service.unreached.includes(name),
  )
  const reporting = setInterval(
    () => progress(`reading the markets of ${reachable.join(' and ')}; search finds those that are read`),
    PROGRESS_EVERY_MS,
  )
  const markets = await Promise.all(reachable.map((name) => listedMarket(service, name, PATIENCE_MS))).finally(() =>
    clearInterval(reporting),
  )
  const market = markets.find((each) => each !== null) ?? null
  const toTry = shown.accounts === 'paper' ? ordersToTry(service, market) : await credentialsToStore(service, shown)
  return textOf(service, shown, toTry)
}

const textOf = (service: LiveService, { accounts, hosts, dir }: Shown, toTry: string): string => `
${kindInColor(accounts)}  ${MEANING[accounts]}

  address     ${service.baseUrl}
  API key     ${service.apiKey}
  subaccount  ${service.subaccountId}
  reference   ${service.referenceUrl}  (signs in once)
  console     ${service.signInUrl}  (signs in once)
  exchanges   ${Object.entries(hosts)
    .map(([name, addresses]) => `${name} at ${Object.values(addresses)[0]}`)
    .join('\n              ')}
  all of it   ${join(dir, 'dev.json')}${service.table.durability === 'power' ? '\n  disk        each write is on the disk before it is acknowledged' : ''}

${toTry}

The command line and the commands for operators need the folder: LOCAL_DIR=${dir} npm run cli
Ctrl-C stops it; data stays in ${dir}. The same again: ${startOf(accounts)}`

const MEANING: Readonly<Record<AccountKind, string>> = {
  simulated: 'Simulated exchanges, simulated accounts.',
  paper: 'Live prices of the real exchanges, play money. No order leaves this machine.',
  demo: 'The demo environment of EXCHANGE_A: real requests, play money.',
  production: 'REAL MONEY. Orders go to the real exchanges.',
}

const ordersToTry = (service: LiveService, market: ListedMarket | null): string => {
  const key = keyOf(service)
  const search = `curl -s '${service.baseUrl}/v1/markets/search?limit=3' ${key}`
  if (market === null)
    return `No market is listed and quoted yet. As soon as an exchange is read, this finds the most traded:\n\n${search}`
  const { subaccountId: subaccount_id } = service
  const order = { subaccount_id, svc_id: market.svcId, buy_flag: true, qty: 10, order_type: 'MARKET' }
  return `Try it (a market order for "${market.name}"):

${search}
curl -s ${service.baseUrl}/v1/orders ${key} -H 'content-type: application/json' -d '${JSON.stringify(order)}'
curl -s '${service.baseUrl}/v1/orders?limit=2' ${key}
curl -s '${service.baseUrl}/v1/positions?subaccount_id=${subaccount_id}' ${key}`
}

/** Secrets come from a file, so that no history of a shell has them. */
const credentialsToStore = async (service: LiveService, { hosts, accounts }: Shown): Promise<string> => {
  const each = await Promise.all(Object.keys(hosts).map((name) => credentialsLine(service, name)))
  const missing = each.filter((line) => line !== null)
  if (missing.length === 0) {
    const where = accounts === 'production' ? 'go to the real exchanges' : 'go to the demo environment'
    return `Credentials are stored: orders ${where}. The account:

curl -s '${service.baseUrl}/v1/balances?subaccount_id=${service.subaccountId}' ${keyOf(service)}`
  }
  return `Store the credentials once, from a file with the fields in docs/guides/credentials-and-subaccounts.md, then delete the file:

${missing.join('\n')}`
}

/** Null if the exchange has credentials. */
const credentialsLine = async (service: LiveService, exchange: string): Promise<string | null> => {
  const url = `${service.baseUrl}/v1/subaccounts/${service.subaccountId}/credentials/${exchange}`
  const reply = await fetch(url, { headers: { 'x-api-key': service.apiKey } })
  await reply.body?.cancel()
  if (reply.status !== 404) return null
  const file = `${exchange.toLowerCase().replace('_', '-')}.json`
  return `curl -s -X PUT ${url} ${keyOf(service)} -H 'content-type: application/json' -d @${file}`
}

const keyOf = ({ apiKey }: LiveService): string => `-H 'x-api-key: ${apiKey}'`
