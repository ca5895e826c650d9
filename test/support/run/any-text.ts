/** Texts of any characters, whole and broken ones: as the unit `binary` of `fc.string`, which takes seconds to begin. */

import fc from 'fast-check'

export const anyText = (maxLength?: number): fc.Arbitrary<string> =>
  fc
    .array(fc.nat(0x10ffff), maxLength === undefined ? {} : { maxLength })
    .map((points) => String.fromCodePoint(...points))
