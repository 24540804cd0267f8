import { readFileSync } from 'node:fs'

/**
 * Returns the field `questions` in the front matter of a page, or an empty string. People write this field, so
 * generators keep it.
 * @param {string} file
 */
export const listedQuestions = (file) =>
  /^questions: \|\n(?: {2}.*\n)+/m.exec(readFileSync(file, 'utf8'))?.[0] ?? ''
