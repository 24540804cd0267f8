import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'

const url = new URL('../../../build/server/index.cjs', import.meta.url)
const file = fileURLToPath(url)
const codeFile = `${file}.code`

/** @type {Script | undefined} */
let script
/** @type {any} */
let exported

/**
 * Loads the built server. The server is a single function, because V8 then loads the code from `saveCodeCache` in half
 * the time. Code from other V8 versions is ignored.
 * @returns {any} Remix's `ServerBuild`, with the exports of `app/entry.server.tsx` as its `entry.module`
 */
export function loadBuild() {
  if (exported) return exported
  script = new Script(readFileSync(file, 'utf8'), {
    filename: url.href,
    cachedData: existsSync(codeFile) ? readFileSync(codeFile) : undefined,
  })
  const module = { exports: {} }
  const load = (/** @type {string} */ name) => import(name)
  script.runInThisContext()(module.exports, createRequire(url), module, file, dirname(file), load)
  return (exported = module.exports)
}

/** Saves the compiled code of the built server for later processes. */
export function saveCodeCache() {
  if (!script) return
  writeFileSync(`${codeFile}.new`, script.createCachedData())
  renameSync(`${codeFile}.new`, codeFile)
}
