/** Changes of watchlists in the console are never lost, also if other programs change the lists at the same time. */

import { describe, expect, it } from 'vitest'
import type { Answer } from '#client/console/api/ask.ts'
import { applyChange, type Lists, type Watchlists } from '#client/console/watchlists/apply-change.ts'
import { storeChange } from '#client/console/watchlists/store-change.ts'

const lists: Lists = [
  { name: 'Ohio', svc_ids: [1, 2] },
  { name: 'Gold', svc_ids: [] },
]

describe('a change of the lists', () => {
  it('adds and removes markets, each once', () => {
    expect(applyChange(lists, { act: 'add', name: 'Ohio', svcIds: [2, 3] })).toEqual([
      { name: 'Ohio', svc_ids: [1, 2, 3] },
      lists[1],
    ])
    expect(applyChange(lists, { act: 'drop', name: 'Ohio', svcIds: [1, 9] })).toEqual([
      { name: 'Ohio', svc_ids: [2] },
      lists[1],
    ])
  })

  it('begins a list with its first market, unless it exists already', () => {
    const start = { act: 'start', name: 'Rain', svcIds: [5] } as const
    expect(applyChange(lists, start)).toEqual([...lists, { name: 'Rain', svc_ids: [5] }])
    expect(applyChange(lists, { ...start, name: 'Gold' })).toEqual([lists[0], { name: 'Gold', svc_ids: [5] }])
  })

  it('creates, renames and removes lists', () => {
    expect(applyChange(lists, { act: 'create', name: ' Rain ' })).toEqual([...lists, { name: 'Rain', svc_ids: [] }])
    expect(applyChange(lists, { act: 'rename', name: 'Gold', to: 'Silver' })).toEqual([
      lists[0],
      { name: 'Silver', svc_ids: [] },
    ])
    expect(applyChange(lists, { act: 'remove', name: 'Ohio' })).toEqual([lists[1]])
  })

  it('says why it is not possible', () => {
    expect(applyChange(lists, { act: 'create', name: 'Gold' })).toBe('There is a list Gold already.')
    expect(applyChange(lists, { act: 'create', name: ' ' })).toBe('A list needs a name.')
    expect(applyChange(lists, { act: 'rename', name: 'Ohio', to: 'Gold' })).toBe('There is a list Gold already.')
    expect(applyChange(lists, { act: 'add', name: 'Gone', svcIds: [1] })).toBe('The list Gone does not exist any more.')
    const many = Array.from({ length: 20 }, (_, n) => ({ name: String(n), svc_ids: [] }))
    expect(applyChange(many, { act: 'create', name: 'x' })).toBe('There are at most 20 lists.')
    const full = [{ name: 'full', svc_ids: Array.from({ length: 200 }, (_, n) => n) }]
    expect(applyChange(full, { act: 'add', name: 'full', svcIds: [999] })).toBe('A list has at most 200 markets.')
  })
})

/** The service with these lists, and what each store is answered; `stored` answers as the service does. */
const serviceWith = (first: Lists, answers: ReadonlyArray<'stored' | 'lost' | 'lost but stored' | Lists>) => {
  let state: Watchlists = { version: 1, updated_at: null, watchlists: [...first] }
  let puts = 0
  return {
    state: () => state,
    get: async (): Promise<Answer<Watchlists>> => ({ ok: true, data: state }),
    put: async (next: Pick<Watchlists, 'version' | 'watchlists'>): Promise<Answer<Watchlists>> => {
      const answer = answers[puts++] ?? 'stored'
      // Another program is faster.
      if (typeof answer !== 'string') state = { ...state, version: state.version + 1, watchlists: [...answer] }
      if (answer === 'lost') return LOST
      if (JSON.stringify(state.watchlists) !== JSON.stringify(next.watchlists)) {
        if (state.version !== next.version) return CHANGED
        state = { ...state, version: state.version + 1, watchlists: next.watchlists }
      }
      return answer === 'lost but stored' ? LOST : { ok: true, data: state }
    },
  }
}

const failed = (status: number, code: string): Answer<Watchlists> => ({
  ok: false,
  problem: { status, code, detail: code, retryAfterS: null },
})
const LOST = failed(0, 'no_answer')
const CHANGED = failed(409, 'watchlists_changed')

const ADD = { act: 'add', name: 'Ohio', svcIds: [3] } as const

describe('a change that is stored', () => {
  it('is joined with a change that another program made meanwhile', async () => {
    const service = serviceWith(lists, [[{ name: 'Ohio', svc_ids: [7] }]])
    const answer = await storeChange(service, service.state(), ADD)
    expect(answer).toMatchObject({ ok: true, data: { watchlists: [{ name: 'Ohio', svc_ids: [7, 3] }] } })
  })

  it('is refused with the reason if the other change leaves no place for it', async () => {
    const service = serviceWith(lists, [[{ name: 'Gold', svc_ids: [] }]])
    const answer = await storeChange(service, service.state(), ADD)
    expect(answer).toMatchObject({ ok: false, problem: { detail: 'The list Ohio does not exist any more.' } })
    expect(service.state().watchlists).toEqual([{ name: 'Gold', svc_ids: [] }])
  })

  it.each(['lost', 'lost but stored'] as const)('is sent again if the answer is %s, and acts once', async (answer) => {
    const service = serviceWith(lists, [answer])
    expect(await storeChange(service, service.state(), { act: 'create', name: 'Rain' })).toMatchObject({ ok: true })
    expect(service.state().watchlists.map(({ name }) => name)).toEqual(['Ohio', 'Gold', 'Rain'])
  })

  it('is given up after some tries', async () => {
    const service = serviceWith(lists, ['lost', 'lost', 'lost', 'lost', 'lost'])
    expect(await storeChange(service, service.state(), ADD)).toMatchObject({ ok: false, problem: { status: 0 } })
  })

  it('reads the lists first if they are not known', async () => {
    const service = serviceWith(lists, [])
    const answer = await storeChange(service, null, ADD)
    expect(answer).toMatchObject({ ok: true, data: { version: 2 } })
  })
})
