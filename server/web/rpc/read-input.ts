import type { Context } from 'hono';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { withoutNul } from '#shared/typed-text.ts';
import { TOO_MUCH } from '../middleware/request-size.ts';
import { faultOfJson, hasLongField, hasTooManyFields } from './input-limits.ts';

export function readQuery(c: Context): unknown {
  const payload = c.req.query('payload');
  return payload === undefined ? undefined : parseJson(payload);
}

/** Refuses other types, because pages of other sites can send them without a preflight. */
export function bodyType(c: Context): 'json' | 'form' {
  const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return 'json';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  throw inputError(415, 'Send JSON or a form.');
}

export async function readJson(c: Context): Promise<unknown> {
  return parseJson(await readText(c)) ?? undefined;
}

export async function readForm(c: Context): Promise<URLSearchParams> {
  const text = await readText(c);
  const form = hasTooManyFields(text) ? null : new URLSearchParams(withoutNul(text.replaceAll('%00', '')));
  if (form === null || hasLongField(form)) throw inputError(413, TOO_MUCH);
  return form;
}

function readText(c: Context): Promise<string> {
  return c.req.text().catch(() => Promise.reject(inputError(400, 'The request was cut off.')));
}

const cleaned = (_: string, value: unknown) => (typeof value === 'string' ? withoutNul(value) : value);
function parseJson(text: string): unknown {
  let json: unknown;
  try {
    json = JSON.parse(text, text.includes('u0000') ? cleaned : undefined);
  } catch {
    throw inputError(400, 'We couldn’t read the JSON.');
  }
  const fault = faultOfJson(json);
  if (fault === 'too-deep') throw inputError(400, 'The JSON is too deep.');
  if (fault === 'too-large') throw inputError(413, TOO_MUCH);
  return json;
}

function inputError(status: number, message: string): RpcError {
  return new RpcError({ status, message, refusal: null });
}
