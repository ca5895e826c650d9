import { beforeEach, describe, expect, it } from 'vitest'
import { positionKey } from '#adapters/store/engine/keys.ts'
import { NEG_RISK } from '#simulators/test/polymarket/simulated.ts'
import { inThisRun } from '#test/support/run/plays.ts'
import { worldOfTest } from '#test/support/use-world.ts'

const { world, startWorld } = worldOfTest({ agrees: false })

const ON_B = { exchange: 'EXCHANGE_B' } as const

beforeEach(() => startWorld(ON_B))

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
  it('the readiness names the missing steps of a new wallet for each kind of market', async () => {
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
      wallet: true,
    })
    const [missing] = put.body.readiness.filter(({ check }: Check) => check === 'approvals_standard')
    expect(missing.detail).toBe(
      'Not approved for standard markets: pUSD, to buy (0xE111180000d2663C0091e4f400237545B87B996B); outcome tokens, to sell (0xE111180000d2663C0091e4f400237545B87B996B). Approve with POST …/credentials/EXCHANGE_B/approvals.',
    )
    expect((await world.get(path)).body).toEqual(put.body)
  })

  it('a wallet that already trades lacks nothing but the optional relayer', async () => {
    const { put } = await settleIn(await newWallet({ approved: true, signature_type: 0 }))
    expect(Object.entries(okOf(put.body.readiness)).filter(([, ok]) => !ok)).toEqual([['relayer_key', false]])
  })

  it('an undeployed wallet is reported as such, and its order names that, not a wrong key', async () => {
    const wallet = await newWallet({ approved: true })
    const switched = (undeployed_wallets: readonly unknown[]) => world.simulated.switches({ undeployed_wallets })
    await switched([wallet['funder_address']])
    const { put, subaccountId } = await settleIn(wallet)
    expect(put.body.readiness.filter(({ ok }: Check) => ok === false)).toMatchObject([
      { check: 'wallet', detail: expect.stringContaining('is not deployed') },
    ])
    await world.simulated.book([[0.39, 100]], [[0.4, 100]])
    const order = async () => {
      const id = await world.place({ subaccount_id: subaccountId, price: 0.4, qty: 10 })
      await world.pass('30s')
      return world.order(id)
    }
    expect(await order()).toMatchObject({
      status: 'REJECTED',
      reject_code: 'wallet_not_deployed',
      reject_reason: expect.stringMatching(/wallet 0x[0-9a-f]{40} is not deployed/i),
    })
    await switched([])
    expect(await order()).toMatchObject({ status: 'EXECUTED' })
  })

  it('the readiness is checked again on a request if it is older than fifteen seconds', async () => {
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

  it('the owner of an EXCHANGE_A account sets how cash is spread over the shards', async () => {
    await startWorld({ both: true })
    const of = (exchange: string) => `/v1/subaccounts/${world.hero.subaccountId}/credentials/${exchange}/allocation`
    const targets = [
      { shard: 0, share: 0.75 },
      { shard: 1, share: 0.25 },
    ]
    expect(await world.put(of('EXCHANGE_A'), { targets })).toMatchObject({ status: 200, body: { targets } })
    expect(await world.put(of('EXCHANGE_B'), { targets })).toMatchObject({ status: 409, body: { code: 'no_shards' } })
    for (const bad of [
      [{ shard: 0, share: 0.5 }],
      [
        { shard: 0, share: 1 },
        { shard: 0, share: 0 },
      ],
      [
        { shard: 0, share: 0.995 },
        { shard: 1, share: 0.005 },
      ],
    ])
      expect(await world.put(of('EXCHANGE_A'), { targets: bad })).toMatchObject({
        status: 422,
        body: { detail: [{ type: 'value_error', loc: ['body'] }] },
      })
  })

  it('the readiness shows for each shard of EXCHANGE_A whether it has cash', async () => {
    await startWorld()
    const path = `/v1/subaccounts/${world.hero.subaccountId}/credentials/EXCHANGE_A`
    const { readiness } = (await world.get(path)).body
    expect(okOf(readiness)).toMatchObject({ rights: true })
    expect(readiness.filter(({ check }: Check) => check.startsWith('balance')).length).toBeGreaterThan(0)
  })
})

