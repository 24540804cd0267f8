import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Switches under which Chromium runs headless, also as root, and looks nothing up on the network by itself. */
export const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The path of a Chromium: `CHROME_PATH`, one that is installed, Debian's package where we may install it, or Playwright's
 * download. Throws when none is to be had.
 */
export async function findChromium() {
  const found =
    process.env.CHROME_PATH ?? installed() ?? (await playwrights()) ?? fromDebian() ?? (await downloaded())
  if (found && existsSync(found)) return found
  throw new Error('No Chromium is to be had. Install one, or set CHROME_PATH to it.')
}

function installed() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) if (isExecutable(join(folder, name))) return join(folder, name)
  }
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function playwrights() {
  const { chromium } = await import('playwright-core')
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : undefined
}

function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  process.stderr.write('Installing Chromium from Debian’s packages …\n')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
    if (status) return undefined
  }
  return installed()
}

async function downloaded() {
  process.stderr.write('Downloading Playwright’s Chromium …\n')
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/playwright-core/cli.js', 'install', 'chromium'],
    { stdio: 'inherit' },
  )
  return status ? undefined : playwrights()
}
