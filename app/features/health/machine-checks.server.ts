import { constants } from 'node:fs'
import { access, mkdir, readFile, stat, statfs } from 'node:fs/promises'
import { isIP } from 'node:net'
import { availableParallelism, totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { failed, type Finding, fine, warning } from '#app/features/health/check.ts'
import type { Config } from '#app/platform/config/config.server.ts'
import { isLoopback } from '#app/primitives/loopback.ts'

const MIB = 1024 * 1024
/** Recommended and required free disk space for the data folder, in MiB. */
const DISK_SPACE_MIB = { comfortable: 1024, least: 100 }
/** Recommended limit on open files and connections. */
const OPEN_FILES = 4096

/** Checks that Node is version 20.19 or later and has security support. */
export function checkNode(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    return failed('node', `Node ${version} is not supported.`, 'Install Node 20.19, 22 or 24.')
  if (major % 2) return warning('node', `Node ${version} is not an LTS release.`, 'Install Node 22 or 24.')
  return fine('node', `Node ${version} on ${availableParallelism()} processors.`)
}

/** Checks that the data folder is writable and private. */
export async function checkFolder({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    const { mode } = await stat(dataDir)
    if (mode & 0o007)
      return warning(
        'data folder',
        `Every user of this machine can open ${dataDir}.`,
        `Restrict access: chmod 700 ${dataDir}`,
      )
    return fine('data folder', `${dataDir} is writable.`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return failed(
      'data folder',
      `${dataDir} cannot be used (${code}).`,
      'Make the user that runs Signpost the owner of the folder, or set DATA_DIR to another folder.',
    )
  }
}

/** Checks the free disk space for the data folder. */
export async function checkDiskSpace({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding> {
  const disk = await statfs(dataDir).catch(() => null)
  if (!disk) return warning('disk', 'The free disk space is unknown.', 'Check the free space with df -h.')
  const free = Math.floor((disk.bavail * disk.bsize) / MIB)
  const says = `${free} MiB are free on the disk that contains ${dataDir}.`
  const mend =
    'Free disk space, or move DATA_DIR to a larger disk. You can also store backups and DATA_DIR/cache on another disk.'
  if (free < DISK_SPACE_MIB.least) return failed('disk', says, mend)
  return free < DISK_SPACE_MIB.comfortable ? warning('disk', says, mend) : fine('disk', says)
}

/** Checks the limit on open files. Returns null on systems other than Linux. */
export async function checkOpenFiles(): Promise<Finding | null> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const most = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  if (!most) return null
  const says = `The process can open ${most} files and connections.`
  if (Number(most) >= OPEN_FILES) return fine('open files', says)
  return warning(
    'open files',
    says,
    `Raise the limit: LimitNOFILE=${OPEN_FILES * 16} in the unit, or ulimit -n.`,
  )
}

/** Checks that Node's heap limit fits into the memory of the machine or container. */
export async function checkMemory(): Promise<Finding> {
  const group = Number(await readFile('/sys/fs/cgroup/memory.max', 'utf8').catch(() => ''))
  const whole = Math.floor((group > 0 ? Math.min(group, totalmem()) : totalmem()) / MIB)
  const heap = Math.floor(getHeapStatistics().heap_size_limit / MIB)
  const says = `${whole} MiB of memory, of which Node uses up to ${heap} MiB for its heap.`
  if (whole < 400) return warning('memory', says, 'Give the process at least 512 MiB of memory.')
  if (heap > whole)
    return warning(
      'memory',
      says,
      `Lower the heap limit: NODE_OPTIONS=--max-old-space-size=${Math.floor(whole * 0.6)}`,
    )
  return fine('memory', says)
}

/** Checks the site URL, and whether the proxy in front of the site is trusted. */
export function checkSiteUrl({ siteUrl, host, trustProxy }: Config): Finding {
  const { protocol, hostname } = new URL(siteUrl)
  const isBelieved = trustProxy.hops > 0 || trustProxy.networks.length > 0
  const isOwn = isLoopback(hostname) || hostname === host
  if (protocol === 'https:' && !isBelieved)
    return warning(
      'address',
      `The proxy in front of ${siteUrl} is not trusted, so rate limits count all visitors as one visitor.`,
      'If there is one proxy in front of Signpost, set TRUST_PROXY=1.',
    )
  if (protocol === 'http:' && !isOwn)
    return warning(
      'address',
      `${siteUrl} is not encrypted: passwords and sessions can be intercepted.`,
      'Put a proxy with a certificate in front of Signpost, and use https:// in SITE_URL.',
    )
  if (isOwn && !isLoopback(host))
    return warning(
      'address',
      `The server listens on ${isIP(host) ? host : 'other addresses'}, but links use ${siteUrl}.`,
      'Set SITE_URL to the URL that people use.',
    )
  return fine('address', `The public URL is ${siteUrl}.`)
}

/** Checks that rate limits are enabled, because only load tests should disable rate limits. */
export const checkLimits = ({ rateLimits }: Config): Finding =>
  rateLimits
    ? fine('limits', 'Rate limits are enabled.')
    : warning('limits', 'Rate limits are disabled.', 'Remove RATE_LIMITS=off, which is for benchmarks only.')
