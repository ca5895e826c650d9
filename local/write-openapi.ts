/**
 * `npm run openapi`: writes docs/openapi.json, docs/asyncapi.json, the tables of two pages, the page of errors and the tools of agents from the
 * declarations. Tests fail if a file has drifted. Asks for `npm run python` if the Python package may need new models: Python has a test for that,
 * Node has none.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { asyncApiDocument } from '#contract/openapi/asyncapi-document.ts'
import { openApiDocument } from '#contract/openapi/openapi-document.ts'
import { ROUTES } from '#functions/api/routes.ts'
import { GENERATED_PAGES } from './reference/generated-pages.ts'

const endpoints = ROUTES.map((route) => route.handler.spec)
const openApi = openApiDocument(endpoints)

/** Returns true if the file has changed. */
const write = (name: string, document: object): boolean => {
  const file = new URL(`../docs/${name}`, import.meta.url)
  const text = `${JSON.stringify(document, null, 2)}\n`
  const hasChanged = readFileSync(file, 'utf8') !== text
  writeFileSync(file, text)
  return hasChanged
}

if (write('openapi.json', openApi))
  console.log(
    'docs/openapi.json has changed. `npm run python` brings the Python package up to date. Without Python 3.10, leave that to CI: it prints the difference.',
  )
write('asyncapi.json', asyncApiDocument(openApi))

for (const { path, fill } of GENERATED_PAGES) {
  const page = new URL(`../${path}`, import.meta.url)
  writeFileSync(page, fill(existsSync(page) ? readFileSync(page, 'utf8') : '', endpoints))
}
