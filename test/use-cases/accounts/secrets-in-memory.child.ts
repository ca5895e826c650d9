/** Opens credentials, signs with them, lets their time pass, and prints how many of the secrets the heap holds before and after. */

import { randomBytes } from 'node:crypto'
import { getHeapSnapshot } from 'node:v8'
import { accountSigner } from '#adapters/exchanges/kalshi/signing/account-signer.ts'
import { accountOpener } from '#use-cases/accounts/open-account.ts'
import { webhookSecretOpener } from '#use-cases/webhooks/webhook-secrets.ts'

/** In two halves, so that this list does not hold what is looked for. */
const needles: Array<readonly [string, string]> = []
const secret = (): string => {
  const halves = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')] as const
  needles.push(halves)
  return halves.join('')
}

const timers: Array<() => void> = []
const after = (_ms: number, act: () => void) => {
  timers.push(act)
  return () => undefined
}

const heldSecrets = async (): Promise<number> => {
  for (let rounds = 0; rounds < 5; rounds += 1) {
    globalThis.gc?.()
    await new Promise((done) => setTimeout(done, 20))
  }
  let text = ''
  for await (const chunk of getHeapSnapshot()) text += chunk
  return needles.filter(([first, second]) => text.includes(`${first}${second}`)).length
}

/** What a container keeps between its calls. */
const kept: unknown[] = []

const trade = async (): Promise<void> => {
  const record = { sealed: 'x', userId: 'u', exchangeAccount: 'a' }
  const vault = {
    seal: () => Promise.reject(new Error('nothing is sealed here')),
    open: async () => JSON.stringify({ api_key_id: secret(), private_key: `${secret()} is no key` }),
  }
  const open = accountOpener({ credentials: { get: async () => record } as never, vault, after })
  const signer = accountSigner(() => 0)
  const account = await open('s', 'EXCHANGE_A')
  if (account !== null) signer(account)?.('GET', '/')
  const openSecrets = webhookSecretOpener({ vault: { open: async () => secret() }, clock: () => 0, after })
  await openSecrets({ userId: 'u', webhookId: 'w', secrets: [{ sealed: 'y', until: null }] } as never)
  kept.push(open, signer, openSecrets)
}

await trade()
const before = await heldSecrets()
for (const act of timers.splice(0)) act()
console.log(JSON.stringify({ opened: needles.length, before, after: await heldSecrets(), keepers: kept.length }))
