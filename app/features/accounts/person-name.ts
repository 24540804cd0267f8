/** Letters and marks that are drawn as nothing, although Unicode does not class them as format characters. */
const BLANKS = /\u034f|\u17b4|\u17b5|[\u115f\u1160\u2800\u3164\uffa0]/g

/** Joiners belong between the letters of some scripts and the parts of an emoji, and nowhere else. */
const LOOSE_JOINERS =
  /(?<![\p{L}\p{M}\p{S}])[\u200c\u200d]|(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{S}])/gu

/**
 * Returns a person's name as it is stored: composed, in one line, without characters that cannot be seen. The result is
 * empty if there is nothing to see. Every name of an account goes through it.
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
