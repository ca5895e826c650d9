/** Custom assets: one question, traded on several markets at once. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { ROUTES } from '../../format/allocations.ts'
import { useLive } from '../../live/use-live.ts'
import { DialogButton } from '../../parts/dialog/dialog-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { canTrade, subaccount } from '../../session/session.ts'
import { to } from '../../shell/navigation/route.ts'
import { NewCustomAsset } from './new-custom-asset.tsx'

const makeOne = (subaccountId: string, text: string) => (
  <DialogButton
    class="primary"
    text={text}
    dialog={(close) => <NewCustomAsset subaccountId={subaccountId} close={close} />}
  />
)

export const CustomAssetsPage = () => {
  const subaccount_id = subaccount.value?.subaccount_id ?? ''
  const live = useLive(
    subaccount_id,
    () => ask(api.GET('/v1/custom-assets', { params: { query: { subaccount_id } } })),
    { everyS: 20, topics: ['custom_assets'] },
  )
  return (
    <Page
      title="Custom assets"
      lead="One question on several markets: their books become one, and an order goes where it trades best."
      actions={canTrade.value && subaccount_id !== '' ? makeOne(subaccount_id, 'New custom asset') : undefined}
    >
      <Panel title="Custom assets">
        <LiveView of={live}>
          {(assets) => (
            <Table
              label="Custom assets"
              rows={assets}
              idOf={({ custom_asset_id }) => custom_asset_id}
              none={
                <Empty
                  action={canTrade.value && subaccount_id !== '' ? makeOne(subaccount_id, 'Make the first one') : null}
                >
                  No custom assets yet. One joins markets that ask the same question, and trades them by one order.
                </Empty>
              }
              columns={[
                {
                  title: 'Name',
                  kind: 'title',
                  cell: ({ custom_asset_id, name }) => <a href={to('custom-assets', custom_asset_id)}>{name}</a>,
                },
                { title: 'Description', kind: 'long', cell: ({ description }) => description },
                { title: 'Routing', kind: 'long', cell: ({ allocation }) => ROUTES[allocation] },
              ]}
            />
          )}
        </LiveView>
      </Panel>
    </Page>
  )
}
