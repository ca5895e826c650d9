#!/usr/bin/env node
/** Runs a local Polymarket with one wallet of signature type 0 (an EOA). */

import { createHash } from 'node:crypto'
import { privateKeyToAccount } from 'viem/accounts'
import { startPolymarket } from '../polymarket/start-polymarket.ts'
import { runSimulator } from './run-simulator.ts'

await runSimulator({
  name: 'polymarket-simulator',
  port: 4020,
  start: startPolymarket,
  welcome: (simulator, { cash, seed }) => {
    // The same wallet in each run, so that a data file keeps its orders and money.
    const privateKey = `0x${createHash('sha256').update(`polymarket-simulator ${seed}`).digest('hex')}` as const
    const { address } = privateKeyToAccount(privateKey)
    simulator.addAccount({ id: address, address, funder: address, signatureType: 0, cash })
    return {
      urls: simulator.urls,
      sockets: simulator.sockets,
      control_url: simulator.controlUrl,
      private_key: privateKey,
      address,
      signature_type: 0,
    }
  },
})
