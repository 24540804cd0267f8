import { ownerEmails } from '#app/features/accounts/accounts.server.ts'
import { emailFooter, siteHost, tokenUrl } from '#app/features/accounts/emails.server.ts'
import { readGuild } from '#app/features/guilds/guilds.server.ts'
import { requestById } from '#app/features/keys/request-store.server.ts'
import { requesterOf } from '#app/features/keys/requests.server.ts'
import { grantCommand, KEY_PREFIX, MAX_NETWORK_NOTICES } from '#app/features/keys/schema.ts'
import { keyById } from '#app/features/keys/store.server.ts'
import type { EmailComposers } from '#app/features/mail/email.server.ts'
import { formatTimestamp } from '#app/primitives/dates.ts'
import { fromJson } from '#app/primitives/json.ts'

/** Emails about requests for API keys. None of them contains a key. */
export const keyEmails = {
  async key_requested(ctx, { recipient, data: { request_id } }) {
    const row = await requestById(ctx.db, request_id)
    if (row?.status !== 'open' || !(await ownerEmails(ctx)).includes(recipient)) return null
    const guild = await readGuild(ctx, { id: row.guild_id })
    return {
      subject: `Request for an API key for ${guild.name}`,
      heading: 'Request for an API key',
      paragraphs: [
        `${row.requested_by} requests the API key “${row.name}” for the server ${guild.name} at ${siteHost(ctx)}, with the scopes ${fromJson(row.scopes).join(', ')}. The purpose:`,
      ],
      quote: row.purpose,
      command: {
        lead: 'To create the key, run this command on the machine that runs the site. The command shows the key once.',
        text: grantCommand(row.id),
      },
      action: {
        label: 'Open the request',
        href: `${tokenUrl(ctx, `/admin/guilds/${row.guild_id}/keys`)}#request-${row.id}`,
      },
      after: ['To decline the request, open it in the console.'],
      footer: emailFooter(ctx),
    }
  },

  async key_request_decided(ctx, { data: { request_id } }) {
    const row = await requestById(ctx.db, request_id)
    if (!row || !['granted', 'declined'].includes(row.status) || !(await requesterOf(ctx, row))) return null
    const guild = await readGuild(ctx, { id: row.guild_id })
    const granted = row.status === 'granted'
    const about = `Your request for the API key “${row.name}” for the server ${guild.name} was ${row.status}.`
    return {
      subject: `Your request for an API key was ${row.status}`,
      heading: `Your request was ${row.status}`,
      paragraphs: [
        granted
          ? `${about} The key begins with ${KEY_PREFIX}${row.key_id}. Ask the site owner for the key. Neither this email nor the console contains it.`
          : `${about} The reason:`,
      ],
      ...(row.reason ? { quote: row.reason } : {}),
      action: { label: 'Open API keys', href: tokenUrl(ctx, `/admin/guilds/${row.guild_id}/keys`) },
      footer: emailFooter(ctx),
    }
  },

  async key_new_network(ctx, { recipient, data: { key_id, network, at } }) {
    const key = await keyById(ctx.db, key_id)
    if (!key || key.revoked_at || !(await ownerEmails(ctx)).includes(recipient)) return null
    const prefix = `${KEY_PREFIX}${key.id}`
    return {
      subject: `The API key ${key.name} was used from a new network`,
      heading: 'API key used from a new network',
      paragraphs: [
        `The API key “${key.name}” (${prefix}…) at ${siteHost(ctx)} was used from the network ${network} for the first time on ${formatTimestamp(at)}.`,
        'If the program that uses the key runs there, you can ignore this email.',
      ],
      command: {
        lead: 'If you do not recognize the network, revoke the key. Run this command on the machine that runs the site:',
        text: `npm run -s signpost -- keys revoke --id ${key.id}`,
      },
      after: [`You get at most ${MAX_NETWORK_NOTICES} of these emails for a key in 24 hours.`],
      footer: emailFooter(ctx),
    }
  },
} satisfies Partial<EmailComposers>
