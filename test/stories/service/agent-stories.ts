/** The official client of the Model Context Protocol at the service of a laptop, over HTTP and through `pmt mcp`. */

import { resolve } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTradingClient, type TradingClient } from '#client/trading-client.ts'
import type { OwnService } from '../../support/service.ts'

/** Opens a transport with that key. */
type Open = (service: OwnService, key: string) => StdioClientTransport | StreamableHTTPClientTransport

const TRANSPORTS: readonly (readonly [name: string, open: Open])[] = [
  [
    'over HTTP',
    ({ baseUrl }, key) =>
      new StreamableHTTPClientTransport(new URL('/v1/mcp', baseUrl), {
        requestInit: { headers: { 'x-api-key': key } },
      }),
  ],
  [
    'over pmt mcp',
    ({ baseUrl, dir }, key) =>
      new StdioClientTransport({
        command: process.execPath,
        args: ['--disable-warning=ExperimentalWarning', resolve('client/cli/cli.ts'), 'mcp'],
        env: { TRADING_URL: baseUrl, TRADING_KEY: key, XDG_CONFIG_HOME: dir },
        cwd: dir,
      }),
  ],
]

const REVISIONS = [
  ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
  ['an earlier revision', {}],
] as const

export const agentStories = (service: () => OwnService): void => {
  let client: TradingClient
  let order: object
  let readingKey: string
  beforeAll(async () => {
    client = createTradingClient(service())
    const query = { exchange_name: 'EXCHANGE_A' as const, limit: 1 }
    const found = await client.GET('/v1/markets/search', { params: { query } })
    const svc_id = found.data?.results[0]?.svc_id
    order = { subaccount_id: service().subaccountId, svc_id, buy_flag: true, qty: 3, price: 0.01 }
    const made = await client.POST('/v1/api-keys', { body: { name: 'reading agent', scope: 'read' } })
    readingKey = made.data?.api_key ?? ''
  }, 60_000)

  const withAgent = async (
    [open, options]: readonly [Open, object],
    key: string,
    act: (agent: Client) => Promise<void>,
  ) => {
    const agent = new Client({ name: 'story', version: '1.0.0' }, options)
    await agent.connect(open(service(), key))
    try {
      await act(agent)
    } finally {
      await agent.close()
    }
  }

  const run = async (agent: Client, name: string, given: Record<string, unknown>) => {
    const { structuredContent, isError = false } = await agent.callTool({ name, arguments: given })
    return { isError, body: Object(structuredContent) }
  }

  it('finds the tools and the documents of the service in /llms.txt, without a key', async () => {
    const answer = await fetch(new URL('/llms.txt', service().baseUrl))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    const text = await answer.text()
    expect(text).toMatch(/^# .*\n\n> [\s\S]*POST \/v1\/mcp/)
    const links = [...text.matchAll(/\]\((.+?)\)/g)].map(([, link = '']) => link)
    expect(links).toContain('/v1/openapi.json')
    for (const link of links) expect((await fetch(new URL(link, service().baseUrl))).status, link).toBe(200)
    expect((await fetch(new URL('/llms.txt', service().baseUrl), { method: 'POST' })).status).toBe(404)
  })

  describe.each(TRANSPORTS)('an agent %s', (_name, open) => {
    it.each(REVISIONS)('lists, previews, confirms once and is refused, in %s', async (_revision, options) => {
      await withAgent([open, options], service().apiKey, async (agent) => {
        expect((await agent.listTools()).tools.map(({ name }) => name)).toContain('place_order')
        const { body: shown } = await run(agent, 'preview_order', { ...order })
        expect(shown).toMatchObject({ would_happen: { refusals: [] }, confirmation: expect.any(String) })
        const { confirmation } = shown
        expect(await run(agent, 'place_order', { confirmation, qty: 30 })).toMatchObject({
          isError: true,
          body: { code: 'confirmation_only' },
        })
        const placed = await run(agent, 'place_order', { confirmation })
        expect(placed).toMatchObject({ isError: false, body: { svc_order_id: expect.any(String) } })
        expect(await run(agent, 'place_order', { confirmation })).toEqual(placed)
        const { svc_order_id: order_id } = placed.body
        expect(await run(agent, 'get_order', { order_id })).toMatchObject({ body: { qty: 3, price: 0.01 } })
        expect(await run(agent, 'cancel_order', { order_id })).toMatchObject({ isError: false })
      })
    })

    it('sees only reading tools with a key of scope read, and gets no confirmation', async () => {
      await withAgent([open, REVISIONS[0][1]], readingKey, async (agent) => {
        expect((await agent.listTools()).tools.map(({ name }) => name)).not.toContain('place_order')
        const { body } = await run(agent, 'preview_order', { ...order })
        expect(body).toMatchObject({ confirmation: null, reason: expect.stringMatching(/scope trade/) })
        const refused = await run(agent, 'place_order', { confirmation: crypto.randomUUID() })
        expect(refused).toMatchObject({ isError: true, body: { code: 'scope_missing' } })
      })
    })

    it('with a wrong key is refused', async () => {
      // A client of revision 2026-07-28 hides the words of this error behind its own.
      const opened = withAgent([open, REVISIONS[1][1]], 'pmt_wrong', async () => undefined)
      await expect(opened).rejects.toThrow(/401|unauthenticated/)
    })
  })
}
