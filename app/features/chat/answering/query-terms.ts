import { ownValue } from '#app/primitives/objects.ts'

/** Words that are ignored in a search. */
const stopWords = new Set(
  `a about above actually after afternoon again all also am an and any anybody anyone anything are as ask at be because been before being below
  between both but by came can cannot could did do does doing done down during each else evening ever every exactly explain few find
  for from further get gets getting give go goes going got had happen happens has have having he hello help her here hers hey hi him his how
  however i id if im in into is it its itself ive just kind know let like ll look make makes many may maybe me mean means might more
  morning most much must my need needs no nor not now of off often ok okay on once one only or other others our out over own please possible
  put quite re really same say says see shall she should show site so some somebody someone something still such sure take tell than thank
  thanks that the their them then there these they thing things this those through to today tomorrow too try trying under until up us use
  used uses using ve very via want wants was way ways we well were what whats when where whether which while who whom whose why will with
  within without work works would yesterday yet you your yours able certain good instead later new nice per properly simply somewhere
  somehow easily easy accidentally across against ago almost along already although always among another anyway anywhere around away became
  become becomes besides come comes despite enough everyone everything everybody except far herself himself lot lots mine myself neither
  never nobody none nothing ones onto ourselves perhaps plus rather rid simple since somewhat soon themselves though together toward towards
  unless upon usually whatever whenever wherever whoever yes yourself signpost`.split(/\s+/),
)

/** Checks whether a word is ignored in questions and headings. */
export const isStopWord = (token: string): boolean => stopWords.has(token)

/** Synonyms for terms used in the documentation. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  address: ['url'],
  administrator: ['admin', 'role'],
  ai: ['agent'],
  answer: ['response', 'respond'],
  apikey: ['api', 'key'],
  appear: ['sees', 'shown', 'register'],
  attacker: ['threat'],
  automate: ['automation'],
  automaticall: ['automation'],
  backup: ['back', 'copy', 'dump'],
  ban: ['moderation'],
  box: ['callout'],
  broken: ['problem'],
  cancel: ['stop'],
  change: ['edit'],
  ci: ['script'],
  cloudflare: ['cdn', 'proxy'],
  colleague: ['manager', 'person', 'invite'],
  comment: ['chat'],
  condition: ['rule'],
  contain: ['matches', 'pattern'],
  cost: ['license'],
  coworker: ['manager', 'person', 'invite'],
  crash: ['dies', 'killed', 'failure'],
  crawl: ['crawler', 'robots'],
  daily: ['cron', 'schedule'],
  dark: ['theme'],
  database: ['postgresql', 'sqlite'],
  db: ['database', 'postgresql', 'sqlite'],
  delete: ['remove', 'deletion'],
  deliver: ['serve', 'performance'],
  deploy: ['install', 'start'],
  dialog: ['form', 'modal'],
  dns: ['domain'],
  docker: ['compose', 'container'],
  domain: ['host'],
  downgrade: ['back', 'previous'],
  download: ['export'],
  dropdown: ['select'],
  duplicate: ['idempotency', 'repeated'],
  dynamic: ['placeholder'],
  edit: ['save', 'overwrite'],
  email: ['mail'],
  embed: ['message'],
  encrypt: ['encrypted', 'secrets'],
  endless: ['loop'],
  endpoint: ['route', 'url'],
  entry: ['content'],
  env: ['setting', 'environment'],
  environment: ['setting'],
  exclude: ['excluded'],
  export: ['data'],
  fail: ['failure', 'error'],
  fast: ['performance'],
  firewall: ['network'],
  folder: ['directory'],
  forbid: ['allowed'],
  forbidden: ['allowed'],
  forget: ['forgotten'],
  forgot: ['forgotten', 'reset'],
  fork: ['clone'],
  gdpr: ['privacy', 'data'],
  git: ['repository'],
  guild: ['server'],
  hole: ['vulnerability'],
  https: ['tls'],
  image: ['figure', 'picture', 'media'],
  install: ['start', 'clone'],
  ip: ['address', 'network'],
  join: ['member'],
  kick: ['removed'],
  language: ['locale'],
  library: ['client'],
  link: ['url'],
  llm: ['model'],
  login: ['sign'],
  logo: ['icon'],
  logout: ['sign', 'out'],
  loop: ['trigger'],
  mail: ['email'],
  menu: ['navigation'],
  metrics: ['statistics', 'prometheus'],
  mobile: ['browser'],
  minute: ['limit', 'rate'],
  modal: ['form'],
  moderate: ['permission'],
  moderator: ['permission'],
  monday: ['cron', 'schedule'],
  monitor: ['health', 'metrics'],
  move: ['import', 'migrate'],
  multilingual: ['language'],
  newsletter: ['feed', 'email'],
  nginx: ['proxy'],
  paste: ['enter'],
  pause: ['disable'],
  permission: ['role', 'permissions'],
  personal: ['privacy', 'data'],
  picture: ['image', 'figure'],
  placeholder: ['variable'],
  plural: ['language'],
  port: ['host'],
  postgres: ['postgresql'],
  previous: ['older', 'back'],
  privilege: ['permission', 'role'],
  program: ['api', 'client'],
  publish: ['published'],
  question: ['chat'],
  quick: ['quickstart'],
  quickly: ['quickstart'],
  quota: ['limit'],
  register: ['registration', 'account'],
  registration: ['register'],
  remove: ['delete'],
  reply: ['response'],
  repo: ['repository'],
  reset: ['change'],
  respond: ['response'],
  restrict: ['permission', 'limit'],
  retried: ['attempts', 'retry'],
  retry: ['attempts', 'retried'],
  revert: ['restore', 'undo'],
  role: ['permission'],
  rollback: ['back', 'restore'],
  rss: ['feed', 'atom'],
  rule: ['requirement'],
  safe: ['security'],
  sample: ['demo', 'example'],
  scale: ['several', 'instances'],
  schedule: ['cron', 'timezone'],
  script: ['api', 'program'],
  seo: ['metadata'],
  server: ['guild'],
  shortcut: ['keyboard', 'keys'],
  signin: ['sign'],
  signup: ['account', 'sign'],
  spam: ['protection'],
  speed: ['performance'],
  ssl: ['tls'],
  staff: ['managers', 'role'],
  started: ['quickstart'],
  statistic: ['report'],
  stats: ['statistics'],
  store: ['stored', 'data'],
  subscribe: ['feed'],
  suggest: ['autocomplete'],
  summary: ['overview'],
  switch: ['off', 'enabled'],
  test: ['dry'],
  text: ['content'],
  theme: ['color', 'branding'],
  throttle: ['limit'],
  token: ['key'],
  trail: ['log'],
  translate: ['language'],
  twice: ['idempotency', 'repeated'],
  undo: ['restore'],
  unsubscribe: ['email'],
  update: ['change', 'version'],
  upgrade: ['update', 'version'],
  uptime: ['health', 'monitor'],
  uri: ['url'],
  username: ['name'],
  variable: ['placeholder'],
  version: ['revision'],
  visible: ['shown'],
  visitor: ['client', 'reader'],
  webmcp: ['browser'],
  website: ['site', 'page'],
  weekly: ['cron', 'schedule'],
  writer: ['editor'],
  wrong: ['problem', 'error'],
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
  [/\bthe (word|term) /g, ' '],
  [/\bwho (changed|deleted|did|edited)\b/g, 'audit log $1'],
  [/\b(col|behavi|fav|hon)our\b/g, '$1or'],
  [/\b(get|getting|got) started\b/g, 'started'],
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

/** Name of the software, which is significant only if the question has no other significant word. */
const SITE_NAME = 'signpost'

