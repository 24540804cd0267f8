import { parseArgs } from 'node:util'
import { ulid } from 'ulid'
import { openApp, referenceOfBuild } from '#app/app.server.ts'
import { backup, restore } from '#app/cli/backup.server.ts'
import { type Command, flagOf, type Host, isFlag, overview, usage } from '#app/cli/command.server.ts'
import { claimsList, claimsRemove } from '#app/cli/claims.server.ts'
import { botConnect, botDisconnect, botStatus } from '#app/cli/bot.server.ts'
import { commandsRegister } from '#app/cli/commands.server.ts'
import { contentCheck, contentImport, contentPublish } from '#app/cli/content.server.ts'
import { domainCheck } from '#app/cli/domain.server.ts'
import { doctor } from '#app/cli/doctor.server.ts'
import {
  guildsAdd,
  guildsApprove,
  guildsBlock,
  guildsLeave,
  guildsList,
  guildsPolicy,
  guildsUnblock,
} from '#app/cli/guilds.server.ts'
import {
  keysCreate,
  keysDecline,
  keysList,
  keysRequests,
  keysRevoke,
  keysRotate,
} from '#app/cli/keys.server.ts'
import { initSite } from '#app/cli/init.server.ts'
import { migrateDatabase } from '#app/cli/migrate.server.ts'
import { operationCommands } from '#app/cli/operations.server.ts'
import { runnerStart } from '#app/cli/runner.server.ts'
import { runnersCreate, runnersList, runnersRevoke } from '#app/cli/runners.server.ts'
import { seedDemoGuild } from '#app/cli/demo.server.ts'
import { serveSite } from '#app/cli/serve.server.ts'
import { statsImport } from '#app/cli/stats.server.ts'
import { usersCreate, usersList, usersSetPassword, usersSetRole } from '#app/cli/users.server.ts'
import { isOutage } from '#app/platform/db/db-errors.server.ts'
import { explainDatabaseError } from '#app/platform/db/trouble.server.ts'
import { readConfig, InvalidSettings, type Config } from '#app/platform/config/config.server.ts'
import { contextFor } from '#app/context.server.ts'
import { InvalidContent } from '#app/features/content/store/content-index.server.ts'
import { useOwnerOnlyUmask } from '#app/platform/security/private-files.server.ts'
import { errorBody, Invalid, Refusal, type Issue } from '#app/errors.ts'

/** All commands, in the order shown in the help. */
export const commands: Command[] = [
  initSite,
  serveSite,
  migrateDatabase,
  doctor,
  domainCheck,
  backup,
  restore,
  contentCheck,
  contentPublish,
  contentImport,
  usersCreate,
  usersList,
  usersSetRole,
  usersSetPassword,
  guildsAdd,
  guildsList,
  guildsApprove,
  guildsLeave,
  guildsBlock,
  guildsUnblock,
  guildsPolicy,
  claimsList,
  claimsRemove,
  botConnect,
  botStatus,
  botDisconnect,
  commandsRegister,
  ...operationCommands,
  keysCreate,
  keysList,
  keysRequests,
  keysDecline,
  keysRotate,
  keysRevoke,
  runnerStart,
  runnersCreate,
  runnersList,
  runnersRevoke,
  statsImport,
  seedDemoGuild,
]

type ServeHost = Pick<Host, 'serve'>

/** Creates an error for invalid usage, with a separate exit code. */
const usageError = (message: string, issues?: Issue[]) =>
  Object.assign(new Invalid(message, issues), { exitCode: 2 })

/**
 * Runs one command and returns the exit code: 0 for success, 1 for refusals and errors, 2 for invalid usage. Writes
 * only results to stdout. With `--json`, results and errors are one JSON object.
 */
export async function runCli(argv: string[], env: NodeJS.ProcessEnv, host: ServeHost): Promise<number> {
  useOwnerOnlyUmask()
  const json = argv.includes('--json')
  try {
    const { text, code } = await run(argv, json, env, host)
    print(text)
    return code
  } catch (error) {
    const refusal = toCliError(error)
    if (json) print(JSON.stringify(errorBody(refusal, ulid())), process.stderr)
    else print(refusal.message, process.stderr)
    return refusal.exitCode ?? 1
  }
}

