/** What an attempt came to nothing by: `lasting` says that another one would fail alike. */
export type DeliveryFailure = { lasting: boolean; words: string }

type Thrown = {
  code?: string
  originalCode?: string
  command?: string
  responseCode?: number
  response?: string
}

const failureMessages: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens at the address of the mail server.',
  ECONNECTION: 'The mail server closed the connection.',
  ETIMEDOUT: 'The mail server took too long.',
  EABORT: 'The mail server took too long.',
  ESOCKET: 'The connection to the mail server failed.',
  EDNS: 'The name of the mail server is not known.',
  ETLS: 'No encrypted connection to the mail server came about.',
  EAUTH: 'The mail server did not accept the user and the password.',
  ENOAUTH: 'The mail server wants a user and a password.',
  EPROTOCOL: 'What answers is no mail server.',
  EMESSAGE: 'The mail server did not take the message.',
  ENOSPC: 'The disk is full.',
  EACCES: 'The mailbox may not be written to.',
}

/**
 * Says in our own words what went wrong. The server's words stay out: some repeat the message, and with it a link. Only a
 * lasting refusal of the recipient is for good; a wrong password or a full disk can be mended, and the letter still sent.
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
    return { lasting: true, words: 'Nothing can be sent to this address.' }
  if (code === 'EENVELOPE')
    return {
      lasting: command === 'RCPT TO' && responseCode >= 500,
      words: `The mail server refused ${refusedParties[command] ?? 'the message'}${answer}.`,
    }
  const meaning = /CERT|SIGNED/.test(originalCode)
    ? 'The certificate of the mail server is not trusted.'
    : (failureMessages[originalCode] ?? failureMessages[code] ?? 'The letter could not be sent.')
  return { lasting: false, words: answer ? meaning.replace(/\.$/, `${answer}.`) : meaning }
}

const refusedParties: Record<string, string> = { 'RCPT TO': 'the recipient', 'MAIL FROM': 'the sender' }
