/** A halt of a subaccount and its end are reported, each once. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChatReceiver, startChat } from '../../support/chat-receiver.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { useWorld } from '../../support/use-world.ts'

const world = useWorld()
let receiver: Receiver
let chat: ChatReceiver
beforeEach(async () => {
  receiver = await startReceiver(world.clock)
  chat = await startChat()
  const { body } = await world.post('/v1/webhooks', { url: receiver.url })
  receiver.secret = body.secret
})
afterEach(async () => {
  await receiver.close()
  await chat.close()
})

const subaccount = () => `/v1/subaccounts/${world.hero.subaccountId}`
const halt = () => world.post(`${subaccount()}/halt`)
const resume = () => world.put(`${subaccount()}/limits`, { halted: false })
const reported = () => receiver.received.map(({ event }) => event)
const types = () => reported().map(({ type }) => type)

describe('a halt', () => {
  it('is reported at once, signed and in order, and so is its end; a repeat is not', async () => {
    await halt()
    await world.settle()
    expect(types()).toEqual(['subaccount.halted'])
    await halt()
    await world.put(`${subaccount()}/limits`, { halted: true, max_order_qty: 5 })
    await resume()
    await resume()
    await world.put(`${subaccount()}/limits`, { max_order_qty: 6 })
    await world.pass('30s')
    expect(types()).toEqual(['subaccount.halted', 'subaccount.resumed'])
    expect(receiver.forged).toEqual([])
    const [first, second] = reported()
    const subaccount_id = world.hero.subaccountId
    expect(first).toMatchObject({
      object_id: subaccount_id,
      previous_status: null,
      data: { subaccount_id, halted: true, api_key_id: expect.any(String) },
    })
    expect(second).toMatchObject({ object_id: subaccount_id, previous_status: 'halted', data: { halted: false } })
    expect(second.sequence).toBeGreaterThan(first.sequence)
  })

  it('is reported if two requests halt at the same time, once', async () => {
    await Promise.all([halt(), halt(), halt()])
    await world.pass('30s')
    expect(types()).toEqual(['subaccount.halted'])
  })

  it('is reported if no message reaches the queue', async () => {
    world.queues.copies = ({ queue }) => (queue === 'deliver-webhook' ? 0 : 1)
    await halt()
    await world.settle()
    expect(types()).toEqual([])
    world.queues.copies = () => 1
    await world.pass('2m', 5)
    expect(types()).toEqual(['subaccount.halted'])
  })

  it('by a dead man’s switch is reported once, without a key', async () => {
    await world.put(`${subaccount()}/dead-mans-switch`, { timeout_s: 10, halt: true })
    await world.pass('60s')
    expect(types()).toEqual(['subaccount.halted'])
    expect(reported()[0].data).toMatchObject({ halted: true, api_key_id: null })
  })

  it('is a change of its user, and of no other user', async () => {
    const stranger = { key: await world.newKey('admin', '01a1fd00-0000-7000-8000-00000000000a') }
    const before = await world.get('/v1/changes')
    expect([before, await world.get('/v1/changes', stranger)]).toMatchObject([{ status: 200 }, { status: 200 }])
    await halt()
    await world.pass('30s')
    const { changes } = (await world.get('/v1/changes')).body
    expect(changes).toMatchObject([{ type: 'subaccount.halted', object_id: world.hero.subaccountId }])
    expect((await world.get('/v1/changes', stranger)).body.changes).toEqual([])
  })

  it('is one line in a chat that chose it, and so is its end', async () => {
    const events = ['subaccount.halted', 'subaccount.resumed']
    const created = await world.post('/v1/webhooks', { kind: 'discord', url: chat.url, events })
    expect(created.status).toBe(201)
    await halt()
    await resume()
    await world.pass('30s')
    expect(chat.refused).toEqual([])
    expect(chat.shown).toEqual([
      expect.stringMatching(/^Halted: only cancels and orders that reduce a position pass · ".+" · by API key .+ · /),
      expect.stringMatching(/^Resumed: new orders are accepted · ".+" · by API key .+ · subaccount /),
    ])
  })
})
