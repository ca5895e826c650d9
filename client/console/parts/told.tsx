/** A sentence of the service. A sentence that names a page of the console links to it. `about`: path of the page about the error. */

import { to } from '../shell/navigation/route.ts'

interface Props {
  readonly about?: string | undefined
  readonly children: string
}

export const Told = ({ about, children: sentence }: Props) => (
  <>
    {sentence.split(/(?<=the page )(Limits|Subaccounts|Health|Positions)\b/).map((part, place) =>
      place % 2 === 0 ? (
        part
      ) : (
        <a key={place} href={to(part.toLowerCase())}>
          {part}
        </a>
      ),
    )}
    {about && (
      <a href={about} target="_blank" rel="noopener">
        {' Help'}
      </a>
    )}
  </>
)
