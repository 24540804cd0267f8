import { createRequire } from 'node:module'
import { defineConfig } from 'oxlint'

/** Features in import order: each can import the features before it. Add a line for a new feature. */
export const order = [
  'audit',
  'idempotency',
  'mail',
  'accounts',
  'guilds',
  'bots',
  'directory',
  'invitations',
  'settings',
  'keys',
  'content',
  'starter',
  'media',
  'cms',
  'site',
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
  'pickers',
  'ask',
  'announcements',
  'claims',
  'integrations',
  'readers',
  'feedback',
  'notices',
  'console-search',
  'health',
  'backups',
  'setup',
  'demo',
  'privacy',
  'maintenance',
]
/** Two groups of features that cannot import each other. */
const independentGroups = [
  ['content', 'starter', 'media', 'cms', 'site', 'chat', 'contact'],
  ['events', 'stats', 'actions', 'jobs', 'automations', 'commands', 'interactions', 'runners', 'pickers'],
]

const tests = '#tests/*'
const tools = '#agent-tools/*'
const entryPoints = ['#app/routes/*', '#app/cli/*', tools, tests]
const requestHandling = ['#app/http/*', '#app/mcp/*', '#app/openapi/*', '#app/app.server.ts', '#app/root.tsx']
const features = '#app/features/*'
const server = ['#app/**/*.server.ts', '#app/**/*.server.tsx', '#app/platform/db/*', 'node:*']
const stores = ['#app/**/store.server.ts', '#app/**/*-store.server.ts']
const folderOf = (/** @type {string} */ feature) => `#app/features/${feature}/*`

/**
 * An import restriction: `forbid` with the exceptions `allow`, `typesOnly`, and a message with the fix.
 * @typedef {{ forbid: string[], allow?: string[], typesOnly?: string[], message: string, except?: string[] }} ImportRule
 */

/**
 * Restricts the imports of files. A later entry for a file replaces an earlier one.
 * @param {string[]} files @param {ImportRule} rule @returns {import('oxlint').OxlintOverride}
 */
