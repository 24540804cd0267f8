// argon2 at its cheapest, so that tests sign in quickly: for test workers, and with `node --import` for built servers.
// With PASSWORDS=real it hashes as the service does.
import { createRequire } from 'node:module'

const argon2 = createRequire(import.meta.url)('@node-rs/argon2')
const { hash } = argon2
/** @type {typeof import('@node-rs/argon2').hash} */
argon2.hash = (password, options, signal) => {
  const cost = process.env.PASSWORDS === 'real' ? {} : { memoryCost: 8, timeCost: 1 }
  return hash(password, { ...options, ...cost }, signal)
}
