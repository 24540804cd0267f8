import { readFileSync } from 'node:fs'

/**
 * Returns the field `questions` in the front matter of a page, or an empty text. People write it, so commands that
 * generate the page keep it.
 * @param {string} file
 */
export const listedQuestions = (file) =>
  /^questions: \|\n(?: {2}.*\n)+/m.exec(readFileSync(file, 'utf8'))?.[0] ?? ''
