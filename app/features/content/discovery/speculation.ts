/** URL patterns that a browser must not prefetch: private pages, actions and files. */
const excluded = [
  '/login',
  '/logout',
  '/signup',
  '/setup',
  '/invitation',
  '/profile',
  '/admin',
  '/chat',
  '/api',
  '/share',
  '/.well-known',
].flatMap((path) => [path, `${path}/*`])

const files = ['/*.md', '/*.txt', '/*.xml', '/*.json']

/**
 * Speculation rules for the public pages: links within the site are prefetched on hover or press. Nothing is
 * prerendered.
 */
export const speculationRules = {
  prefetch: [
    {
      source: 'document',
      eagerness: 'moderate',
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: [...excluded, ...files] } },
          { not: { selector_matches: '[download], [rel~="nofollow"]' } },
        ],
      },
    },
  ],
}
