import js from '@eslint/js'
import hooks from 'eslint-plugin-react-hooks'
import regexp from 'eslint-plugin-regexp'
import ts from 'typescript-eslint'

/** Features from the first to the last. A feature may import those before it. A new feature gets a line here. */
export const order = [
  'audit',
  'idempotency',
  'mail',
  'accounts',
  'guilds',
  'invitations',
  'settings',
  'keys',
  'content',
  'media',
  'cms',
  'chat',
  'contact',
  'events',
  'stats',
  'actions',
  'jobs',
  'automations',
  'commands',
  'interactions',
  'runners',
  'integrations',
  'notices',
  'console-search',
  'health',
  'backups',
  'demo',
  'privacy',
  'maintenance',
]
/** Two groups of features that know nothing of each other. */
const wings = [
  ['content', 'media', 'cms', 'chat', 'contact'],
  ['events', 'stats', 'actions', 'jobs', 'automations', 'commands', 'interactions', 'runners'],
]

const tests = '#tests/*'
const tools = '#agent-tools/*'
const doors = ['#app/routes/*', '#app/cli/*', tools, tests]
const requests = ['#app/http/*', '#app/openapi/*', '#app/app.server.ts', '#app/root.tsx']
const features = '#app/features/*'
const server = ['#app/**/*.server.ts', '#app/**/*.server.tsx', '#app/platform/db/*', 'node:*']
const stores = ['#app/**/store.server.ts', '#app/**/*-store.server.ts']
const folderOf = (/** @type {string} */ feature) => `#app/features/${feature}/*`

/**
 * What files may not import, and what to do instead: `but` are exceptions, and of `values` only types may be imported.
 * @typedef {{ not: string[], but?: string[], values?: string[], instead: string, except?: string[] }} Arrow
 */

/**
 * Allows imports in one direction. A later entry for a file replaces an earlier one, so each file has one.
 * @param {string[]} files @param {Arrow} arrow @returns {import('typescript-eslint').ConfigWithExtends}
 */
function arrow(files, { not, but = [], values = [], instead, except = [] }) {
  const escape = (/** @type {string} */ pattern) => pattern.replace(/^#/, '\\#')
  const patterns = [
    {
      group: [...new Set(not.map(escape)), ...but.map((pattern) => `!${escape(pattern)}`)],
      message: instead,
    },
    { group: values.map(escape), allowTypeImports: true, message: instead },
    { group: ['../*', './*'], message: 'Import from #app, #agent-tools or #tests, with the extension.' },
  ]
  return {
    files,
    ignores: except,
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: patterns.filter(({ group }) => group.length) },
      ],
    },
  }
}

/** The stores of a feature. @param {string} feature */
const storesOf = (feature) =>
  ['store', '*-store'].map((name) => `#app/features/${feature}/**/${name}.server.ts`)

/** The features that a feature may not import: those after it, and those of the other wing. @param {string} feature */
const closedTo = (feature) => [
  ...order.slice(order.indexOf(feature) + 1),
  ...wings.filter((wing) => wings.some((own) => own.includes(feature)) && !wing.includes(feature)).flat(),
]

export default ts.config(
  { ignores: ['build', 'node_modules', 'data', '.cache'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  {
    rules: {
      'no-undef': 'off',
      'no-control-regex': 'off',
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'Settings come from app/platform/config/config.server.ts.',
        },
      ],
    },
  },
  { files: ['**/*.tsx'], plugins: { 'react-hooks': hooks }, rules: hooks.configs.recommended.rules },
  {
    // People write what these patterns read: none may take quadratic time.
    files: ['app/**', 'agent-tools/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: [
      ...['app/*.js', 'app/platform/process/*.js', 'app/http/server/serve.server.ts'],
      ...['tests/**', '*.config.*'],
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  arrow(['app/*.ts', 'app/*.tsx'], {
    not: [...doors, ...stores],
    instead: 'What opens the app knows nothing of its doors and stores.',
    except: ['app/entry.*'],
  }),
  arrow(['app/http/**'], {
    not: [...doors, ...stores],
    instead: 'A request never goes back up, and it reaches a store through a rule of the feature.',
  }),
  arrow(['app/routes/**', 'app/cli/**'], {
    not: [...stores, tests, tools],
    instead: 'Routes and commands call rules. Write a rule in the feature that owns the store.',
  }),
  arrow(['app/openapi/**'], {
    not: [...doors, '#app/http/*', '#app/app.server.ts', ...stores],
    but: ['#agent-tools/manifest.json'],
    instead: 'This folder collects the operations. What serves them belongs to app/http.',
  }),
  ...order.flatMap((feature) => {
    const above = [...doors, ...requests, ...closedTo(feature).map(folderOf)]
    return [
      arrow([`app/features/${feature}/**`], {
        not: [...above, ...order.filter((other) => other !== feature).flatMap(storesOf)],
        // What the tools are, as data, is no door.
        but: ['#agent-tools/manifest.json'],
        instead: `Features import those before them in eslint.config.js, and no store but their own. What needs ${feature} and a later feature belongs to the later one.`,
      }),
      arrow([`app/features/${feature}/**/schema.ts`, `app/features/${feature}/**/*operations.ts`], {
        not: [...above, ...server],
        instead: `Schemas and operations run in the browser too, and features import those before them in eslint.config.js.`,
      }),
    ]
  }),
  arrow(['app/operations/**'], {
    not: [...server, ...doors, ...requests, features],
    instead: 'The type of an operation knows no feature and runs in the browser too.',
  }),
  arrow(['app/ui/**'], {
    not: [
      ...doors,
      ...requests.filter((room) => room !== '#app/root.tsx'),
      features,
      '#app/context.server.ts',
    ],
    values: server,
    instead: 'The kit knows no feature. A screen of a feature belongs to app/features/<feature>/ui.',
  }),
  arrow(['app/context.server.ts'], {
    not: [...doors, ...requests],
    values: [features],
    instead: 'A context carries services of features by their types only.',
  }),
  arrow(['app/platform/**'], {
    not: [...doors, ...requests, features, '#app/context.server.ts', '#app/operations/*', '#app/ui/*'],
    instead: 'The platform knows neither features nor the context. Pass it what it needs.',
  }),
  arrow(['app/site/**'], {
    not: [...doors, ...requests, features, '#app/platform/*', '#app/ui/*', ...server],
    instead: 'Names and paths of the site import primitives only.',
  }),
  arrow(['app/primitives/**'], {
    not: ['#app/*', tools, tests, 'node:*'],
    but: ['#app/primitives/*'],
    instead: 'Primitives import nothing of the app.',
  }),
  arrow(['app/runner/**'], {
    not: [
      ...['#app/features/**/*.server.ts', '#app/features/**/*.server.tsx', '#app/platform/db/*'],
      ...['#app/platform/signals/*', ...requests, '#app/context.server.ts', ...doors],
    ],
    instead: 'A runner is a client of the service: it shares schemas and nothing behind them.',
  }),
  arrow(['agent-tools/**'], {
    not: [...server, '#app/routes/*', '#app/http/*', '#app/cli/*', tests],
    instead: 'Tools call routes. They share schemas and operations only.',
  }),
)
