import { z } from 'zod'
import type { Context } from '#app/context.server.ts'
import type { Config } from '#app/platform/config/config.server.ts'

/** What a command without an open service gets. `serve` resolves when the server listens. */
export type Host = { config: Config; json: boolean; serve: () => Promise<void> }

type Options = z.ZodObject

type Shape<O extends Options, R extends object> = {
  /** The words that call it, such as `keys create`. */
  name: string
  summary: string
  /** True for a command that needs the content: reading it takes a while where there is much. */
  content?: boolean
  /** What it takes, each with a description; `expires_in_days` is written `--expires-in-days`. Every value is text, but a boolean, which is a flag. */
  options: O
  /** True for a result that is a failure: it is printed, and the exit code is 1. */
  failed?: (result: R) => boolean
  /** What a person reads; `--json` prints the result itself. */
  print: (result: R) => string
}

/** One command as data. `run` calls a rule on the open service; `start` is for what opens nothing, or opens it itself. */
export type Command<O extends Options = Options, R extends object = object> = Shape<O, R> &
  (
    | { run: (ctx: Context, input: z.output<O>) => Promise<R>; start?: never }
    | { start: (host: Host, input: z.output<O>) => Promise<R>; run?: never }
  )

/** Ties a command's parts to the types of its options and its result. */
export function command<O extends Options, R extends object>(parts: Command<O, R>): Command {
  return parts as unknown as Command
}

/** True for an option that is named and has no value. */
export const isFlag = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodDefault ? isFlag(schema.unwrap() as z.ZodType) : schema instanceof z.ZodBoolean

/** A name as it is typed: `expires_in_days` is `--expires-in-days`. */
export const flagOf = (option: string) => `--${option.replaceAll('_', '-')}`

/** Rows in columns as wide as they need; `empty` when there are none. */
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

/** One `name: value` a line. */
export function lines(record: Record<string, unknown>): string {
  const width = Math.max(...Object.keys(record).map((name) => name.length)) + 2
  return Object.entries(record)
    .map(([name, value]) => `${`${name}:`.padEnd(width)}${cell(value)}`)
    .join('\n')
}

const cell = (value: unknown) =>
  value === null || value === undefined ? '-' : Array.isArray(value) ? value.join(',') : String(value)

/** The help of the whole tool, or of the commands that begin with the words. */
export function overview(commands: Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2
  return [
    'Usage: signpost <command> [options]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`),
    '',
    'Every command has --help, and --json for one JSON object instead of text.',
  ].join('\n')
}

/** The help of one command: what it does and what it accepts. */
export function usage({ name, summary, options }: Command): string {
  const rows = Object.entries(options.shape).map(([option, schema]) => ({
    left: isFlag(schema) ? flagOf(option) : `${flagOf(option)} <value>`,
    right: `${z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).description ?? ''}${isOptional(schema) ? '' : ' (required)'}`,
  }))
  rows.push({ left: '--json', right: 'Print one JSON object.' }, { left: '--help', right: 'Print this.' })
  const width = Math.max(...rows.map(({ left }) => left.length)) + 2
  return [
    `Usage: signpost ${name} [options]`,
    '',
    summary,
    '',
    ...rows.map(({ left, right }) => `  ${left.padEnd(width)}${right}`),
  ].join('\n')
}

const isOptional = (schema: z.core.$ZodType) => z.safeParse(schema, undefined).success
