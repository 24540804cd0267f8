import { build } from 'esbuild'
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

/** Bundles a program of a folder of the tests, written in TypeScript, and returns the path of what can be run. @param {string} folder @param {string} name */
export async function bundle(folder, name) {
  const outfile = resolve('build', folder, `${name}.mjs`)
  await build({
    entryPoints: [join('tests', folder, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  })
  return outfile
}

/** Runs one of the programs in a process of its own, and returns the JSON that it prints. @param {string} name @param {string[]} args @returns {Promise<any>} */
export async function runProgram(name, ...args) {
  const outfile = await bundle('bench/programs', name)
  const child = spawn(process.execPath, ['--expose-gc', outfile, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (bytes) => (out += bytes))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
  return JSON.parse(out)
}
