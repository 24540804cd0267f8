import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Durations in seconds of the slowest files, written by a full run of `npm test -- --timings`. */
export const SLOW_FILES = 'tests/support/reporters/slow-files.json'

/** The most costly kind first. A worker keeps its modules only from one file to the next of the same project. */
const projects = ['browser', 'http', 'unit']

/** Orders test files by project and then by how long they took, so that no slow file is left for the end. */
export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = existsSync(SLOW_FILES)
      ? (JSON.parse(readFileSync(SLOW_FILES, 'utf8')) as Record<string, number>)
      : {}
    const placeOf = ({ project }: TestSpecification) => projects.indexOf(project.name)
    const timeOf = ({ moduleId }: TestSpecification) => seconds[relative('.', moduleId)] ?? 0
    return files.toSorted((a, b) => placeOf(a) - placeOf(b) || timeOf(b) - timeOf(a))
  }
}
