/** A sentence of the service. A sentence that names a page of the console links to it. */

import { to } from '../shell/route.ts'

export const Told = ({ children: sentence }: { readonly children: string }) => (
  <>
    {sentence.split(/(?<=the page )(Limits|Subaccounts|Health)\b/).map((part, place) =>
      place % 2 === 0 ? (
        part
      ) : (
        <a key={place} href={to(part.toLowerCase())}>
          {part}
        </a>
      ),
    )}
  </>
)
