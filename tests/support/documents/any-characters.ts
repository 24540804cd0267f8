import fc from 'fast-check'

/** Returns any code points, halves of pairs too. fast-check's unit `binary` first lists all of them, for half a second. */
export const anyCharacters = (maxLength?: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 0x10ffff }), maxLength === undefined ? {} : { maxLength })
    .map((points) => String.fromCodePoint(...points))
