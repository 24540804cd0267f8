import { z } from 'zod'
import type { Context } from '#app/context.server.ts'
import { toSafeLine } from '#app/primitives/text.ts'
import type { Config } from '#app/platform/config/config.server.ts'

/** Environment for commands that run without an open service. `serve` resolves once the server is listening. */
export type Host = { config: Config; json: boolean; serve: () => Promise<void> }

type Options = z.ZodObject

type Shape<O extends Options, R extends object> = {
  /** Name on the command line, such as `keys create`. */
  name: string
  summary: string
  /** Id of the operation from which the command is derived. */
  operation?: string
  /** True if the command needs the content, which can be slow to read. */
  content?: boolean
  /**
   * Options with descriptions. `expires_in_days` becomes `--expires-in-days`. Boolean options are flags, and all other
   * values are strings.
   */
  options: O
  /** Option that is passed as an argument without a flag. */
  argument?: keyof O['shape'] & string
  /** Checks whether the result is a failure. If so, the exit code is 1. */
  failed?: (result: R) => boolean
  /** Formats the result for people. With `--json`, the result is printed as JSON instead. */
  print: (result: R) => string
}

/** Command as data. `run` calls a rule on the open service. `start` is for commands without an open service. */
export type Command<O extends Options = Options, R extends object = object> = Shape<O, R> &
  (
    | { run: (ctx: Context, input: z.output<O>) => Promise<R>; start?: never }
    | { start: (host: Host, input: z.output<O>) => Promise<R>; run?: never }
  )

/** Creates a command with consistent types for its options and result. */
export function command<O extends Options, R extends object>(parts: Command<O, R>): Command {
  return parts as unknown as Command
}

/** Checks whether an option is a flag without a value. */
export const isFlag = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodDefault ? isFlag(schema.unwrap() as z.ZodType) : schema instanceof z.ZodBoolean

/** Converts an option name to its flag: `expires_in_days` becomes `--expires-in-days`. */
export const flagOf = (option: string) => `--${option.replaceAll('_', '-')}`

/** Formats rows as a table with fitted columns. Returns `empty` if there are no rows. */
export function table(rows: Record<string, unknown>[], empty: string): string {
  const [first] = rows
  if (!first) return empty
  const names = Object.keys(first)
  const cells = [names, ...rows.map((row) => names.map((name) => cell(row[name])))]
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  return cells
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Formats a record as aligned `name: value` lines. */
export function lines(record: Record<string, unknown>): string {
  const width = Math.max(...Object.keys(record).map((name) => name.length)) + 2
  return Object.entries(record)
    .map(([name, value]) => `${`${name}:`.padEnd(width)}${cell(value)}`)
    .join('\n')
}

/** Formats a value on one line. Control characters could add rows to a table or change the terminal. */
const cell = (value: unknown) =>
  value === null || value === undefined
    ? '-'
    : toSafeLine(Array.isArray(value) ? value.join(',') : String(value))

/** Returns the help for a list of commands. */
export function overview(commands: Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2
  return [
    'Usage: signpost <command> [options]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`),
    '',
    'Every command accepts --help, and --json to print one JSON object instead of text.',
  ].join('\n')
}

/** Returns the help for one command: its summary and options. */
export function usage({ name, summary, options, argument }: Command): string {
  const rows = Object.entries(options.shape).map(([option, schema]) => ({
    left: option === argument ? `<${option}>` : isFlag(schema) ? flagOf(option) : `${flagOf(option)} <value>`,
    right: `${z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).description ?? ''}${isOptional(schema) ? '' : ' (required)'}`,
  }))
  rows.push(
    { left: '--json', right: 'Print one JSON object.' },
    { left: '--help', right: 'Print this help.' },
  )
  const width = Math.max(...rows.map(({ left }) => left.length)) + 2
  return [
    `Usage: signpost ${name} [options]${argument ? ` <${argument}>` : ''}`,
    '',
    summary,
    '',
    ...rows.map(({ left, right }) => `  ${left.padEnd(width)}${right}`),
  ].join('\n')
}

const isOptional = (schema: z.core.$ZodType) => z.safeParse(schema, undefined).success
