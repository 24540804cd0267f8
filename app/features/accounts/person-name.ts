/** Characters without a visible shape that Unicode does not class as format characters. */
const BLANKS = /\u034f|\u17b4|\u17b5|[\u115f\u1160\u2800\u3164\uffa0]/g

/** Joiners that are neither inside words of some scripts nor between the parts of an emoji. */
const LOOSE_JOINERS =
  /(?<![\p{L}\p{M}\p{S}])[\u200c\u200d]|(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{S}])/gu

/**
 * Normalizes a person's name for storage: composed, one line, without invisible characters. Returns an empty string if
 * nothing is visible. Required for every account name.
 */
export function cleanName(text: string): string {
  const seen = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replace(BLANKS, '')
    .replace(LOOSE_JOINERS, '')
    .replace(/ +/g, ' ')
    .trim()
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(seen) ? seen : ''
}
