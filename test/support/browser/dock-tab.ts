/** Opens a tab of the dock of a market page, and answers its panel. */

import type { Locator, Page } from 'playwright-core'

export const dockTab = async (page: Page, name: 'Position' | 'Orders' | 'Stops' | 'Fills'): Promise<Locator> => {
  const dock = page.getByRole('region', { name: 'Yours in this market', exact: true })
  await dock.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  return dock.getByRole('tabpanel', { name: new RegExp(`^${name}`) })
}
