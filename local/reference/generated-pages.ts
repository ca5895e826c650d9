/** Files that are made from the declarations of the endpoints: pages of docs/ with tables, the page of errors, and the tools of agents. */

import type { DescribedEndpoint } from '#contract/openapi/openapi-document.ts'
import { endpointTables } from './endpoint-tables.ts'
import { ENDPOINT_TOOLS_FILE, endpointToolsModule } from './endpoint-tools.ts'
import { ERROR_PAGE_FILE, errorPage } from './error-page.ts'
import { errorTable } from './error-table.ts'
import { fillTables } from './fill-tables.ts'
import { listedErrors } from './listed-errors.ts'

interface GeneratedPage {
  readonly path: string
  /** Returns the page with the tables as the declarations make them. */
  fill(page: string, endpoints: readonly DescribedEndpoint[]): string
}

export const GENERATED_PAGES: readonly GeneratedPage[] = [
  { path: 'docs/endpoints.md', fill: (page, endpoints) => fillTables(page, endpointTables(endpoints)) },
  {
    path: 'docs/guides/errors.md',
    fill: (page, endpoints) => fillTables(page, new Map([['codes', errorTable(listedErrors(endpoints))]])),
  },
  { path: ERROR_PAGE_FILE, fill: (_page, endpoints) => errorPage(listedErrors(endpoints)) },
  { path: ENDPOINT_TOOLS_FILE, fill: (_page, endpoints) => endpointToolsModule(endpoints) },
]
