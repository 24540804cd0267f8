import { readMessage } from '#app/features/mail/mailbox.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { foreignHtmlHeaders } from '#app/http/protocol/security-headers.server.ts'

/** Returns the HTML part of a message for its frame. */
export const loader = page('mail:read', async (ctx, { params }) => {
  const { html } = await readMessage(ctx, { name: params.name ?? '' })
  return new Response(html, { headers: foreignHtmlHeaders })
})
