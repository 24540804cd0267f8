import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import type { EvaluationFault } from '#app/features/automations/evaluation/evaluation.ts'
import { slowIn, writeCommand, type CommandRow } from '#app/features/commands/store.server.ts'

/** Disables a command whose conditions take too long, unless its author has changed it since. */
export async function disableSlowCommand(
  ctx: Context,
  command: CommandRow,
  reason: EvaluationFault['reason'],
) {
  const { id, version, name, guild_id: guildId } = command
  const system: Context = { ...ctx, actor: { kind: 'system' } }
  await inTransaction(system, async (inner) => {
    const at = inner.now().toISOString()
    const signed = { updated_at: at, updated_by: null, updated_by_id: null }
    const row = await writeCommand(
      inner.db,
      { guildId, id, version },
      { enabled: 0, stopped_at: at, ...signed },
    )
    if (!row) return
    const details = { guild_id: guildId, changed: ['enabled'], version: row.version, reason: 'too_slow' }
    await recordAudit(inner, { action: 'command.changed', target: { kind: 'command', id, name }, details })
  })
  ctx.log.warn(
    { command: id, guild: guildId, reason },
    'a command was disabled because its conditions take too long',
  )
}

/** Returns the commands of these guilds that the service disabled because a condition took too long. */
export async function listSlowCommands(
  ctx: Context,
  { guildIds, most }: { guildIds: string[]; most: number },
) {
  for (const id of guildIds) allow(ctx, 'guild:read', id)
  const rows = await slowIn(ctx.db, guildIds, most)
  return rows.map(({ stopped_at, ...row }) => ({ ...row, at: stopped_at! }))
}
