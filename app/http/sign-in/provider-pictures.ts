/** The address of a picture, when it is HTTPS and of a length that we keep; null for every other. */
export function httpsOnly(address: string | null | undefined): string | null {
  if (!address || address.length > 500 || !URL.canParse(address)) return null
  const { protocol, href } = new URL(address)
  return protocol === 'https:' ? href : null
}

/** Discord gives the hash of a picture; its address is made from that. Null for the picture that everybody has. */
export const discordPicture = (id: string, hash: string | null): string | null =>
  hash && /^(a_)?[0-9a-f]{32}$/.test(hash)
    ? `https://cdn.discordapp.com/avatars/${id}/${hash}.png?size=128`
    : null
