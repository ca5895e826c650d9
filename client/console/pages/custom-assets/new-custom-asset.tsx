/** Makes a custom asset of markets that are found by search. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { sendOnce } from '../../api/send-once.ts'
import type { Market } from '../../api/types.ts'
import { ALLOCATIONS } from '../../format/allocations.ts'
import { tell } from '../../live/topics.ts'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { Segments } from '../../parts/form/segments.tsx'
import { TextField } from '../../parts/form/text-field.tsx'
import { go } from '../../shell/navigation/route.ts'
import { MarketPicker } from './market-picker.tsx'

interface Props {
  readonly subaccountId: string
  readonly close: () => void
}

export const NewCustomAsset = ({ subaccountId: subaccount_id, close }: Props) => {
  const [name, setName] = useState('')
  const [allocation, setAllocation] = useState<'BEST_PRICE' | 'EQUAL'>('BEST_PRICE')
  const [members, setMembers] = useState<readonly Market[]>([])
  const body = { subaccount_id, name, allocation, svc_ids: members.map(({ svc_id }) => svc_id) }
  return (
    <ConfirmDialog
      title="New custom asset"
      close={close}
      confirm="Make it"
      lacks={{
        name: name.trim() === '' ? 'Enter a name.' : null,
        svc_ids: members.length === 0 ? 'Search for markets, and add at least one.' : null,
      }}
      act={() => sendOnce((once) => api.POST('/v1/custom-assets', { body, ...once }))}
      done="The custom asset is made."
      then={({ custom_asset_id }) => {
        tell('custom_assets')
        go('custom-assets', custom_asset_id)
      }}
    >
      <TextField label="Name" path="name" maxLength={100} value={name} change={setName} />
      <div class="field">
        <span>How orders are split</span>
        <Segments
          label="Allocation"
          value={allocation}
          choose={setAllocation}
          options={[
            ['BEST_PRICE', ALLOCATIONS.BEST_PRICE],
            ['EQUAL', ALLOCATIONS.EQUAL],
          ]}
        />
      </div>
      <MarketPicker chosen={members} change={setMembers} />
    </ConfirmDialog>
  )
}
