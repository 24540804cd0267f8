import type { ChallengeOffer } from '#app/features/contact/challenge.ts'
import {
  clearIssues,
  findFieldIssues,
  showIssues,
  type FieldIssue,
  type FormTexts,
} from '#app/features/contact/ui/contact-fields.ts'
import { solveProofOfWork } from '#app/features/contact/ui/proof-of-work.ts'
import { respondToAgent } from '#app/ui/forms/tool-form.ts'

const ROUTE = '/api/contact-form-submissions'
/** Milliseconds to wait before submission, so that the message does not count as automated. */
const MIN_FORM_AGE_MS = 3_500
/** Age in milliseconds after which a challenge is renewed. */
const STALE_AFTER_MS = 15 * 60_000

type StartedForm = { at: number; mark: string; altcha: Promise<string | undefined> }
type ErrorBody = { error?: string; issues?: FieldIssue[] }

/** Submits the contact form without leaving the page. Input is kept until the message is accepted. */
export function startContactForm(form: HTMLFormElement): void {
  const texts: FormTexts = JSON.parse(form.dataset.texts!)
  form.noValidate = true
  let begun: Promise<StartedForm> | null = null
  const begin = () => {
    begun = loadChallenge()
    // Avoids an unhandled rejection. Errors are handled at submission.
    begun.then(({ altcha }) => altcha).catch(() => {})
    return begun
  }
  const ready = async () => {
    const before = await begun?.catch(() => null)
    return before && Date.now() - before.at < STALE_AFTER_MS ? before : begin()
  }
  form.addEventListener('focusin', () => void (begun ?? begin()), { once: true })

  let busy = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const busyAlready = { ok: false, error: texts.busy }
    respondToAgent(event, busy ? Promise.resolve(busyAlready) : deliver())
  })

  /** Submits the form, shows the result, and returns the result for agents. */
  async function deliver(): Promise<{ ok: boolean; error?: string }> {
    clearIssues(form)
    const wrongs = findFieldIssues(form, texts)
    if (wrongs.length) {
      showIssues(form, wrongs, texts)
      return { ok: false, error: wrongs.map(({ path, message }) => `${path}: ${message}`).join(' ') }
    }
    busy = true
    form.setAttribute('aria-busy', 'true')
    const refused = await send(form, texts, ready).catch(
      (error: unknown) => ({ error: unsentIssue(error, texts) }) as ErrorBody,
    )
    busy = false
    form.removeAttribute('aria-busy')
    showMessage(form, '')
    if (!refused) {
      // The confirmation is deferred, because removing the form would report a cancelled submission to the agent.
      setTimeout(showThanks, 0, form, texts)
      return { ok: true }
    }
    // Each proof is valid once, so the next attempt needs a new proof.
    begin()
    ;(window as { turnstile?: { reset(): void } }).turnstile?.reset()
    showIssues(form, refused.issues ?? [], texts, refused.error)
    return { ok: false, error: refused.error ?? texts.failed }
  }
}

async function loadChallenge(): Promise<StartedForm> {
  const response = await fetch(`${ROUTE}/challenge`)
  if (!response.ok) throw new Error(`The challenge returned ${response.status}`)
  const { challenge, mark } = (await response.json()) as ChallengeOffer
  const altcha = challenge ? solveProofOfWork(challenge) : Promise.resolve(undefined)
  return { at: Date.now(), mark, altcha }
}

/** Sends the form. Returns null on success. */
async function send(
  form: HTMLFormElement,
  texts: FormTexts,
  ready: () => Promise<StartedForm>,
): Promise<ErrorBody | null> {
  const provider = form.dataset.contactForm
  if (provider === 'turnstile' && !new FormData(form).get('cf-turnstile-response'))
    return { error: texts.unchecked }
  const checks = provider === 'altcha'
  showMessage(form, checks ? texts.checking : texts.sending)
  const { at, mark, altcha: solved } = await ready()
  const altcha = await solved
  await new Promise((resolve) => setTimeout(resolve, at + MIN_FORM_AGE_MS - Date.now()))
  showMessage(form, texts.sending)
  const fields = Object.fromEntries(new FormData(form))
  const response = await fetch(ROUTE, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...fields, mark, ...(altcha ? { altcha } : {}) }),
  })
  if (response.ok) return null
  return (
    ((await response.json().catch(() => null)) as ErrorBody | null) ?? { error: unsentIssue(null, texts) }
  )
}

function showMessage(form: HTMLFormElement, words: string) {
  form.querySelector('[data-said]')!.textContent = words
}

const unsentIssue = (error: unknown, texts: FormTexts) =>
  error instanceof TypeError ? texts.unreachable : isSecureContext ? texts.failed : texts.insecure

/** Replaces the form with a confirmation and focuses the confirmation. */
function showThanks(form: HTMLFormElement, texts: FormTexts) {
  const thanks = document.createElement('div')
  thanks.tabIndex = -1
  thanks.setAttribute('role', 'status')
  thanks.className = 'mt-5 border-[1.5px] border-go bg-raised px-4 py-3'
  thanks.innerHTML = `<p class="font-semibold">${texts.sentTitle}</p><p class="mt-1 text-soft">${texts.sentText}</p>`
  form.replaceWith(thanks)
  thanks.focus()
}
