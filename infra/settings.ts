/** What a person may set in cdk.json or with `-c name=value`. */

import type { Node } from 'constructs'
import * as v from 'valibot'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { DEFAULT_SETTINGS, type Settings } from '#lambda/environment.ts'
import { tradedExchanges } from '#lambda/traded-exchanges.ts'
import { EXCHANGE_HOSTS, type ExchangeHost, socketBeside } from '#ports/exchange-addresses.ts'

export interface DeploySettings {
  /** What the Lambdas get to know. */
  readonly service: Settings
  /** Requests per second and burst of the whole stage. */
  readonly stageRatePerSecond: number
  readonly stageBurst: number
  /** Where alarms are mailed to; empty: nowhere, they show in CloudWatch only. */
  readonly alarmEmail: string
  readonly logRetentionDays: number
}

/** Throws naming the setting when one is not what it has to be. */
export const readSettings = (node: Node): DeploySettings => {
  const read: Read = (name, schema, fallback) => {
    const given: unknown = node.tryGetContext(name)
    if (given === undefined) return fallback
    const reading = v.safeParse(schema, given)
    if (reading.success) return reading.output
    throw new Error(`setting ${name}: ${JSON.stringify(given)} will not do. ${reading.issues[0].message}`)
  }
  return {
    service: {
      marketSlippage: read('marketSlippage', price, DEFAULT_SETTINGS.marketSlippage),
      pollEveryS: String(read('pollEveryS', seconds, Number(DEFAULT_SETTINGS.pollEveryS))),
      ratePerSecond: String(read('ratePerSecond', whole, Number(DEFAULT_SETTINGS.ratePerSecond))),
      rateBurst: String(read('rateBurst', whole, Number(DEFAULT_SETTINGS.rateBurst))),
      corsOrigin: read('corsOrigin', origin, DEFAULT_SETTINGS.corsOrigin),
      webhookLoopback: DEFAULT_SETTINGS.webhookLoopback,
      exchanges: tradedExchanges((name, _host, about) => addressOf(name, about, read)),
    },
    stageRatePerSecond: read('stageRatePerSecond', whole, 50),
    stageBurst: read('stageBurst', whole, 100),
    alarmEmail: read('alarmEmail', email, ''),
    logRetentionDays: read('logRetentionDays', whole, 30),
  }
}

type Read = <Value>(name: string, schema: v.GenericSchema<unknown, Value>, fallback: Value) => Value

/** A socket that no setting names belongs to the environment of the host it streams for. */
const addressOf = (name: ExchangeName, about: ExchangeHost, read: Read): string => {
  const { setting, publicAddress, streamsFor } = about
  if (streamsFor === undefined) return read(setting, address, publicAddress)
  const source = new Map(Object.entries<ExchangeHost>(EXCHANGE_HOSTS[name])).get(streamsFor)
  if (source === undefined) throw new Error(`${name} has no host ${streamsFor}`)
  return read(setting, socketAddress, socketBeside(about, source, addressOf(name, source, read)))
}

/** `-c` gives texts, cdk.json may hold numbers. */
const text = v.pipe(v.union([v.string(), v.number()]), v.transform(String))
const fits = (pattern: RegExp, wanted: string) => v.pipe(text, v.regex(pattern, wanted))

const whole = v.pipe(fits(/^[1-9]\d*$/, 'It is a whole number from 1 on.'), v.transform(Number))
const seconds = v.pipe(fits(/^([1-9]|[1-5]\d)$/, 'It is a whole number of seconds from 1 to 59.'), v.transform(Number))
const price = fits(/^0\.\d{1,6}$/, 'It is dollars below 1, with at most six decimals: 0.02.')
const address = fits(
  /^(https:\/\/\S+[^\s/])?$/,
  'It is an https address without a slash at its end; empty: not traded.',
)
const socketAddress = fits(
  /^(wss:\/\/\S+[^\s/])?$/,
  'It is a wss address without a slash at its end; empty: prices are polled.',
)
const origin = fits(/^(https?:\/\/[^\s/]+)?$/, 'It is one origin, such as https://app.example.com; empty: none.')
const email = fits(/^(\S+@\S+)?$/, 'It is a mail address; empty: none.')
