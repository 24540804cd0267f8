import js from '@eslint/js'
import hooks from 'eslint-plugin-react-hooks'
import regexp from 'eslint-plugin-regexp'
import ts from 'typescript-eslint'

/** Files of `from` may not import what matches `group`. @param {string[]} files @param {string[]} group @param {string} message @param {string[]} [ignores] @returns {import('typescript-eslint').ConfigWithExtends} */
const arrow = (files, group, message, ignores = []) => ({
  files,
  ignores,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { group: group.map((pattern) => pattern.replace(/^#/, '\\#')), message },
          {
            group: ['../*', './*'],
            message: 'Import from #app, #agent-tools or #tests, with the extension.',
          },
        ],
      },
    ],
  },
})

const features = [
  'accounts',
  'actions',
  'audit',
  'automations',
  'backups',
  'calls',
  'chat',
  'cms',
  'commands',
  'contact',
  'content',
  'demo',
  'events',
  'finding',
  'guilds',
  'health',
  'interactions',
  'integrations',
  'jobs',
  'keys',
  'mail',
  'maintenance',
  'media',
  'notices',
  'privacy',
  'runners',
  'settings',
  'stats',
]
const doors = ['#app/routes/*', '#app/cli/*', '#agent-tools/*']

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
          message: 'Settings come from app/config.server.ts.',
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
    files: ['app/http/serve.server.ts', 'app/*.js', 'tests/**', '*.config.*'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  // The arrows of the architecture. A later entry for a file replaces an earlier one, so that each file has one.
  arrow(
    ['app/*.ts', 'app/*.tsx', 'app/http/**', 'app/ui/**'],
    ['#app/cli/*', '#agent-tools/*', '#tests/*'],
    'A request never goes back up.',
    ['app/entry.*'],
  ),
  arrow(
    ['app/routes/**', 'app/cli/**'],
    ['#app/**/store.server.ts', '#app/**/*-store.server.ts', '#tests/*', '#agent-tools/*'],
    'Doors call rules, never a store.',
  ),
  arrow(
    ['app/db/**', 'app/signals/**'],
    ['#app/features/*/*', '#app/http/*', '#app/routes/*', '#app/cli/*', '#tests/*'],
    'The database and the signals know nothing of what is above them.',
  ),
  arrow(
    ['app/runner/**'],
    [
      '#app/features/**/*.server.ts',
      '#app/features/**/*.server.tsx',
      '#app/db/*',
      '#app/signals/*',
      '#app/http/*',
      '#app/context.server.ts',
      '#app/app.server.ts',
      ...doors,
      '#tests/*',
    ],
    'A runner is a client of the service: it shares schemas and nothing behind them.',
  ),
  arrow(
    ['app/operations/**', 'app/features/**/schema.ts'],
    ['#app/**/*.server.ts', '#app/**/*.server.tsx', '#app/db/*', 'node:*'],
    'Schemas and operations are safe in the browser.',
    ['app/operations/*.server.ts'],
  ),
  arrow(
    ['agent-tools/**'],
    ['#app/**/*.server.ts', '#app/routes/*', '#app/http/*', '#app/db/*', 'node:*'],
    'Tools call routes; they share schemas and operations only.',
  ),
  ...features.map((feature) =>
    arrow(
      [`app/features/${feature}/**`],
      [
        ...doors,
        // What the tools are, as data, is no door.
        '!#agent-tools/manifest.json',
        '#app/http/*',
        '#tests/*',
        ...features
          .filter((other) => other !== feature)
          .flatMap((other) => [`#app/features/${other}/**/*store.server.ts`]),
      ],
      'A feature uses rules of other features, never their stores, and nothing above it.',
      ['**/schema.ts'],
    ),
  ),
)
