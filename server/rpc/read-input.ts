import type { Context } from 'hono';
import { RpcError } from '#shared/rpc-error.ts';

/** The deepest JSON that is looked at. */
export const DEPTH_LIMIT = 8;

/** The input in `?payload=`; none when it is missing. */
export function readQuery(c: Context): unknown {
  const payload = c.req.query('payload');
  return payload === undefined ? undefined : parse(payload);
}

/** What the body is said to be. Other types are refused, so that no page elsewhere can send them. */
export function bodyType(c: Context): 'json' | 'form' {
  const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return 'json';
  if (type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data') return 'form';
  throw refuse(415, 'Send JSON or a form.');
}

export async function readJson(c: Context): Promise<unknown> {
  const text = await c.req.text().catch(() => Promise.reject(refuse(400, 'The request broke off.')));
  return parse(text) ?? undefined;
}

export async function readForm(c: Context): Promise<FormData> {
  try {
    return await c.req.formData();
  } catch {
    throw refuse(400, 'The form could not be read.');
  }
}

function parse(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse(400, 'The JSON could not be read.');
  }
  if (isDeeper(value, DEPTH_LIMIT)) throw refuse(400, 'The JSON is too deep.');
  return value;
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}

function refuse(status: number, message: string): RpcError {
  return new RpcError({ status, message, refusal: null });
}
