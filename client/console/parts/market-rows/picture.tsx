/** The picture of a market, if its exchange has one. A picture that cannot be shown leaves its place empty. */

import { useState } from 'preact/hooks'
import { isPicture } from './is-picture.ts'

export const Picture = ({ url }: { readonly url: string | null }) => {
  const [failed, setFailed] = useState('')
  return (
    <span class="picture">
      {isPicture(url) && url !== failed ? (
        <img
          src={url}
          alt=""
          width={24}
          height={24}
          loading="lazy"
          decoding="async"
          // The address of the page is nobody's business there.
          referrerpolicy="no-referrer"
          onError={() => setFailed(url)}
        />
      ) : null}
    </span>
  )
}
