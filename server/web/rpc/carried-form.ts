/**
 * What a visitor submitted after their session had ended: the sign-in page carries it, encrypted, in its own form. It is given back
 * once the account that owned the page is signed in.
 */
import { CARRIED_FIELD, type Flash } from '#shared/calls/flash.ts';
import { Sealer } from '../http/sealing.ts';
import type { RequestContext } from './handler.ts';
import { VALUE_LIMIT } from './input-limits.ts';

const PART = new RegExp(`.{1,${VALUE_LIMIT}}`, 'g');

/** Characters of all parts: with them, the form of the sign-in page stays far below 64 kB. */
const LONGEST = 40_000;

const PURPOSE = 'form carried through sign-in';

interface CarriedForm {
  readonly page: string;
  readonly values: Flash['values'];
}

/** The form for that field, in parts that a field may have; none where the form has no token, or is too large. */
export function carryForm(
  { config, request: { formToken } }: RequestContext,
  { page, values }: CarriedForm,
): readonly string[] {
  const text = formToken && new Sealer(config.cookieSecret).seal(PURPOSE, { formToken, page, values });
  return text && text.length <= LONGEST ? (text.match(PART) ?? []) : [];
}

/** The form that was carried, if it is of the account that is signed in now. */
export async function unpackForm(
  { config, signIn }: RequestContext,
  form: URLSearchParams,
): Promise<CarriedForm | null> {
  const text = form.getAll(CARRIED_FIELD).join('');
  if (text === '') return null;
  const carried = new Sealer(config.cookieSecret).open(PURPOSE, text) as
    | (CarriedForm & { readonly formToken: string })
    | null;
  const current = await signIn.current();
  return carried?.formToken === current?.formToken ? carried : null;
}
