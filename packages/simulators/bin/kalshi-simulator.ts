#!/usr/bin/env node
/** Runs a local Kalshi with one account. */

import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { startKalshi } from '../kalshi/start-kalshi.ts'
import { SHARDS } from '../kalshi/world/world.ts'
import { runSimulator } from './run-simulator.ts'

await runSimulator({
  name: 'kalshi-simulator',
  port: 4010,
  start: startKalshi,
  welcome: (simulator, { cash }) => {
    const apiKeyId = randomUUID()
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    simulator.addAccount({
      id: 'default',
      apiKeyId,
      publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      cash: Object.fromEntries(Array.from({ length: SHARDS }, (_, shard) => [shard, cash])),
    })
    return {
      url: simulator.url,
      socket_url: simulator.socketUrl,
      control_url: simulator.controlUrl,
      api_key_id: apiKeyId,
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }
  },
})
