/** docs/guides/errors.md explains every `reject_code` that an exchange can lead to. */

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

it.each(['kalshi', 'polymarket'])('the guide has every reject_code of %s', (exchange) => {
  const source = read(`shared/adapters/exchanges/${exchange}/http/errors.ts`)
  const [, union = ''] = /export type RejectCode =\n([\s|'\w]+?)\n\n/.exec(source) ?? []
  const codes = [...union.matchAll(/'(\w+)'/g)].map(([, code]) => code)
  const [, section = ''] = /## Why an order was rejected([\s\S]+?)\n## /.exec(read('docs/guides/errors.md')) ?? []
  expect(codes.length).toBeGreaterThan(10)
  expect(codes.filter((code) => !section.includes(`\`${code}\``))).toEqual([])
})
