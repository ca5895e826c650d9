import { afterEach, describe, expect, it } from 'vitest'
import { startWorld, type World } from '#test/support/world.ts'

let world: World

afterEach(() => world.stop())

const ON_B = { exchange: 'EXCHANGE_B' } as const

interface Check {
  readonly check: string
  readonly ok: boolean | null
  readonly detail: string
}

const newWallet = (more: object = {}): Promise<Record<string, unknown>> => world.simulated.newWallet(more)

/** Another subaccount with that wallet; answers the reply of PUT. */
const settleIn = async (wallet: object) => {
  const { body } = await world.post('/v1/subaccounts', { name: 'newcomer' })
  const path = `/v1/subaccounts/${body.subaccount_id}/credentials/EXCHANGE_B`
  const put = await world.put(path, wallet)
  return { subaccountId: String(body.subaccount_id), path, put }
}

const okOf = (checks: readonly Check[]): Record<string, boolean | null> =>
  Object.fromEntries(checks.map(({ check, ok }) => [check, ok]))

describe('the readiness of credentials', () => {
  it('names what a new wallet lacks for each kind of market, and what to do', async () => {
    world = await startWorld(ON_B)
    const { put, path } = await settleIn(await newWallet())
    expect(put.status).toBe(200)
    expect(okOf(put.body.readiness)).toEqual({
      approvals_neg_risk: false,
      approvals_protocol_v2: false,
      approvals_redemption: false,
      approvals_standard: false,
      balance: true,
      region: true,
      relayer_key: true,
      rights: true,
    })
    const [missing] = put.body.readiness.filter(({ check }: Check) => check === 'approvals_standard')
    expect(missing.detail).toBe(
      'Not approved for standard markets: pUSD, to buy (0xE111180000d2663C0091e4f400237545B87B996B); outcome tokens, to sell (0xE111180000d2663C0091e4f400237545B87B996B). Approve with POST …/credentials/EXCHANGE_B/approvals.',
    )
    expect((await world.get(path)).body).toEqual(put.body)
  })

  it('finds nothing missing with a wallet that trades already, but for the relayer it needs not', async () => {
    world = await startWorld(ON_B)
    const { put } = await settleIn(await newWallet({ approved: true, signature_type: 0 }))
    expect(Object.entries(okOf(put.body.readiness)).filter(([, ok]) => !ok)).toEqual([['relayer_key', false]])
  })

  it('is looked at again when somebody asks for it and it is older than fifteen seconds', async () => {
    world = await startWorld(ON_B)
    const { path } = await settleIn(await newWallet({ cash: 0 }))
    const checkOf = async () => {
      await world.settle()
      const { readiness } = (await world.get(path)).body
      return readiness.find(({ check }: Check) => check === 'region')
    }
    const before = await checkOf()
    expect(before.ok).toBe(true)
    await world.simulated.mode('geoblock')
    world.time.now += 16_000
    await checkOf()
    expect(await checkOf()).toMatchObject({
      ok: false,
      detail: expect.stringContaining('region this service runs in (US)'),
    })
  })

  it('says of each shard of EXCHANGE_A whether it has money', async () => {
    world = await startWorld()
    const path = `/v1/subaccounts/${world.hero.subaccountId}/credentials/EXCHANGE_A`
    const { readiness } = (await world.get(path)).body
    expect(okOf(readiness)).toMatchObject({ rights: true })
    expect(readiness.filter(({ check }: Check) => check.startsWith('balance')).length).toBeGreaterThan(0)
  })
})

describe('the key of the relayer', () => {
  it('is tried when it is stored, and refused with the field at fault', async () => {
    world = await startWorld(ON_B)
    const wallet = await newWallet()
    const { put } = await settleIn({ ...wallet, relayer_api_key: 'nobodys' })
    expect(put.status).toBe(422)
    expect(put.body.detail).toMatchObject([{ loc: ['body', 'relayer_api_key'], input: null }])
  })

  it('is needed for automatic redemption, and no use to a wallet that the relayer does not serve', async () => {
    world = await startWorld(ON_B)
    const { relayer_api_key: key, ...wallet } = await newWallet()
    expect((await settleIn({ ...wallet, auto_redeem: true })).put.body.detail).toMatchObject([
      { loc: ['body', 'auto_redeem'] },
    ])
    const plain = await newWallet({ signature_type: 0 })
    expect((await settleIn({ ...plain, relayer_api_key: key })).put.body.detail).toMatchObject([
      { loc: ['body', 'relayer_api_key'] },
    ])
    expect((await settleIn({ ...wallet, relayer_api_key: key, auto_redeem: true })).put.body).toMatchObject({
      auto_redeem: true,
    })
  })
})
