import { pino, type Logger } from 'pino'
import type { Config } from '#app/platform/config/config.server.ts'
import { redactSecrets } from '#app/platform/log/redact.ts'

/** How deep the causes of an error are followed. */
const MAX_CAUSE_DEPTH = 4

/** What an error is written as. */
type SerializedError = {
  type: string
  message: string
  code?: string
  status?: number
  stack?: string
  cause?: SerializedError
}

/**
 * What is told of an error: its kind, its message, a code and the stack, and the same of its cause. Whatever else libraries
 * hang on theirs, such as the body of a request or the arguments of a statement, may be somebody's secret.
 */
function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: redactSecrets(String(error)) }
  const { code, status } = error as { code?: unknown; status?: unknown }
  return {
    type: error.name,
    message: redactSecrets(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
    ...(typeof status === 'number' ? { status } : {}),
    ...(error.stack ? { stack: redactSecrets(error.stack) } : {}),
    ...(error.cause && depth < MAX_CAUSE_DEPTH ? { cause: serializeError(error.cause, depth + 1) } : {}),
  }
}

/** The names under which secrets are never written, whoever logs them, at the top or one level down. */
const secretNames = ['password', 'token', 'key', 'secret', 'authorization', 'cookie']

/** The log of this process: JSON lines on standard error, without what is secret. */
export const createLogger = (
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: pino.DestinationStream = standardError(),
): Logger =>
  pino(
    {
      level: logLevel,
      serializers: { err: (error: unknown) => serializeError(error) },
      // Every line goes through it, whatever the level and the field: a path or a message may carry a token.
      hooks: { streamWrite: redactSecrets },
      redact: secretNames.flatMap((name) => [name, `*.${name}`]),
    },
    destination,
  )

/** How much waits to be written while nothing can be, in characters. */
const MAX_BUFFERED = 1 << 20

/** Standard error. While it takes nothing, as on a full disk, lines wait, and the newest are dropped: no line is worth a process. */
function standardError() {
  const destination = pino.destination({ fd: 2, sync: true, maxLength: MAX_BUFFERED })
  destination.on('error', () => {})
  return destination
}
