/** Notes on the fields and parameters of custom assets. */

export const customAssetNotes: Readonly<Record<string, string>> = {
  custom_asset_id: 'Custom asset, in place of `svc_id`',
  'CustomAsset.custom_asset_id': 'Custom asset',
  'CustomAssetWithMembers.custom_asset_id': 'Custom asset',
  allocation:
    'How an order is split over the members. EQUAL: the same number of contracts of each. BEST_PRICE: all members are one bet, and the order goes where it is cheapest, including fees',
  members: 'Its markets, in the order they were added',
}
