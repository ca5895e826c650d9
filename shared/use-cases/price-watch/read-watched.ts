/** The markets that the price watch polls: those of every armed stop, members of custom assets included. */

import type { ComplexOrderStore, Watched } from '#ports/complex-order-store.ts'

/** Each market once. */
export const readWatched = async (complexOrders: Pick<ComplexOrderStore, 'watched'>): Promise<Watched> => {
  const { markets, baskets } = await complexOrders.watched()
  const members = baskets.flatMap((basket) => basket.members.map((member) => ({ ...member, armedAt: basket.armedAt })))
  // An entry of the market itself wins over one as a member.
  const each = new Map([...members, ...markets].map((market) => [market.svcId, market]))
  return { markets: [...each.values()], baskets }
}
