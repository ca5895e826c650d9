/** What the price watch has to look at: the markets of every armed stop, the members of custom assets among them. */

import type { ComplexOrderStore, Watched } from '#ports/complex-order-store.ts'

/** Each market once. */
export const readWatched = async (complexOrders: Pick<ComplexOrderStore, 'watched'>): Promise<Watched> => {
  const { markets, baskets } = await complexOrders.watched()
  const members = baskets.flatMap((basket) => basket.members.map((member) => ({ ...member, armedAt: basket.armedAt })))
  // What is armed on the market itself says when it was.
  const each = new Map([...members, ...markets].map((market) => [market.svcId, market]))
  return { markets: [...each.values()], baskets }
}