function restrictImports(files, { forbid, allow = [], typesOnly = [], message, except = [] }) {
  // `*` stays within a folder.
  const escape = (/** @type {string} */ pattern) => pattern.replace(/^#/, '\\#').replace(/(?<!\*)\*$/, '**')
  const patterns = [
    {
      group: [...new Set(forbid.map(escape)), ...allow.map((pattern) => `!${escape(pattern)}`)],
      message,
    },
    { group: typesOnly.map(escape), allowTypeImports: true, message },
    { group: ['../**', './**'], message: 'Import from #app, #agent-tools or #tests, with the extension.' },
  ]
  return {
    files,
    excludeFiles: except,
    rules: {
      'no-restricted-imports': ['error', { patterns: patterns.filter(({ group }) => group.length) }],
    },
  }
}

/** The stores of a feature. @param {string} feature */
const storesOf = (feature) =>
  ['store', '*-store'].map((name) => `#app/features/${feature}/**/${name}.server.ts`)

/** Returns the features that a feature cannot import: later ones, and those of the other group. @param {string} feature */
const forbiddenFeatures = (feature) => [
  ...order.slice(order.indexOf(feature) + 1),
  ...independentGroups
    .filter((group) => independentGroups.some((own) => own.includes(feature)) && !group.includes(feature))
    .flat(),
]

/** Rules beyond oxlint’s category of correctness. */
const more = [
  ...['no-array-constructor', 'no-case-declarations', 'no-empty', 'no-fallthrough', 'no-prototype-builtins'],
  ...['no-regex-spaces', 'no-unexpected-multiline', 'no-useless-assignment', 'no-var'],
  ...['prefer-const', 'prefer-rest-params', 'prefer-spread', 'preserve-caught-error'],
]
const moreOfTypeScript = [
  ...['ban-ts-comment', 'no-explicit-any', 'no-namespace', 'no-require-imports'],
  ...['no-unnecessary-type-constraint', 'no-unsafe-function-type'],
]
const ofReact = [
  ...['rules-of-hooks', 'exhaustive-deps', 'static-components', 'use-memo', 'preserve-manual-memoization'],
  ...['incompatible-library', 'immutability', 'globals', 'refs', 'set-state-in-effect', 'error-boundaries'],
  ...['purity', 'set-state-in-render', 'unsupported-syntax'],
]
const errors = (/** @type {string[]} */ rules, plugin = '') =>
  /** @type {Record<string, 'error'>} */ (Object.fromEntries(rules.map((rule) => [plugin + rule, 'error'])))

export default defineConfig({
  ignorePatterns: ['build', 'node_modules', 'data', '.cache'],
  plugins: ['typescript'],
  jsPlugins: [{ name: 'regexp', specifier: createRequire(import.meta.url).resolve('eslint-plugin-regexp') }],
  categories: { correctness: 'error' },
  rules: {
    ...errors(more),
    ...errors(moreOfTypeScript, 'typescript/'),
    'no-control-regex': 'off',
    'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
    'no-unused-vars': [
      'error',
      { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
    ],
    'typescript/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'no-restricted-properties': [
      'error',
      {
        object: 'process',
        property: 'env',
        message: 'Settings come from app/platform/config/config.server.ts.',
      },
    ],
  },
  overrides: [
    { files: ['**/*.tsx'], plugins: ['react'], rules: errors(ofReact, 'react/') },
    {
      // People write what these patterns read: none may take quadratic time.
      files: ['app/**', 'agent-tools/**'],
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
      rules: { 'no-restricted-properties': 'off' },
    },
    restrictImports(['app/*.ts', 'app/*.tsx'], {
      forbid: [...entryPoints, ...stores],
      message: 'Files in app/ cannot import routes, commands, tools, tests or stores.',
      except: ['app/entry.*'],
    }),
    restrictImports(['app/http/**'], {
      forbid: [...entryPoints, '#app/mcp/*', ...stores],
      message:
        'app/http cannot import routes, commands, app/mcp, tools, tests or stores. Call a rule of the feature that owns the store.',
    }),
    restrictImports(['app/mcp/**'], {
      forbid: [...entryPoints, ...stores],
      message:
        'app/mcp cannot import routes, commands, browser tools, tests or stores. Call a rule of the feature that owns the store.',
    }),
    restrictImports(['app/routes/**', 'app/cli/**'], {
      forbid: [...stores, tests, tools],
      message:
        'Routes and commands cannot import stores, tools or tests. Call a rule of the feature that owns the store.',
    }),
    restrictImports(['app/openapi/**'], {
      forbid: [...entryPoints, '#app/http/*', '#app/mcp/*', '#app/app.server.ts', ...stores],
      allow: ['#agent-tools/manifest.json'],
      message: 'app/openapi collects the operations. Put request handling in app/http.',
    }),
    ...order.flatMap((feature) => {
      const above = [...entryPoints, ...requestHandling, ...forbiddenFeatures(feature).map(folderOf)]
      return [
        restrictImports([`app/features/${feature}/**`], {
          forbid: [...above, ...order.filter((other) => other !== feature).flatMap(storesOf)],
          // The manifest lists the tools as data, so importing it is allowed.
          allow: ['#agent-tools/manifest.json'],
          message: `A feature can import earlier features and its own store only (see order in oxlint.config.js). Move code that needs ${feature} and a later feature into the later one.`,
        }),
        restrictImports(
          [`app/features/${feature}/**/schema.ts`, `app/features/${feature}/**/*operations.ts`],
          {
            forbid: [...above, ...server],
            message:
              'Schemas and operations run in the browser too, and can import earlier features only (see order in oxlint.config.js).',
          },
        ),
      ]
    }),
    restrictImports(['app/operations/**'], {
      forbid: [...server, ...entryPoints, ...requestHandling, features],
      message: 'app/operations runs in the browser too. It cannot import features or server files.',
    }),
    restrictImports(['app/ui/**'], {
      forbid: [
        ...entryPoints,
        ...requestHandling.filter((room) => room !== '#app/root.tsx'),
        features,
        '#app/context.server.ts',
      ],
      typesOnly: server,
      message: 'app/ui cannot import features. Screens of a feature belong in app/features/<feature>/ui.',
    }),
    restrictImports(['app/context.server.ts'], {
      forbid: [...entryPoints, ...requestHandling],
      typesOnly: [features],
      message: 'The context can import features with import type only.',
    }),
    restrictImports(['app/platform/**'], {
      forbid: [
        ...entryPoints,
        ...requestHandling,
        features,
        '#app/context.server.ts',
        '#app/operations/*',
        '#app/ui/*',
      ],
      message: 'app/platform cannot import features or the context. Pass in the values it needs.',
    }),
    restrictImports(['app/site/**'], {
      forbid: [...entryPoints, ...requestHandling, features, '#app/platform/*', '#app/ui/*', ...server],
      message: 'app/site can import only app/primitives.',
    }),
    restrictImports(['app/primitives/**'], {
      forbid: ['#app/*', tools, tests, 'node:*'],
      allow: ['#app/primitives/*'],
      message: 'app/primitives can import only app/primitives.',
    }),
    restrictImports(['app/runner/**'], {
      forbid: [
        ...['#app/features/**/*.server.ts', '#app/features/**/*.server.tsx', '#app/platform/db/*'],
        ...['#app/platform/signals/*', ...requestHandling, '#app/context.server.ts', ...entryPoints],
      ],
      message: 'A runner is a client of the service. It can import schemas, but no server code.',
    }),
    restrictImports(['agent-tools/**'], {
      forbid: [...server, '#app/routes/*', '#app/http/*', '#app/mcp/*', '#app/cli/*', tests],
      message: 'Browser tools call routes. They can import schemas and operations only.',
    }),
  ],
})
