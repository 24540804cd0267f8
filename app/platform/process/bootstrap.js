// Runs before dependencies are installed, so it imports only Node modules.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join, relative, resolve, sep } from 'node:path'
import { acquireLock } from '#app/platform/process/bootstrap-lock.js'

const root = resolve(import.meta.dirname, '../../..')
const at = (/** @type {string[]} */ ...path) => resolve(root, ...path)
const marker = at('node_modules', '.signpost.json')
const stamp = at('build', 'stamp')
const bodies = at('build', 'content')
const contentStamp = join(bodies, 'stamp')
const sources = [
  'app',
  'agent-tools',
  'public',
  'package.json',
  'package-lock.json',
  'remix.config.js',
  'tsconfig.json',
  'vite.config.ts',
]

/**
 * Installs dependencies, builds the app and renders the content, each only if outdated. Exits with code 1 on failure.
 * `quiet` logs only to a terminal. Without `content`, nothing is rendered.
 * @param {{ quiet?: boolean, build?: boolean, content?: boolean }} [options]
 */
export async function prepare({ quiet = false, build = true, content = build } = {}) {
  const say = (/** @type {string} */ line) => {
    if (!quiet || process.stderr.isTTY) process.stderr.write(`${line}\n`)
  }
  const isReady = async () =>
    (await isInstalled()) && (!build || (await isBuilt())) && (!content || (await isRendered()))
  try {
    if (await isReady()) return
    const unlock = await acquireLock(at('.cache', 'prepare.lock'), say)
    try {
      if (!(await isInstalled())) await install(say)
      if (build && !(await isBuilt())) await compile(say)
      if (content && !(await isRendered())) await render(say)
    } finally {
      unlock()
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}

async function isInstalled() {
  return (await readText(marker)) === JSON.stringify(await installation())
}

/**
 * Returns the expected installation stamp. Native packages work only with the module version of Node that they were
 * built for.
 */
async function installation() {
  const lockfile = await readFile(at('package-lock.json'))
  return { lock: createHash('sha256').update(lockfile).digest('hex'), modules: process.versions.modules }
}

async function isBuilt() {
  return isUnchangedSince(sources, stamp) || (await readText(stamp)) === hashOf(sources)
}

async function isRendered() {
  const text = await readText(contentStamp)
  const isOfBuild = text?.startsWith(`${await readText(stamp)} `)
  return (isOfBuild && isUnchangedSince(['content'], contentStamp)) || text === (await hashOfContent())
}

/** Returns the hash of the content and the build, which together determine the rendered bodies. */
async function hashOfContent() {
  return `${await readText(stamp)} ${hashOf(['content'])}`
}

/**
 * Runs `npm install`. `npm ci` fails if a registry lacks packages for other platforms.
 * @param {(line: string) => void} say
 */
async function install(say) {
  say('Installing dependencies. The first installation takes a minute or two.')
  const before = await readText(marker)
  // An unfinished installation, or an installation for another Node version, is unusable.
  if (before !== null && !before.endsWith(JSON.stringify({ modules: process.versions.modules }).slice(1))) {
    await rm(dirname(marker), { recursive: true, force: true })
  }
  await mkdir(dirname(marker), { recursive: true })
  await writeFile(marker, 'unfinished')
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : null
  const args = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const took = npm ? await run(process.execPath, [npm, ...args]) : await run('npm', args)
  await writeFile(marker, JSON.stringify(await installation()))
  say(`Dependencies are installed (${took}).`)
}

/** @param {(line: string) => void} say */
async function compile(say) {
  say('Building. The sources are newer than the build.')
  const started = new Date()
  const hash = hashOf(sources)
  // An interrupted build must not count as the previous build.
  await rm(stamp, { force: true })
  const took = await run(process.execPath, [
    at('node_modules', '@remix-run', 'dev', 'dist', 'cli.js'),
    'vite:build',
  ])
  await writeStamp(stamp, hash, started)
  say(`The build is ready (${took}).`)
}

/**
 * Renders the content. An invalid file stops the rendering with an error that names the file, line and reason.
 * @param {(line: string) => void} say
 */
async function render(say) {
  const started = new Date()
  const hash = await hashOfContent()
  await rm(contentStamp, { force: true })
  const { loadBuild, saveCodeCache: saveCode } = await import('#app/platform/process/load-build.js')
  const { entry } = loadBuild()
  const version = (await readText(stamp)) ?? ''
  await entry.module.buildContent({ contentDir: at('content'), folder: bodies, version })
  await writeStamp(contentStamp, hash, started)
  saveCode()
  say(`The content is rendered (${((Date.now() - started.getTime()) / 1000).toFixed(1)} s).`)
}

/**
 * Writes a stamp file whose modification time is the start of the work.
 * @param {string} path @param {string} text @param {Date} started
 */
async function writeStamp(path, text, started) {
  await writeFile(path, text)
  await utimes(path, started, started)
}

/**
 * Checks that nothing in these places has changed since the stamped work started. Compares `ctime`, which programs
 * cannot set, because hashing is ten times slower.
 * @param {string[]} places
 * @param {string} stamped
 */
export function isUnchangedSince(places, stamped) {
  const started = statSync(stamped, { throwIfNoEntry: false })?.mtimeMs
  return started !== undefined && places.every((place) => isOlderThan(started, at(place)))
}

/** @param {number} time @param {string} path @returns {boolean} */
function isOlderThan(time, path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || found.ctimeMs >= time) return false
  return !found.isDirectory() || readdirSync(path).every((name) => isOlderThan(time, join(path, name)))
}

/**
 * Runs a program and returns its duration as text. Rejects with the output of the program.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<string>}
 */
function run(command, args) {
  const started = Date.now()
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, NODE_ENV: 'production', PATH }
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = () => {
    child.kill()
    process.exit(1)
  }
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.once(signal, stop)
  /** @type {Buffer[]} */
  const output = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, stop)
      if (code === 0) return resolve(`${((Date.now() - started) / 1000).toFixed(1)} s`)
      const name = args.includes('vite:build') ? 'The build' : 'npm install'
      reject(
        new Error(
          `${errorLines(Buffer.concat(output).toString())}\n\n${name} failed with exit code ${code}.`,
        ),
      )
    })
  })
}

/** Extracts the relevant error lines from the output of a bundler. @param {string} output */
function errorLines(output) {
  const from = Math.max(0, output.search(/^.*(build failed|npm error)/im))
  return output.slice(from).trim().split('\n').slice(0, 25).join('\n')
}

/**
 * Hashes the names and bytes of all files in these places, in a stable order. Synchronous reads are three times as
 * fast, and nothing else runs yet.
 * @param {string[]} places
 */
function hashOf(places) {
  const hash = createHash('sha256')
  for (const place of places) {
    for (const file of filesIn(at(place))) {
      const bytes = readFileSync(file)
      hash.update(`${relative(root, file).split(sep).join('/')}\0${bytes.length}\0`).update(bytes)
    }
  }
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (found.isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** @param {string} path */
const readText = (path) => readFile(path, 'utf8').catch(() => null)

if (process.argv[1] === import.meta.filename) await prepare()
