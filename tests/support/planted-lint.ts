import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

type Diagnostic = { code: string; filename: string; labels: { span: { line: number } }[] }

/**
 * Lints lines of code as if they were in files of the sources, all at once. Returns a function that lists the rules which
 * a line of a file violates; the line is the one that contains a text.
 */
export function lintPlanted(lines: readonly (readonly [file: string, line: string])[]) {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-lint-'))
  const planted = new Map<string, string[]>()
  for (const [file, line] of lines) planted.set(file, [...(planted.get(file) ?? []), line])
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  for (const [file, text] of planted) write(file, text.join('\n'))
  write('oxlint.config.js', `export { default } from '${resolve('oxlint.config.js')}'\n`)
  const found = run(folder)
  rmSync(folder, { recursive: true })
  return (file: string, text: string): string[] => {
    const line = planted.get(file)!.findIndex((one) => one.includes(text)) + 1
    if (!line) throw new Error(`${file} has no line with ${text}`)
    const rules = found
      .filter(({ filename, labels }) => filename === file && labels[0]?.span.line === line)
      .map(({ code }) => /\((.+)\)/.exec(code)?.[1] ?? code)
    return [...new Set(rules)]
  }
}

/** Runs the linter. It ends with 1 if it finds something. */
function run(cwd: string): Diagnostic[] {
  const args = ['-c', 'oxlint.config.js', '-f', 'json']
  try {
    execFileSync(resolve('node_modules/.bin/oxlint'), args, { cwd, encoding: 'utf8' })
    return []
  } catch (error) {
    const { stdout } = error as { stdout: string }
    return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics
  }
}
