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

/** What every start looks at: quick, and about this machine alone. */
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

/** The machine, the stores and the services outside, in this order; nothing is changed but that the folder is made. */
export async function diagnose(config: Config): Promise<Finding[]> {
  const machine = await diagnoseMachine(config)
  // Where the folder cannot be used, SQLite would only say the same in other words.
  const hasFolder =
    config.databaseUrl || machine.every((one) => one.check !== 'data folder' || one.status !== 'failed')
  const stores = hasFolder ? await checkDatabase(config) : []
  const [redis, mail, discord] = await Promise.all([
    checkRedis(config),
    checkMail(config),
    checkDiscord(config),
  ])
  return [...machine, ...stores, ...redis, mail, ...discord]
}

/** The worst of the findings. */
export const worstStatus = (findings: Finding[]): Finding['status'] =>
  findings.some(({ status }) => status === 'failed')
    ? 'failed'
    : findings.some(({ status }) => status === 'warning')
      ? 'warning'
      : 'ok'
