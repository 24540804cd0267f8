/** Reason for a failed delivery. `lasting` means that another attempt would fail too. */
export type DeliveryFailure = { lasting: boolean; words: string }

type Thrown = {
  code?: string
  originalCode?: string
  command?: string
  responseCode?: number
  response?: string
}

const failureMessages: Record<string, string> = {
  ECONNREFUSED: 'No mail server responds at the host and port in SMTP_URL.',
  ECONNECTION: 'The mail server in SMTP_URL closed the connection.',
  ETIMEDOUT: 'The mail server in SMTP_URL did not respond in time.',
  EABORT: 'The mail server in SMTP_URL did not respond in time.',
  ESOCKET: 'The connection to the mail server in SMTP_URL failed.',
  EDNS: 'The host name of the mail server in SMTP_URL cannot be resolved.',
  ETLS: 'The mail server does not support an encrypted connection at the port in SMTP_URL.',
  EAUTH: 'The mail server rejected the username or password in SMTP_URL.',
  ENOAUTH: 'The mail server requires a username and password in SMTP_URL.',
  EPROTOCOL: 'The server at the host and port in SMTP_URL is not a mail server.',
  EMESSAGE: 'The mail server rejected the message.',
  ENOSPC: 'The disk is full.',
  EACCES: 'The mailbox folder is not writable. Check its permissions.',
}

/**
 * Classifies a delivery error. Omits the server's text, which can contain the message. Only a permanent refusal of the
 * recipient is lasting. Other causes can be fixed.
 */
export function classifyFailure(error: unknown): DeliveryFailure {
  const {
    code = '',
    originalCode = '',
    command = '',
    responseCode = 0,
    response = '',
  } = (error ?? {}) as Thrown
  const detailed = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  const answer = responseCode ? ` (${[responseCode, detailed].filter(Boolean).join(' ')})` : ''
  if (code === 'EENVELOPE' && command === 'API')
    return { lasting: true, words: 'This address cannot receive email.' }
  if (code === 'EENVELOPE')
    return {
      lasting: command === 'RCPT TO' && responseCode >= 500,
      words: `The mail server refused ${refusedParties[command] ?? 'the message'}${answer}.`,
    }
  const meaning = /CERT|SIGNED/.test(originalCode)
    ? 'The certificate of the mail server is not trusted for the host in SMTP_URL.'
    : (failureMessages[originalCode] ?? failureMessages[code] ?? 'The email could not be sent.')
  return { lasting: false, words: answer ? meaning.replace(/\.$/, `${answer}.`) : meaning }
}

const refusedParties: Record<string, string> = { 'RCPT TO': 'the recipient', 'MAIL FROM': 'the sender' }
