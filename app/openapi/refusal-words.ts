import type { ErrorCode } from '#app/errors.ts'

/** What each code says in an answer, and to whom. A code without its words does not compile. */
export const refusalWords: Record<ErrorCode, { when: string; error: string }> = {
  invalid_request: {
    when: 'The input is not valid. `issues` names each field.',
    error: 'limit: A whole number from 1 to 100.',
  },
  challenge_required: {
    when: 'The check against robots is missing: ask for the challenge first.',
    error: 'Solve the challenge first.',
  },
  challenge_failed: {
    when: 'The check against robots does not hold, was used before, or is too old.',
    error: 'The check against robots failed. Try once more.',
  },
  unauthorized: { when: 'Proof of who you are is missing.', error: 'Sign in first.' },
  invalid_credentials: {
    when: 'The e-mail address or the password is wrong.',
    error: 'The e-mail or the password is wrong.',
  },
  invalid_token: {
    when: 'The key or token is malformed, unknown, revoked or expired.',
    error: 'The API key is not valid.',
  },
  invalid_signature: {
    when: 'The signature does not hold for these bytes and this time.',
    error: 'The request signature is not valid.',
  },
  insufficient_scope: {
    when: 'The key lacks the scope, which `WWW-Authenticate` names.',
    error: 'This key lacks the scope stats:read.',
  },
  forbidden: {
    when: 'You are known and may not, or a page of another site had the browser send the cookie.',
    error: 'Your account may not do this.',
  },
  proof_required: {
    when: 'Your last proof of identity is older than ten minutes. Confirm your identity, then send the request again.',
    error: 'Confirm your identity first: open /proof, or send your password to POST /api/auth/proof.',
  },
  not_found: {
    when: 'There is no such thing, or none that you may know of.',
    error: 'There is no such thing.',
  },
  method_not_allowed: {
    when: 'The path has other methods, which `Allow` names.',
    error: 'PUT is not allowed for this URL.',
  },
  not_acceptable: {
    when: 'The answer comes in none of the types that `Accept` names.',
    error: 'This is served as text/html and text/markdown.',
  },
  request_timeout: {
    when: 'The request did not come in full within a minute, or its head within 15 seconds.',
    error: 'The request did not come within its time.',
  },
  conflict: { when: 'In conflict with what is there already.', error: 'This name is taken.' },
  too_many_connections: {
    when: 'The maximum number of connections is open. Close one first.',
    error: 'A session can have 5 event streams. Close one first.',
  },
  precondition_failed: {
    when: 'Changed since the version that `If-Match` names. `current` says what stands.',
    error: 'This was changed since you read it: version 4 stands now.',
  },
  payload_too_large: { when: 'The body is too large.', error: 'The body may have at most 1048576 bytes.' },
  unsupported_media_type: {
    when: 'The body is of another media type.',
    error: 'Send the body as application/json.',
  },
  upgrade_required: {
    when: 'Only an upgrade to a WebSocket is served here.',
    error: 'Connect with a WebSocket and the sub-protocol runner.v1.',
  },
  precondition_required: {
    when: 'A write to a versioned thing needs `If-Match`.',
    error: 'Send If-Match with the version that you read, such as "v3".',
  },
  confirmation_required: {
    when: 'A browser tool asks for what a person has to confirm. `confirmation` has the token to send the same request again with.',
    error:
      'A person has to confirm this. Ask the person, then send the same request with this token in the header Confirmation.',
  },
  rate_limited: {
    when: 'Too many requests. `Retry-After` says how many seconds to wait.',
    error: 'Too many requests. Try again in 42 seconds.',
  },
  headers_too_large: {
    when: 'The head of the request, cookies included, is larger than 16 KiB.',
    error: 'The head of the request is larger than 16 KiB.',
  },
  internal: {
    when: 'A fault of ours, logged under `request_id`.',
    error: 'Something went wrong on our side.',
  },
  unavailable: {
    when: 'A part that the answer needs is down, or not set up here. `Retry-After` says when to come back.',
    error: 'This part does not answer. Try again soon.',
  },
}
