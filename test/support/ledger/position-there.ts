/** The position in a market by the books of the simulated exchange: above 0 for YES. */

import type { World } from '../world.ts'
import { ownAccount } from './own-account.ts'

export const positionThere = async (world: World, nativeId: string = world.simulated.market): Promise<number> =>
  (await ownAccount(world)).positions.find(({ market }) => market === nativeId)?.position ?? 0
