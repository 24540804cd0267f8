import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const home = resolve('.cache', 'node24')
const tools = join(home, 'tools')
/** A copy of the sources and the build, with dependencies of its own: the SQLite driver fits one version of Node. */
export const tree = join(home, 'signpost')
export const node24 = join(tools, 'node_modules', 'node', 'bin', 'node')

const copied = [
  'app',
  'agent-tools',
  'build',
  'content',
  'public',
  'package.json',
  'package-lock.json',
  'remix.config.js',
  'tsconfig.json',
  'vite.config.ts',
]

/** Brings Node 24 through the `node` package, for what does not run on the version that the service asks for. */
export function installNode24() {
  if (existsSync(node24)) return
  mkdirSync(tools, { recursive: true })
  process.stderr.write('Installing Node 24 …\n')
  run('npm', [
    'install',
    '--prefix',
    tools,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    'node@24',
  ])
}

/** Lets the service prepare itself with Node 24, as `npm start` would. */
export function prepareNode24() {
  installNode24()
  mkdirSync(tree, { recursive: true })
  for (const name of copied) {
    rmSync(join(tree, name), { recursive: true, force: true })
    cpSync(name, join(tree, name), { recursive: true })
  }
  run(node24, ['app/platform/process/bootstrap.js'], { cwd: tree, npm_config_nodedir: headers() })
}

/** Where the package keeps Node's headers, for machines on which the driver has to be compiled. */
function headers() {
  const name = `node-${process.platform}-${process.arch}`
  const places = [
    join(tools, 'node_modules', name),
    join(tools, 'node_modules', 'node', 'node_modules', name),
  ]
  return places.find((place) => existsSync(join(place, 'include'))) ?? ''
}

/** @param {string} command @param {string[]} args @param {{ cwd?: string, npm_config_nodedir?: string }} [options] */
function run(command, args, { cwd, ...env } = {}) {
  const given = env.npm_config_nodedir ? env : {}
  const { status } = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...given },
  })
  if (status) throw new Error(`${command} ${args.join(' ')} ended with ${status}`)
}
