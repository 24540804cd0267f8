import { checkAliases } from '#app/features/health/alias-checks.server.ts'
import { type BotState, readBotState } from '#app/features/bots/current-bot.server.ts'
import type { Config } from '#app/platform/config/config.server.ts'
import {
  checkDatabase,
  checkDiscord,
  checkMail,
  checkRedis,
} from '#app/features/health/dependency-checks.server.ts'
import type { Finding } from '#app/features/health/check.ts'
import {
  checkSiteUrl,
  checkFolder,
  checkLimits,
  checkMemory,
  checkNode,
  checkOpenFiles,
  checkDiskSpace,
} from '#app/features/health/machine-checks.server.ts'

/** Runs the fast checks of this machine, which also run at every start. */
export async function diagnoseMachine(config: Config): Promise<Finding[]> {
  const found = [
    checkNode(),
    await checkFolder(config),
    await checkDiskSpace(config),
    await checkOpenFiles(),
    await checkMemory(),
    checkSiteUrl(config),
    checkLimits(config),
  ]
  return found.filter((one) => one !== null)
}

/**
 * Checks the machine, the stores and external services, in this order. Changes nothing except for creating the data
 * folder.
 */
export async function diagnose(config: Config): Promise<Finding[]> {
  const machine = await diagnoseMachine(config)
  // If the folder is unusable, SQLite would report the same problem again.
  const hasFolder =
    config.databaseUrl || machine.every((one) => one.check !== 'data folder' || one.status !== 'failed')
  const stores = hasFolder ? await checkDatabase(config) : []
  const isCurrent = stores.some((one) => one.check === 'schema' && one.status === 'ok')
  const bot: BotState = isCurrent ? await readBotState(config) : { status: 'none', bot: null, row: null }
  const [redis, mail, discord] = await Promise.all([
    checkRedis(config),
    checkMail(config),
    checkDiscord(config, bot),
  ])
  const aliases = isCurrent ? await checkAliases(config) : []
  return [...machine, ...stores, ...redis, mail, ...discord, ...aliases]
}

/** Returns the most severe status. */
export const worstStatus = (findings: Finding[]): Finding['status'] =>
  findings.some(({ status }) => status === 'failed')
    ? 'failed'
    : findings.some(({ status }) => status === 'warning')
      ? 'warning'
      : 'ok'
