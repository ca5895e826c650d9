/** The contracts of the exchange that wallets approve, or call through the relayer (Polymarket reference, section 1). */

export const COLLATERAL = '0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB'
export const CONDITIONAL_TOKENS = '0x4D97DCd97eC945f40cF65F87097ACe5EA0476045'
export const POSITION_MANAGER = '0x006F54F7f9A22e0000CC2AB60031000000ae9fEF'
/** Split, merge and redeem standard and neg-risk markets of version 1. */
export const ADAPTER = '0xAdA100Db00Ca00073811820692005400218FcE1f'
export const NEG_RISK_ADAPTER = '0xadA2005600Dec949baf300f4C6120000bDB6eAab'
/** The same for markets of version 2. */
export const ROUTER = '0x12121212006e4CD160D18e3f00711DA5c3372600'
/** Redeems for wallets that let it (Polymarket reference of live behaviour, section 4.5). */
export const AUTO_REDEEMER = '0xa1200000d0002264C9a1698e001292D00E1b00af'
export const BINARY_MODULE = '0x1000008dD9001B968442c1000017eaE6E0dA00Ba'
export const NEG_RISK_MODULE = '0x200000900045e3B6259600682756002200028933'

export const SAFE_FACTORY = '0xaacFeEa03eb1561C4e67d661e40682Bd20E3541b'
export const MULTI_SEND = '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761'
export const PROXY_FACTORY = '0xaB45c5A4B0c941a2F231C04C3f49182e1A254052'
export const RELAY_HUB = '0xD216153c06E857cD7f72665E0aF1d7D82172F494'
export const DEPOSIT_WALLET_FACTORY = '0x00000000000Fb5C9ADea0298D729A0CB3823Cc07'
export const DEPOSIT_WALLET_BEACON = '0x7A18EDfe055488A3128f01F563e5B479D92ffc3a'
