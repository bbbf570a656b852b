/** SQLSTATE of a lost connection, too few resources, an operator's intervention, a time limit, and a read-only standby. */
const UNAVAILABLE = /^(?:08|53|57|55P03|25P0[234]|25006|40)/;

const NETWORK_ERRORS = /^(?:ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_)/;

const NETWORK_MESSAGES = /connection (?:terminated|ended|error)|query read timeout|timeout exceeded|not queryable/i;

export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return NETWORK_MESSAGES.test(error.message);
  return 'severity' in error ? UNAVAILABLE.test(code) : NETWORK_ERRORS.test(code);
}
