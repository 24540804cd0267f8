import type { Site, SiteSettings } from '#app/site/identity.ts'

const defaults: Site = {
  name: 'My site',
  short_name: '',
  tagline: '',
  description: '',
  logo: null,
  logo_dark: null,
  icon: null,
  accent: null,
  sign_face: true,
  count_readers: true,
  feedback: true,
  language: 'en',
  time_zone: 'UTC',
  home: 'default',
  navigation: null,
  footer: null,
  social: [],
  contact: {},
  legal: {},
  copyright: null,
  content_signals: 'search=yes, ai-input=yes, ai-train=no',
  credit: true,
}

/** Merges settings over the defaults. Later sources override earlier sources. */
export function mergeSite(...sources: readonly SiteSettings[]): Site {
  const merged: Site = { ...defaults }
  for (const source of sources)
    for (const [name, value] of Object.entries(source))
      if (value !== undefined) Object.assign(merged, { [name]: value })
  return { ...merged, short_name: merged.short_name || merged.name }
}
