import { build } from 'esbuild'
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'

/** Replaces `import.meta.glob`, which only Vite knows, by the contents of the files. @type {import('esbuild').Plugin} */
const globs = {
  name: 'globs',
  setup({ onLoad }) {
    onLoad({ filter: /\/(?:catalogues|starter)\.server\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8').replace(
        /import\.meta\.glob<\w+>\(\s*'(\.[\w/]*)\/(?:\*\*\/)?\*\.\{?([\w,]+)\}?', \{[^}]*\}\)/g,
        (_, folder, types) => JSON.stringify(contentsOf(dirname(path), folder, types.split(','))),
      ),
    }))
  },
}

/** The files of a folder with these extensions, by their path as Vite has it. @param {string} root @param {string} folder @param {string[]} types */
function contentsOf(root, folder, types) {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  const chosen = names.filter((name) => types.includes(extname(name).slice(1)))
  return Object.fromEntries(
    chosen.map((name) => {
      const text = readFileSync(join(root, folder, name), 'utf8')
      return [`${folder}/${name}`, name.endsWith('.json') ? JSON.parse(text) : text]
    }),
  )
}

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
    plugins: [globs],
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
