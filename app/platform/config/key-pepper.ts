import { z } from 'zod'

/** Minimum numbers of distinct characters, pairs and steps in a random text. */
const MIN_DISTINCT = { characters: 9, pairs: 30, steps: 8 }

/** Checks whether a text looks random. Words, sequences and repeated texts do not look random. */
function looksRandom(value: string): boolean {
  const codes = [...value].map((one) => one.codePointAt(0)!)
  const next = codes.slice(1)
  const pairs = new Set(next.map((code, at) => `${codes[at]} ${code}`))
  const steps = new Set(next.map((code, at) => code - codes[at]!))
  return (
    new Set(codes).size >= MIN_DISTINCT.characters &&
    pairs.size >= MIN_DISTINCT.pairs &&
    steps.size >= MIN_DISTINCT.steps
  )
}

/** Accepts 32 bytes: 64 hexadecimal digits, or 43 characters of base64 with both cases. */
const isLong = (value: string) =>
  /^[0-9a-f]+$/i.test(value) ? value.length >= 64 : /^(?=.*[a-z])(?=.*[A-Z])\S{43,}$/.test(value)

/** Secret for hashing keys and tokens: at least 32 random bytes. */
export const keyPepper = z
  .string()
  .trim()
  .refine((value) => isLong(value) && looksRandom(value), {
    error: 'at least 32 random bytes in hex or base64, for example from: openssl rand -base64 32',
  })
  .optional()
