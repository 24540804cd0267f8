import PostalMime, { type Email } from 'postal-mime'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The letters that a service without SMTP wrote to an address, the newest first. */
export async function mailboxEmailsTo(dataDir: string, address: string): Promise<Email[]> {
  const folder = join(dataDir, 'mailbox')
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'))
  const letters: Email[] = []
  for (const file of files.sort().reverse()) {
    const bytes = await readFile(join(folder, file))
    // A shared mailbox contains the emails of all tests. Parsing all of them exceeds the test timeout.
    if (!bytes.includes(address)) continue
    const letter = await PostalMime.parse(bytes)
    if (letter.to?.some((to) => to.address === address)) letters.push(letter)
  }
  return letters
}

/** The first address of this site that a letter leads to, or null. */
export const linkIn = ({ text = '' }: Pick<Email, 'text'>) => /https?:\/\/\S+/.exec(text)?.[0] ?? null

/** The token of the link in a letter. */
export function tokenIn(letter: Pick<Email, 'text'>): string {
  const token = new URL(linkIn(letter) ?? 'http://none').searchParams.get('token')
  if (!token) throw new Error(`there is no link with a token in:\n${letter.text}`)
  return token
}
