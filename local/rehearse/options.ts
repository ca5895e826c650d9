/** Options of `npm run rehearse`. */

import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { EXCHANGE_HOSTS, type ExchangeHost } from '#ports/exchanges/exchange-addresses.ts'
import { CannotStart } from '../cannot-start.ts'
import { parseFlags } from '../parse-flags.ts'

export interface RehearsalOptions {
  readonly exchange: ExchangeName
  readonly demo: boolean
  readonly place: boolean
  /** A JSON file: the body of PUT credentials of this exchange. */
  readonly credentials: string
  /** Native id of the market; null: the first open one that the exchange lists. */
  readonly market: string | null
  /** Path of the report. */
  readonly report: string
  /** Address of each host, by its name. */
  readonly urls: Readonly<Record<string, string>>
}

export const USAGE = `npm run rehearse -- --exchange EXCHANGE_A|EXCHANGE_B --credentials <file> [--demo] [--place]
npm run rehearse -- --drift [--exchange EXCHANGE_A|EXCHANGE_B [--credentials <file>]] [--demo]

Asks the real exchange, with your own key, whether it behaves as this service assumes. Prints a table, and writes a report
without secrets that you can attach to an issue. Ends with 1 if an assumption does not hold.

With --drift, compares the answers of the exchanges with what this service reads of them. Names each unknown field, value, header
and error, and each field or path that is missing. Needs no key; with one it also compares what is private. Places nothing. Ends
with 1 if something differs that decides, or if an answer could not be had.

  --exchange <name>      EXCHANGE_A or EXCHANGE_B
  --credentials <file>   JSON with the fields of PUT …/credentials/<name>, such as {"api_key_id": "…", "private_key": "…"}.
                         Nobody else should be able to read the file.
  --demo                 the demo of EXCHANGE_A; EXCHANGE_B has none
  --place                also places the smallest order, at the lowest price of the market, looks for it, and cancels it.
                         Without it nothing is placed. The market must not trade near that price.
  --drift                compares answers with what is read of them; both exchanges unless --exchange names one
  --market <native id>   the market to look at; by default the first open one with a book
  --report <file>        where the report goes; by default rehearsal.json, and drift.json with --drift
  --url <host>=<address> another address of a host, such as api=http://127.0.0.1:4000/trade-api/v2
  --help                 this text`

const HELP = 'npm run rehearse -- --help lists all options.'

/** The options; `help` where the text was asked for. Throws `CannotStart`. */
export const rehearsalOptions = (args: readonly string[]): RehearsalOptions | 'help' => {
  const values = valuesIn(args)
  if (values.help === true) return 'help'
  const exchange = EXCHANGE_NAMES.find((name) => name === values.exchange)
  if (exchange === undefined) throw new CannotStart(`--exchange must be one of ${EXCHANGE_NAMES.join(', ')}. ${HELP}`)
  if (values.credentials === undefined) throw new CannotStart(`--credentials must name a file. ${HELP}`)
  const demo = values.demo === true
  return {
    exchange,
    demo,
    place: values.place === true,
    credentials: values.credentials,
    market: values.market ?? null,
    report: values.report ?? 'rehearsal.json',
    urls: { ...addressesOf(exchange, demo), ...Object.fromEntries((values.url ?? []).map(hostIn)) },
  }
}

export const valuesIn = (args: readonly string[]) =>
  parseFlags('npm run rehearse --', args, {
    exchange: { type: 'string' },
    credentials: { type: 'string' },
    demo: { type: 'boolean' },
    place: { type: 'boolean' },
    drift: { type: 'boolean' },
    market: { type: 'string' },
    report: { type: 'string' },
    url: { type: 'string', multiple: true },
    help: { type: 'boolean' },
  })

export const addressesOf = (exchange: ExchangeName, demo: boolean): Record<string, string> => {
  const hosts = Object.entries<ExchangeHost>(EXCHANGE_HOSTS[exchange])
  return Object.fromEntries(
    hosts.map(([name, { publicAddress, demoAddress }]) => {
      if (demo && demoAddress === undefined) throw new CannotStart(`${exchange} has no demo`)
      return [name, demo ? (demoAddress ?? '') : publicAddress]
    }),
  )
}

export const hostIn = (text: string): readonly [string, string] => {
  const at = text.indexOf('=')
  if (at < 1) throw new CannotStart(`--url must be <host>=<address>, not ${text}`)
  return [text.slice(0, at), text.slice(at + 1)]
}
