/** Words that say nothing of what is asked for. */
const stopWords = new Set(
  `a about above actually after again all also am an and any anybody anyone anything are as ask at be because been before being
  below between both but by came can cannot could did do does doing done dont down during each else ever every exactly explain
  few find for from further get gets getting give go goes going got had happen happens has have having he hello help her here
  hers hey hi him his how however i id if im in into is isnt it its itself ive just kind know let like ll look make makes many
  may maybe me mean means might more most much must my need needs no nor not now of off ok okay on once one only or other
  others our out over own please possible put quite re really same say says see shall she should show site so some somebody
  someone something still such sure take tell than thank thanks that the their them then there these they thing things this
  those through to too try trying under until up us use used uses using ve very via want wants was way ways we well were what
  whats when where whether which while who whom whose why will with within without wont work works would yet you your yours
  signpost`.split(/\s+/),
)

/** What people call things that the documentation calls otherwise; several words stand for what is two words there. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  administrator: ['admin', 'role'],
  apikey: ['api', 'key'],
  appear: ['sees', 'shown', 'register'],
  automaticall: ['automation'],
  backup: ['back', 'copy', 'dump'],
  cancel: ['stop'],
  change: ['edit'],
  crash: ['dies', 'breaks'],
  database: ['postgresql', 'sqlite'],
  db: ['database', 'postgresql', 'sqlite'],
  delete: ['remove', 'deletion'],
  deploy: ['hosting', 'start'],
  docker: ['hosting'],
  download: ['export'],
  email: ['mail', 'letter'],
  env: ['setting', 'environment'],
  environment: ['setting'],
  export: ['data'],
  fail: ['refused', 'failure'],
  forget: ['forgotten'],
  forgot: ['forgotten', 'reset'],
  endless: ['loop'],
  gdpr: ['privacy', 'data'],
  install: ['start', 'clone'],
  daily: ['cron', 'schedule'],
  language: ['locale'],
  log: ['logs', 'audit'],
  login: ['sign'],
  logout: ['sign', 'out'],
  mail: ['letter'],
  metrics: ['statistics', 'figures'],
  loop: ['itself'],
  monday: ['cron', 'schedule'],
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
  retry: ['tries', 'again'],
  rss: ['feed', 'atom'],
  scale: ['several', 'machines'],
  schedule: ['cron', 'clock'],
  scope: ['scopes'],
  server: ['guild'],
  signin: ['sign'],
  signup: ['account', 'sign'],
  staff: ['managers', 'role'],
  stats: ['statistics'],
  throttle: ['limit'],
  token: ['key'],
  switch: ['off', 'enabled'],
  update: ['change', 'version'],
  upgrade: ['update', 'version'],
  weekly: ['cron', 'schedule'],
  website: ['site', 'page'],
}

/** Said in two words, and one thing. */
const phrases: [RegExp, string][] = [
  [/\blog(?:ged|ging)?[ -]?in\b/g, 'login'],
  [/\blog(?:ged|ging)?[ -]?out\b/g, 'logout'],
  [/\bsign(?:ed|ing)?[ -]?up\b/g, 'signup'],
  [/\bsign(?:ed|ing)?[ -]?in\b/g, 'signin'],
  [/\bback(?:ing|ed)?[ -]?up\b/g, 'backup'],
  [/\be-mail/g, 'email'],
  [/\b(more than one|multiple|many)\b/g, 'several'],
  [/\b(show|turn)(s|ing)? up\b/g, 'appear'],
  [/\bturn(s|ed|ing)? (it |this |them )?(on|off)\b/g, 'switch'],
  [/\brate[ -]?limit/g, 'limit'],
  [/\benv(?:ironment)? var(?:iable)?s?\b/g, 'environment'],
]

/** As the search takes a text apart, which knows `data-md` and `DATABASE_URL` as their parts; and at signs of code. */
const between = /[\n\r\p{Z}\p{P}`=<>|+$^~]+/u
export const tokensOf = (text: string): string[] => text.toLowerCase().split(between).filter(Boolean)

/**
 * A word of a question, how much it counts, and the word that was asked for where this is another name of it, which counts
 * less.
 */
export type QueryTerm = { word: string; weight: number; of: string }

const SYNONYM_WEIGHT = 0.35
const MAX_TERMS = 16

/** The words of a question that say what it is about, in their order, each once. */
export function queryTerms(question: string): QueryTerm[] {
  const plain = phrases.reduce((text, [saying, word]) => text.replace(saying, word), normal(question))
  const found = new Map<string, QueryTerm>()
  const add = (word: QueryTerm) => void (found.has(word.word) || found.set(word.word, word))
  const asked = tokensOf(plain)
    .filter((token) => !stopWords.has(token) && /[\p{L}\p{N}]{2}|\d|\p{Lo}/u.test(token))
    .map((token) => ({ token, word: stemOf(token) }))
  for (const { word } of asked) add({ word, weight: 1, of: word })
  for (const { token, word } of asked)
    for (const other of synonyms[token] ?? synonyms[word] ?? [])
      add({ word: stemOf(other), weight: SYNONYM_WEIGHT, of: word })
  return [...found.values()].slice(0, MAX_TERMS)
}

const normal = (text: string) =>
  text
    .toLowerCase()
    .replace(/[’']s\b/g, '')
    .replace(/[’']/g, '')

/** Endings, each taken off where enough of the word is left. */
const endings: [RegExp, string][] = [
  [/ies$/, 'y'],
  [/(?<=ss|sh|ch|x)es$/, ''],
  [/(?<![sui])s$/, ''],
  [/(ing|ed)$/, ''],
  [/([bdgmnprt])\1$/, '$1'],
  [/(?<=...)[ey]$/, ''],
]
const SHORTEST = 4

/** Cut so that the beginning is that of the word’s other forms, which the search then finds. */
function stemOf(token: string): string {
  if (/\d/.test(token)) return token
  return endings.reduce((stem, [ending, end]) => {
    const cut = stem.replace(ending, end)
    return cut.length >= SHORTEST ? cut : stem
  }, token)
}
