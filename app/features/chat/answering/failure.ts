import type { FailureCode } from '#app/features/chat/schema.ts'

/** A model could not answer. Its message is a sentence for whoever asked, and carries no secret. */
export class ModelFailed extends Error {
  override name = 'ModelFailed'

  constructor(
    readonly code: FailureCode,
    message: string,
  ) {
    super(message)
  }
}
