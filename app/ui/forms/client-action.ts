import { isRouteErrorResponse, type ClientActionFunctionArgs } from '@remix-run/react'
import { submittedValues, type FormRefusal } from '#app/ui/forms/refusal.ts'

/** Sends a form from the browser. If the service cannot be reached, the page keeps what was typed. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const fields = await request.clone().formData()
  try {
    return await serverAction()
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error
    const texts = [...fields].filter((field): field is [string, string] => typeof field[1] === 'string')
    const values = Object.fromEntries(texts)
    const refusal: FormRefusal = {
      error: 'The service was not reached. What you typed is still here: send it again.',
      issues: [],
      values: submittedValues(values),
      intent: values.intent ?? null,
    }
    // The status keeps the router from loading the page anew, which would fail too; of a Response alone it takes one.
    return Response.json(refusal, { status: 503 })
  }
}
