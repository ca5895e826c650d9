/** Keys, webhooks and limits, in a real browser: questions before a removal, and unreadable input. */

import { beforeAll, expect, it } from 'vitest'
import { type Scene, sceneOf } from '../../support/browser/console-scene.ts'
import type { Visit } from '../../support/browser/console-visit.ts'
import type { Stage } from '../../support/browser/stage.ts'

export const settings = (stage: Stage): void => {
  let scene: Scene
  let visit: Visit
  beforeAll(async () => {
    scene = await sceneOf(stage.service, 'senate maine')
    visit = await stage.tab()
  }, 180_000)

  it('keeps a limit that cannot be read, and says which limit an empty field lifts', async () => {
    const { page } = visit
    const { client } = scene
    const path = { subaccount_id: stage.service.subaccountId }
    const limitNow = async () =>
      (await client.GET('/v1/subaccounts/{subaccount_id}/limits', { params: { path } })).data?.max_order_qty
    await client.PUT('/v1/subaccounts/{subaccount_id}/limits', { params: { path }, body: { max_order_qty: 5_000 } })
    await visit.go('limits')
    const field = page.getByLabel('Contracts of one order')
    await field.fill('abc')
    await page.getByText('“abc” is not a number.').waitFor()
    await page.getByRole('button', { name: 'Set limits' }).click()
    await page.getByText('Correct what is marked. Nothing is sent until then.').first().waitFor()
    expect(await limitNow()).toBe(5_000)
    await page.getByLabel('Seconds, 10 to 86,400').fill('soon')
    await page.getByText('“soon” is not a number.').waitFor()
    await page.getByRole('button', { name: 'Arm' }).click()
    await page.getByText('Nothing is cancelled by itself.').waitFor()
    await field.fill('1,000')
    await page.getByRole('button', { name: 'Set limits' }).click()
    await page.getByText('The limits are set.', { exact: true }).waitFor()
    expect(await limitNow()).toBe(1_000)
    // The field follows the limit.
    await expect.poll(() => field.inputValue()).toBe('1000')
    await field.fill('')
    await page.getByText('No limit any more: contracts of one order.').waitFor()
    await page.getByRole('button', { name: 'Set limits, and lift what is empty' }).click()
    await page.getByText('The limits are set. No limit: contracts of one order.').waitFor()
    expect(await limitNow()).toBeNull()
  })

  it('warns before the key of this tab is revoked, and explains an invalid address', async () => {
    const { page } = visit
    await visit.go('keys')
    // A use is noted once in an hour.
    await page.getByRole('row').filter({ hasText: 'local' }).getByText('in the last hour').waitFor()
    await page.getByRole('button', { name: 'Revoke local' }).click()
    await page.getByText('You are signed in with this key. You will be signed out.').waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    visit.expect(/422/)
    await visit.go('webhooks')
    await page.getByLabel('Address').fill('no address')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('This is no web address. Write one such as https://example.com/hook.').waitFor()
    visit.expect(undefined)
    // The secret is called what it is, and the description that the table shows can be given.
    await page.getByLabel('Address').fill('http://127.0.0.1:9/hook')
    await page.getByLabel('Description').fill('For the ledger')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('This is the signing secret. Keep it now: it is not shown again.').waitFor()
    await page.getByRole('button', { name: 'Copy the signing secret' }).waitFor()
    await page.getByRole('cell', { name: 'For the ledger' }).waitFor()
    await scene.client.DELETE('/v1/webhooks/{webhook_id}', {
      params: { path: { webhook_id: (await scene.client.GET('/v1/webhooks')).data?.at(-1)?.webhook_id ?? '' } },
    })
  })

  it('leave no message', () => {
    expect(visit.complaints).toEqual([])
  })
}