const SYNONYM_WEIGHT = 0.5
const MAX_TERMS = 16

/** Returns the significant words of a question, in order and without duplicates. */
export function queryTerms(question: string): QueryTerm[] {
  const plain = phrases.reduce((text, [saying, word]) => text.replace(saying, word), normal(question))
  const names = namesIn(question)
  const found = new Map<string, QueryTerm>()
  const add = (word: QueryTerm) => void (found.has(word.word) || found.set(word.word, word))
  const tokens = tokensOf(plain)
  const isAboutSite = names.has(SITE_NAME) && tokens.every((token) => stopWords.has(token))
  const asked = tokens
    .filter(
      (token) =>
        (!stopWords.has(token) || (isAboutSite && token === SITE_NAME)) &&
        /[\p{L}\p{N}]{2}|\d|\p{Lo}/u.test(token),
    )
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

/** Contractions with “not”, with or without the apostrophe. */
const negations = /\b(do|does|did|is|are|was|were|has|have|had|could|would|should|ca|wo)n[’']?t\b/g

const normal = (text: string) =>
  text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(negations, ' ')
    .replace(/[’'](s|m|d|re|ve|ll)\b/g, '')
    .replace(/[’']/g, '')

/** Suffixes that are removed if enough of the word remains. */
const endings: [RegExp, string, shortest?: number][] = [
  [/ies$/, 'y'],
  [/(?<=ss|sh|ch|x)es$/, ''],
  [/(?<![sui])s$/, '', 3],
  [/(ing|ed)$/, ''],
  [/([bdgmnprt])\1$/, '$1'],
  [/(?<=...)[ey]$/, ''],
]
const SHORTEST = 4

/** Returns the stem of a word, which is a prefix of the other forms of the word. */
export function stemOf(token: string): string {
  if (/\d/.test(token)) return token
  return endings.reduce((stem, [ending, end, shortest = SHORTEST]) => {
    const cut = stem.replace(ending, end)
    return cut.length >= shortest ? cut : stem
  }, token)
}
