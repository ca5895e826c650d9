/** A sentence of the service. Where it names a page of the console it leads there. */

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
