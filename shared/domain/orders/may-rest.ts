/** Decides whether the order may wait on its book. Any other acts at once or not at all. */
export const mayRest = ({ timeInForce }: { readonly timeInForce: string }): boolean =>
  timeInForce === 'GTC' || timeInForce === 'GTD'
