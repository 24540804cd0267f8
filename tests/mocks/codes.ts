import { createHash, randomBytes } from 'node:crypto'
import { delay, HttpResponse } from 'msw'

/** What may go wrong at a provider: when it is asked for a token, or for the person. */
export type Trouble = {
  at: 'token' | 'person'
  is: 'network' | 'down' | 'malformed' | 'empty' | 'huge' | 'slow' | 'refused'
}

/** What a code stands for. It carries everything, so that the provider may be played in another process than the test. */
type Granted<P> = {
  person: P
  client: string
  redirectUri: string
  challenge: string
  trouble?: Trouble
  nonce: string
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** What an encoded code or token stands for; null for anything else. */
export function decode<P>(text: string | null): Granted<P> | null {
  try {
    return JSON.parse(Buffer.from(text ?? '', 'base64url').toString()) as Granted<P>
  } catch {
    return null
  }
}

type Page = { address: string; client: string; scope: string }

/**
 * Plays the page on which a user authorizes the application: checks what it was asked, and returns the address that the
 * browser is led back to, with a code for `person`.
 */
export function letIn<P>(page: Page, location: string, person: P, trouble?: Trouble): URL {
  const { origin, pathname, searchParams: query } = new URL(location)
  const [asked, expected] = [
    {
      address: origin + pathname,
      client: query.get('client_id'),
      scope: query.get('scope'),
      type: query.get('response_type'),
      method: query.get('code_challenge_method'),
    },
    { ...page, type: 'code', method: 'S256' },
  ].map((one) => JSON.stringify(one))
  if (asked !== expected) throw new Error(`the provider was asked ${asked} and expects ${expected}`)
  const challenge = query.get('code_challenge') ?? ''
  const state = query.get('state') ?? ''
  if (!/^[\w-]{43}$/.test(challenge) || state.length < 20)
    throw new Error(`no state or challenge: ${location}`)
  const redirectUri = query.get('redirect_uri')!
  const nonce = randomBytes(8).toString('hex')
  const back = new URL(redirectUri)
  const granted = { person, client: page.client, redirectUri, challenge, nonce, ...(trouble && { trouble }) }
  back.searchParams.set('code', encode(granted satisfies Granted<P>))
  back.searchParams.set('state', state)
  return back
}

/** The address that the browser is led back to when somebody says no. */
export function sayNo(location: string): URL {
  const query = new URL(location).searchParams
  const back = new URL(query.get('redirect_uri')!)
  back.searchParams.set('error', 'access_denied')
  back.searchParams.set('state', query.get('state')!)
  return back
}

/** True when the exchange proves all that the code was given for. */
export function isProved(form: FormData, { client, redirectUri, challenge }: Granted<unknown>): boolean {
  const verifier = String(form.get('code_verifier'))
  return (
    form.get('client_id') === client &&
    form.get('redirect_uri') === redirectUri &&
    /^[\w.~-]{43,128}$/.test(verifier) &&
    createHash('sha256').update(verifier).digest('base64url') === challenge
  )
}

/** The answer of a provider that has trouble; undefined when it has none here. */
export async function troubled(at: Trouble['at'], trouble?: Trouble) {
  if (trouble?.at !== at) return undefined
  switch (trouble.is) {
    case 'network':
      return HttpResponse.error()
    case 'down':
      return HttpResponse.json({ message: 'Server Error' }, { status: 500 })
    case 'malformed':
      return HttpResponse.text('<!doctype html>')
    case 'empty':
      return HttpResponse.json({})
    case 'huge':
      return HttpResponse.json({ padding: 'x'.repeat(300_000) })
    case 'slow':
      await delay(2_000)
      return HttpResponse.json({})
    case 'refused':
      return HttpResponse.json({ error: 'bad_verification_code', error_description: 'The code is wrong.' })
  }
}
