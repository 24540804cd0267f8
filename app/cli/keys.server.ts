import { z } from 'zod'
import { scopes, siteScopes } from '#app/access.ts'
import { command, lines, table } from '#app/cli/command.server.ts'
import { createKey, listKeys, revokeKey, rotateKey } from '#app/features/keys/keys.server.ts'
import { declineKeyRequest, grantKeyRequest, listOpenRequests } from '#app/features/keys/requests.server.ts'
import {
  createKeyInput,
  declineInput,
  keyId,
  keyRequestId,
  MAX_OVERLAP_HOURS,
  rotateKeyInput,
} from '#app/features/keys/schema.ts'
import { snowflake } from '#app/primitives/schema.ts'
import { pick } from '#app/primitives/objects.ts'
import { joinList } from '#app/primitives/text.ts'
import { formatTimestamp } from '#app/primitives/dates.ts'

const input = createKeyInput.shape

/** Options that a request replaces. `guild` or `site` says where the key belongs. */
const requested = ['name', 'scopes'] as const

export const keysCreate = command({
  name: 'keys create',
  summary: 'Creates an API key for a guild, the site or a request, and prints it once.',
  options: z
    .strictObject({
      request: keyRequestId.shape.id.optional().meta({
        description: 'Request id, as shown by keys requests. Replaces --guild, --name and --scopes.',
      }),
      guild: input.guild.meta({ description: 'Guild id.' }),
      site: z
        .boolean()
        .default(false)
        .meta({ description: `Creates a key of the site, with the scopes ${joinList(siteScopes)}.` }),
      name: input.name.optional().meta({ description: 'Name of the key, such as the program that uses it.' }),
      scopes: z
        .string()
        .transform((list) => list.split(',').map((scope) => scope.trim()))
        .pipe(input.scopes)
        .optional()
        .meta({ description: `Scopes, separated by commas: ${scopes.join(', ')}.` }),
      expires_in_days: z
        .string()
        .regex(/^\d{1,4}$/, { error: 'Enter a whole number of days from 1 to 3,650.' })
        .transform(Number)
        .pipe(z.number().min(1).max(3650, { error: 'Enter a whole number of days from 1 to 3,650.' }))
        .optional()
        .meta({ description: 'Days until the key expires, 1 to 3,650. Default: never.' }),
      networks: z
        .string()
        .transform((list) => list.split(',').map((network) => network.trim()))
        .pipe(input.networks.unwrap())
        .optional()
        .meta({
          description: 'Networks that can use the key, in CIDR notation, separated by commas. Default: all.',
        }),
    })
    .superRefine((given, issues) => {
      const isNamed = given.guild !== undefined || given.site
      if (given.request ? isNamed : (given.guild !== undefined) === given.site)
        issues.addIssue({
          code: 'custom',
          path: ['guild'],
          message: given.request
            ? 'Omit --guild and --site if you use --request.'
            : 'Use either --guild or --site.',
        })
      for (const path of requested)
        if ((given[path] === undefined) === (given.request === undefined))
          issues.addIssue({
            code: 'custom',
            path: [path],
            message: given.request ? 'Omit this option if you use --request.' : 'This option is required.',
          })
    }),
  run: (ctx, { request, site: _, ...key }) =>
    request
      ? grantKeyRequest(ctx, { id: request, ...pick(key, ['expires_in_days', 'networks']) })
      : createKey(ctx, key as typeof key & Required<Pick<typeof key, (typeof requested)[number]>>),
  print: (key) => `${lines(key)}

Store the key now. The key will not be shown again.`,
})

export const keysRequests = command({
  name: 'keys requests',
  summary: 'Lists open requests for API keys, oldest first.',
  options: z.strictObject({}),
  run: async (ctx) => ({ requests: await listOpenRequests(ctx) }),
  print: ({ requests }) =>
    table(
      requests.map(({ id, guild_id, name, scopes, requested_by, purpose }) => ({
        id,
        guild_id,
        name,
        scopes,
        requested_by,
        purpose,
      })),
      'There are no open requests.',
    ),
})

const decline = declineInput.shape

export const keysDecline = command({
  name: 'keys decline',
  summary: 'Declines a request for an API key. Repeating it with the same reason changes nothing.',
  options: z.strictObject({
    request: decline.id.meta({ description: 'Request id, as shown by keys requests.' }),
    reason: decline.reason.meta({ description: 'Reason, which is sent to the requester by email.' }),
  }),
  run: (ctx, { request, reason }) => declineKeyRequest(ctx, { id: request, reason }),
  print: ({ name, id }) => `The request ${name} (${id}) was declined.`,
})

export const keysList = command({
  name: 'keys list',
  summary: 'Lists API keys, oldest first, without their secrets.',
  options: z.strictObject({
    guild: snowflake.optional().meta({ description: 'Only keys of this guild.' }),
  }),
  run: async (ctx, input) => ({ keys: await listKeys(ctx, input) }),
  print: ({ keys }) => table(keys, 'There are no keys.'),
})

export const keysRevoke = command({
  name: 'keys revoke',
  summary: 'Revokes an API key. Repeating it changes nothing.',
  options: keyId.extend({ id: keyId.shape.id.meta({ description: 'Key id, as shown by keys list.' }) }),
  run: revokeKey,
  print: (key) => `The key ${key.name} (${key.id}) was revoked.`,
})

const { id, overlap_hours } = rotateKeyInput.shape

export const keysRotate = command({
  name: 'keys rotate',
  summary: 'Replaces an API key and prints the new key once. The old key expires after an overlap period.',
  options: rotateKeyInput.extend({
    id: id.meta({ description: 'Key id, as shown by keys list.' }),
    overlap_hours: z
      .string()
      .regex(/^\d{1,3}$/, { error: `Enter a whole number of hours from 0 to ${MAX_OVERLAP_HOURS}.` })
      .transform(Number)
      .pipe(overlap_hours.unwrap())
      .default(24)
      .meta({
        description: `Hours during which both keys are valid, 0 to ${MAX_OVERLAP_HOURS}. Default: 24.`,
      }),
  }),
  run: rotateKey,
  print: ({ replaces, ...key }) =>
    `${lines(key)}

Store the key now. The new key will not be shown again. ${replaces.id} expires on ${formatTimestamp(replaces.ends_at)}.`,
})
