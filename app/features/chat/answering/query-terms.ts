import { ownValue } from '#app/primitives/objects.ts'

/** Words that are ignored in a search. */
const stopWords = new Set(
  `a about above actually after afternoon again all also am an and any anybody anyone anything are as ask at be because been before being
  below between both but by came can cannot could did do does doing done dont down during each else evening ever every exactly explain
  few find for from further get gets getting give go goes going got had happen happens has have having he hello help her here
  hers hey hi him his how however i id if im in into is isnt it its itself ive just kind know let like ll look make makes many
  may maybe me mean means might more morning most much must my need needs no nor not now of off often ok okay on once one only or other
  others our out over own please possible put quite re really same say says see shall she should show site so some somebody
  someone something still such sure take tell than thank thanks that the their them then there these they thing things this
  those through to today tomorrow too try trying under until up us use used uses using ve very via want wants was way ways we well were what
  whats when where whether which while who whom whose why will with within without wont work works would yesterday yet you your yours
  signpost`.split(/\s+/),
)

/** Synonyms for terms used in the documentation. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  administrator: ['admin', 'role'],
  apikey: ['api', 'key'],
  appear: ['sees', 'shown', 'register'],
  box: ['callout'],
  automaticall: ['automation'],
  backup: ['back', 'copy', 'dump'],
  answer: ['response', 'respond'],
  cancel: ['stop'],
  change: ['edit'],
  colleague: ['manager', 'person'],
  crash: ['dies', 'killed', 'failure'],
  database: ['postgresql', 'sqlite'],
  db: ['database', 'postgresql', 'sqlite'],
  delete: ['remove', 'deletion'],
  deploy: ['install', 'start'],
  docker: ['compose', 'container'],
  download: ['export'],
  edit: ['save', 'overwrite'],
  email: ['mail'],
  env: ['setting', 'environment'],
  environment: ['setting'],
  export: ['data'],
  fail: ['failure', 'error'],
  forget: ['forgotten'],
  forgot: ['forgotten', 'reset'],
  endless: ['loop'],
  gdpr: ['privacy', 'data'],
  hole: ['vulnerability'],
  install: ['start', 'clone'],
  daily: ['cron', 'schedule'],
  language: ['locale'],
  log: ['logs', 'audit'],
  login: ['sign'],
  logout: ['sign', 'out'],
  mail: ['email'],
  metrics: ['statistics', 'prometheus'],
  loop: ['trigger'],
  monday: ['cron', 'schedule'],
  morning: ['cron', 'schedule'],
  nginx: ['proxy'],
  password: ['passwords'],
  permission: ['role', 'permissions'],
  personal: ['privacy', 'data'],
  postgres: ['postgresql'],
  publish: ['published'],
  quota: ['limit'],
  register: ['registration', 'account'],
  registration: ['register'],
  remove: ['delete'],
  retried: ['attempts', 'retry'],
  retry: ['attempts', 'retried'],
  rss: ['feed', 'atom'],
  scale: ['several', 'instances'],
  schedule: ['cron', 'timezone'],
  scope: ['scopes'],
  server: ['guild'],
  signin: ['sign'],
  signup: ['account', 'sign'],
  staff: ['managers', 'role'],
  stats: ['statistics'],
  throttle: ['limit'],
  test: ['dry'],
  token: ['key'],
  trail: ['log'],
  switch: ['off', 'enabled'],
  update: ['change', 'version'],
  upgrade: ['update', 'version'],
  weekly: ['cron', 'schedule'],
  website: ['site', 'page'],
}

/** Phrases of two words that count as one term, or as none. */
const phrases: [RegExp, string][] = [
  [/\bhow (many|much|long|often)\b/g, ' '],
  [/\blog(?:ged|ging)?[ -]?in\b/g, 'login'],
  [/\blog(?:ged|ging)?[ -]?out\b/g, 'logout'],
  [/\bsign(?:ed|ing)?[ -]?up\b/g, 'signup'],
  [/\bsign(?:ed|ing)?[ -]?ins?\b/g, 'signin'],
  [/\bback(?:ing|ed)?[ -]?up\b/g, 'backup'],
  [/\be-mail/g, 'email'],
  [/\b(try|tried|tries|trying) (it |them )?again\b/g, 'retried'],
  [/\b(more than one|multiple|many)\b/g, 'several'],
  [/\b(show|turn)(s|ing)? up\b/g, 'appear'],
  [/\bturn(s|ed|ing)? (it |this |them )?(on|off)\b/g, 'switch'],
  [/\brate[ -]?limit/g, 'limit'],
  [/\benv(?:ironment)? var(?:iable)?s?\b/g, 'environment setting'],
]

/**
 * Separators of tokens. Splits `data-md` and `DATABASE_URL` into parts, like the site search, and also splits at code
 * symbols.
 */
const between = /[\n\r\p{Z}\p{P}`=<>|+$^~]+/u
export const tokensOf = (text: string): string[] => text.toLowerCase().split(between).filter(Boolean)

/**
 * Word of a question with its weight. For a synonym, which has less weight, `of` is the original word. A name is
 * capitalized within a sentence, such as “Discord”.
 */
export type QueryTerm = { word: string; weight: number; of: string; isName: boolean }

const SYNONYM_WEIGHT = 0.35
const MAX_TERMS = 16

/** Returns the significant words of a question, in order and without duplicates. */
export function queryTerms(question: string): QueryTerm[] {
  const plain = phrases.reduce((text, [saying, word]) => text.replace(saying, word), normal(question))
  const names = namesIn(question)
  const found = new Map<string, QueryTerm>()
  const add = (word: QueryTerm) => void (found.has(word.word) || found.set(word.word, word))
  const asked = tokensOf(plain)
    .filter((token) => !stopWords.has(token) && /[\p{L}\p{N}]{2}|\d|\p{Lo}/u.test(token))
    .map((token) => ({ token, word: stemOf(token) }))
  for (const { token, word } of asked) add({ word, weight: 1, of: word, isName: names.has(token) })
  for (const { token, word } of asked)
    for (const other of ownValue(synonyms, token) ?? ownValue(synonyms, word) ?? [])
      add({ word: stemOf(other), weight: SYNONYM_WEIGHT, of: word, isName: false })
  return [...found.values()].slice(0, MAX_TERMS)
}

/** Returns the words with a capital letter that do not begin a sentence, and a word that is the whole question. */
function namesIn(question: string): Set<string> {
  const words = question.split(/\s+/).filter(Boolean)
  const inside = words.filter(
    (word, index) =>
      words.length === 1 || (/\p{Lu}/u.test(word) && index > 0 && !/[.!?]$/.test(words[index - 1]!)),
  )
  return new Set(inside.flatMap(tokensOf))
}

const normal = (text: string) =>
  text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[’']s\b/g, '')
    .replace(/[’']/g, '')

/** Suffixes that are removed if enough of the word remains. */
const endings: [RegExp, string][] = [
  [/ies$/, 'y'],
  [/(?<=ss|sh|ch|x)es$/, ''],
  [/(?<![sui])s$/, ''],
  [/(ing|ed)$/, ''],
  [/([bdgmnprt])\1$/, '$1'],
  [/(?<=...)[ey]$/, ''],
]
const SHORTEST = 4

/** Returns the stem of a word, which is a prefix of the other forms of the word. */
export function stemOf(token: string): string {
  if (/\d/.test(token)) return token
  return endings.reduce((stem, [ending, end]) => {
    const cut = stem.replace(ending, end)
    return cut.length >= SHORTEST ? cut : stem
  }, token)
}
