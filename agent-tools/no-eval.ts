import { z } from 'zod'

// Zod tries whether it may compile text, before the first object schema. The site's policy refuses that and the browser
// notes a violation, so this module comes before every other that makes a schema.
z.config({ jitless: true })
