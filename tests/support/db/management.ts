import { ulid } from 'ulid'
import type { Context } from '#app/context.server.ts'
import { createAutomation } from '#app/features/automations/automations.server.ts'
import { automationInput } from '#app/features/automations/schema.ts'
import { createCommand } from '#app/features/commands/manage.server.ts'
import { commandInput } from '#app/features/commands/schema.ts'
import { actingAs } from '#tests/support/db/people.ts'
import { aUser, type TestApp } from '#tests/support/factories.ts'

/** A command as its author writes it. */
export const commandWith = (over: Record<string, unknown> = {}) =>
  commandInput.parse({
    name: `c${ulid().toLowerCase().slice(-12)}`,
    description: 'Says hello',
    response: { content: 'Hello!' },
    ...over,
  })

/** An automation as its author writes it. */
export const automationWith = (over: Record<string, unknown> = {}) =>
  automationInput.parse({
    name: 'Greets',
    trigger: { events: ['MEMBER_JOIN'] },
    actions: [
      { id: 'greet', type: 'SEND_MESSAGE', config: { channel_id: '300000000000000001', content: 'Hello!' } },
    ],
    ...over,
  })

export const madeCommand = (ctx: Context, guildId: string, over: Record<string, unknown> = {}) =>
  createCommand(ctx, { guildId, ...commandWith(over) })

export const madeAutomation = (ctx: Context, guildId: string, over: Record<string, unknown> = {}) =>
  createAutomation(ctx, { guildId, ...automationWith(over) })

/** Somebody who administers the site, asking. */
export const anAdministrator = async (test: TestApp, name = 'Grace') =>
  actingAs(test, await aUser(test, { role: 'admin', name }))

/** A member who manages these guilds and nothing else, asking. */
export async function aManager(test: TestApp, ...guildIds: string[]): Promise<Context> {
  const ctx = actingAs(test, await aUser(test))
  return { ...ctx, actor: { ...ctx.actor, guildIds } as Context['actor'] }
}
