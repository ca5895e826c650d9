/** The official client of the Model Context Protocol, as an agent uses it. */

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { World } from './world.ts'

/** Opens a client of revision 2026-07-28, or of the one before, at the endpoint of a story. */
export const openAgent = async (
  world: Pick<World, 'call'>,
  { key, isModern = true }: { readonly key?: string; readonly isModern?: boolean } = {},
): Promise<Client> => {
  const client = new Client(
    { name: 'story', version: '1.0.0' },
    isModern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  )
  const transport = new StreamableHTTPClientTransport(new URL('http://story/v1/mcp'), {
    fetch: async (url, init) => {
      const { pathname } = new URL(String(url))
      const headers = Object.fromEntries(new Headers(init?.headers))
      const raw = typeof init?.body === 'string' ? { raw: init.body } : {}
      const sent = { headers, ...raw, ...(key === undefined ? {} : { key }) }
      const answer = await world.call(init?.method ?? 'GET', pathname, undefined, sent)
      const body = answer.body === null ? null : JSON.stringify(answer.body)
      return new Response(body, { status: answer.status, headers: answer.headers })
    },
  })
  await client.connect(transport)
  return client
}
