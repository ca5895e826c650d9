/** Webhooks of the kinds discord, slack and telegram write readable lines into chats. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChatReceiver, startChat } from '../../support/chat-receiver.ts'
import { useWorld } from '../../support/use-world.ts'

const world = useWorld()
let chat: ChatReceiver
beforeEach(async () => {
  chat = await startChat()
})
afterEach(() => chat.close())

const register = async (more: object = {}): Promise<string> => {
  const { status, body } = await world.post('/v1/webhooks', { kind: 'discord', url: chat.url, ...more })
  expect({ status, body }).toMatchObject({ status: 201 })
  return `/v1/webhooks/${body.webhook_id}`
}

describe('a webhook of kind discord', () => {
  it('shows a fill and a rejection as one line each, by the rules of Discord', async () => {
    await register()
    await world.simulated.book([[0.4, 500]], [[0.44, 500]])
    const filled = await world.place({ time_in_force: 'IOC', price: 0.45, qty: 2 })
    const refused = await world.place({ price: 0.40555 })
    await world.pass('30s')
    expect(chat.refused).toEqual([])
    const ofFill = chat.shown.filter((line) => line.includes(filled))
    expect(ofFill.join('\n')).toMatch(/^Filled: bought [\d.]+ YES of 2 at [\d.]+¢ · ".+" · fee \$[\d.]+ · order /)
    const ofRefusal = chat.shown.filter((line) => line.includes(refused))
    expect(ofRefusal).toHaveLength(1)
    expect(ofRefusal[0]).toMatch(/^Rejected: buy [\d.]+ YES at 40\.555¢ · ".+" · .+ · order /)
  })

  it('tells the life of a bracket in one line for each thing that happened', async () => {
    await register()
    await world.simulated.book([[0.4, 500]], [[0.44, 500]])
    const sell = { qty: 2, buy_flag: false }
    const conditional_orders_params = [
      { trigger_order: { ...sell, price: 0.6 } },
      { trigger_order: { ...sell, stop_order_price: 0.3 } },
    ]
    await world.place({ price: 0.44, qty: 2, conditional_orders_params })
    await world.pass('20s', 2)
    await world.simulated.book([[0.25, 500]], [[0.3, 500]])
    await world.look()
    await world.pass('60s', 2)
    expect(chat.refused).toEqual([])
    const lines = chat.shown.map((line) => line.replaceAll(/"[^"]+"/g, 'MARKET').replaceAll(/[\da-f-]{36}/g, 'ID'))
    expect(lines.sort()).toEqual([
      'Cancelled: sell 2 YES at 60¢ · MARKET · linked exit · order ID',
      'Filled: bought 2 YES of 2 at 44¢ · MARKET · fee $0.0345 · order ID',
      'Filled: sold 2 YES of 2 at 25¢ · MARKET · fee $0.0263 · order ID',
      'Fired: SL, level 30¢, sell 2 YES · price 27.5¢ · MARKET · complex order ID',
      'Placed: TP, sell 2 YES at 60¢ · MARKET · complex order ID',
    ])
  })

  it('says shortly that an order met a halt', async () => {
    await register()
    await world.place({ price: 0.3 })
    await world.post(`/v1/subaccounts/${world.hero.subaccountId}/halt`)
    await world.pass('30s')
    expect(chat.shown.filter((line) => line.startsWith('Rejected'))).toEqual([
      expect.stringMatching(/^Rejected: buy \d+ YES at 30¢ · ".+" · Trading is halted for the subaccount\. · order /),
    ])
  })

  it('keeps its address as a secret: no answer, log or row shows it', async () => {
    const created = await world.post('/v1/webhooks', { kind: 'discord', url: chat.url })
    expect(created).toMatchObject({ status: 201, body: { kind: 'discord', secret: null } })
    const webhook = `/v1/webhooks/${created.body.webhook_id}`
    expect(created.body.url).toBe(`${new URL(chat.url).origin}/…`)
    await world.post(`${webhook}/test`)
    await world.settle()
    expect(chat.shown).toEqual([expect.stringMatching(/^Test: /)])
    const answers = [
      created,
      await world.get('/v1/webhooks'),
      await world.get(webhook),
      await world.get(`${webhook}/deliveries`),
      await world.patch(webhook, { url: `${chat.url}/second` }),
      await world.patch(webhook, { url: `ftp://${chat.url}` }),
      await world.post(`${webhook}/rotate-secret`),
    ]
    expect(answers.at(-1)).toMatchObject({ status: 409, body: { code: 'no_secret' } })
    const stored = await world.ports.webhooks.get(world.hero.userId, created.body.webhook_id)
    expect(JSON.stringify([answers, stored, world.log])).not.toContain('very-secret-token')
    await world.post(`${webhook}/test`)
    await world.settle()
    expect(chat.paths.at(-1)).toBe('/api/webhooks/1234/very-secret-token/second')
  })

  it('waits as long as retry_after in the body says, and then shows the line', async () => {
    const webhook = await register()
    chat.busyFor = 1
    await world.post(`${webhook}/test`)
    await world.settle()
    const [delivery] = (await world.get(`${webhook}/deliveries`)).body.deliveries
    expect(delivery).toMatchObject({ status: 'PENDING', attempts: [{ response_status: 429 }] })
    const waits = Date.parse(delivery.next_attempt_at) - Date.parse(delivery.attempts[0].attempted_at)
    expect(waits).toBeGreaterThanOrEqual(64_570)
    await world.pass('70s')
    expect(chat.shown).toHaveLength(1)
  })

  it('can become another chat, and not a webhook that signs', async () => {
    const webhook = await register()
    expect(await world.patch(webhook, { kind: 'standard', url: chat.url })).toMatchObject({ status: 422 })
    expect(await world.patch(webhook, { kind: 'slack' })).toMatchObject({ status: 422 })
    const slack = await world.patch(webhook, { kind: 'slack', url: chat.url })
    expect(slack).toMatchObject({ status: 200, body: { kind: 'slack' } })
    await world.post(`${webhook}/test`)
    await world.settle()
    expect(chat.bodies.at(-1)).toEqual({
      text: expect.stringMatching(/^Test: /),
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
    })
  })
})

describe('a webhook of kind telegram', () => {
  it('needs the address of a bot with its chat, and sends the chat in the body', async () => {
    const { origin } = new URL(chat.url)
    for (const url of [
      chat.url,
      `${origin}/bot1:a/sendMessage`,
      `${origin}/bot1:a/sendMessage?chat_id=1&parse_mode=HTML`,
    ])
      expect(await world.post('/v1/webhooks', { kind: 'telegram', url })).toMatchObject({ status: 422 })
    const webhook = await register({ kind: 'telegram', url: `${origin}/bot1:a/sendMessage?chat_id=-1001` })
    await world.post(`${webhook}/test`)
    await world.settle()
    expect(chat.paths).toContain('/bot1:a/sendMessage')
    expect(chat.bodies[0]).toEqual({
      chat_id: '-1001',
      text: expect.stringMatching(/^Test: /),
      link_preview_options: { is_disabled: true },
    })
  })
})
