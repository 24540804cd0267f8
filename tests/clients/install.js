import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const home = resolve('.cache', 'clients')
const stamp = join(home, 'node_modules', 'installed.json')

/** The clients of the Model Context Protocol that drive the browser tools. Both run on the Node that the service asks for. */
const versions = { '@playwright/mcp': '0.0.83', 'chrome-devtools-mcp': '1.11.0' }
const manifest = `${JSON.stringify({ private: true, dependencies: versions }, null, 2)}\n`

/** The script that a client's command runs. Throws where the clients are not installed. @param {keyof typeof versions} name */
export function scriptOf(name) {
  if (!isInstalled()) throw new Error('The clients are not installed. Run: npm test -- tests/clients')
  const folder = join(home, 'node_modules', name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, /** @type {string} */ (Object.values(bin)[0]))
}

const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === manifest

/** Installs the clients where those of exactly these versions are not there yet. */
export function installClients() {
  if (isInstalled()) return
  process.stderr.write('Installing the clients of the browser tools …\n')
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), manifest)
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', home, '--no-audit', '--no-fund', '--loglevel=error'],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  if (status) throw new Error(`npm could not install the clients: it ended with ${status}`)
  writeFileSync(stamp, manifest)
}
