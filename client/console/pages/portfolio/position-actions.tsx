/** What can be done with all positions at once. */

export const PositionActions = (_: { readonly subaccountId: string }) => null
