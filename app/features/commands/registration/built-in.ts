import type { RegistrationBody } from '#app/features/commands/registration/body.server.ts'
import { optionTypes } from '#app/features/commands/options.ts'
import { commandTypes } from '#app/features/commands/schema.ts'

/** Maximum length of a question to the built-in command, in characters. */
export const MAX_QUESTION = 300

/** Built-in command that responds to questions. An enabled slash command of the guild with this name replaces it. */
export const askCommand = {
  name: 'ask',
  type: commandTypes.chat_input,
  description: 'Ask a question about the published pages',
  options: [
    {
      type: optionTypes.string,
      name: 'question',
      description: 'Your question, in a full sentence',
      required: true,
      max_length: MAX_QUESTION,
    },
  ],
  default_member_permissions: null,
  contexts: [0],
} satisfies RegistrationBody
