import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import {
  createAutomation,
  disableAutomation,
  readAutomation,
  updateAutomation,
  writtenOf,
} from '#app/features/automations/automations.server.ts'
import type { Automation } from '#app/features/automations/schema.ts'

import type { OfAutomation } from '#app/features/automations/automations.server.ts'

/** Switches an automation on or off and keeps the rest of it. Throws like `updateAutomation`. */
export async function switchAutomation(
  ctx: Context,
  { enabled, version, ...asked }: OfAutomation & { version: number; enabled: boolean },
): Promise<Automation> {
  allow(ctx, 'guild:write', asked.guildId)
  if (!enabled) return disableAutomation(ctx, { ...asked, version })
  const automation = await readAutomation(ctx, asked)
  return updateAutomation(ctx, { ...asked, ...writtenOf(automation), enabled, version })
}

/** Makes a copy of an automation that is switched off. Throws like `createAutomation`. */
export async function copyAutomation(ctx: Context, asked: OfAutomation): Promise<Automation> {
  allow(ctx, 'guild:write', asked.guildId)
  const written = writtenOf(await readAutomation(ctx, asked))
  const name = `${written.name.slice(0, 93)} (copy)`
  return createAutomation(ctx, { guildId: asked.guildId, ...written, name, enabled: false })
}
