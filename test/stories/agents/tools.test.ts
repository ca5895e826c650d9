/** Agents: the official client lists the tools of its key, reads with them, and is refused in the words of the service. */

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openAgent } from '../../support/agent.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

const namesOf = (tools: ReadonlyArray<{ readonly name: string }>): readonly string[] => tools.map(({ name }) => name)

describe.each([{ isModern: true }, { isModern: false }])(
  'the official client, of this revision: $isModern',
  ({ isModern }) => {
    it('lists all tools of a key with scope trade, and only the reading ones of a key with scope read', async () => {
      await startWorld()
      const trader = await openAgent(world, { isModern })
      const reader = await openAgent(world, { isModern, key: await world.newKey('read') })
      const all = (await trader.listTools()).tools
      const reading = (await reader.listTools()).tools
      expect(namesOf(all)).toContain('cancel_order')
      expect(namesOf(reading)).toContain('list_orders')
      expect(namesOf(reading)).not.toContain('cancel_order')
      expect(reading.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
      expect(reading.length).toBe(all.filter(({ annotations }) => annotations?.readOnlyHint === true).length)
    })
  },
)

describe('the words of the tools', () => {
  it('name other tools, and never an address, a header or the form of a query', async () => {
    await startWorld()
    const { tools } = await (await openAgent(world)).listTools()
    const words = tools.map((tool) => JSON.stringify(tool)).join('\n')
    expect(words).not.toMatch(/\/v1\/|Accept:|separated by commas|The body/)
    const place = tools.find(({ name }) => name === 'preview_order')
    expect(place?.description).toContain('Follow it with get_order.')
  })
})

describe('a tool', () => {
  it('answers as its endpoint does', async () => {
    await startWorld({ quoted: true })
    const agent = await openAgent(world)
    const orderId = await world.place()
    await world.pass('5s')
    const { structuredContent } = await agent.callTool({ name: 'get_order', arguments: { order_id: orderId } })
    expect(structuredContent).toEqual(await world.order(orderId))
    const listed = await agent.callTool({ name: 'list_orders', arguments: { svc_id: world.svcId(), limit: 5 } })
    expect(listed.structuredContent).toMatchObject({ orders: [{ svc_order_id: orderId }] })
    const quotes = await agent.callTool({ name: 'get_quotes', arguments: { svc_ids: [world.svcId()] } })
    expect(quotes.structuredContent).toMatchObject({ quotes: [{ svc_id: world.svcId(), best_bid: 0.4 }] })
    const cancelled = await agent.callTool({ name: 'cancel_order', arguments: { order_id: orderId } })
    expect(cancelled.isError).toBeUndefined()
    await world.pass('10s')
    expect((await world.order(orderId)).status).toBe('CANCELLED')
  })

  it('is refused in the words of the service', async () => {
    await startWorld()
    const agent = await openAgent(world)
    const unknown = await agent.callTool({ name: 'get_order', arguments: { order_id: world.ids.uuid() } })
    expect(unknown).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'Order not found (not_found)' }],
      structuredContent: { status: 404, code: 'not_found' },
    })
    const invalid = await agent.callTool({ name: 'list_orders', arguments: { limit: 0, colour: 'red' } })
    expect(invalid).toMatchObject({ isError: true, structuredContent: { status: 422, code: 'invalid_request' } })
    expect(JSON.stringify(invalid.content)).toMatch(/limit: .*colour: Extra inputs are not permitted/)
    const order = { subaccount_id: world.hero.subaccountId, svc_id: world.svcId(), buy_flag: true, qty: 1, price: 42 }
    const inCents = await agent.callTool({ name: 'preview_order', arguments: order })
    expect(inCents.content).toEqual([
      { type: 'text', text: expect.stringMatching(/less than 1\. .*42 cents are 0\.42/) },
    ])
    for (const order_id of ['.', '..'])
      expect(await agent.callTool({ name: 'get_order', arguments: { order_id } })).toMatchObject({
        isError: true,
        structuredContent: { status: 422, code: 'invalid_request' },
      })
    const missing = await agent.callTool({ name: 'get_order', arguments: {} })
    expect(missing).toMatchObject({ isError: true, structuredContent: { status: 422, code: 'missing' } })
  })

  it('that acts is refused to a key with scope read, and does nothing', async () => {
    await startWorld()
    const orderId = await world.place()
    await world.pass('5s')
    const before = await world.order(orderId)
    const { tools } = await (await openAgent(world)).listTools()
    const acting = namesOf(tools.filter(({ annotations }) => annotations?.readOnlyHint === false))
    expect(acting.length).toBeGreaterThan(8)
    const reader = await openAgent(world, { key: await world.newKey('read') })
    const given = { order_id: orderId, subaccount_id: world.hero.subaccountId, confirmation: world.ids.uuid() }
    for (const name of acting)
      expect(await reader.callTool({ name, arguments: given }), name).toMatchObject({
        isError: true,
        content: [{ text: expect.stringMatching(/This needs a key with scope trade; yours has scope read/) }],
        structuredContent: { status: 403, code: 'scope_missing' },
      })
    expect(await world.order(orderId)).toEqual(before)
    expect(await world.orders()).toHaveLength(1)
    const limits = await world.get(`/v1/subaccounts/${world.hero.subaccountId}/limits`)
    expect(limits.body.halted).toBe(false)
  })

  it('that does not exist is an error of the protocol', async () => {
    await startWorld()
    const agent = await openAgent(world)
    await expect(agent.callTool({ name: 'withdraw_all' })).rejects.toThrow(/no tool withdraw_all/)
  })
})

