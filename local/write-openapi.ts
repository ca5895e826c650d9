/** `npm run openapi`: writes docs/openapi.json and the tables of two pages from the declarations. Tests fail if a file has drifted. */

import { readFileSync, writeFileSync } from 'node:fs'
import { openApiDocument } from '#contract/openapi/openapi-document.ts'
import { ROUTES } from '#functions/api/routes.ts'
import { GENERATED_PAGES } from './reference/generated-pages.ts'

const endpoints = ROUTES.map((route) => route.handler.spec)
const file = new URL('../docs/openapi.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(openApiDocument(endpoints), null, 2)}\n`)

for (const { path, fill } of GENERATED_PAGES) {
  const page = new URL(`../${path}`, import.meta.url)
  writeFileSync(page, fill(readFileSync(page, 'utf8'), endpoints))
}
