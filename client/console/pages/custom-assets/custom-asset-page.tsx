/** One custom asset: the books of its members as one, and the ticket that trades all of them. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { readOpenOrders } from '../../api/open-orders.ts'
import { ROUTES } from '../../format/allocations.ts'
import { basketMark } from '../../live/basket-mark.ts'
import { useLive } from '../../live/use-live.ts'
import { useQuotes } from '../../live/use-quotes.ts'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { DialogButton } from '../../parts/dialog/dialog-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { MarketRows } from '../../parts/market-rows/market-rows.tsx'
import { NoSuch } from '../../parts/no-such.tsx'
import { OrderTable } from '../../parts/order/order-table.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { PhoneTicket } from '../../parts/phone-ticket.tsx'
import { canTrade } from '../../session/session.ts'
import { go } from '../../shell/navigation/route.ts'
import { emptyDraft } from '../../ticket/draft/draft.ts'
import { useDraft } from '../../ticket/draft/use-draft.ts'
import { Ticket } from '../../ticket/ticket.tsx'
import { ConsolidatedBook } from './consolidated-book.tsx'
import { MemberPositions } from './member-positions.tsx'
import { offersOf } from './offers-of.ts'
import { useBooks } from './use-books.ts'

export const CustomAssetPage = ({ id: custom_asset_id }: { readonly id: string }) => {
  const ticket = useDraft(custom_asset_id, { ...emptyDraft, kind: 'MARKET' })
  const path = { custom_asset_id }
  const asset = useLive(
    custom_asset_id,
    () => ask(api.GET('/v1/custom-assets/{custom_asset_id}', { params: { path } })),
    { everyS: 20, topics: ['custom_assets'] },
  )
  const ids = asset.data?.members.map(({ svc_id }) => svc_id) ?? []
  const quotes = useQuotes(ids)
  const book = useBooks(custom_asset_id, asset.data?.members ?? [])
  const orders = useLive(custom_asset_id, () => readOpenOrders({ custom_asset_id }), { everyS: 4, topics: ['orders'] })
  return (
    <LiveView of={asset} missing={<NoSuch what="custom asset" list={['custom-assets', 'Your custom assets']} />}>
      {({ name, description, allocation, members, subaccount_id }) => (
        <Page
          title={name}
          lead={[...(description === null || description === '' ? [] : [description]), ROUTES[allocation]].join(' · ')}
          actions={
            canTrade.value ? (
              <DialogButton
                text="Delete"
                dialog={(close) => (
                  <ConfirmDialog
                    title="Delete this custom asset?"
                    close={close}
                    confirm="Delete it"
                    isDanger
                    act={() => ask(api.DELETE('/v1/custom-assets/{custom_asset_id}', { params: { path } }))}
                    done="The custom asset is deleted."
                    then={() => go('custom-assets')}
                  >
                    <p>Its markets, and what you hold there, stay.</p>
                  </ConfirmDialog>
                )}
              />
            ) : undefined
          }
        >
          <div class="split">
            <ConsolidatedBook book={book} members={members} />
            {canTrade.value ? (
              <PhoneTicket title={name} offers={offersOf(book.data, ticket.change)}>
                <Ticket
                  {...ticket}
                  target={{ custom_asset_id }}
                  subaccountId={subaccount_id}
                  members={members}
                  book={book.data}
                  mark={basketMark(allocation, ids, quotes)}
                />
              </PhoneTicket>
            ) : null}
          </div>
          <Panel title="Your position">
            <MemberPositions subaccountId={subaccount_id} members={members} />
          </Panel>
          <Panel title="Its markets">
            <MarketRows markets={members} />
          </Panel>
          <Panel title="Open orders">
            <LiveView of={orders}>
              {(rows) => (
                <OrderTable
                  label="Open orders"
                  orders={rows}
                  none={<Empty>No open orders. The ticket places them.</Empty>}
                  withMarket={false}
                />
              )}
            </LiveView>
          </Panel>
        </Page>
      )}
    </LiveView>
  )
}
