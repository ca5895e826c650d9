/** The command that lists the hooks of alerts, adds, changes and deletes them. */

import { expect, it } from 'vitest'
import { hook } from '#contract/hooks/hook-examples.ts'
import { market } from '#contract/markets/market-examples.ts'
import { type Answers, typeCommand } from '../type-command.ts'

const ID = hook.hook_id
const LIST: Answers = { 'GET hooks': () => [hook] }
const type = (answers: Answers, ...line: string[]) => typeCommand(answers, ['hooks', ...line])

it('the list shows state, order, bounds and limits, without characters that control the terminal', async () => {
  const exit = {
    ...hook,
    name: 'a\u001b[2J',
    is_active: false,
    template: { ...hook.template, buy_flag: false, order_type: 'MARKET', price: null },
    fields: { price: null, qty: null },
    limits: { max_orders_per_day: 2, max_cost_per_day: null, expires_at: '2026-11-30T08:00:00.000Z' },
  }
  const past = { ...hook, limits: { ...hook.limits, expires_at: '2020-01-01T00:00:00.000Z' } }
  const { stdout } = await type({ 'GET hooks': () => [hook, exit, past] })
  const [, first, second, third] = stdout.split('\n')
  expect(first).toMatch(new RegExp(`^${ID} +Breakout +on +buy +\\d+ +1–10 +0\\.30–0\\.50, else 0\\.45 +5 +20 +never$`))
  expect(second).toMatch(/ a�\[2J +off +sell +\d+ +10 +market +2 +any +2026-11-30 08:00:00$/)
  expect(third).toMatch(/ expired /)
  expect((await type({ 'GET hooks': () => [] })).stdout).toBe('There are no hooks.')
})

it('an added hook prints its id and its secret, and sends the order, the bounds and the limits that were typed', async () => {
  const bodies: unknown[] = []
  const adding: Answers = {
    'GET markets/71': () => ({ ...market, svc_id: 71 }),
    'POST hooks': async (request) => {
      bodies.push(await request.json())
      return Response.json({ ...hook, secret: 'pmh_x' }, { status: 201 })
    },
  }
  const bounds = ['--min-price', '30c', '--max-price', '0.5', '--min-qty', '1']
  const limits = ['--per-day', '5', '--cost-per-day', '20']
  const added = await type(adding, 'add', 'Breakout', 'buy', '71', '10', '0.45', '--tif', 'ioc', ...bounds, ...limits)
  expect(added).toMatchObject({ code: 0, stdout: `${ID}\nIts secret, which is shown only now: pmh_x` })
  await type(adding, 'add', 'Exit', 'sell', '71', '10', '--reduce-only', '--per-day', '2')
  const { subaccount_id } = hook.template
  expect(bodies).toEqual([
    {
      name: 'Breakout',
      template: {
        subaccount_id,
        svc_id: 71,
        buy_flag: true,
        qty: 10,
        order_type: 'LIMIT',
        price: 0.45,
        time_in_force: 'IOC',
      },
      fields: { price: { min: 0.3, max: 0.5 }, qty: { min: 1 } },
      limits: { max_orders_per_day: 5, max_cost_per_day: 20 },
    },
    {
      name: 'Exit',
      template: {
        subaccount_id,
        svc_id: 71,
        buy_flag: false,
        qty: 10,
        order_type: 'MARKET',
        time_in_force: null,
        reduce_only: true,
      },
      fields: {},
      limits: { max_orders_per_day: 2 },
    },
  ])
})

it('a change of one limit keeps the others', async () => {
  const bodies: unknown[] = []
  const answers: Answers = {
    ...LIST,
    [`PATCH hooks/${ID}`]: async (request) => {
      bodies.push(await request.json())
      return hook
    },
  }
  for (const line of [
    ['change', ID.slice(-6), '--cost-per-day', 'none'],
    ['off', ID],
    ['on', ID],
  ])
    expect(await type(answers, ...line)).toMatchObject({ code: 0 })
  expect(bodies).toEqual([
    { limits: { ...hook.limits, max_cost_per_day: null } },
    { is_active: false },
    { is_active: true },
  ])
})

it('a hook is shown, gets a new secret and is deleted by its id or a part of it', async () => {
  const answers: Answers = {
    ...LIST,
    [`POST hooks/${ID}/rotate-secret`]: () => ({ ...hook, secret: 'pmh_new' }),
    [`DELETE hooks/${ID}`]: () => new Response(null, { status: 204 }),
  }
  const shown = await type(answers, 'show', ID.slice(0, 12))
  expect(shown.stdout).toContain(`POST /v1/hooks/${ID}`)
  expect(shown.stdout).toMatch(/order +buy 1–10 of \d+ at 0\.30–0\.50, else 0\.45\ninstructions +IOC/)
  expect((await type(answers, 'rotate', ID)).stdout).toContain('pmh_new')
  const deleted = await type(answers, 'delete', ID, '--json')
  expect(JSON.parse(deleted.stdout)).toEqual({ deleted_hook_id: ID })
  expect(deleted.requested).toContain(`DELETE hooks/${ID}`)
})

it('a part of no id or of several ids changes nothing', async () => {
  const both: Answers = { 'GET hooks': () => [hook, { ...hook, hook_id: `x${ID}` }] }
  for (const [answers, part] of [
    [LIST, 'ffffff'],
    [both, ID.slice(-6)],
  ] as const)
    expect(await type(answers, 'delete', part)).toMatchObject({ code: 1, requested: ['GET hooks'] })
})

it.each([
  [['delet'], 'Did you mean delete?'],
  [['add'], 'The name is missing.'],
  [['add', 'X', 'bye', '71', '1', '--per-day', '1'], 'The side must be one of buy, sell.'],
  [['add', 'X', 'buy', '71', '1', '0.4'], '--per-day is missing.'],
  [['add', 'X', 'buy', '71', '1', '0.4', '5', '--per-day', '1'], '5 is one word too many.'],
  [['add', 'X', 'buy', '71', '1', '42', '--per-day', '1'], 'For 42 cents write 42c.'],
  [['add', 'X', 'buy', '71', '1', '0.4', '--per-day', '1', '--min-price', '0.3'], '--max-price is missing.'],
  [['add', 'X', 'buy', '71', '1', '0.4', '--tif', 'GTD'], '--tif must be one of'],
  [['change', 'abcd'], 'change needs --per-day, --cost-per-day or --ends.'],
  [['change', 'abcd', '--per-day', '1', '--post-only'], 'The options go with add; limits also with change.'],
  [['delete', 'abcd', '--per-day', '1'], 'The options go with add'],
  [['delete', 'abcd', 'buy'], 'one word too many'],
  [['show'], 'The id is missing.'],
])('%j is refused before anything is sent', async (line, said) => {
  const { code, stderr, requested } = await type({}, ...line)
  expect([code, requested]).toEqual([2, []])
  expect(stderr).toContain(said)
})

it('a refused field is named by the option that was typed', async () => {
  const fault = {
    type: 'less_than_equal',
    loc: ['body', 'limits', 'max_orders_per_day'],
    msg: 'Input should be less than or equal to 200',
  }
  const answers: Answers = {
    'GET markets/71': () => ({ ...market, svc_id: 71 }),
    'POST hooks': () => Response.json({ detail: [fault] }, { status: 422 }),
  }
  expect(await type(answers, 'add', 'X', 'buy', '71', '1', '0.4', '--per-day', '500')).toMatchObject({
    code: 1,
    stderr: '422: --per-day (limits.max_orders_per_day): Input should be less than or equal to 200',
  })
})
