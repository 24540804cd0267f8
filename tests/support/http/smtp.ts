import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'

type Options = ConstructorParameters<typeof SMTPServer>[0]

/** A mail server on a free port that keeps what it is sent, with the sender and the recipients of the envelope. */
export async function aMailServer(options: Options = {}) {
  const taken: { from: string; to: string[]; raw: string; user: unknown }[] = []
  const server = new SMTPServer({
    hideSTARTTLS: true,
    authOptional: true,
    disableReverseLookup: true,
    onData(stream, { envelope, user }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        taken.push({ from, to, raw: Buffer.concat(chunks).toString(), user })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    taken,
    port,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** The answer of a mail server to a command. */
export const answer = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })
