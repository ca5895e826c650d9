/**
 * `npm run openapi`: writes docs/openapi.json, docs/asyncapi.json, the tables of two pages and the tools of agents from the declarations. Tests fail if a
 * file has drifted.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { asyncApiDocument } from '#contract/openapi/asyncapi-document.ts'
import { openApiDocument } from '#contract/openapi/openapi-document.ts'
import { ROUTES } from '#functions/api/routes.ts'
import { GENERATED_PAGES } from './reference/generated-pages.ts'

const endpoints = ROUTES.map((route) => route.handler.spec)
const openApi = openApiDocument(endpoints)

const write = (name: string, document: object): void =>
  writeFileSync(new URL(`../docs/${name}`, import.meta.url), `${JSON.stringify(document, null, 2)}\n`)

write('openapi.json', openApi)
write('asyncapi.json', asyncApiDocument(openApi))

for (const { path, fill } of GENERATED_PAGES) {
  const page = new URL(`../${path}`, import.meta.url)
  writeFileSync(page, fill(readFileSync(page, 'utf8'), endpoints))
}
