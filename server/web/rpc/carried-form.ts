/**
 * A form that was submitted after its session had ended. The sign-in page carries it, encrypted, until the same account has
 * signed in; its page then shows the values again.
 */
import { CARRIED_FIELD, type Flash } from '#shared/calls/flash.ts';
import { Sealer } from '../http/sealing.ts';
import type { RequestContext } from './handler.ts';
import { VALUE_LIMIT } from './input-limits.ts';

const PART = new RegExp(`.{1,${VALUE_LIMIT}}`, 'g');

/** Keeps the form of the sign-in page far below 64 kB. */
const LONGEST_SEALED = 40_000;

const PURPOSE = 'form carried through sign-in';

interface CarriedForm {
  readonly formToken: string;
  readonly page: string;
  readonly values: Flash['values'];
}

/** None if the form has no token, or is too large. */
export function sealForm(
  { config, request: { formToken } }: RequestContext,
  { page, values }: Omit<CarriedForm, 'formToken'>,
): readonly string[] {
  const text = formToken && new Sealer(config.cookieSecrets).seal(PURPOSE, { formToken, page, values });
  return text && text.length <= LONGEST_SEALED ? (text.match(PART) ?? []) : [];
}

export async function openForm({ config, signIn }: RequestContext, form: URLSearchParams): Promise<CarriedForm | null> {
  const text = form.getAll(CARRIED_FIELD).join('');
  if (text === '') return null;
  const carried = new Sealer(config.cookieSecrets).open(PURPOSE, text) as CarriedForm | null;
  const current = await signIn.current();
  return carried?.formToken === current?.formToken ? carried : null;
}
