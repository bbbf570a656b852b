/**
 * What a visitor submitted after their session had ended: the sign-in page carries it, encrypted, in its own form. It is given back
 * once the account that owned the page is signed in.
 */
import { CARRIED_FIELD, type Flash } from '#shared/calls/flash.ts';
import { Sealer } from '../http/sealing.ts';
import type { RequestContext } from './handler.ts';
import { VALUE_LIMIT } from './input-limits.ts';
import { isSender } from './sending-page.ts';

const PART = new RegExp(`.{1,${VALUE_LIMIT}}`, 'g');

/** Characters of all parts: with them, the form of the sign-in page stays far below 64 kB. */
const LONGEST = 40_000;

const PURPOSE = 'form carried through sign-in';

interface CarriedForm {
  /** Stands for the account; it is not the account's id. */
  readonly sender: string;
  readonly page: string;
  readonly values: Flash['values'];
}

/** The form for that field, in parts that a field may have; none where the form does not say whose it is, or is too large. */
export function carryForm(
  { config, request }: RequestContext,
  { page, values }: Omit<CarriedForm, 'sender'>,
): readonly string[] {
  const { sender } = request.page;
  const text = sender && new Sealer(config.cookieSecret).seal(PURPOSE, { sender, page, values });
  return text && text.length <= LONGEST ? (text.match(PART) ?? []) : [];
}

/** The form that was carried, if it is of the account that is signed in now. */
export async function unpackForm(
  { config, signIn }: RequestContext,
  form: URLSearchParams,
): Promise<Omit<CarriedForm, 'sender'> | null> {
  const text = form.getAll(CARRIED_FIELD).join('');
  if (text === '') return null;
  const carried = new Sealer(config.cookieSecret).open(PURPOSE, text) as CarriedForm | null;
  const current = carried && (await signIn.current());
  return current && isSender(carried.sender, current.account) ? carried : null;
}
