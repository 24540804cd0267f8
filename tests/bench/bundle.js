import { build } from 'esbuild'
import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Runs a program of this folder, written in TypeScript, in a process of its own, and returns the JSON that it prints. @param {string} name @param {string[]} args @returns {Promise<any>} */
export async function runProgram(name, ...args) {
  const outfile = join('build', 'bench', `${name}.mjs`)
  await build({
    entryPoints: [join('tests', 'bench', `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  })
  const child = spawn(process.execPath, ['--expose-gc', outfile, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (bytes) => (out += bytes))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
  return JSON.parse(out)
}
