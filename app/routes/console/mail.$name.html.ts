import type { LoaderFunctionArgs } from '@remix-run/node'
import { readMessage } from '#app/features/mail/mailbox.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { foreignHtmlHeaders } from '#app/http/protocol/security-headers.server.ts'

/** The HTML of a message, for the frame that shows it. */
export const loader = (args: LoaderFunctionArgs) =>
  page(args, 'mail:read', async (ctx) => {
    const { html } = await readMessage(ctx, { name: args.params.name ?? '' })
    return new Response(html, { headers: foreignHtmlHeaders })
  })
