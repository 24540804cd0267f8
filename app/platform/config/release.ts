import { version } from '#package.json'

/** Running version, from the package. */
export const release = { version }
