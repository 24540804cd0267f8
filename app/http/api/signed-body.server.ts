import type { LoadContext } from '#app/context.server.ts'
import { TryLater, Unauthorized } from '#app/errors.ts'
import { MAX_INTERACTION_BYTES } from '#app/features/interactions/schema.ts'
import { isSigned } from '#app/features/interactions/signature.server.ts'
import { CONNECT_BOT } from '#app/platform/outside/discord.server.ts'
import { readBytes } from '#app/http/protocol/read-body.server.ts'

/** Verifies Discord's signature and returns the raw body. Throws 401, or 503 without a public key. */
export async function signedBody({ app }: LoadContext, request: Request): Promise<Uint8Array> {
  const { publicKey } = app.bot.application()
  if (!publicKey) throw new TryLater('unavailable', `Discord is not configured. ${CONNECT_BOT}`, 3600)
  const body = await readBytes(request, MAX_INTERACTION_BYTES)
  const signature = request.headers.get('X-Signature-Ed25519')
  const timestamp = request.headers.get('X-Signature-Timestamp')
  const maxSkew = app.config.interactionMaxSkewSeconds
  if (!isSigned(publicKey, { signature, timestamp, body }, app.now(), maxSkew)) {
    throw new Unauthorized('invalid_signature', 'The request signature is not valid.')
  }
  return body
}
