/** Reads the settings from cdk.json or `-c name=value`. */

import type { Node } from 'constructs'
import * as v from 'valibot'
import type { AccountKind } from '#domain/accounts/account-kind.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { DEFAULT_SETTINGS, RECORD_IN_S3 } from '#lambda/environment.ts'
import { tradedExchanges } from '#lambda/traded-exchanges.ts'
import { EXCHANGE_HOSTS, type ExchangeHost, socketBeside } from '#ports/exchanges/exchange-addresses.ts'
import type { DeploySettings, OwnDomain } from './deploy-settings.ts'
import { refuseNoExchange } from './refuse-no-exchange.ts'
import { refuseOtherRegions } from './refuse-other-regions.ts'
import { refuseRealHosts } from './refuse-real-hosts.ts'
import { refuseRegion } from './refuse-region.ts'
import { refuseUnknown } from './refuse-unknown.ts'
import { SettingRefused } from './setting-refused.ts'
import * as values from './values.ts'

/** Throws an error that names an unknown or invalid setting, or a refused region. */
export const readSettings = (node: Node, region = process.env['CDK_DEFAULT_REGION']): DeploySettings => {
  const known = new Set<string>()
  const read: Read = (name, schema, fallback) => {
    known.add(name)
    const given: unknown = node.tryGetContext(name)
    if (given === undefined) return fallback
    const reading = v.safeParse(schema, given)
    if (reading.success) return reading.output
    throw new SettingRefused(`setting ${name}: ${JSON.stringify(given)} will not do. ${reading.issues[0].message}`)
  }
  const accounts = read('accounts', values.accounts, 'paper')
  const settings: DeploySettings = {
    stage: read('stage', values.stage, ''),
    region: region ?? null,
    service: {
      ...DEFAULT_SETTINGS,
      marketSlippage: read('marketSlippage', values.price, DEFAULT_SETTINGS.marketSlippage),
      paperLatencyMs: String(read('paperLatencyMs', values.whole, Number(DEFAULT_SETTINGS.paperLatencyMs))),
      paperSlip: read('paperSlip', values.price, DEFAULT_SETTINGS.paperSlip),
      pollEveryS: String(read('pollEveryS', values.seconds, Number(DEFAULT_SETTINGS.pollEveryS))),
      ratePerSecond: String(read('ratePerSecond', values.whole, Number(DEFAULT_SETTINGS.ratePerSecond))),
      rateBurst: String(read('rateBurst', values.whole, Number(DEFAULT_SETTINGS.rateBurst))),
      quotas: read('quotas', values.quotas, DEFAULT_SETTINGS.quotas),
      referencePage: read('referencePage', values.onOrOff, DEFAULT_SETTINGS.referencePage),
      costStop: read('costStop', values.costStop, DEFAULT_SETTINGS.costStop),
      record: read('record', values.onOrOff, 'off') === 'on' ? RECORD_IN_S3 : '',
      corsOrigin: read('corsOrigin', values.origins, DEFAULT_SETTINGS.corsOrigin),
      exchanges: tradedExchanges((name, _host, about) => addressOf(name, about, accounts, read)),
      accounts,
    },
    stageRatePerSecond: read('stageRatePerSecond', values.whole, 8),
    stageBurst: read('stageBurst', values.whole, 200),
    consumerConcurrency: read('consumerConcurrency', values.concurrency, null),
    alarmEmail: read('alarmEmail', values.email, ''),
    monthlyBudget: read('monthlyBudget', values.dollars, null),
    logRetentionDays: read('logRetentionDays', values.retention, 30),
    recordingDays: read('recordingDays', values.whole, 30),
    adopted: {
      table: read('adoptTable', values.tableName, ''),
      key: read('adoptKey', values.keyArn, ''),
      bucket: read('adoptBucket', values.bucketName, ''),
    },
    domain: domainOf(read('domainName', values.domainName, ''), read('domainCertificate', values.certificateArn, '')),
  }
  refuseUnknown(Object.keys(node.getAllContext()), known)
  refuseNoExchange(settings.service)
  refuseRegion(settings)
  refuseOtherRegions(settings)
  refuseRealHosts(settings.service)
  return settings
}

type Read = <Value>(name: string, schema: v.GenericSchema<unknown, Value>, fallback: Value) => Value

/** A socket without a setting belongs to the environment of the host that it streams for. */
const addressOf = (name: ExchangeName, about: ExchangeHost, accounts: AccountKind, read: Read): string => {
  const { setting, publicAddress, demoAddress = '', streamsFor } = about
  if (streamsFor === undefined) {
    return read(setting, values.address, accounts === 'demo' ? demoAddress : publicAddress)
  }
  const source = new Map(Object.entries<ExchangeHost>(EXCHANGE_HOSTS[name])).get(streamsFor)
  if (source === undefined) throw new Error(`${name} has no host ${streamsFor}`)
  return read(setting, values.socketAddress, socketBeside(about, source, addressOf(name, source, accounts, read)))
}

const domainOf = (name: string, certificate: string): OwnDomain | null => {
  if (name === '' && certificate === '') return null
  if (name === '')
    throw new SettingRefused('setting domainCertificate: it needs domainName as well, the domain it is for.')
  if (certificate === '')
    throw new SettingRefused(
      'setting domainName: it needs domainCertificate as well, the ARN of its certificate in ACM.',
    )
  return { name, certificate }
}
