/** Patterns of secrets: our keys and tokens, authorization schemes, passwords in URLs, and tokens in Discord paths. */
const secretPatterns: [RegExp, string][] = [
  [/\bsgn_(live|run)_[\w-]+/g, 'sgn_$1_…'],
  [/\b(Bearer|Basic|Bot)\s+[\w.~+/=-]{8,}/gi, '$1 …'],
  [/(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@]*):[^\s@/"]+@/gi, '$1:…@'],
  [/(\/(?:webhooks|interactions)\/\d{5,20})\/[\w-]{8,}/g, '$1/…'],
  [
    /((?:[?&;]|%(?:25)*(?:3f|26))[\w-]*(?:token|code|state|key|secret|password)(?:=|%(?:25)*3d))[^&;\s"']+/gi,
    '$1…',
  ],
  // Tokens in our own paths, with any encoding of the slashes.
  [
    /((?:\/|%(?:25)*2f)(?:preview|setup|signup|invitations?|verify-email|reset-password)(?:(?:\/|%(?:25)*2f)+))[^\s"'?#/]+/gi,
    '$1…',
  ],
  [/\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}\b/g, '…'],
]

/** Removes anything that looks like a secret from a text. Error messages of libraries can contain secrets. */
export const redactSecrets = (text: string): string =>
  secretPatterns.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text)