describe('the guides', () => {
  it('are resources, each with the title and the text of its page', async () => {
    await startWorld()
    const reader = await openAgent(world, { key: await world.newKey('read') })
    const { resources } = await reader.listResources()
    const pages = readdirSync('docs/guides').map((file) => `guide:///${file.replace('.md', '')}`)
    expect(resources.map(({ uri }) => uri).sort()).toEqual(pages.sort())
    for (const { uri, name, title } of resources) {
      const { contents } = await reader.readResource({ uri })
      const text = readFileSync(`docs/guides/${name}.md`, 'utf8')
      expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text }])
      expect(text.split('\n')[0]).toBe(`# ${title}`)
    }
    await expect(reader.readResource({ uri: 'guide:///../../SECURITY' })).rejects.toThrow()
  })
})

describe('the endpoint', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const call = (params: object) =>
    JSON.stringify({ ...list, method: 'tools/call', params: { name: 'search_markets', ...params } })

  it('refuses a request without a key, and one from a web page of another origin', async () => {
    await startWorld()
    expect((await world.post('/v1/mcp', list, { key: null })).status).toBe(401)
    const page = await world.post('/v1/mcp', list, { headers: { origin: 'https://evil.example' } })
    expect(page).toMatchObject({ status: 403, body: { code: 'origin_refused' } })
  })

  it.each([
    ['that is not JSON', '{"jsonrpc": "2.0", "id": 1,', {}, 422, /JSON decode error/],
    ['that is a batch', JSON.stringify([list]), {}, 400, /not a valid JSON-RPC message/],
    ['that is no JSON-RPC', '{"id":1,"method":"tools/list"}', {}, 400, /not a valid JSON-RPC message/],
    ['whose arguments are a text', call({ arguments: 'x' }), {}, 200, /Invalid tools\/call request/],
    ['of 65 KiB', call({ arguments: { q: 'x'.repeat(66_000) } }), {}, 413, /larger than 64 KiB/],
    ['of another type', JSON.stringify(list), { 'content-type': 'text/plain' }, 422, /content-type application\/json/],
    [
      'of an unknown revision',
      JSON.stringify(list),
      { 'mcp-protocol-version': '1999-01-01' },
      400,
      /Unsupported protocol/,
    ],
  ])('refuses a message %s, in words', async (_what, raw, headers, status, words) => {
    await startWorld()
    const answer = await world.call('POST', '/v1/mcp', undefined, { raw, headers })
    expect({ status: answer.status, words: JSON.stringify(answer.body) }).toMatchObject({
      status,
      words: expect.stringMatching(words),
    })
  })

  it('answers a client that accepts only JSON, or anything', async () => {
    await startWorld()
    for (const accept of ['application/json', 'text/html', '*/*'])
      expect(await world.post('/v1/mcp', list, { headers: { accept } })).toMatchObject({
        status: 200,
        body: { result: { tools: expect.any(Array) } },
      })
  })

  it('refuses a header that contradicts the message', async () => {
    await startWorld()
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'story', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const message = { ...list, params: { _meta: meta } }
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' }
    const answer = await world.post('/v1/mcp', message, { headers })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: expect.any(Number) } } })
  })

  it('offers no subscription, because a function cannot hold a stream', async () => {
    await startWorld()
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'story', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const params = { _meta: meta, notifications: { toolsListChanged: true } }
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }
    const answer = await world.post('/v1/mcp', { ...list, method: 'subscriptions/listen', params }, { headers })
    expect(answer.body).toHaveProperty('error')
  })
})
