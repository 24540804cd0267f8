import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installDebianPackage, installed } from '#tests/support/http/programs.js'

/** Chromium without a window, which uses a quarter of the processor time per page. */
const shell = 'chromium-headless-shell'
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
 * The path of a Chromium: `CHROME_PATH`, Debian's headless shell where we may install it, one that is installed, or
 * Playwright's download. Throws when none is to be had.
 */
export async function findChromium() {
  const found =
    process.env.CHROME_PATH ??
    installed([shell]) ??
    (installDebianPackage(shell) ? installed([shell]) : undefined) ??
    installed(names) ??
    (await playwrights()) ??
    (await downloaded())
  if (found && existsSync(found)) return found
  throw new Error('No Chromium is to be had. Install one, or set CHROME_PATH to it.')
}

async function playwrights() {
  const { chromium } = await import('playwright-core')
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : undefined
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
