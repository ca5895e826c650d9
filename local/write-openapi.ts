/** `npm run openapi`: writes docs/openapi.json from the declarations. A test fails when it has drifted. */

import { writeFileSync } from 'node:fs'
import { openApiDocument } from '#contract/openapi/openapi-document.ts'
import { ROUTES } from '#functions/api/routes.ts'

const file = new URL('../docs/openapi.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(openApiDocument(ROUTES.map((route) => route.handler.spec)), null, 2)}\n`)
