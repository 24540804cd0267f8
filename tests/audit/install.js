import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { finish } from '#tests/audit/children.js'

/** Everything the audit keeps: the tools with dependencies of their own, and the reports of the last run. */
export const home = resolve('.cache', 'audit')
export const reports = join(home, 'reports')

const versions = {
  '@vercel/agent-readability': '0.5.1',
  afdocs: '0.22.2',
  lighthouse: '13.5.0',
  linkinator: '7.6.1',
}

/** The file that a tool's command runs. @param {string} name */
export const bin = (name) => join(home, 'node_modules', '.bin', name)

/** Installs the tools where those of exactly these versions are not there yet. */
export async function installTools() {
  const manifest = `${JSON.stringify({ private: true, dependencies: versions }, null, 2)}\n`
  const stamp = join(home, 'node_modules', 'installed.json')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === manifest) return
  process.stderr.write('Installing the audit’s tools …\n')
  rmSync(join(home, 'node_modules'), { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), manifest)
  const { code, err } = await finish(
    'npm',
    ['install', '--prefix', home, '--no-audit', '--no-fund', '--loglevel=error'],
    { seconds: 600 },
  )
  if (code) throw new Error(`npm could not install the tools:\n${err}`)
  writeFileSync(stamp, manifest)
}
