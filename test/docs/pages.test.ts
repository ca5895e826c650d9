/** The pages of the project agree with each other and with the code: links lead somewhere, and every endpoint and refusal is listed. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ROUTES } from '#functions/api/routes.ts'
import { codesInSources, IN_OTHER_GUIDES } from './codes-in-sources.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const under = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
    .map((file) => join(root, folder, file))

const PAGES = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'].map((file) => join(root, file)),
  ...under('docs'),
  ...under('client'),
  ...under('shared'),
]

/** As GitHub names a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/[`*]|\[|\]\([^)]*\)/g, '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (page: string): readonly string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading ?? ''))

const brokenLinks = (page: string): readonly string[] => {
  const text = readFileSync(page, 'utf8').replace(/```[\s\S]*?```/g, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^(https?:|mailto:)/.test(link)) return []
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page : resolve(dirname(page), path)
    if (!existsSync(target)) return [link]
    return anchor === undefined || anchorsOf(target).includes(anchor) ? [] : [link]
  })
}

describe('every link', () => {
  it.each(PAGES.map((page) => relative(root, page)))('every link in %s leads to an existing target', (page) => {
    expect(brokenLinks(join(root, page))).toEqual([])
  })
})

it('docs/endpoints.md lists every endpoint', () => {
  const page = readFileSync(join(root, 'docs/endpoints.md'), 'utf8')
  const inside = new Set(['get-docs-script', 'get-console-file'])
  const endpoints = ROUTES.map(({ handler }) => handler.spec)
    .filter(({ name }) => !inside.has(name))
    .map(({ method, path }) => `${method} ${path}`)
  expect(endpoints.filter((endpoint) => !page.includes(`| \`${endpoint}\` |`))).toEqual([])
})

/** Fields that an object of a request may have. */
const fieldsOf = (schema: object | undefined): readonly string[] =>
  schema !== undefined && 'entries' in schema ? Object.keys(Object(schema.entries)) : []

it('docs/endpoints.md names for every list all its filters, and for every endpoint its scope', () => {
  const rows = readFileSync(join(root, 'docs/endpoints.md'), 'utf8').split('\n')
  const wrong = ROUTES.flatMap(({ handler }) => {
    const { method, path, scope, request } = handler.spec
    const row = rows.find((line) => line.startsWith(`| \`${method} ${path}\` |`))
    if (row === undefined) return []
    return [
      ...fieldsOf(request.query)
        .filter((name) => !row.includes(`\`${name}\``))
        .map((name) => `${method} ${path} takes ${name}`),
      ...(row.includes(`\` | ${scope} |`) ? [] : [`${method} ${path} needs ${scope}`]),
    ]
  })
  expect(wrong).toEqual([])
})

it('the guide of errors explains every code an endpoint may refuse with', () => {
  const guide = readFileSync(join(root, 'docs/guides/errors.md'), 'utf8')
  const codes = new Set(ROUTES.flatMap(({ handler }) => (handler.spec.refusals ?? []).map(({ code }) => code)))
  expect([...codes].filter((code) => !guide.includes(`\`${code}\``))).toEqual([])
})

it('the guide of errors lists every code of a refusal, and each is one word', () => {
  const guide = readFileSync(join(root, 'docs/guides/errors.md'), 'utf8')
  const listed = [...guide.matchAll(/^\| \d{3} \| ([^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
  )
  const codes = [...codesInSources()]
  expect(codes.length).toBeGreaterThan(20)
  expect([...codes, ...listed].filter((code) => !/^[a-z_]+$/.test(code))).toEqual([])
  expect(codes.filter((code) => !listed.includes(code) && IN_OTHER_GUIDES[code] === undefined)).toEqual([])
  for (const [code, page] of Object.entries(IN_OTHER_GUIDES))
    expect(readFileSync(join(root, `docs/guides/${page}.md`), 'utf8'), code).toContain(`\`${code}\``)
  const declared = ROUTES.flatMap(({ handler }) => (handler.spec.refusals ?? []).map(({ code }) => code))
  expect(listed.filter((code) => !codes.includes(code) && !declared.includes(code))).toEqual([])
  expect(guide).not.toMatch(/^\| \d{3} \| +\|/m)
})

it('docs/security.md names for every threat the tests that hold the protection, and they exist', () => {
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const table = page.slice(page.indexOf('| an attacker'), page.indexOf('## API keys'))
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
  expect(rows.length).toBeGreaterThan(15)
  for (const row of rows) {
    const [, threat = '', , held = '', left = ''] = row.split('|').map((cell) => cell.trim())
    const tests = [...held.matchAll(/\(\.\.\/(test\/[^)]+)\)/g)].map(([, path = '']) => path)
    expect(tests.length, threat).toBeGreaterThan(0)
    for (const path of tests) expect(existsSync(join(root, path)), path).toBe(true)
    expect(left, threat).not.toBe('')
  }
})
