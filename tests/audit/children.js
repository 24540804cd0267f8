import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @typedef {import('node:child_process').ChildProcess} Child */
/** @typedef {Record<string, string | undefined>} Env */

/** @type {Set<Child>} */ const children = new Set()
/** @type {Set<string>} */ const folders = new Set()

/**
 * Starts a process at the head of a group of its own. The group ends with the process, and at the latest when this script
 * ends or is interrupted: a browser does not stay behind a tool that was cut short.
 * @param {string} command @param {string[]} args @param {Env} [env]
 */
export function start(command, args, env = {}) {
  const child = spawn(command, args, {
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  child.once('exit', () => {
    kill(child)
    children.delete(child)
  })
  return child
}

/** A folder that is removed when this script ends. @param {string} name */
export function folder(name) {
  const path = mkdtempSync(join(tmpdir(), `signpost-audit-${name}-`))
  folders.add(path)
  return path
}

/**
 * Runs a command to its end and returns what it printed, whatever its exit code. Rejects when that takes longer.
 * @param {string} command @param {string[]} args @param {{ seconds: number, env?: Env }} options
 * @returns {Promise<{ code: number | null, out: string, err: string }>}
 */
export function finish(command, args, { seconds, env }) {
  const child = start(command, args, env)
  const printed = { out: '', err: '' }
  child.stdout?.on('data', (bytes) => (printed.out += bytes))
  child.stderr?.on('data', (bytes) => (printed.err += bytes))
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      kill(child)
      reject(new Error(`it was ended after ${seconds} s\n${printed.err.slice(-500)}`))
    }, seconds * 1000)
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, ...printed })
    })
  })
}

/**
 * The first group of a pattern in what a process prints. Rejects when the process ends first or `seconds` pass.
 * @param {Child} child @param {RegExp} pattern @param {number} seconds @returns {Promise<string>}
 */
export function said(child, pattern, seconds) {
  let printed = ''
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ why) =>
      reject(new Error(`${child.spawnfile} ${why}:\n${printed.slice(-2000)}`))
    const timer = setTimeout(() => fail(`did not print ${pattern} in ${seconds} s`), seconds * 1000)
    const read = (/** @type {Buffer} */ bytes) => {
      printed += bytes
      const found = pattern.exec(printed)?.[1]
      if (!found) return
      clearTimeout(timer)
      resolve(found)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', reject)
    child.once('close', (code) => fail(`ended with ${code}`))
  })
}

/** @param {Child} child */
function kill(child) {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Nothing of the group is left.
  }
}

process.on('exit', () => {
  for (const child of children) kill(child)
  for (const path of folders) rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})
for (const [signal, code] of /** @type {const} */ ([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
]))
  process.once(signal, () => process.exit(code))
