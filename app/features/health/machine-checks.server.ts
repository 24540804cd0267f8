import { constants } from 'node:fs'
import { access, mkdir, readFile, stat, statfs } from 'node:fs/promises'
import { isIP } from 'node:net'
import { availableParallelism, totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { failed, type Finding, fine, warning } from '#app/features/health/check.ts'
import type { Config } from '#app/platform/config/config.server.ts'
import { isLoopback } from '#app/primitives/loopback.ts'

const MIB = 1024 * 1024
/** How much room the data folder should have, and how much it must, in MiB. */
const DISK_SPACE_MIB = { comfortable: 1024, least: 100 }
/** How many files and connections a process should be allowed to have open. */
const OPEN_FILES = 4096

/** The version of Node: 20.19 at least, and one that gets security fixes. */
export function checkNode(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    return failed('node', `This is Node ${version}.`, 'Install Node 20.19, 22 or 24.')
  if (major % 2) return warning('node', `Node ${version} is no long-term release.`, 'Install Node 22 or 24.')
  return fine('node', `Node ${version} on ${availableParallelism()} processors.`)
}

/** The data folder: ours to write to, and nobody else’s to read. */
export async function checkFolder({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    const { mode } = await stat(dataDir)
    if (mode & 0o007)
      return warning(
        'data folder',
        `Every user of this machine can open ${dataDir}.`,
        `Close it to others: chmod 700 ${dataDir}`,
      )
    return fine('data folder', `${dataDir} can be written to.`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return failed(
      'data folder',
      `${dataDir} cannot be used (${code}).`,
      'Give the folder to the user that runs Signpost, or set DATA_DIR to another.',
    )
  }
}

/** Room on the disk of the data folder. */
export async function checkDiskSpace({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding> {
  const disk = await statfs(dataDir).catch(() => null)
  if (!disk) return warning('disk', 'How much room there is cannot be told.', 'Look with df -h.')
  const free = Math.floor((disk.bavail * disk.bsize) / MIB)
  const says = `${free} MiB are free where ${dataDir} is.`
  const mend = 'Make room, or move DATA_DIR to a larger disk. Backups and DATA_DIR/cache may go elsewhere.'
  if (free < DISK_SPACE_MIB.least) return failed('disk', says, mend)
  return free < DISK_SPACE_MIB.comfortable ? warning('disk', says, mend) : fine('disk', says)
}

/** How many connections the system lets the process have. Linux only: elsewhere it is not told. */
export async function checkOpenFiles(): Promise<Finding | null> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const most = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  if (!most) return null
  const says = `The process may have ${most} files and connections open.`
  if (Number(most) >= OPEN_FILES) return fine('open files', says)
  return warning('open files', says, `Allow more: LimitNOFILE=${OPEN_FILES * 16} in the unit, or ulimit -n.`)
}

/** Whether Node’s heap fits into the memory that the machine or the container has. */
export async function checkMemory(): Promise<Finding> {
  const group = Number(await readFile('/sys/fs/cgroup/memory.max', 'utf8').catch(() => ''))
  const whole = Math.floor((group > 0 ? Math.min(group, totalmem()) : totalmem()) / MIB)
  const heap = Math.floor(getHeapStatistics().heap_size_limit / MIB)
  const says = `${whole} MiB of memory, of which Node takes up to ${heap} MiB for its heap.`
  if (whole < 400) return warning('memory', says, 'Give the process 512 MiB at least.')
  if (heap > whole)
    return warning(
      'memory',
      says,
      `Keep Node below it: NODE_OPTIONS=--max-old-space-size=${Math.floor(whole * 0.6)}`,
    )
  return fine('memory', says)
}

/** The address that people use, and whether what is in front of us is believed. */
export function checkSiteUrl({ siteUrl, host, trustProxy }: Config): Finding {
  const { protocol, hostname } = new URL(siteUrl)
  const isBelieved = trustProxy.hops > 0 || trustProxy.networks.length > 0
  const isOwn = isLoopback(hostname) || hostname === host
  if (protocol === 'https:' && !isBelieved)
    return warning(
      'address',
      `The proxy in front of ${siteUrl} is not trusted, so rate limits count all visitors as one.`,
      'Set TRUST_PROXY=1 for one proxy in front.',
    )
  if (protocol === 'http:' && !isOwn)
    return warning(
      'address',
      `${siteUrl} is not encrypted: passwords and sessions can be read on the way.`,
      'Put a proxy with a certificate in front, and set SITE_URL to https.',
    )
  if (isOwn && !isLoopback(host))
    return warning(
      'address',
      `The server listens on ${isIP(host) ? host : 'other addresses'}, and links lead to ${siteUrl}.`,
      'Set SITE_URL to the address that people use.',
    )
  return fine('address', `People come to ${siteUrl}.`)
}

/** What is off that only tests turn off. */
export const checkLimits = ({ rateLimits }: Config): Finding =>
  rateLimits
    ? fine('limits', 'Rate limits are on.')
    : warning('limits', 'Rate limits are off.', 'Take RATE_LIMITS=off away: it is for measuring only.')
