import { isVisible, truncate } from '#app/primitives/text.ts'

/** Invisible characters. Joiners and the emoji variation selector are removed where nothing needs them. */
const INVISIBLE = /(?!\p{Join_C}|\ufe0f)[\p{Cf}\p{Co}\p{Cs}\p{DI}\u2800]/gu

/** Emoji variation selectors outside emojis and keycaps. */
const LOOSE_SELECTORS = /(?<!\p{Extended_Pictographic})(?<![\d#*](?=\ufe0f\u20e3))\ufe0f/gu

/** Characters of scripts without joiners, with the combining marks and joiners that follow. */
const WITHOUT_JOINERS = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}][\p{M}\p{Join_C}]+/gu

/** Joiners outside words and emoji. */
const LOOSE_JOINERS = /(?<![\p{L}\p{M}\p{S}])\p{Join_C}|\p{Join_C}(?![\p{L}\p{M}\p{S}])/gu

/** Combining marks after the fourth in a row. Names rarely have more. */
const EXTRA_MARKS = /(?<=[\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]/gu

/** Maximum number of characters that are read. Normalization takes quadratic time for long runs of combining marks. */
const MAX_READ = 1_000

/**
 * Normalizes a name to one composed line without invisible characters, and with at most four combining marks in a row.
 * Reads the first 1,000 characters. Returns an empty string if no visible character remains. Names of accounts and all
 * names from Discord must pass through this function or `cleanLabel` when they arrive.
 */
export function cleanName(text: string): string {
  const seen = truncate(text, MAX_READ)
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(INVISIBLE, '')
    .replace(LOOSE_SELECTORS, '')
    .replace(WITHOUT_JOINERS, (part) => part.replace(/\p{Join_C}/gu, ''))
    .replace(LOOSE_JOINERS, '')
    .normalize('NFC')
    .replace(EXTRA_MARKS, '')
    .replace(/ +/g, ' ')
    .trim()
  return isVisible(seen) ? seen : ''
}

/** Cleans a name like `cleanName`, and keeps at most `most` characters. */
export const cleanLabel = (text: string, most: number): string => cleanName(truncate(cleanName(text), most))
