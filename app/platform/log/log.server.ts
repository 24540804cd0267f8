import { pino, type Logger } from 'pino'
import type { Config } from '#app/platform/config/config.server.ts'
import { redactSecrets } from '#app/platform/log/redact.ts'

/** Maximum number of nested causes that are logged. */
const MAX_CAUSE_DEPTH = 4

/** Error as it is logged. */
type SerializedError = {
  type: string
  message: string
  code?: string
  status?: number
  stack?: string
  cause?: SerializedError
}

/**
 * Serializes an error and its causes. Omits other properties that libraries add, such as request bodies and statement
 * arguments, which can contain secrets.
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

/** Field names that are redacted at the top level and one level below. */
const secretNames = ['password', 'token', 'key', 'secret', 'authorization', 'cookie']

/** Creates the logger of this process: JSON lines on standard error, with secrets redacted. */
export const createLogger = (
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: pino.DestinationStream = standardError(),
): Logger =>
  pino(
    {
      level: logLevel,
      serializers: { err: (error: unknown) => serializeError(error) },
      // Redacts every line, because paths and messages can contain tokens.
      hooks: { streamWrite: redactSecrets },
      redact: secretNames.flatMap((name) => [name, `*.${name}`]),
    },
    destination,
  )

/** Maximum characters that are buffered while standard error is blocked. */
const MAX_BUFFERED = 1 << 20

/** Opens standard error. While standard error is blocked, as on a full disk, lines are buffered and then dropped. */
function standardError() {
  const destination = pino.destination({ fd: 2, sync: true, maxLength: MAX_BUFFERED })
  destination.on('error', () => {})
  return destination
}
