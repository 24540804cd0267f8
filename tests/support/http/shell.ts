import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { runInHost } from '#tests/support/http/cli-client.ts'
import { temporaryFolder, type Env } from '#tests/support/http/server.ts'

/** What a block did: its exit code, what it printed, and the exit code of each `signpost` in it. */
export type Run = { code: number | null; out: string; err: string; signpost: number[]; started: Env[] }

/**
 * Blocks run as a reader would paste them, one after the other: variables stay. `npm run -s signpost` runs the built
 * command line: `guilds list` in a process of its own, and everything else in the one that the tests share. `npm start` only
 * notes its settings, since the server is up; other scripts of the project have to exist.
 */
const before = `
set -eua
[ ! -f "$NOTES/variables" ] || . "$NOTES/variables"
trap 'export -p > "$NOTES/variables"' EXIT
npm() {
  case "$*" in
    "run -s signpost -- "*)
      shift 4
      local code=0 call
      if [ "$*" = 'guilds list' ]; then
        (cd "$CLONE" && node app/cli.js "$@") || code=$?
      else
        call=$(mktemp -d "$NOTES/call.XXXXXX")
        printf '%s\\0' "$@" > "$call/args"
        env -0 > "$call/env"
        case " $* " in *' - '*) cat > "$call/input" ;; esac
        code=$(command curl -sS "$COMMANDS/\${call##*/}")
        cat "$call/out"
        cat "$call/err" >&2
      fi
      echo "$code" >> "$NOTES/signpost"
      return "$code" ;;
    start) env -0 >> "$NOTES/started"; printf '\\0' >> "$NOTES/started" ;;
    *) node -e 'process.exitCode = JSON.parse(fs.readFileSync(process.argv[1])).scripts[process.argv[2]] ? 0 : 1' \\
         "$CLONE/package.json" "\${2:-$1}" ;;
  esac
}
chromium() { :; }
`

/**
 * Gives a folder the files of another. What is alike is left alone and the rest is replaced whole: a server that reads the
 * folder meanwhile, because something was published, never finds it empty.
 */
async function syncFolder(from: string, to: string) {
  const filesOf = async (folder: string) =>
    (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  const wanted = await filesOf(from)
  for (const name of wanted) {
    const [bytes, there] = [
      await readFile(join(from, name)),
      await readFile(join(to, name)).catch(() => null),
    ]
    if (there?.equals(bytes)) continue
    await mkdir(dirname(join(to, name)), { recursive: true })
    await writeFile(`${to}.next`, bytes)
    await rename(`${to}.next`, join(to, name))
  }
  for (const name of await filesOf(to)) if (!wanted.includes(name)) await rm(join(to, name))
}

/** Runs each command that a block leaves in a folder, in a folder of its own, and returns its exit code. */
async function openCommands(notes: string) {
  const server = createServer((request, response) => {
    void run(join(notes, request.url!.slice(1))).then((code) => response.end(String(code)))
  })
  async function run(call: string) {
    const [args, env] = await Promise.all(['args', 'env'].map((name) => readFile(join(call, name), 'utf8')))
    const input = await readFile(join(call, 'input'), 'utf8').catch(() => '')
    const said = await runInHost(settingsOf(env!), args!.split('\0').slice(0, -1), { input })
    await Promise.all((['out', 'err'] as const).map((name) => writeFile(join(call, name), said[name])))
    return said.code ?? 1
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) }
}

/** A folder like a clone of the project, with a copy of the content, in which blocks run with these variables. */
export async function openShell(env: Env) {
  const folder = await temporaryFolder()
  const clone = process.cwd()
  await symlink(join(clone, 'node_modules'), join(folder.path, 'node_modules'))
  const notes = join(folder.path, '.notes')
  const commands = await openCommands(notes)
  const own = { CONTENT_DIR: join(folder.path, 'content') }
  const read = (name: string) => readFile(join(notes, name), 'utf8').catch(() => '')

  return {
    /** The settings that only this clone has. */
    env: own,
    async remove() {
      await commands.close()
      await folder.remove()
    },
    /** Puts a file where a reader would save it. */
    async save(name: string, text: string) {
      await mkdir(dirname(join(folder.path, name)), { recursive: true })
      await writeFile(join(folder.path, name), text)
    },
    /** The content as it is in the clone, and a terminal that has just been opened. */
    async fresh() {
      await rm(notes, { recursive: true, force: true })
      await mkdir(notes)
      await syncFolder(join(clone, 'content'), own.CONTENT_DIR)
    },
    async run(code: string, more: Env): Promise<Run> {
      await Promise.all(['signpost', 'started'].map((name) => rm(join(notes, name), { force: true })))
      const { PATH = '' } = process.env
      const child = spawn('bash', ['-c', `${before}\n${code}`], {
        cwd: folder.path,
        env: {
          PATH,
          HOME: folder.path,
          NODE_ENV: 'production',
          NOTES: notes,
          CLONE: clone,
          COMMANDS: commands.url,
          ...env,
          ...own,
          ...more,
        },
      })
      const printed = { out: '', err: '' }
      child.stdout.on('data', (bytes) => (printed.out += bytes))
      child.stderr.on('data', (bytes) => (printed.err += bytes))
      child.stdin.on('error', () => {}).end('correct horse battery staple\n')
      const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
      const [signpost, started] = await Promise.all([read('signpost'), read('started')])
      return {
        code: status,
        ...printed,
        signpost: signpost.split('\n').filter(Boolean).map(Number),
        started: started.split('\0\0').filter(Boolean).map(settingsOf),
      }
    },
  }
}

const settingsOf = (text: string): Env =>
  Object.fromEntries(text.split('\0').map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]))
