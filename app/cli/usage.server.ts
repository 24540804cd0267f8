import { z } from 'zod'
import { flagOf, isFlag, type Command } from '#app/cli/command.server.ts'

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
