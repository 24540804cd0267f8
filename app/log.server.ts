import { pino, type Logger } from 'pino'
import type { Config } from '#app/config.server.ts'

/** The log of this process: JSON lines on standard error, without what is secret. */
export const makeLog = ({ logLevel }: Pick<Config, 'logLevel'>): Logger =>
  pino(
    {
      level: logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie', 'password', 'token', 'key'],
    },
    pino.destination({ fd: 2, sync: true }),
  )
