/**
 * Held-out questions about the documentation, in the words of users, with the pages that answer each. They were written
 * from the pages alone, and committed before they were measured. Do not use them to choose synonyms, weights, the
 * threshold or the wording of pages: the older questions in `documentation-questions.ts` are for that.
 */
export const heldOutQuestions: [question: string, ...pages: string[]][] = [
  // Get started
  ['explain to me in two sentences what this software is for', '/docs/introduction', '/about'],
  ['how much RAM should my VPS have', '/docs/requirements', '/docs/many-machines'],
  ['does the site still work in an old Safari?', '/docs/requirements'],
  ['I cloned the repo. What do I type to see it running?', '/docs/getting-started'],
  ['how do I run the test suite of this project', '/docs/getting-started'],
  ['get rid of the bundled manual and show my own content instead', '/docs/getting-started', '/docs/site-settings'],
  ['python example to read how many messages my server had this week', '/docs/first-api-call', '/docs/external-api'],
  ['where do I paste the token from the discord developer portal', '/docs/first-bot'],
  ['run signpost as a systemd service on ubuntu', '/docs/deploy'],
  ['nginx config with letsencrypt certificate', '/docs/deploy'],
  ['our website gets a new address, what do I have to change?', '/docs/deploy', '/docs/configuration'],
  [
    "what's the difference between a guild and a server",
    '/docs/glossary',
    '/docs/external-api',
    '/docs/first-api-call'
  ],
  ['should I use this or Ghost for my newsletter?', '/docs/comparison'],
  ['we use Statbot today, what would we lose by switching?', '/docs/comparison'],

  // Site
  ['change the brand colour of the buttons', '/docs/site-settings', '/docs/getting-started'],
  ['favicon', '/docs/site-settings'],
  ['can visitors get the buttons and dates in German?', '/docs/site-settings'],
  ['which fields go at the top of a blog post file?', '/docs/content-files'],
  ['keep our articles in a separate git repo', '/docs/content-files', '/docs/getting-started'],
  ['how do I put a yellow warning box into my text', '/docs/components'],
  ['syntax highlighting for a typescript snippet', '/docs/components'],
  [
    'I accidentally removed an article yesterday, can I get it back?',
    '/docs/write-in-the-console',
    '/docs/cms-routes',
    '/docs/content-api'
  ],
  [
    'show an unpublished draft to a colleague who has no account',
    '/docs/write-in-the-console',
    '/docs/cms-routes',
    '/docs/content-api'
  ],
  ['max upload size for photos', '/docs/write-in-the-console', '/docs/errors', '/docs/content-api'],
  [
    'I want my article to go live on Monday morning',
    '/docs/write-in-the-console',
    '/docs/cms-routes',
    '/docs/content-api'
  ],
  ['migrate from wordpress with all pictures', '/docs/import'],
  ['will my old Hugo permalinks keep working after I move here?', '/docs/import'],
  ['how can my script fetch a page without the HTML', '/docs/markdown', '/docs/introduction'],
  ['where is the RSS feed', '/docs/discovery'],
  ['forbid OpenAI to train on our texts', '/docs/discovery', '/docs/site-settings', '/docs/configuration'],
  ['why does isitagentready.com not give us the top level?', '/docs/scanners'],
  ['hook up Ollama so that the assistant writes its own answers', '/docs/chat', '/docs/configuration'],
  ['can the admins read what I ask the assistant?', '/docs/chat', '/privacy'],
  ['we get lots of junk through the contact page', '/docs/contact-form'],
  ['download all the messages that people sent us', '/docs/contact-form'],
  ['how many people visit my website', '/docs/site-analytics'],
  ['try WebMCP in Chrome', '/docs/browser-tools'],
  ['which arguments does the save_automation tool take?', '/docs/browser-tools-list'],
  [
    'my connection dropped during a POST, is it safe to send it a second time?',
    '/docs/agent-writes',
    '/docs/manage-with-the-api',
    '/docs/errors',
    '/docs/troubleshooting'
  ],

  // Discord bot
  ['can the bot run on my laptop behind a home router?', '/docs/interactions', '/docs/first-bot'],
  ['verify ed25519 signature', '/docs/interactions', '/docs/security'],
  ['strangers added my bot to their server, how do I get it out of there', '/docs/servers', '/docs/cli'],
  ['I own a community that uses this bot. How do I get access to manage it?', '/docs/servers', '/docs/people'],
  [
    "I made a slash command but it doesn't show up in Discord",
    '/docs/commands',
    '/docs/troubleshooting',
    '/docs/first-bot'
  ],
  ['only moderators should be able to use /warn', '/docs/commands', '/docs/interactions'],
  ["put the user's name into the reply of a command", '/docs/command-responses', '/docs/commands'],
  ['popup with text fields before a command runs', '/docs/command-responses', '/docs/commands'],
  ['let members query our docs from inside discord', '/docs/answers-in-discord'],
  ['post in #news whenever I publish an article', '/docs/answers-in-discord'],
  ['greet people who join', '/docs/automations', '/docs/first-bot', '/docs/guild-settings'],
  ['send a reminder every Friday afternoon', '/docs/automations'],
  ['regex on message text', '/docs/automations'],
  ['try out a rule without really sending anything', '/docs/automations', '/docs/runners'],
  ['leave the spam channel out of the numbers', '/docs/guild-settings'],
  ['member counts to excel', '/docs/statistics'],
  ['how is the time in voice channels calculated?', '/docs/statistics'],
  [
    'how long are the events of a server kept',
    '/docs/statistics',
    '/docs/guild-settings',
    '/docs/personal-data',
    '/privacy'
  ],
  ['how often is a failed action tried again?', '/docs/jobs', '/docs/runner-protocol', '/docs/glossary'],
  ['run the bot on a different machine than the website', '/docs/runners', '/docs/interactions'],
  ['which privileged intents do I need', '/docs/runners', '/docs/first-bot'],
  ['minimal bot worker in node that I can extend', '/docs/write-a-runner'],
  ['my webhook to n8n on the local network is blocked', '/docs/runners', '/docs/configuration'],

  // API
  ['what can a key be allowed to do', '/docs/external-api', '/docs/manage-with-the-api'],
  ['restrict api key to our office ip', '/docs/external-api', '/docs/cli'],
  ['create bot commands from a script', '/docs/manage-with-the-api'],
  ['add this to Claude Code', '/docs/mcp'],
  ['publish posts automatically from CI', '/docs/content-api'],
  ['does my api key also work for the normal site?', '/docs/authentication'],
  ['how many requests per minute am I allowed?', '/docs/errors', '/docs/external-api', '/docs/first-api-call'],
  ['is there an SDK for Go?', '/docs/api-clients'],
  ['JSON endpoint to add a redirect', '/docs/cms-routes', '/docs/content-api'],

  // Operate
  ['what does the number on the bell mean', '/docs/console'],
  ['let visitors look around the admin area without logging in', '/docs/console', '/docs/configuration'],
  ['change the port', '/docs/configuration'],
  ['kubernetes liveness probe', '/docs/many-machines', '/docs/operate'],
  ['cloudflare in front of the site, what do I have to look out for?', '/docs/page-cache', '/docs/configuration'],
  ['backup sqlite', '/docs/backups', '/docs/deploy', '/docs/cli'],
  ['can I start small and switch to postgres later', '/docs/backups'],
  ['a new release came out, how do I install it', '/docs/upgrade'],
  ['prometheus grafana', '/docs/operate'],
  ['disk is full, what breaks?', '/docs/troubleshooting'],
  ["reset someone's password from the terminal", '/docs/cli', '/docs/people'],
  ['my smtp user name contains an @', '/docs/mail'],
  ['who changed the settings last week?', '/docs/people'],
  ['ban an account from the website', '/docs/people', '/docs/personal-data'],
  ['github login button is missing', '/docs/sign-in-providers', '/docs/configuration'],

  // Trust
  ['I found a hole in your software, whom do I tell?', '/docs/security', '/contact', '/docs/discovery'],
  ['delete my profile', '/docs/accounts', '/docs/personal-data', '/privacy'],
  ['gdpr overview for our data protection officer', '/docs/personal-data', '/privacy'],
  ['which CVEs are still open', '/docs/threat-model'],
  ['owasp compliance', '/docs/asvs'],
  ['asvs pasting from a password manager', '/docs/asvs-authentication'],
  ['asvs isolation of tenants', '/docs/asvs-sessions'],
  ['hsts for subdomains', '/docs/asvs-frontend'],
  ['am I allowed to use it commercially', '/docs/licenses', '/docs/comparison'],

  // Reference
  ['websocket closed with 4009', '/docs/runner-protocol'],
  ['send the channel list from my own runner', '/docs/runner-directory', '/docs/write-a-runner'],
  ['frame to report a button click from my own runner', '/docs/runner-interactions', '/docs/write-a-runner'],
  ['fields of BAN_MEMBER', '/docs/runner-jobs', '/docs/automations'],
  ['how fast is it, in requests per second', '/docs/performance']
]