async function run(argv: string[], json: boolean, env: NodeJS.ProcessEnv, host: ServeHost) {
  const wantsHelp = argv.includes('--help') || argv.includes('-h')
  const args = argv.filter((word) => !['--json', '--help', '-h'].includes(word))
  const words = args.slice(0, args.findIndex((word) => word.startsWith('-')) >>> 0)
  const found = commands.find(({ name }) => words.slice(0, name.split(' ').length).join(' ') === name)
  if (!found) {
    const near = commands.filter(({ name }) => name.startsWith(`${words.join(' ')} `))
    const help = overview(near.length ? near : commands)
    if (wantsHelp && (!words.length || near.length)) return { text: help, code: 0 }
    throw usageError(
      words.length && !near.length ? `The command ${words.join(' ')} does not exist.\n\n${help}` : help,
    )
  }
  if (wantsHelp) return { text: usage(found), code: 0 }
  const input = await readOptions(found, args.slice(found.name.split(' ').length))
  const config = readConfig(env)
  const result = await execute(found, input, config, json, host).catch((error: unknown) => {
    throw (!(error instanceof Refusal) && explainDatabaseError(error, config)) || error
  })
  return {
    text: json ? JSON.stringify(result) : found.print(result),
    code: Number(found.failed?.(result) ?? false),
  }
}

async function execute(
  command: Command,
  input: Record<string, unknown>,
  config: Config,
  json: boolean,
  host: ServeHost,
) {
  if (command.start) return command.start({ config, json, serve: host.serve }, input)
  const app = await openApp(
    { ...config, logLevel: json ? 'silent' : 'warn' },
    { content: command.content ?? false, reference: referenceOfBuild },
  )
  try {
    return await command.run(contextFor(app, { kind: 'system', isCommand: true }), input)
  } finally {
    await app.close()
  }
}

/**
 * Parses the options. If a password or token is `-`, reads the value from standard input, so that process lists do not
 * show the secret.
 */
async function readOptions(command: Command, args: string[]) {
  const names = Object.keys(command.options.shape)
  const { argument } = command
  const flags = Object.fromEntries(
    Object.entries(command.options.shape)
      .filter(([name]) => name !== argument)
      .map(([name, schema]) => [
        flagOf(name).slice(2),
        { type: isFlag(schema) ? ('boolean' as const) : ('string' as const) },
      ]),
  )
  let values: Record<string, string | boolean | undefined>
  let words: string[]
  try {
    ;({ values, positionals: words } = parseArgs({
      args,
      options: flags,
      allowPositionals: Boolean(argument),
    }))
  } catch (error) {
    throw usageError(`${(error as Error).message}\n\n${usage(command)}`)
  }
  if (words.length > 1) throw usageError(`Use only one ${argument}.\n\n${usage(command)}`)
  const given: Record<string, unknown> = argument && words.length ? { [argument]: words[0] } : {}
  for (const name of names) {
    const value = values[flagOf(name).slice(2)]
    if (name === 'token' && value !== undefined && value !== '-')
      throw usageError(
        'A token on the command line is visible in process lists. Use --token - and write the token to standard input.',
      )
    if (value !== undefined) given[name] = value === '-' && secret.includes(name) ? await firstLine() : value
  }
  const parsed = command.options.safeParse(given)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  const wrong = issues.map(({ path, message }) => {
    const [option = ''] = path.split('.')
    const label = option === argument ? `<${option}>` : flagOf(option)
    return option in given ? `${label} is invalid: ${message}` : `${label} is missing.`
  })
  throw usageError(`${wrong.join('\n')}\n\n${usage(command)}`, issues)
}

const secret = ['password', 'token']

async function firstLine() {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += chunk as string
    if (text.includes('\n')) break
  }
  return text.split(/\r?\n/)[0]
}

/** Converts an error to a refusal with all details, because the CLI user owns the machine. */
function toCliError(error: unknown): Refusal & { exitCode?: number } {
  if (error instanceof Refusal) return error
  if (error instanceof InvalidSettings || error instanceof InvalidContent) return new Invalid(error.message)
  const { message, code } = error as { message?: string; code?: string }
  if (isOutage(error))
    return new Refusal(
      'unavailable',
      `The database does not respond (${message || code}). Make sure that the database is running and that the disk is not full, then try again.`,
    )
  return new Refusal('internal', `Something went wrong: ${message || code || String(error)}`)
}

function print(text: string, stream: NodeJS.WriteStream = process.stdout) {
  // Texts from files and members could otherwise control the terminal.
  if (text) stream.write(`${text.replace(/(?![\n\t])\p{Cc}/gu, '')}\n`)
}
