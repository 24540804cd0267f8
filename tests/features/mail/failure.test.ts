import { expect, test } from 'vitest'
import { classifyFailure } from '#app/features/mail/failure.ts'

test.each([
  [{ code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, false, /certificate .* not trusted/],
  [{ code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED' }, false, /certificate .* not trusted/],
  [{ code: 'EDNS', originalCode: 'ENOTFOUND' }, false, /name of the mail server/],
  [{ code: 'ENOSPC' }, false, /disk is full/],
  [{ code: 'EENVELOPE', command: 'API' }, true, /This address cannot receive email/],
  [{ code: 'EENVELOPE', command: 'DATA', responseCode: 451 }, false, /refused the message \(451\)/],
  [new Error('secret'), false, /^The email could not be sent\.$/],
  [undefined, false, /^The email could not be sent\.$/],
])('%o is told in our own words', (error, lasting, words) => {
  expect(classifyFailure(error)).toEqual({ lasting, words: expect.stringMatching(words) })
})
