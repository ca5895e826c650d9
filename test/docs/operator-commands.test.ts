/** Every command in the documents for operators exists, and nine commands lead to the first order. */

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '#local/admin/commands.ts'
import { PLACE_FLAGS } from '#local/admin/environment/open-place.ts'

const root = new URL('../../', import.meta.url)
const textOf = (file: string): string => readFileSync(new URL(file, root), 'utf8')

/** The commands in the code blocks of a text, one each: without comments and shown output (`text`), and with continuation lines. */
const commandsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^```(\w*)\n(.*?)^```/gms)].flatMap(([, language = '', block = '']) =>
    (language === 'text' ? '' : block)
      .replaceAll(/^\s*#.*\n/gm, '')
      .replaceAll(/(\\|\|)\n\s*/g, '$1 ')
      .split('\n')
      .filter((line) => line.trim() !== ''),
  )

describe('docs/deploy.md', () => {
  const guide = textOf('docs/deploy.md')
  const toFirstOrder = guide.slice(guide.indexOf('## 1.'), guide.indexOf('## What it costs'))

  it('reaches the first order in nine commands', () => {
    const commands = commandsIn(toFirstOrder)
    const order = commands.findIndex(
      (command) => command.includes('/v1/orders ') && command.includes('idempotency-key'),
    )
    expect(commands.slice(0, order + 1)).toEqual([
      'npm ci',
      'npx cdk bootstrap aws://<account id>/<region>',
      'npm run deploy',
      'npm run admin -- create-user --region <region>',
      'export B=<Address> K=<API key>',
      expect.stringMatching(/^S=\$\(curl -s \$B\/v1\/subaccounts /),
      expect.stringMatching(/^curl -s -X PUT \$B\/v1\/subaccounts\/\$S\/credentials\/EXCHANGE_A .*"paper"/),
      expect.stringMatching(/^curl -s "\$B\/v1\/markets\/search\?/),
      expect.stringMatching(/^curl -s \$B\/v1\/orders /),
    ])
  })

  it('names outputs that the stacks have', () => {
    const files = ['trading-app.ts', 'stacks/api.ts', 'stacks/data.ts', 'constructs/service-dashboard.ts']
    const infra = files.map((file) => textOf(`infra/${file}`))
    const outputs = [...infra.join('\n').matchAll(/new CfnOutput\(\w+, '(\w+)'/g)].map(([, name = '']) => name)
    const named = [...guide.matchAll(/`Trading(?:Api|Data)\.(\w+)`/g)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(3)
    for (const name of [...named, 'TableName', 'VaultKeyArn', 'CatalogueBucket']) expect(outputs).toContain(name)
  })
})

it('every command of the operator in the documents exists, with its flags', () => {
  const documents = [
    'README.md',
    ...readdirSync(new URL('docs/', root), { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`),
  ]
  const calls = documents
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => [...textOf(file).matchAll(/npm run admin -- ([a-z-]+)([^`\n]*)/g)])
  expect(calls.length).toBeGreaterThan(8)
  for (const [call, name = '', rest = ''] of calls) {
    if (name === '--help') continue
    const command = COMMANDS[name]
    expect(command, call).toBeDefined()
    const known = [...Object.keys({ ...PLACE_FLAGS, ...command?.flags }), 'help']
    for (const [, flag] of rest.matchAll(/--([a-z]+)/g)) expect(known, call).toContain(flag)
  }
})

it('docs/operations.md lists every command', () => {
  const chapter = textOf('docs/operations.md').split("## The operator's commands")[1]?.split('\n## ')[0] ?? ''
  for (const name of Object.keys(COMMANDS)) expect(chapter).toMatch(new RegExp(`\`${name}( <order id>)?\``))
})
