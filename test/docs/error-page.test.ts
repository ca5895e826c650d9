/** The page to which `doc_url` leads explains every code with which the service can refuse, at an anchor of its own. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { docUrl } from '#contract/kernel/doc-url.ts'
import { QUOTA_NAMES, quotaRefusal } from '#domain/accounts/quotas.ts'
import { ROUTES } from '#functions/api/routes.ts'
import { ERROR_PAGE_FILE, errorPage } from '#local/reference/error-page.ts'
import { listedErrors } from '#local/reference/listed-errors.ts'
import { codesInSources, IN_OTHER_GUIDES } from './codes-in-sources.ts'

const root = new URL('../../', import.meta.url)
const page = readFileSync(new URL(ERROR_PAGE_FILE, root), 'utf8')

/** The part of the page under the anchor of a code; empty if there is none. */
const sectionOf = (code: string): string =>
  new RegExp(`<section id="${code}">(.*?)</section>`, 's').exec(page)?.[1] ?? ''

const declared = ROUTES.flatMap(({ handler }) => (handler.spec.refusals ?? []).map(({ code }) => code))
const quotas = QUOTA_NAMES.map((name) => quotaRefusal(name).code)
const codes = new Set([...codesInSources(), ...declared, ...quotas]).difference(new Set(Object.keys(IN_OTHER_GUIDES)))

describe('the page of errors', () => {
  it.each([...codes].sort())('says of %s its meaning, what to do, and whether the same request helps', (code) => {
    const [, meaning, todo, again] =
      /<dt>Meaning<\/dt>(.*)<dt>What to do<\/dt>(.*)<dt>Does it help[^<]*<\/dt>(.*)<\/dl>/s.exec(sectionOf(code)) ?? []
    for (const answer of [meaning, todo, again]) expect(answer).toMatch(/<dd>\S.{2,}<\/dd>/)
    expect(docUrl('', code)).toBe(`/v1/docs?page=errors#${code}`)
  })

  it('has no script, asks no other address, and leads only to places that exist', () => {
    expect(page).not.toMatch(/<script|\son\w+=|https?:|url\(|@import/)
    const targets = [...page.matchAll(/href="([^"]+)"/g)].map(([, target = '']) => target)
    const anchors = [...page.matchAll(/ id="(\w+)"/g)].map(([, id]) => `#${id}`)
    expect(new Set(targets)).toEqual(new Set(['data:,', '/v1/docs', ...anchors]))
    expect(anchors).toEqual([...new Set(anchors)])
    expect(page).not.toMatch(/`|\]\(/)
  })

  it('escapes the sentences of the declarations', () => {
    const [first] = listedErrors(ROUTES.map(({ handler }) => handler.spec))
    if (first === undefined) throw new Error('there are no errors')
    const odd = { ...first, cases: [{ status: 409, when: '`a<b` & c', where: ['all'] }] }
    expect(errorPage([odd])).toContain('<dd><code>a&lt;b</code> &amp; c. <small>All endpoints</small></dd>')
  })
})
