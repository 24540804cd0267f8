import type { Call } from '#agent-tools/tool/call.ts'
import { pickGiven } from '#agent-tools/tool/inputs.ts'
import { readChallenge, sendMessage } from '#agent-tools/everyone/operations.ts'
import { failure } from '#agent-tools/tool/result.ts'
import { shorten } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'
import type { ProofOfWork } from '#app/features/contact/challenge.ts'

const { name, email, subject, message } = sendMessage.body

type ChallengeResponse = { provider: string; challenge: ProofOfWork | null }
type ContactResponse = { submission: { id: string; created_at: string } }

export const sendContactMessage = tool({
  name: 'send_contact_message',
  title: 'Send a message to who runs this site',
  description:
    'Sends a message to the people who run this site; they answer by e-mail. The first call sends nothing: it returns what would be sent and a confirm_token. The person decides, then the same call with the token sends it.',
  uses: [readChallenge, sendMessage],
  input: {
    name: { ...name, description: 'The name of the person who writes.' },
    email: { ...email, description: 'Their e-mail address, for the answer.' },
    subject,
    message: { ...message, description: 'The message, in plain text, as the person wants it sent.' },
  },
  required: ['name', 'email', 'message'],
  untrusted: false,
  describeInput: ({ email: from }) => `from ${from}`,
  async run(input, { call }) {
    const fields = pickGiven(input, ['name', 'email', 'subject', 'message'])
    const proof = input.confirm_token ? await solveChallenge(call) : {}
    if (!proof) {
      return failure('challenge_required', 'This site lets only people past its check against robots.', {
        hint: 'The person can send the message with the form at /contact.',
      })
    }
    const proposal = {
      summary: `Send a message from ${shorten(input.email)} to the people who run this site`,
      message: shorten(input.message, 400),
    }
    const { data } = await call<ContactResponse>(sendMessage, { body: { ...fields, ...proof }, proposal })
    const summary = `Sent a message from ${shorten(input.email)}`
    return { ok: true, summary, id: data.submission.id, created_at: data.submission.created_at }
  },
})

/** What the site asks for of whoever sends: nothing, or work that this browser can do. Null where only a person can. */
async function solveChallenge(call: Call): Promise<{ altcha?: string } | null> {
  const { provider, challenge } = (await call<ChallengeResponse>(readChallenge)).data
  if (provider === 'none') return {}
  if (!challenge) return null
  try {
    const { solveProofOfWork: solve } = await import('#app/features/contact/ui/proof-of-work.ts')
    return { altcha: await solve(challenge) }
  } catch {
    return null
  }
}
