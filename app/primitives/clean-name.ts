import { isVisible, normalizeStart } from '#app/primitives/text.ts'

/** Invisible characters outside Unicode's format category. */
const BLANKS = /\u034f|\u17b4|\u17b5|[\u115f\u1160\u2800\u3164\uffa0]/g

/** Joiners outside words and emoji, or in scripts without joiners. */
const LOOSE_JOINERS =
  /(?<![\p{L}\p{M}\p{S}])[\u200c\u200d]|(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{S}])/gu

/**
 * Normalizes a name to one composed line without invisible characters. Reads the first 1,000 characters. Returns an
 * empty string if no visible character remains. Names of accounts and names from Discord must pass through this function.
 */
export function cleanName(text: string): string {
  const seen = normalizeStart(text, 'NFC')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replace(BLANKS, '')
    .replace(LOOSE_JOINERS, '')
    .replace(/ +/g, ' ')
    .trim()
  return isVisible(seen) ? seen : ''
}
