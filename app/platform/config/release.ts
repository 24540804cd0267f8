import { version } from '#package.json'

/** What runs, as the package says. */
export const release = { version }
