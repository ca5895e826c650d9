/** The typed client of this service, at the address the page came from. The key is sent as a header and never in an address. */

import createClient from 'openapi-fetch'
import type { paths } from '../../openapi-types.ts'
import { apiKey } from '../session/api-key.ts'

export const api = createClient<paths>({
  baseUrl: location.origin,
  credentials: 'omit',
  // A list in a query is one text, its items separated by commas.
  querySerializer: { array: { style: 'form', explode: false } },
})

api.use({
  onRequest: ({ request }) => {
    if (apiKey.peek() !== '') request.headers.set('x-api-key', apiKey.peek())
    return request
  },
})
