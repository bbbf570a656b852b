import type { Context } from 'hono';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { TOO_MUCH } from '../middleware/request-size.ts';
import { areTooLarge, faultOfJson, hasTooManyFields } from './input-limits.ts';

/** The input in `?payload=`; undefined when it is missing. */
export function readQuery(c: Context): unknown {
  const payload = c.req.query('payload');
  return payload === undefined ? undefined : parse(payload);
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

function typeOf(c: Context): string | undefined {
  return (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
}

/** The declared type of the body. Other types are refused, because pages of other sites can send them without a preflight. */
export function bodyType(c: Context): 'json' | 'form' {
  const type = typeOf(c);
  if (type === JSON_TYPE) return 'json';
  if (type === FORM_TYPE) return 'form';
  throw refuse(415, 'Send JSON or a form.');
}

export async function readJson(c: Context): Promise<unknown> {
  return parse(await readText(c)) ?? undefined;
}

/** The text fields of a form. */
export async function readForm(c: Context): Promise<URLSearchParams> {
  const fields = readUrlEncoded(await readText(c));
  if (areTooLarge(fields)) throw refuse(413, TOO_MUCH);
  const form = new URLSearchParams();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

function readUrlEncoded(text: string): [string, string][] {
  if (hasTooManyFields(text, '&')) throw refuse(413, TOO_MUCH);
  return [...new URLSearchParams(text)];
}

function readText(c: Context): Promise<string> {
  return c.req.text().catch(() => Promise.reject(refuse(400, 'The request was cut off.')));
}

function parse(text: string): unknown {
  const fault = faultOfJson(text);
  if (fault === 'too-deep') throw refuse(400, 'The JSON is too deep.');
  if (fault === 'too-large') throw refuse(413, TOO_MUCH);
  try {
    return JSON.parse(text);
  } catch {
    throw refuse(400, 'We couldn’t read the JSON.');
  }
}

function refuse(status: number, message: string): RpcError {
  return new RpcError({ status, message, refusal: null });
}
