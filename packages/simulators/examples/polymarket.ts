import { readFileSync } from 'node:fs'
import { ClobClient, Side } from '@polymarket/clob-client-v2'
import { createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { polygon } from 'viem/chains'

const { urls, private_key, signature_type } = JSON.parse(readFileSync(process.argv[2] ?? 'polymarket.json', 'utf8'))
const account = privateKeyToAccount(private_key)
const access = {
  host: urls.clob,
  chain: 137,
  signer: createWalletClient({ account, chain: polygon, transport: http('http://127.0.0.1:9') }),
  signatureType: signature_type,
  funderAddress: account.address,
}
const creds = await new ClobClient(access).createOrDeriveApiKey()
const client = new ClobClient({ ...access, creds, throwOnError: true })

const page = await fetch(`${urls.gamma}/markets/keyset?closed=false&limit=20`)
const { markets }: { markets: { orderPriceMinTickSize: number; clobTokenIds: string; question: string }[] } =
  JSON.parse(await page.text())
const market = markets.find(({ orderPriceMinTickSize }) => orderPriceMinTickSize === 0.01)
if (market === undefined) throw new Error('no market with a tick of a cent')
const [tokenID] = JSON.parse(market.clobTokenIds)
const order = await client.createAndPostMarketOrder({ tokenID, amount: 5, side: Side.BUY })
console.log(`${order.orderID} is ${order.status}: ${order.takingAmount} of "${market.question}"`)
