/** The command that lists webhooks, adds, tests and deletes them. */

import { expect, it } from 'vitest'
import { delivery, webhook } from '#contract/webhooks/webhook-examples.ts'
import { type Answers, typeCommand } from '../type-command.ts'

const ID = webhook.webhook_id
const LIST: Answers = { 'GET webhooks': () => [webhook] }
const type = (answers: Answers, ...line: string[]) => typeCommand(answers, ['webhooks', ...line])

it('the list shows address, state and events, without characters that control the terminal', async () => {
  const chat = { ...webhook, kind: 'slack', url: 'hooks.slack.com', events: null, failing_since: webhook.inserted_at }
  const gone = { ...webhook, is_active: false, disabled_reason: 'gone', description: 'a\u001b[2J' }
  const { stdout } = await type({ 'GET webhooks': () => [webhook, chat, gone] })
  const [, first, second, third] = stdout.split('\n')
  expect(first).toMatch(new RegExp(`^${ID} +standard +https://\\S+ +on +order\\.updated order\\.filled +Order desk$`))
  expect(second).toMatch(/slack +hooks\.slack\.com +on, failing +all +Order desk$/)
  expect(third).toMatch(/off, gone .* a�\[2J$/)
  expect((await type({ 'GET webhooks': () => [] })).stdout).toBe('There are no webhooks.')
})

it('an added webhook prints its id and its secret, and sends only what was typed', async () => {
  const bodies: unknown[] = []
  const adding: Answers = {
    'POST webhooks': async (request) => {
      bodies.push(await request.json())
      return Response.json({ ...webhook, secret: 'whsec_x' }, { status: 201 })
    },
  }
  const url = 'https://example.com/hook'
  expect((await type(adding, 'add', url)).stdout).toBe(`${ID}\nIts secret, which is shown only now: whsec_x`)
  const options = ['--kind', 'Slack', '--events', 'order.filled, position.settled', '--description', 'desk']
  expect(await type(adding, 'add', url, ...options)).toMatchObject({ code: 0 })
  expect(bodies).toEqual([
    { url },
    { url, kind: 'slack', events: ['order.filled', 'position.settled'], description: 'desk' },
  ])
})

it('a webhook is tested and deleted by its id or a part of it', async () => {
  const answers: Answers = {
    ...LIST,
    [`POST webhooks/${ID}/test`]: () => Response.json(delivery, { status: 202 }),
    [`DELETE webhooks/${ID}`]: () => new Response(null, { status: 204 }),
  }
  expect(await type(answers, 'test', ID.slice(-6))).toMatchObject({ code: 0 })
  const deleted = await type(answers, 'delete', ID, '--json')
  expect(JSON.parse(deleted.stdout)).toEqual({ deleted_webhook_id: ID })
  expect(deleted.requested).toContain(`DELETE webhooks/${ID}`)
})

it('a part of no id or of several ids changes nothing', async () => {
  const both: Answers = { 'GET webhooks': () => [webhook, { ...webhook, webhook_id: `x${ID}` }] }
  for (const [answers, part] of [
    [LIST, 'ffffff'],
    [both, ID.slice(-6)],
  ] as const)
    expect(await type(answers, 'delete', part)).toMatchObject({ code: 1, requested: ['GET webhooks'] })
})

it.each([
  [['delet'], 'Did you mean delete?'],
  [['add'], 'The address is missing.'],
  [['add', 'https://x', '--events', 'order.fill'], '--events must be one of'],
  [['delete', 'abcd', '--kind', 'slack'], 'The options go with add.'],
])('%j is refused before anything is sent', async (line, said) => {
  const { code, stderr, requested } = await type({}, ...line)
  expect([code, requested]).toEqual([2, []])
  expect(stderr).toContain(said)
})

it('a refused address is named by the word that was typed', async () => {
  const fault = { type: 'value_error', loc: ['body', 'url'], msg: 'Value error, the address must be public' }
  const answers = { 'POST webhooks': () => Response.json({ detail: [fault] }, { status: 422 }) }
  expect(await type(answers, 'add', 'https://169.254.169.254/')).toMatchObject({
    code: 1,
    stderr: '422: the address must be public',
  })
})