describe('the key of the relayer', () => {
  it('is tried when it is stored, and refused with the field at fault', async () => {
    const wallet = await newWallet()
    const { put } = await settleIn({ ...wallet, relayer_api_key: 'nobodys' })
    expect(put.status).toBe(422)
    expect(put.body.detail).toMatchObject([{ loc: ['body', 'relayer_api_key'], input: null }])
  })

  it('is needed for automatic redemption, and no use to a wallet that the relayer does not serve', async () => {
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

const KINDS = [
  ['a proxy wallet', 1],
  ['a Safe', 2],
  ['a deposit wallet', 3],
] as const

/** A newcomer whose wallet is approved through the service. */
const approved = async (more: object = {}, wallet: object = {}) => {
  const settled = await settleIn({ ...(await newWallet(wallet)), ...more })
  expect((await world.post(`${settled.path}/approvals`)).status).toBe(202)
  await world.pass('1m')
  return settled
}

const readinessOf = async (path: string) => okOf((await world.get(path)).body.readiness)

const APPROVED = {
  approvals_neg_risk: true,
  approvals_protocol_v2: true,
  approvals_redemption: true,
  approvals_standard: true,
}

/** Buys 10 YES at 0.40, which settle. */
const buy = async (subaccountId: string) => {
  await world.simulated.book([[0.39, 100]], [[0.4, 100]])
  const id = await world.place({ subaccount_id: subaccountId, price: 0.4, qty: 10 })
  await world.pass('6m', 5)
  expect(await world.order(id)).toMatchObject({ status: 'EXECUTED' })
}

const positionsOf = async (subaccountId: string, more = '') => {
  const { body } = await world.get(`/v1/positions?subaccount_id=${subaccountId}${more}`)
  return body.subaccount_to_positions[0].positions
}

const CLOSED_TOO = '&include_closed=true'

const cashOf = async (path: string): Promise<number> => {
  const subaccountId = path.split('/')[3]
  const { body } = await world.get(`/v1/balances?subaccount_id=${subaccountId}`)
  return body[0].balance
}

const redemptionsOf = async (subaccountId: string) =>
  (await world.get(`/v1/redemptions?subaccount_id=${subaccountId}`)).body.redemptions

it('redemptions are listed page by page, however many actions of other kinds are among them', async () => {
  const { subaccountId } = await approved()
  const { walletActions, accountSyncs } = world.ports
  const [approval] = await walletActions.list(subaccountId, 1)
  if (approval === undefined) throw new Error('nothing was approved')
  const add = async (kinds: ReadonlyArray<'approve' | 'redeem'>): Promise<void> => {
    for (let from = 0; from < kinds.length; from += 90) {
      const sync = await accountSyncs.get(subaccountId, 'EXCHANGE_B')
      if (sync === null) throw new Error('there is no sync')
      const some = kinds.slice(from, from + 90).map((kind) => {
        world.time.now += 1
        const market = kind === 'redeem' ? { svcId: world.svcId(), nativeId: world.simulated.market } : {}
        return { ...approval, ...market, kind, actionId: world.ids.uuid(), state: 'DONE' as const }
      })
      expect(await walletActions.add(some, sync)).toBe(true)
    }
  }
  await add(Array.from({ length: 150 }, () => 'redeem'))
  await add(Array.from({ length: 2_000 }, () => 'approve'))
  await add(Array.from({ length: 10 }, () => 'redeem'))
  const seen: string[] = []
  for (let more = true; more; ) {
    const { body } = await world.get(`/v1/redemptions?subaccount_id=${subaccountId}&limit=40&offset=${seen.length}`)
    seen.push(...body.redemptions.map(({ redemption_id }: { redemption_id: string }) => redemption_id))
    more = body.has_more
  }
  expect(seen).toHaveLength(160)
  expect(seen).toEqual([...new Set(seen)].toSorted().toReversed())
})

const submits = async (): Promise<number> => {
  const { relayed } = await world.simulated.ledger()
  return relayed.length
}

/** Owns 10 YES of a market that is resolved YES. */
const winner = async (more: object = {}, wallet: object = {}) => {
  const newcomer = await approved(more, wallet)
  await buy(newcomer.subaccountId)
  await world.simulated.resolve('yes')
  return newcomer
}

/** The same, once the decision is known; with its cash at that time. */
const decided = async () => {
  const owner = await winner()
  await world.pass('6m', 5)
  return { ...owner, before: await cashOf(owner.path) }
}

describe.each(KINDS)('%s', (_, signatureType) => {
  it('is approved, trades, wins, and is paid once by redemption', async () => {
    const { subaccountId, path } = await approved({}, { signature_type: signatureType })
    expect(await readinessOf(path)).toMatchObject(APPROVED)
    await buy(subaccountId)
    await world.simulated.resolve('yes')
    await world.pass('6m', 5)
    const before = await cashOf(path)
    expect(await positionsOf(subaccountId)).toEqual([])
    expect(await positionsOf(subaccountId, CLOSED_TOO)).toMatchObject([
      { position: 10, settlement: 'redeemable', payout: 10, market_value: 10, market_status: 'closed' },
    ])
    // The position is redeemed, and no order can close it.
    for (const one of [{}, { svc_id: world.svcId() }])
      expect(await world.post('/v1/positions/close', { subaccount_id: subaccountId, ...one })).toMatchObject({
        status: 202,
        body: { closing_svc_order_ids: [] },
      })
    const unknown = await world.post('/v1/positions/redeem', { subaccount_id: subaccountId, svc_id: 123 })
    expect(unknown).toMatchObject({ status: 404, body: { detail: 'Market not found' } })
    const begun = await world.post('/v1/positions/redeem', { subaccount_id: subaccountId })
    expect(begun).toMatchObject({ status: 202, body: { redemptions: [{ svc_id: world.svcId() }] } })
    expect((await world.post('/v1/positions/redeem', { subaccount_id: subaccountId })).body).toEqual(begun.body)
    await world.pass('1m')
    expect(await redemptionsOf(subaccountId)).toMatchObject([
      {
        redemption_id: begun.body.redemptions[0].redemption_id,
        kind: 'redeem',
        state: 'PAID',
        payout: 10,
        transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        detail: null,
      },
    ])
    expect(await cashOf(path)).toBe(before + 10)
    expect(await positionsOf(subaccountId, CLOSED_TOO)).toMatchObject([
      { position: 0, settlement: 'paid', payout: 10, realized_pnl: expect.any(Number) },
    ])
    expect((await world.post('/v1/positions/redeem', { subaccount_id: subaccountId })).body).toEqual({
      redemptions: [],
    })
  })
})

describe('approvals', () => {
  it('leave nothing to do the second time, and send nothing', async () => {
    const { path } = await approved()
    const sent = await submits()
    await world.post(`${path}/approvals`)
    await world.pass('1m')
    expect([sent, await submits()]).toEqual([1, 1])
  })

  it('need a key of the relayer, and an exchange that has them', async () => {
    await startWorld({ ...ON_B, both: true })
    const { relayer_api_key: _, ...wallet } = await newWallet()
    const { path } = await settleIn(wallet)
    expect(await world.post(`${path}/approvals`)).toMatchObject({ status: 409, body: { code: 'relayer_key_missing' } })
    const other = `/v1/subaccounts/${world.hero.subaccountId}/credentials/EXCHANGE_A/approvals`
    expect(await world.post(other)).toMatchObject({ status: 409, body: { code: 'nothing_to_approve' } })
  })

  it('an order needs approvals: without them it is refused, and names the missing ones', async () => {
    const { subaccountId } = await settleIn(await newWallet())
    await world.simulated.book([[0.39, 100]], [[0.4, 100]])
    const id = await world.place({ subaccount_id: subaccountId, price: 0.4, qty: 10 })
    await world.pass('30s')
    expect(await world.order(id)).toMatchObject({
      status: 'REJECTED',
      reject_code: 'insufficient_balance',
      reject_reason: expect.stringContaining('allowance is not enough'),
    })
  })
})

describe('a market of several outcomes that an oracle decides', () => {
  const OUTCOME = NEG_RISK.conditionId

  it.each([
    ['yes', 10, true],
    ['yes', 10, false],
    ['no', 0, true],
  ] as const)('resolved %s pays %d for ten YES, redeemed automatically: %j', async (outcome, payout, automatic) => {
    const { subaccountId, path } = await approved({ auto_redeem: automatic })
    const svcId = world.svcId(OUTCOME)
    await world.simulated.book([[0.39, 100]], [[0.4, 100]], OUTCOME)
    const id = await world.place({ subaccount_id: subaccountId, svc_id: svcId, price: 0.4, qty: 10 })
    await world.pass('6m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED' })
    const before = await cashOf(path)
    await world.simulated.resolve(outcome, OUTCOME)
    await world.pass('6m', 5)
    if (!automatic) {
      expect(await positionsOf(subaccountId, CLOSED_TOO)).toMatchObject([{ settlement: 'redeemable', payout }])
      await world.post('/v1/positions/redeem', { subaccount_id: subaccountId, svc_id: svcId })
    }
    await world.pass('6m', 5)
    expect(await cashOf(path)).toBe(before + payout)
    expect(await positionsOf(subaccountId, CLOSED_TOO)).toMatchObject([
      { position: 0, settlement: 'paid', settlement_detail: null, payout },
    ])
  })
})

describe('a market whose outcome the exchange contradicts', () => {
  it('waits, says why, and is settled and redeemed once the exchange agrees with itself', async () => {
    const { subaccountId } = await approved({ auto_redeem: true })
    await buy(subaccountId)
    await world.simulated.resolve('yes')
    await world.simulated.switches({ contradicted_outcomes: [world.simulated.market] })
    await world.pass('10m', 5)
    expect(await redemptionsOf(subaccountId)).toEqual([])
    expect(await positionsOf(subaccountId, CLOSED_TOO)).toMatchObject([
      {
        position: 10,
        settlement: null,
        settlement_detail: expect.stringContaining('its resolution says YES, its catalogue says YES, its CLOB says NO'),
      },
    ])
    await world.simulated.switches({ contradicted_outcomes: [] })
    await world.pass('10m', 5)
    expect(await redemptionsOf(subaccountId)).toMatchObject([{ state: 'PAID', payout: 10 }])
    expect(await positionsOf(subaccountId, CLOSED_TOO)).toMatchObject([{ settlement: 'paid', settlement_detail: null }])
  })
})

describe('shares that were sent to the wallet', () => {
  it('stay in the list when their market is decided, until they are redeemed', async () => {
    const { subaccountId, path } = await approved()
    await buy(subaccountId)
    // As if the shares had been sent to the wallet: no fill of this account contains them.
    await world.table.write([{ remove: positionKey(subaccountId, 'EXCHANGE_B', world.svcId()), expect: 'anything' }])
    await world.pass('6m', 5)
    expect(await positionsOf(subaccountId)).toMatchObject([{ position: 10, settlement: null, payout: null }])
    await world.simulated.resolve('yes')
    await world.pass('6m', 5)
    expect(await positionsOf(subaccountId, CLOSED_TOO)).toMatchObject([
      { position: 10, settlement: 'redeemable', payout: 10, market_value: 10, market_status: 'closed' },
    ])
    const before = await cashOf(path)
    await world.post('/v1/positions/redeem', { subaccount_id: subaccountId })
    await world.pass('10m', 5)
    expect(await redemptionsOf(subaccountId)).toMatchObject([{ kind: 'redeem', state: 'PAID', payout: 10 }])
    expect(await cashOf(path)).toBe(before + 10)
    expect(await positionsOf(subaccountId, CLOSED_TOO)).toEqual([])
  })
})

describe('automatic redemption', () => {
  it('pays a decided position without a request', async () => {
    const { subaccountId } = await winner({ auto_redeem: true })
    await world.pass('10m', 5)
    expect(await redemptionsOf(subaccountId)).toMatchObject([{ state: 'PAID', payout: 10 }])
  })

  it.each([1, 3, 5, 12])(
    'pays a market that is decided %i s after the trade, before or after that has settled',
    async (seconds) => {
      await startWorld(ON_B)
      const { subaccountId } = await approved({ auto_redeem: true })
      await world.simulated.book([[0.39, 100]], [[0.4, 100]])
      const id = await world.place({ subaccount_id: subaccountId, price: 0.4, qty: 10, time_in_force: 'IOC' })
      await world.pass(`${seconds}s`, 1)
      await world.simulated.resolve('yes')
      await world.pass('6m', 5)
      expect(await world.order(id)).toMatchObject({ status: 'EXECUTED' })
      expect(await redemptionsOf(subaccountId)).toMatchObject([{ state: 'PAID', payout: 10 }])
    },
  )

  it('starts no redemption for a position that lost', async () => {
    const { subaccountId } = await approved({ auto_redeem: true })
    await buy(subaccountId)
    await world.simulated.resolve('no')
    await world.pass('10m', 5)
    expect(await redemptionsOf(subaccountId)).toEqual([])
    expect(await positionsOf(subaccountId, CLOSED_TOO)).toMatchObject([{ position: 0, settlement: 'paid', payout: 0 }])
  })
})

describe('a redemption is paid once and never lost', () => {
  const redeemed = async (subaccountId: string, path: string, before: number) => {
    await world.simulated.noFaults()
    await world.pass('8m', 5)
    expect(await redemptionsOf(subaccountId)).toMatchObject([{ state: 'PAID', payout: 10 }])
    expect(await cashOf(path)).toBe(before + 10)
  }

  it.each([
    ['the answer to the submit is lost', { kind: 'drop_after', times: 1 }],
    ['the submit never arrives', { kind: 'drop_before', times: 2 }],
    ['the submit is answered with an error, and was taken', { kind: 'drop_after', status: 502, times: 1 }],
    ['the submit arrives twice', { kind: 'duplicate', times: 1 }],
    [
      'the wallet is busy',
      { kind: 'status', status: 400, body: { error: 'wallet busy: has active action' }, times: 3 },
    ],
    [
      'the nonce is stale',
      { kind: 'status', status: 400, body: { error: 'batch nonce 1 does not match on-chain nonce 2' }, times: 1 },
    ],
    ['requests are limited', { kind: 'status', status: 429, body: { error: 'Too many requests' }, times: 2 }],
    [
      'the quota is used up for a while',
      {
        kind: 'status',
        status: 429,
        body: { error: 'quota exceeded: 0 units remaining, resets in 120 seconds' },
        times: 1,
      },
    ],
  ])('although %s', async (_, fault) => {
    const { subaccountId, path, before } = await decided()
    await world.simulated.fault({ method: 'POST', path: '^/relayer/submit$', ...fault })
    await world.post('/v1/positions/redeem', { subaccount_id: subaccountId })
    await world.pass('1m')
    await redeemed(subaccountId, path, before)
  })

  it.each([
    ['without a word', ''],
    ['with a page', '<html><head><title>Attention Required! | Cloudflare</title></head><body></body></html>'],
    ['for the region', { error: 'Trading restricted in your region, please refer to available regions' }],
  ])('although the relayer refuses all calls from here for many minutes, %s', async (_, body) => {
    const { subaccountId, path, before } = await decided()
    const refusal = { kind: 'status', status: 403, body, times: 1_000 }
    await world.simulated.fault({ method: 'POST', path: '^/relayer/submit$', ...refusal })
    await world.post('/v1/positions/redeem', { subaccount_id: subaccountId })
    await world.pass('20m', 15)
    await redeemed(subaccountId, path, before)
  })

  it('although the relayer answers reads only with a key', async () => {
    await world.simulated.switches({ relayer_reads_need_key: true })
    const { subaccountId, path, before } = await decided()
    await world.post('/v1/positions/redeem', { subaccount_id: subaccountId })
    await redeemed(subaccountId, path, before)
  })

  it.each([401, 403, 404])('although the newer routes of the relayer answer %i to this key', async (status) => {
    await world.simulated.fault({ method: 'GET', path: '^/relayer/v1/account', kind: 'status', status })
    const { subaccountId, path, before } = await decided()
    await world.post('/v1/positions/redeem', { subaccount_id: subaccountId })
    await world.pass('2m', 5)
    await redeemed(subaccountId, path, before)
  })

  it.each([
    ['two minutes', 120_000],
    ['longer than anybody waits for it', 3_600_000],
  ])('although the list of activities shows it only after %s', async (_, lag) => {
    const { subaccountId, path, before } = await decided()
    const sent = await submits()
    await world.simulated.switches({ activity_lag_ms: lag })
    await world.post('/v1/positions/redeem', { subaccount_id: subaccountId })
    await world.pass('1m')
    // The cash is there. The reason of the payment is not known yet, and the redemption is not requested again.
    expect(await redemptionsOf(subaccountId)).not.toMatchObject([{ state: 'PAID' }])
    expect(await cashOf(path)).toBe(before + 10)
    expect(await submits()).toBe(sent + 1)
    await redeemed(subaccountId, path, before)
    expect(await submits()).toBe(sent + 1)
  })

  it('although its transaction fails twice on chain', async () => {
    const { subaccountId, path, before } = await decided()
    await world.simulated.failRelays('STATE_FAILED', 2)
    await world.post('/v1/positions/redeem', { subaccount_id: subaccountId })
    await redeemed(subaccountId, path, before)
  })

  it('although the relayer skips it again and again, because it sees no balance', async () => {
    const { subaccountId, path, before } = await decided()
    await world.simulated.failRelays('PRECHECK_SKIPPED', 4)
    await world.post('/v1/positions/redeem', { subaccount_id: subaccountId })
    await world.pass('1m')
    expect(await redemptionsOf(subaccountId)).toMatchObject([
      { state: 'PENDING', payout: null, detail: expect.stringContaining('PRECHECK_SKIPPED') },
    ])
    await redeemed(subaccountId, path, before)
  })

  it('a redemption ends FAILED when the relayer keeps skipping it, and can be requested again', async () => {
    const { subaccountId, path, before } = await decided()
    await world.simulated.failRelays('PRECHECK_SKIPPED', 30)
    await world.post('/v1/positions/redeem', { subaccount_id: subaccountId })
    await world.pass('20m', 5)
    expect(await redemptionsOf(subaccountId)).toMatchObject([
      { state: 'FAILED', payout: null, detail: expect.stringContaining('redeem on its website') },
    ])
    expect(await positionsOf(subaccountId, CLOSED_TOO)).toMatchObject([{ settlement: 'redeemable', payout: 10 }])
    expect(await cashOf(path)).toBe(before)
  })

  it('a redemption ends FAILED when it fails three times, and can be requested again', async () => {
    const { subaccountId, path, before } = await decided()
    await world.simulated.failRelays('STATE_FAILED', 3)
    await world.post('/v1/positions/redeem', { subaccount_id: subaccountId })
    await world.pass('10m', 5)
    expect(await redemptionsOf(subaccountId)).toMatchObject([
      { state: 'FAILED', payout: null, detail: 'The transaction failed: execution reverted.' },
    ])
    expect(await positionsOf(subaccountId, CLOSED_TOO)).toMatchObject([{ settlement: 'redeemable', payout: 10 }])
    await world.post('/v1/positions/redeem', { subaccount_id: subaccountId })
    await world.pass('1m')
    expect((await redemptionsOf(subaccountId)).map(({ state }: { state: string }) => state)).toEqual(['PAID', 'FAILED'])
    expect(await cashOf(path)).toBe(before + 10)
  })

  it('although the run that carries it out is killed at any step', async () => {
    for (let at = 4; ; at += inThisRun({ usual: 13, long: 3 })) {
      await startWorld(ON_B)
      const { subaccountId, path, before } = await decided()
      const sent = await submits()
      await world.post('/v1/positions/redeem', { subaccount_id: subaccountId })
      world.killNext('sync-account', at)
      await world.pass('8m', 5)
      expect(await redemptionsOf(subaccountId), `killed at step ${at}`).toMatchObject([{ state: 'PAID', payout: 10 }])
      expect([await cashOf(path), await submits()], `killed at step ${at}`).toEqual([before + 10, sent + 1])
      if (world.survived) return
    }
  }, 120_000)

  it('although the same request comes again when it was paid', async () => {
    const { subaccountId, path } = await winner()
    await world.pass('6m', 5)
    const sent = await submits()
    const requested = { subaccount_id: subaccountId }
    const headers = { 'idempotency-key': 'redeem once' }
    const begun = await world.post('/v1/positions/redeem', requested, { headers })
    expect(begun.body.redemptions).toHaveLength(1)
    await world.pass('6m', 5)
    const again = await world.post('/v1/positions/redeem', requested, { headers })
    expect(again).toMatchObject({ status: 202, body: begun.body })
    const approvals = await world.post(`${path}/approvals`, undefined, { headers })
    expect((await world.post(`${path}/approvals`, undefined, { headers })).body).toEqual(approvals.body)
    await world.pass('1m')
    expect(await submits()).toBe(sent + 1)
  })

  it('although the request that asks for it dies at any step, and comes again when it was paid', async () => {
    const { subaccountId } = await winner()
    await world.pass('6m', 5)
    const sent = await submits()
    const requests = { subaccount_id: subaccountId }
    for (let dieAt = 0; ; dieAt += 1) {
      const headers = { 'idempotency-key': `dies at ${dieAt}` }
      expect((await world.post('/v1/positions/redeem', requests, { headers, dieAt })).status, `died at ${dieAt}`).toBe(
        500,
      )
      const [begun] = await redemptionsOf(subaccountId)
      if (begun === undefined) continue
      await world.pass('10m', 5)
      const again = await world.post('/v1/positions/redeem', requests, { headers })
      const redemptions = [{ redemption_id: begun.redemption_id, svc_id: begun.svc_id }]
      expect(again).toMatchObject({ status: 202, body: { redemptions } })
      expect(await submits()).toBe(sent + 1)
      return
    }
  }, 60_000)

  it('although another party was faster', async () => {
    const { subaccountId, path, before } = await decided()
    await world.simulated.redeemAll()
    await world.post('/v1/positions/redeem', { subaccount_id: subaccountId })
    await world.pass('6m', 5)
    expect(await redemptionsOf(subaccountId)).toMatchObject([
      { state: 'PAID', payout: null, detail: 'The wallet holds nothing of this market any more.' },
    ])
    expect(await cashOf(path)).toBe(before + 10)
    expect(await positionsOf(subaccountId, CLOSED_TOO)).toMatchObject([{ settlement: 'paid' }])
  })
})

describe('a decided position that the exchange does not name', () => {
  it('a position missing because its market is inactive stays redeemable, and is redeemed', async () => {
    const { subaccountId, path } = await winner()
    await world.simulated.switches({ omitted_positions: [world.simulated.market] })
    await world.pass('10m', 5)
    expect(await positionsOf(subaccountId, '&include_closed=true')).toMatchObject([
      { position: 10, settlement: 'redeemable', payout: 10 },
    ])
    const before = await cashOf(path)
    await world.post('/v1/positions/redeem', { subaccount_id: subaccountId })
    await world.pass('10m', 5)
    expect(await redemptionsOf(subaccountId)).toMatchObject([{ state: 'PAID', payout: 10, detail: null }])
    expect(await cashOf(path)).toBe(before + 10)
    expect(await positionsOf(subaccountId, '&include_closed=true')).toMatchObject([{ settlement: 'paid', payout: 10 }])
  })

  it('a position missing because the exchange’s list is minutes behind is redeemed', async () => {
    const { subaccountId, path } = await approved({ auto_redeem: true })
    await world.simulated.switches({ positions_lag_ms: 20 * 60_000 })
    await buy(subaccountId)
    const before = await cashOf(path)
    await world.simulated.resolve('yes')
    await world.pass('10m', 5)
    expect(await redemptionsOf(subaccountId)).toMatchObject([{ state: 'PAID', payout: 10, detail: null }])
    expect(await cashOf(path)).toBe(before + 10)
  })

  it('a position missing because another party redeemed it is paid', async () => {
    const { subaccountId } = await winner()
    await world.simulated.redeemAll()
    await world.pass('10m', 5)
    expect(await positionsOf(subaccountId, '&include_closed=true')).toMatchObject([
      { position: 0, settlement: 'paid', payout: 10 },
    ])
  })
})

describe('pairs of YES and NO', () => {
  /** Buys 10 YES, and 6 NO which do not settle before the YES can be sold. */
  const pairs = async (more: object = {}) => {
    const newcomer = await approved(more)
    await world.simulated.book([[0.39, 100]], [[0.4, 100]])
    const { subaccountId } = newcomer
    await world.place({ subaccount_id: subaccountId, price: 0.4, qty: 10 })
    await world.place({ subaccount_id: subaccountId, price: 0.39, qty: 6, buy_flag: false })
    await world.pass('6m', 5)
    return newcomer
  }
  const held = async () => {
    const { accounts } = await world.simulated.ledger()
    return accounts.find(({ id }: { id: string }) => id !== 'story').positions
  }

  it('become dollars on request, and the position stays', async () => {
    const { subaccountId, path } = await pairs()
    expect(await held()).toMatchObject([{ yes: 10, no: 6 }])
    expect(await positionsOf(subaccountId)).toMatchObject([{ position: 4, pairs: 6 }])
    const before = await cashOf(path)
    const begun = await world.post('/v1/positions/redeem', { subaccount_id: subaccountId, svc_id: world.svcId() })
    expect(begun.body.redemptions).toHaveLength(1)
    await world.pass('6m', 5)
    expect(await redemptionsOf(subaccountId)).toMatchObject([{ kind: 'merge', state: 'PAID', payout: 6 }])
    expect(await held()).toMatchObject([{ yes: 4, no: 0 }])
    expect(await cashOf(path)).toBe(before + 6)
    expect(await positionsOf(subaccountId)).toMatchObject([{ position: 4, pairs: 0, settlement: null }])
  })

  it('become dollars automatically if the user wants that', async () => {
    await pairs({ auto_redeem: true })
    await world.pass('6m', 5)
    expect(await held()).toMatchObject([{ yes: 4, no: 0 }])
  })
})
